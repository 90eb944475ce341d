// Marks on wrong citations: the squiggle, the entry in Problems, the quick fix; and
// the counts in the status bar.
import fs from 'node:fs';
import path from 'node:path';
import { must } from './must.mjs';

const wrong = 'FIPS 203, Algorithm 99';

// around reports whether a squiggle lies under exactly that text.
const around = (s, b) => Math.abs(s.x - b.x) < 3 && Math.abs(s.x + s.width - b.x - b.width) < 3 && Math.abs(s.y - b.y) < 8;

const mark = {
	name: 'mark',
	async run(w) {
		await w.show('notes.md');
		const b = await w.find(wrong);
		await w.wait(`a squiggle under "${wrong}"`, async () => (await w.squiggles('error')).some((s) => around(s, b)));
		must((await w.squiggles('error')).length === 1, 'there are other squiggles');
		const rows = await w.wait('the entry in Problems', async () => {
			const rows = await w.problems();
			return rows.some((r) => r.includes('dangling')) && rows;
		});
		await w.shot('problems');
		const row = rows.find((r) => r.includes('dangling'));
		must(row.includes(wrong) && row.includes('[Ln 5, Col 22]'), `the entry says: ${row}`);
		return row.split(';')[0];
	},
};

const hovered = {
	name: 'hover on a mark',
	async run(w) {
		await w.show('notes.md');
		await w.cursorOn(wrong);
		const { text } = await w.hoverByKeys('(PDF page 47, printed 38)'); // what the mark says has no pages
		await w.shot('card of a broken citation');
		must(!w.raw(text), `Markdown is left in the card: ${w.raw(text)}`);
		return text.trim().split(/;|\n/)[0];
	},
};

const mended = {
	name: 'quick fix',
	async run(w, { work }) {
		const file = path.join(work, 'mend.md');
		const before = fs.readFileSync(file, 'utf8');
		try {
			await w.show('mend.md');
			await w.wait('the squiggle', async () => (await w.squiggles('error')).length === 1);
			await w.cursorOn(wrong);
			const fixes = await w.fixes();
			await w.shot('quick fixes');
			await w.picture('fix', w.group(0), 284);
			const fix = fixes.filter({ hasText: /Cite|Change to/ }).first();
			const title = (await fix.innerText()).trim();
			await fix.click();
			await w.wait('the text to change', async () => !(await w.box(wrong)));
			const now = (await w.find('FIPS 203, Algorithm')) && (await w.texts('.editor-group-container.active .view-line')).find((l) => l.includes('Algorithm'));
			must(/FIPS 203, Algorithm ([1-9]|1\d|2[01])\b/.test(now), `the line is now: ${now}`);
			await w.wait('the squiggle to go', async () => (await w.squiggles('error')).length === 0);
			await w.wait('the entry in Problems to go', async () => !(await w.problems()).some((r) => r.includes('mend.md')));
			await w.cursorOn('FIPS 203, Algorithm');
			await w.press('Control+S');
			await w.wait('the file to be saved', () => fs.readFileSync(file, 'utf8') !== before);
			return `"${title}" made it "${now.trim()}", and the mark is gone`;
		} finally {
			fs.writeFileSync(file, before);
		}
	},
};

const status = {
	name: 'status bar',
	async run(w) {
		await w.show('notes.md');
		const item = w.page.locator('.statusbar-item[id^="pqcite"]').first();
		const says = (pattern) => w.wait(`${pattern} in the status bar`, async () => {
			const text = (await item.count()) ? (await item.innerText()).trim() : '';
			return pattern.test(text) && text;
		});
		const broken = await says(/^3 citations, 1 broken$/);
		await w.shot('status bar');
		await w.show('field.go');
		const sound = await says(/^\d+ citations$/);
		await w.show('notes.md');
		await says(/^3 citations, 1 broken$/);
		await item.locator('a').first().click();
		await w.wait('the problems that a click shows', () => w.seen('.markers-panel'));
		return `"${broken}" of notes.md, "${sound}" of field.go`;
	},
};

export const scenarios = [mark, hovered, mended, status];
