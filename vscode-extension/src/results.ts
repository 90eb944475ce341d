// What the server's commands return: docs/editors.md lists them.

import type { Range } from "vscode-languageclient";

export interface Citation {
  doc_id: string;
  title: string;
  section: string;
  start_page: number;
  printed_page: string;
  quote: string;
  url: string;
  source: "document" | "pack";
}

export interface Outcome {
  status: "answered" | "refused";
  short_answer: string;
  claims: { text: string; citations: string[] }[];
  citations: (Citation & { key: string })[];
  detail: string;
  /** What the analysis made of the question, which it has in full. */
  plan?: { question?: string };
}

export interface Answered {
  uri: string;
  shown: boolean;
  markdown: string;
  outcome?: Outcome;
}

export interface Verified {
  uri: string;
  shown: boolean;
  markdown: string;
  sentences: { text: string; verdict: string; evidence: Citation | null }[];
}

export interface Carded {
  card: { heading: string; state: string; doc_id: string; anchor: string; url: string };
  markdown: string;
  quote: string;
}

export interface Shown {
  uri: string;
  range?: Range;
  shown: boolean;
}

export interface Counts {
  citations: number;
  broken: number;
}

export interface Checked extends Counts {
  files: number;
  worst: { uri: string; broken: number }[];
  more: boolean;
  /** Files whose findings are not shown: there are too many. */
  unmarked: number;
}

export interface ListedAnchor {
  anchor: string;
  parent: string;
  kind: string;
  name: string;
  title: string;
  page: number;
  printed: string;
}

export interface ListedDocument {
  doc: string;
  label: string;
  title: string;
  status: string;
  date: string;
  source: "document" | "pack";
  anchors: ListedAnchor[];
}

export interface WorkspaceCitation {
  uri: string;
  range: Range;
  doc: string;
  name: string;
  detail: string;
  rule: string;
}

export interface WorkspaceCitations {
  files: number;
  citations: WorkspaceCitation[];
  more: boolean;
}
