package lsptest

import (
	"encoding/json"
	"slices"
)

// DefaultCapabilities returns those of a client that has everything of LSP 3.18
// that a server about references in text could use, and no snippets. The caller
// owns the bytes. For a client with less, decode and take away.
func DefaultCapabilities() json.RawMessage { return slices.Clone(json.RawMessage(defaultCapabilities)) }

const defaultCapabilities = `{
	"general": {
		"positionEncodings": ["utf-8", "utf-16"],
		"markdown": {"parser": "marked", "version": "1.1.0"},
		"staleRequestSupport": {"cancel": true, "retryOnContentModified": []}
	},
	"window": {
		"workDoneProgress": true,
		"showDocument": {"support": true},
		"showMessage": {"messageActionItem": {"additionalPropertiesSupport": true}}
	},
	"workspace": {
		"applyEdit": true,
		"workspaceEdit": {"documentChanges": true, "failureHandling": "transactional", "changeAnnotationSupport": {"groupsOnLabel": true}},
		"configuration": true,
		"workspaceFolders": true,
		"didChangeConfiguration": {"dynamicRegistration": true},
		"didChangeWatchedFiles": {"dynamicRegistration": true, "relativePatternSupport": true},
		"executeCommand": {"dynamicRegistration": false},
		"symbol": {"dynamicRegistration": false, "resolveSupport": {"properties": ["location.range"]}, "tagSupport": {"valueSet": [1]}},
		"codeLens": {"refreshSupport": true},
		"inlayHint": {"refreshSupport": true},
		"diagnostics": {"refreshSupport": true},
		"textDocumentContent": {"dynamicRegistration": true}
	},
	"textDocument": {
		"synchronization": {"dynamicRegistration": false, "didSave": true},
		"publishDiagnostics": {
			"relatedInformation": true, "versionSupport": true, "tagSupport": {"valueSet": [1, 2]},
			"codeDescriptionSupport": true, "dataSupport": true
		},
		"diagnostic": {
			"dynamicRegistration": false, "relatedInformation": true, "tagSupport": {"valueSet": [1, 2]},
			"codeDescriptionSupport": true, "dataSupport": true, "markupMessageSupport": false
		},
		"hover": {"contentFormat": ["markdown", "plaintext"]},
		"completion": {
			"contextSupport": true,
			"completionItem": {
				"snippetSupport": false, "documentationFormat": ["markdown", "plaintext"], "deprecatedSupport": true,
				"tagSupport": {"valueSet": [1]}, "insertReplaceSupport": true, "labelDetailsSupport": true,
				"resolveSupport": {"properties": ["documentation", "detail", "additionalTextEdits"]}
			},
			"completionList": {"itemDefaults": ["commitCharacters", "editRange", "insertTextFormat", "insertTextMode", "data"]}
		},
		"definition": {"linkSupport": true},
		"declaration": {"linkSupport": true},
		"typeDefinition": {"linkSupport": true},
		"implementation": {"linkSupport": true},
		"references": {},
		"documentHighlight": {},
		"documentSymbol": {"hierarchicalDocumentSymbolSupport": true, "tagSupport": {"valueSet": [1]}, "labelSupport": true},
		"documentLink": {"tooltipSupport": true},
		"codeAction": {
			"isPreferredSupport": true, "disabledSupport": true, "dataSupport": true, "honorsChangeAnnotations": true,
			"resolveSupport": {"properties": ["edit"]},
			"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["", "quickfix", "refactor", "source", "source.fixAll"]}}
		},
		"codeLens": {"resolveSupport": {"properties": ["command"]}},
		"inlayHint": {"resolveSupport": {"properties": ["tooltip", "textEdits", "label.tooltip", "label.location", "label.command"]}},
		"foldingRange": {"lineFoldingOnly": true},
		"selectionRange": {},
		"callHierarchy": {},
		"typeHierarchy": {}
	}
}`
