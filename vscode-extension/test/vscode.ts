// A fake of the editor's module, as far as the tests need it: it records what is
// registered, and settings that a test sets.

export class ThemeIcon {
  constructor(readonly id: string) {}
}

export class EventEmitter {
  readonly event = (): void => undefined;
}

export class LanguageModelTextPart {
  constructor(readonly value: string) {}
}

export class LanguageModelToolResult {
  constructor(readonly content: LanguageModelTextPart[]) {}
}

export class MarkdownString {
  value = "";

  appendText(text: string): this {
    this.value += text.replace(/[\\`*_{}[\]()#+\-.!~<>]/g, "\\$&");
    return this;
  }
}

type Handler = (...args: never[]) => unknown;

/** What was registered, by its name. */
export const registered = new Map<string, { invoke: Handler }>();

const disposable = { dispose: (): void => undefined };

export const lm: { registerTool?: (name: string, tool: { invoke: Handler }) => typeof disposable } = {
  registerTool: (name, tool) => {
    registered.set(name, tool);
    return disposable;
  },
};

export const chat = {
  createChatParticipant: (name: string, invoke: Handler) => {
    registered.set(name, { invoke });
    return disposable;
  },
};

/** The settings, by their full names. */
export const settings = new Map<string, unknown>();

export const workspace = {
  isTrusted: true,
  workspaceFolders: [] as { uri: { scheme: string; fsPath: string } }[],
  getConfiguration: (section: string) => ({ get: (name: string): unknown => settings.get(`${section}.${name}`) }),
};
