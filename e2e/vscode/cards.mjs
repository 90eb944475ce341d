// Cards on hover, and the ways from a citation to the text of the standard.
import { must } from './must.mjs';

const citation = 'FIPS 203, Algorithm 9';
const printed = '(printed 26)'; // in the card alone, not in the tooltip of the link
const standard = 'NIST.FIPS.203.txt';

// atCitation opens Go's file with the cursor on the citation of Algorithm 9.
export async function atCitation(w) {
	await w.show('field.go');
	await w.goTo(445);
	await w.cursorOn(citation);
}

function checkCard(w, { text, icons, links }, basis) {
	must(/Algorithm 9 . NTT/.test(text), `the card has no heading: ${text.slice(0, 80)}`);
	must(text.includes('PDF page 35'), 'the card does not name PDF page 35');
	must(!w.raw(text), `Markdown is left in the card: ${w.raw(text)}`);
	const icon = basis === 'document' ? 'verified' : 'note';
	must(icons.some((i) => i.includes(`codicon-${icon}`)), `the card has no icon "${icon}": ${icons}`);
	must(links.some((l) => /^https:.*NIST\.FIPS\.203\.pdf#page=35$/.test(l.to)), 'the card does not link to page 35 of the PDF file');
}

// inText waits until the cursor is at Algorithm 9 in the text of the standard.
async function inText(w) {
	await w.wait(`${standard} in the editor`, async () => (await w.tab()) === standard);
	const line = await w.wait('the cursor at Algorithm 9', async () => {
		const line = await w.line();
		return line.includes('Algorithm 9') && line;
	});
	return line.trim();
}

const byKeys = {
	name: 'hover by keyboard',
	async run(w, { basis }) {
		await atCitation(w);
		const card = await w.hoverByKeys(printed);
		await w.shot('card by keyboard');
		await w.picture('card', card.card);
		checkCard(w, card, basis);
		return card.text.trim().split('\n')[0].trim();
	},
};

const byMouse = {
	name: 'hover by mouse',
	async run(w, { basis }) {
		await w.show('field.go');
		await w.goTo(445);
		const card = await w.hoverByMouse(citation, printed);
		await w.shot('card by mouse');
		checkCard(w, card, basis);
		await w.noHover();
		return 'the same card, gone when the mouse is';
	},
};

const wholeCard = {
	name: 'hover in view',
	async run(w) {
		await atCitation(w);
		const { card } = await w.hoverByKeys(printed);
		const bottom = (await card.boundingBox()).y + (await card.boundingBox()).height;
		for (const text of [printed, 'Open section']) {
			const b = await card.locator(text.startsWith('(') ? 'p' : 'a', { hasText: text }).last().boundingBox();
			must(b && b.y + b.height <= bottom + 1, `"${text}" can only be seen after scrolling: ${Math.round(b.y + b.height - bottom)} px below the edge of the card`);
		}
		return 'page and links are seen without scrolling';
	},
};

const opened = {
	name: 'link in hover',
	async run(w) {
		await atCitation(w);
		const { card } = await w.hoverByKeys(printed);
		await card.locator('a', { hasText: 'Open section' }).click();
		const line = await inText(w);
		await w.shot('text of the standard');
		return `"Open section" leads to ${standard}, "${line}"`;
	},
};

const definition = {
	name: 'definition',
	async run(w) {
		await atCitation(w);
		await w.press('F12');
		const line = await inText(w);
		return `F12 leads to ${standard}, "${line}"`;
	},
};

const peek = {
	name: 'peek definition',
	async run(w) {
		await atCitation(w);
		await w.run('Peek Definition');
		const title = await w.wait('the title of the peek', async () => (await w.texts('.peekview-widget .head'))[0]?.includes(standard) && (await w.texts('.peekview-widget .head'))[0]);
		await w.find('Algorithm 9 NTT', '.peekview-widget').catch(() => w.find('Algorithm 9', '.peekview-widget'));
		await w.shot('peek definition');
		must((await w.tab()) === 'field.go', `the peek has left the file for ${await w.tab()}`);
		await w.press('Escape');
		return title.replace(/\s+/g, ' ').trim();
	},
};

export const scenarios = [byKeys, byMouse, wholeCard, opened, definition, peek];
