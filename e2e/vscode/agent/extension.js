// Calls the language model tools of pqcite and shows what they return, a line for each.
const vscode = require('vscode');

const calls = [
	['pqcite_lookup', 'pqcite_lookup', { words: 'FIPS 203, Algorithm 9' }],
	['pqcite_ask', 'pqcite_ask', { question: 'What is the size of the encapsulation key of ML-KEM-768?' }],
	['pqcite_ask refused', 'pqcite_ask', { question: 'sizes of ML-KEM-2048' }],
	['pqcite_verify', 'pqcite_verify', { text: 'The encapsulation key of ML-KEM-768 has 1185 bytes.' }],
];

async function call(name, tool, input) {
	const { content } = await vscode.lm.invokeTool(tool, { input, toolInvocationToken: undefined });
	const text = content.map((part) => part.value).join('\n');
	return `${name}: ${text.replace(/\s+/g, ' ').slice(0, 700)}`;
}

exports.activate = (context) => {
	context.subscriptions.push(vscode.commands.registerCommand('e2e.tools', async () => {
		const lines = [];
		for (const [name, tool, input] of calls) lines.push(await call(name, tool, input));
		const document = await vscode.workspace.openTextDocument({ language: 'plaintext', content: lines.join('\n\n') });
		await vscode.window.showTextDocument(document);
		await vscode.commands.executeCommand('editor.action.toggleWordWrap');
	}));
};
