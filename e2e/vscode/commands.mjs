// The commands of the palette that are not questions, and what links and tools run.
import fs from 'node:fs';
import path from 'node:path';
import { asked } from './answers.mjs';
import { atCitation } from './cards.mjs';
import { must } from './must.mjs';
import { running } from './session.mjs';

const standard = 'NIST.FIPS.203.txt';

// lineOf waits until the cursor is in the text of FIPS 203, on a line with words.
async function lineOf(w, words) {
	await w.wait(`${standard} in the editor`, async () => (await w.tab()) === standard);
	return (await w.wait(`the cursor at "${words}"`, async () => {
		const line = await w.line();
		return line.includes(words) && line;
	})).trim();
}

const verify = {
	name: 'verify selection',
	async run(w, { inputs }) {
		await w.show(path.join(inputs, 'claims.md'));
		await w.cursorOn('1184 bytes');
		await w.press('Control+A');
		await w.wait('the selection', async () => (await w.status()).some((t) => /selected/.test(t)));
		await w.run('pqcite: Verify Selection');
		const frame = await w.frame('1184', '1185');
		await w.wait('the progress to end', async () => !(await w.seen('.notification-toast', 'Checking the selection')));
		const text = await frame.evaluate(() => document.body.innerText);
		await w.shot('verified selection');
		must(!w.raw(text), `Markdown is left: ${w.raw(text)}`);
		must(/supported|verbatim/i.test(text) && /contradicted|partial/i.test(text), `the verdicts are: ${text.slice(0, 300)}`);
		return text.match(/[^\n]*1185[^\n]*/)[0];
	},
};

const compare = {
	name: 'compare',
	async run(w) {
		await w.show('field.go');
		await w.run('pqcite: Compare Two Things');
		await w.answer('Compare', 'ML-KEM-512');
		await w.wait('the second question', () => w.seen('.quick-input-widget', 'Compare ML-KEM-512 with what?'));
		await w.answer('Compare', 'ML-KEM-1024');
		const frame = await w.frame('ML-KEM-512', 'ML-KEM-1024', '1568');
		await w.wait('the progress to end', async () => !(await w.seen('.notification-toast', 'Comparing')));
		await w.shot('comparison');
		const rows = await frame.locator('tr').allInnerTexts();
		const key = rows.find((r) => /encapsulation key/.test(r)) ?? '';
		must(/800/.test(key) && /1568/.test(key), `the row of the encapsulation key says: ${key}`);
		return key.replace(/\s+/g, ' ').trim();
	},
};

const lookUp = {
	name: 'look up reference',
	async run(w) {
		await w.show('notes.md');
		await w.run('pqcite: Look Up Reference');
		await w.answer('Look Up Reference', 'ML-KEM.KeyGen');
		const line = await lineOf(w, 'Algorithm 19');
		await w.show('notes.md');
		await w.run('pqcite: Look Up Reference');
		await w.answer('Look Up Reference', 'FIPS 203, Algorithm 99');
		await w.frame('does not exist', 'Algorithm 21');
		await w.shot('look-up of what does not exist');
		return `ML-KEM.KeyGen leads to "${line}"; of Algorithm 99 a page says that it does not exist`;
	},
};

const find = {
	name: 'find in standards',
	async run(w) {
		await w.container('Post-quantum standards');
		const view = await w.view('Standards');
		await view.pane.hover();
		await view.pane.locator('.action-label[aria-label="Find in Standards"]').first().click();
		await w.wait('the question', () => w.seen('.quick-input-title', 'Find in Standards'));
		await w.typed('SampleNTT');
		await w.wait('the rows', async () => (await w.rows()).length > 0);
		await w.shot('find in standards');
		await w.choose('SampleNTT', 'Algorithm 7: SampleNTT');
		const line = await lineOf(w, 'Algorithm 7');
		return `"SampleNTT" leads to "${line}"`;
	},
};

const consent = {
	name: 'download declined',
	async run(w, world) {
		const library = path.join(world.folder, 'library');
		const files = () => (fs.existsSync(library) ? fs.readdirSync(library, { recursive: true }).filter((name) => /sources|documents/.test(name)).sort().join('\n') : '');
		const before = files();
		await w.show('notes.md');
		await w.run('pqcite: Download Official PDFs');
		const dialog = w.page.locator('.monaco-dialog-box:visible');
		await dialog.waitFor();
		const said = (await dialog.innerText()).replace(/\s+/g, ' ').trim();
		await w.shot('consent');
		must(/Download the six official documents/.test(said) && /nvlpubs\.nist\.gov/.test(said) && /MB/.test(said), `the dialog says: ${said}`);
		must(running(world.server).length === 1, 'something was started before the answer');
		await dialog.locator('.monaco-button', { hasText: 'Cancel' }).click();
		await w.wait('the dialog to close', async () => !(await dialog.isVisible()));
		// What a download would show, had it begun: its task's terminal.
		must(running(world.server).length === 1, 'the download was started');
		must(!(await w.seen('.part.panel', 'Download')), 'the terminal of a download is there');
		must(files() === before, 'the library has changed');
		return `"${said.slice(0, 60)}…" declined: no process, no file`;
	},
};

const copied = {
	name: 'copy quote',
	async run(w, { basis }) {
		await atCitation(w);
		const { card } = await w.hoverByKeys('(printed 26)');
		const link = card.locator('a', { hasText: 'Copy quote' });
		if (basis === 'pack') {
			must((await link.count()) === 0, 'the summary is offered as a quote');
			return 'a summary is no quote';
		}
		await link.click();
		await w.wait('the status bar to say so', async () => (await w.status()).some((t) => t.includes('Copied FIPS 203, Algorithm 9')));
		await w.run('File: New Untitled Text File');
		await w.wait('a new text', async () => /^Untitled/.test(await w.tab()));
		await w.press('Control+V');
		await w.find('Computes the NTT representation');
		await w.find('— FIPS 203, Algorithm 9, https://nvlpubs.nist.gov/');
		await w.shot('copied quote');
		return 'the passage, with its place';
	},
};

const trace = {
	name: 'trace',
	async run(w) {
		await asked(w, 'What is the ciphertext size of ML-KEM-512?', '768');
		await w.run('pqcite: Show Trace of Last Answer');
		const frame = await w.frame('What is the ciphertext size of ML-KEM-512?', 'verif');
		const text = await frame.evaluate(() => document.body.innerText);
		await w.shot('trace');
		must(!w.raw(text), `Markdown is left: ${w.raw(text)}`);
		return `${text.split('\n').filter(Boolean).length} lines`;
	},
};

const tools = {
	name: 'tools for language models',
	async run(w) {
		// An extension of the tests' own calls the tools as an agent does.
		await w.show('notes.md');
		await w.run('e2e: Call the Tools of pqcite');
		await w.wait('what the tools returned', async () => /^Untitled/.test(await w.tab()));
		await w.find('pqcite_verify: ');
		await w.shot('tools');
		const said = (await w.texts('.editor-group-container.active .view-lines')).join('\n').replace(/\s+/g, ' ');
		const [looked, asked, refused, verified] = said.split(/(?=pqcite_\w+(?: refused)?: )/);
		must(/Algorithm 9 . NTT/.test(looked) && /PDF page 35/.test(looked), `the look-up says: ${looked}`);
		must(/1184 bytes/.test(asked) && /FIPS\.203\.pdf#page=48/.test(asked), `the answer says: ${asked}`);
		must(/No answer/.test(refused) && /Table 3/.test(refused), `the refusal says: ${refused}`);
		must(/contradicted/.test(verified) && /1185/.test(verified), `the verdict says: ${verified}`);
		return 'look-up, answer, refusal and verdict, each with its link';
	},
};

export const scenarios = [verify, compare, lookUp, find, consent, copied, trace, tools];
