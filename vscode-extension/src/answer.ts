// Shows answers as rendered pages next to the editor. Their links lead into the texts
// of the standards, and to official pages.

import * as vscode from "vscode";
import { openPlace } from "./places";

/** How many earlier questions a follow-up is asked with. */
const maxEarlier = 8;

export class AnswerPanel implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;

  /** The questions since the panel was opened, oldest first: those that a follow-up refers to. */
  private earlier: string[] = [];

  get conversation(): readonly string[] {
    return this.earlier;
  }

  /** Notes a question whose answer is shown. */
  asked(question: string): void {
    this.earlier = [...this.earlier, question].slice(-maxEarlier);
  }

  /** Shows an answer that is written in Markdown; lines of a log are not wrapped. */
  async show(title: string, markdown: string, kind: "answer" | "log" = "answer"): Promise<void> {
    const rendered = await vscode.commands.executeCommand<string>("markdown.api.render", markdown);
    const panel = this.open(title);
    panel.webview.html = page(title, rendered, nonce(), kind);
  }

  dispose(): void {
    this.panel?.dispose();
  }

  private open(title: string): vscode.WebviewPanel {
    if (this.panel !== undefined) {
      this.panel.title = title;
      this.panel.reveal(undefined, true);
      return this.panel;
    }
    const column = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    const panel = vscode.window.createWebviewPanel("pqcite.answer", title, column, {
      enableScripts: true,
      enableFindWidget: true,
      localResourceRoots: [],
    });
    panel.webview.onDidReceiveMessage((said: { open?: unknown }) => {
      if (typeof said.open === "string") {
        void follow(said.open);
      }
    });
    panel.onDidDispose(() => {
      this.panel = undefined;
      this.earlier = [];
    });
    this.panel = panel;
    return panel;
  }
}

/** follow opens a link of an answer: a place of a standard's text, or a page of the web. */
async function follow(address: string): Promise<void> {
  if (address.startsWith("pqcite:/")) {
    await openPlace(address);
  } else if (address.startsWith("https://")) {
    await vscode.env.openExternal(vscode.Uri.parse(address, true));
  }
}

function nonce(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, "0")).join("");
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
}

/** page is the answer as a page that loads nothing and runs its own script alone. */
export function page(title: string, rendered: string, key: string, kind = "answer"): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'nonce-${key}'; script-src 'nonce-${key}'">
<title>${escape(title)}</title>
<style nonce="${key}">
body { font-family: var(--vscode-font-family); font-size: var(--vscode-font-size); color: var(--vscode-foreground); line-height: 1.5; max-width: 52em; padding: 0 1.5em 2em; }
h1 { font-size: 1.4em; } h2 { font-size: 1.1em; margin-top: 2em; }
a, p > a { color: var(--vscode-textLink-foreground); text-decoration: none; } a:hover { text-decoration: underline; } a:hover { color: var(--vscode-textLink-activeForeground); }
a:focus-visible { outline: 1px solid var(--vscode-focusBorder); }
blockquote { margin: .5em 0; padding: .1em 1em; border-left: 3px solid var(--vscode-textBlockQuote-border); background: var(--vscode-textBlockQuote-background); }
pre { padding: .6em 1em; white-space: pre-wrap; background: var(--vscode-textCodeBlock-background); font-family: var(--vscode-editor-font-family); }
pre code { background: none; color: inherit; padding: 0; } .log pre { white-space: pre; overflow-x: auto; }
table { border-collapse: collapse; } th, td { border: 1px solid var(--vscode-panel-border, currentColor); padding: .4em .7em; vertical-align: top; text-align: left; }
</style>
</head>
<body class="${kind}">
${rendered}
<script nonce="${key}">
const editor = acquireVsCodeApi();
document.addEventListener("click", (event) => {
  const link = event.target.closest("a");
  if (link) {
    event.preventDefault();
    editor.postMessage({ open: link.getAttribute("data-href") || link.getAttribute("href") });
  }
});
</script>
</body>
</html>`;
}
