// A stand-in for the editor's module, for what the tests run: nothing of the editor.

export class ThemeIcon {
  constructor(readonly id: string) {}
}

export class EventEmitter {
  readonly event = (): void => undefined;
}
