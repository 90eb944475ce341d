// Questions: the answer rendered next to the editor, and the refusal.
import { must } from './must.mjs';

const question = 'What are the sizes in bytes of the encapsulation key and ciphertext of ML-KEM-768?';

// asked asks by the palette, and returns the frame of the answer, which must be
// next to the file.
export async function asked(w, question, ...texts) {
	await w.show('field.go');
	await w.run('pqcite: Ask the Standards');
	await w.answer('Ask the Standards', question);
	const frame = await w.frame(...texts);
	await w.wait('the progress to end', async () => !(await w.seen('.notification-toast', 'Asking')));
	const groups = await w.page.locator('.editor-group-container').count();
	must(groups === 2, `the answer is not next to the editor: ${groups} groups`);
	const text = await frame.evaluate(() => document.body.innerText);
	must(!w.raw(text), `Markdown is left in the answer: ${w.raw(text)}`);
	return { frame, text };
}

// followed clicks a link of an answer, and waits for the passage.
async function followed(w, frame, link, passage) {
	await frame.locator('a', { hasText: link }).first().click();
	await w.wait('the text of FIPS 203', async () => (await w.tab()) === 'NIST.FIPS.203.txt');
	await w.find(passage);
	return (await w.line()).trim();
}

const answer = {
	name: 'answer',
	async run(w, { basis }) {
		const { frame, text } = await asked(w, question, '1184', '1088');
		await w.shot('answer');
		await w.picture('answer', w.group(1), 604);
		must(/encapsulation key \(public key\) 1184 bytes, ciphertext 1088 bytes/.test(text), `the answer says: ${text.slice(0, 200)}`);
		must(/Table 3/.test(text) && /PDF page 48/.test(text), 'the answer does not name its table and page');
		const line = await followed(w, frame, /^1$/, basis === 'document' ? 'ML-KEM-768' : 'Table 3');
		await w.shot('passage of an answer');
		must(basis === 'pack' || /1184/.test(line), `the link leads to "${line}"`);
		return `1184 and 1088, and [1] leads to "${line.replace(/\s+/g, ' ').slice(0, 80)}"`;
	},
};

const refusal = {
	name: 'refusal',
	async run(w) {
		const { frame, text } = await asked(w, 'sizes of ML-KEM-2048', 'No answer', 'ML-KEM-2048');
		await w.shot('refusal');
		await w.picture('refusal', w.group(1), 360);
		must(/nearest/i.test(text) && /Table 3/.test(text), `no nearest place is named: ${text.slice(0, 200)}`);
		await followed(w, frame, 'Table 3', 'Table 3');
		return text.match(/No answer[^\n]*/)[0];
	},
};

export const scenarios = [answer, refusal];
