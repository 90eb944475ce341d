// Documents that are large, new, outside of the workspace, or no files at all.
import path from 'node:path';
import { must } from './must.mjs';
import { running } from './session.mjs';

const printed = '(printed 26)';

// counted waits for what the status bar says of the open file.
function counted(w, pattern) {
	return w.wait(`${pattern} in the status bar`, async () => (await w.status()).map((t) => t.trim()).find((t) => pattern.test(t)));
}

const outside = {
	name: 'file outside the workspace',
	async run(w, { inputs }) {
		await w.show(path.join(inputs, 'outside.md'));
		await w.wait('the squiggle', async () => (await w.squiggles('error')).length === 1);
		await w.cursorOn('FIPS 203, Algorithm 9');
		await w.hoverByKeys(printed);
		await w.shot('file outside the workspace');
		await w.noHover();
		return await counted(w, /^2 citations, 1 broken$/);
	},
};

const untitled = {
	name: 'untitled document',
	async run(w) {
		await w.run('File: New Untitled Text File');
		await w.wait('a new text', async () => /^Untitled/.test(await w.tab()));
		await w.page.keyboard.insertText('FIPS 203, Algorithm 9 and FIPS 203, Algorithm 99\n');
		await w.wait('the squiggle', async () => (await w.squiggles('error')).length === 1);
		await w.cursorOn('FIPS 203, Algorithm 9');
		await w.goTo(1, 5);
		await w.hoverByKeys(printed);
		await w.noHover();
		return await counted(w, /^2 citations, 1 broken$/);
	},
};

const others = {
	name: 'document of another scheme',
	async run(w, world) {
		// The editor's own settings: a text of the scheme "vscode".
		await w.run('Preferences: Open Default Settings (JSON)');
		await w.wait('the settings', async () => /defaultSettings/i.test(await w.tab()));
		await counted(w, /^pqcite$/);
		await w.shot('document of another scheme');
		must((await w.squiggles('error')).length === 0, 'there are marks');
		must((await w.notifications()).length === 0, 'there is a notification');
		must(running(world.server).length === 1, 'the server has ended');
		return 'no marks, no message';
	},
};

const notebook = {
	name: 'notebook cell',
	async run(w, { inputs }) {
		await w.show(path.join(inputs, 'cells.ipynb'));
		const cells = '.notebookOverlay'; // it lies above the group, not in it
		await w.hoverByMouse('FIPS 203, Algorithm 9', printed, cells);
		await w.shot('notebook cell');
		await w.noHover();
		await w.wait('the squiggle', async () => (await w.squiggles('error', cells)).length === 1);
		return 'a card, and a mark';
	},
};

const many = {
	name: '2,000 citations in one file',
	async run(w, { inputs }) {
		const begin = Date.now();
		await w.show(path.join(inputs, 'many.md'));
		const said = await counted(w, /^2000 citations, 390 broken$/);
		const counts = Date.now() - begin;
		await w.cursorOn('FIPS 203, Algorithm 9 ');
		await w.hoverByKeys(printed);
		await w.noHover();
		await w.press('Control+End');
		await w.wait('the squiggles at the end', async () => (await w.squiggles('error')).length > 0);
		await w.shot('2,000 citations');
		return `"${said}" after ${counts} ms`;
	},
};

const large = {
	name: 'file of 5 MB',
	async run(w, { inputs }) {
		const begin = Date.now();
		await w.show(path.join(inputs, 'large.go'));
		const opened = Date.now() - begin;
		await w.cursorOn('FIPS 203, Algorithm 9,');
		await w.hoverByKeys(printed);
		const card = Date.now() - begin;
		await w.shot('file of 5 MB');
		await w.noHover();
		const said = await counted(w, /^\d+ citations$/);
		await w.press('Control+End');
		await w.page.keyboard.insertText('// FIPS 203, Algorithm 99\n');
		await w.wait('the squiggle of what was typed', async () => (await w.squiggles('error')).length === 1);
		must((await w.notifications()).length === 0, 'there is a notification');
		return `"${said}", in the editor after ${opened} ms, a card after ${card} ms, and what is typed is marked`;
	},
};

export const scenarios = [outside, untitled, others, notebook, many, large];
