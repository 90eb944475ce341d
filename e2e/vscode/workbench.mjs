// The workbench of VS Code as a person uses it: by keys, by the mouse, and by what
// can be seen in it. Nothing here reaches into the editor's own model.
import path from 'node:path';
import { until } from './session.mjs';
import { View } from './view.mjs';

const openTime = 60_000; // ms for the workbench to come up
const seeTime = 60_000; // ms for something to be seen: a machine may have more to do
const againTime = 5_000; // ms after which a key is pressed again that has shown nothing

// words makes what the DOM says comparable: the editor writes spaces as no-break
// spaces.
const words = (s) => s.replace(/[\u00a0\u200b]/g, ' ').replace(/\u200c/g, '');

// unrendered finds the marks of Markdown that were not turned into anything.
const unrendered = /\*\*|^#{1,6} |`|\]\(|\$\([a-z-]+\)|&(nbsp|lt|gt|amp);|\\[[\]_*.()-]|^> |command:/m;

export class Workbench {
	constructor(session, shots, pictures) {
		this.session = session;
		this.page = session.page;
		this.shots = shots;
		this.pictures = pictures;
	}

	// open loads the workbench with a folder, and with a file by the address alone.
	async open(folder, file) {
		const url = new URL(this.session.origin);
		url.searchParams.set('folder', folder);
		if (file) url.searchParams.set('payload', JSON.stringify([['openFile', `vscode-remote://127.0.0.1:${this.session.port}${path.join(folder, file)}`]]));
		await this.page.goto(url.href, { timeout: openTime });
		await this.page.locator('.monaco-workbench .statusbar-item').first().waitFor({ timeout: openTime });
		if (file) await this.wait('its text', () => this.seen('.part.editor .view-line'));
		this.folder = folder;
	}

	// wait waits until something is seen.
	wait(what, ask, limit = seeTime) {
		return until(what, limit, ask);
	}

	async press(...keys) {
		for (const key of keys) await this.page.keyboard.press(key);
	}

	// shot takes a picture of the whole window.
	async shot(name) {
		await this.page.screenshot({ path: path.join(this.shots, `${name}.png`), timeout: 10_000 }).catch(() => {});
	}

	// picture takes a picture for the README of the extension, if they are wanted: of a
	// part of the window, at most as high as given.
	async picture(name, part, height = 900) {
		if (!this.pictures) return;
		const b = await part.boundingBox();
		await this.page.screenshot({ path: path.join(this.pictures, `${name}.png`), clip: { ...b, height: Math.min(b.height, height) } });
	}

	// group is a group of editors, by its place from 0 on.
	group(n) {
		return this.page.locator('.editor-group-container').nth(n);
	}

	// seen reports whether an element of the page is there to be seen.
	seen(selector, text) {
		return this.page.locator(`${selector}:visible`, text === undefined ? {} : { hasText: text }).first().isVisible();
	}

	// texts are the words of all visible elements.
	async texts(selector) {
		return (await this.page.locator(`${selector}:visible`).allInnerTexts()).map(words);
	}

	// Quick input: the palette, files, questions.

	get quick() {
		return this.page.locator('.quick-input-widget');
	}

	// quickBy opens the quick input by a key. A page in a frame that has the focus may
	// keep the key for itself, and so may a card: it is taken from them.
	async quickBy(key) {
		await this.wait('the quick input to close', async () => {
			if (!(await this.quick.isVisible())) return true;
			await this.press('Escape');
		});
		await this.wait(`the quick input after ${key}`, async () => {
			await this.page.evaluate(() => document.activeElement instanceof HTMLIFrameElement && document.activeElement.blur());
			await this.press(key);
			await this.quick.waitFor({ timeout: againTime });
			return true;
		});
	}

	// typed replaces the text of the quick input. The editor may put its
	// own text there as it opens, so it is looked at again.
	async typed(text) {
		const input = this.quick.locator('input').first();
		await this.wait(`"${text}" in the quick input`, async () => {
			if ((await input.inputValue({ timeout: againTime })) === text) return true;
			await input.fill(text, { timeout: againTime });
		});
	}

	rows() {
		return this.texts('.quick-input-widget .monaco-list-row');
	}

	// choose types text and clicks the row of a label, once it has come to rest: rows
	// move while the editor still searches.
	async choose(text, label) {
		const exact = new RegExp(`^${label.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/ /g, '\\s')}$`);
		const row = this.quick.locator('.monaco-list-row').filter({ has: this.page.locator('.label-name', { hasText: exact }) }).first();
		let before;
		await this.wait(`"${label}" in the quick input`, async () => {
			await this.typed(text);
			const at = JSON.stringify(await row.boundingBox({ timeout: againTime }));
			const rests = at === before;
			before = at;
			return rests;
		}).catch(async (e) => {
			throw new Error(`${e.message}; it has: ${(await this.rows()).slice(0, 3).join(' | ').replace(/\n/g, ' ')}`);
		});
		await row.click();
	}

	// run runs a command of the palette: the one whose whole title is given.
	async run(title) {
		await this.quickBy('F1');
		await this.choose(`>${title}`, title);
	}

	// answer waits for the question of the quick input that has a title, and answers it.
	async answer(title, text) {
		await this.wait(`the question "${title}"`, () => this.seen('.quick-input-title', title));
		await this.typed(text);
		await this.press('Enter');
		await this.wait('the question to close', async () => !(await this.seen('.quick-input-title', title)) || (await this.quick.locator('input').first().inputValue()) !== text);
	}

	// show opens a file, by its path: in the folder, or from the root.
	async show(file) {
		const name = path.basename(file);
		await this.wait(`${name} in the editor`, async () => {
			if ((await this.tab()) === name && !(await this.quick.isVisible())) return true;
			await this.quickBy('Control+P');
			await this.choose(path.resolve(this.folder, file), name);
			return until(name, againTime, async () => (await this.tab()) === name);
		});
		await this.wait('its text', () => this.seen('.view-line'));
	}

	// clean closes what a scenario has left open. Changes that were not saved are
	// dropped.
	async clean() {
		await this.press('Escape', 'Escape');
		await this.run('View: Close All Editors');
		const drop = this.page.locator('.monaco-dialog-box:visible .monaco-button', { hasText: "Don't Save" });
		await this.wait('the editors to close', async () => {
			if (await drop.isVisible()) await drop.click({ timeout: againTime });
			return !(await this.page.locator('.part.editor .tab').count());
		});
		if (await this.seen('.part.panel')) await this.run('View: Hide Panel');
		if (await this.seen('.notification-toast')) await this.run('Notifications: Clear All Notifications');
		await this.wait('a clean window', async () => !(await this.seen('.part.panel')) && !(await this.seen('.notification-toast')));
		await this.page.mouse.move(5, 5);
	}

	// Editors.

	// tab is the name on the active tab of the active group.
	async tab() {
		const tab = this.page.locator('.editor-group-container.active .tab.active').first();
		return (await tab.count()) ? (await tab.getAttribute('data-resource-name')) ?? '' : '';
	}

	// goTo puts the cursor into the active editor, at a line and a column from 1 on.
	async goTo(line, column = 1) {
		await this.quickBy('Control+G');
		await this.typed(`:${line}:${column}`);
		await this.press('Enter');
		await this.quick.waitFor({ state: 'hidden' });
		await this.wait(`the cursor in line ${line}`, async () => (await this.status()).some((t) => t.startsWith(`Ln ${line}, Col ${column}`)));
	}

	// box is where a text is in the editors, as { x, y, width, height }; undefined
	// if it can't be seen. Lines that are scrolled away are not in the DOM.
	box(text, within = '.editor-group-container.active') {
		return this.page.evaluate(([text, within]) => {
			for (const line of document.querySelectorAll(`${within} .view-line`)) {
				const nodes = [];
				const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
				while (walker.nextNode()) nodes.push(walker.currentNode);
				const at = nodes.map((n) => n.data).join('').replace(/\u00a0/g, ' ').indexOf(text);
				if (at < 0) continue;
				const range = document.createRange();
				let offset = 0;
				for (const n of nodes) {
					const end = offset + n.length;
					if (offset <= at && at < end) range.setStart(n, at - offset);
					if (offset < at + text.length && at + text.length <= end) range.setEnd(n, at + text.length - offset);
					offset = end;
				}
				const { x, y, width, height } = range.getBoundingClientRect();
				const pane = line.closest('.monaco-editor').getBoundingClientRect();
				if (width > 0 && y >= pane.y && y + height <= pane.bottom) return { x, y, width, height };
			}
		}, [text, within]);
	}

	// find waits for a text in the editors.
	find(text, within) {
		return this.wait(`"${text}" in the editor`, () => this.box(text, within));
	}

	// cursorOn clicks into a text that can be seen, and waits for the cursor there.
	async cursorOn(text) {
		await this.wait(`the cursor on "${text}"`, async () => {
			const b = await this.find(text);
			await this.page.mouse.click(b.x + b.width / 2, b.y + b.height / 2);
			return until('the cursor', againTime, async () => {
				const [b, c] = [await this.box(text), await this.cursor()];
				return b && c && b.x <= c.x && c.x <= b.x + b.width && Math.abs(b.y - c.y) < b.height;
			});
		});
		await this.page.mouse.move(5, 5);
	}

	// cursor is where the cursor of the active editor is, as { x, y }.
	cursor() {
		return this.page.evaluate(() => {
			const box = document.querySelector('.editor-group-container.active .cursors-layer .cursor')?.getBoundingClientRect();
			return box && { x: box.x, y: box.y };
		});
	}

	// line is the text of the line with the cursor of the active editor.
	line() {
		return this.page.evaluate(() => {
			const group = document.querySelector('.editor-group-container.active');
			const cursor = group?.querySelector('.cursors-layer .cursor')?.getBoundingClientRect();
			const middle = cursor && cursor.y + cursor.height / 2;
			for (const line of group?.querySelectorAll('.view-line') ?? []) {
				const r = line.getBoundingClientRect();
				if (cursor && r.y <= middle && middle < r.bottom) return line.textContent.replace(/\u00a0/g, ' ');
			}
			return '';
		});
	}

	// squiggles are the boxes of the wavy lines in the active editor, of a severity:
	// "error", "warning", "info".
	squiggles(severity, within = '.editor-group-container.active') {
		return this.page.evaluate(([severity, within]) => [...document.querySelectorAll(`${within} .cdr.squiggly-${severity}`)]
			.map((e) => e.getBoundingClientRect()).map(({ x, y, width, height }) => ({ x, y, width, height })), [severity, within]);
	}

	// Hovers.

	// hover is the card that shows a text: its words, its links, its icons.
	async hover(text, limit = seeTime) {
		const card = this.page.locator('.monaco-hover:visible', { hasText: text }).first();
		await card.waitFor({ timeout: limit });
		return {
			text: words(await card.innerText()),
			links: await card.locator('a').evaluateAll((all) => all.map((a) => ({ text: a.textContent, to: a.dataset.href ?? a.getAttribute('href') }))),
			icons: await card.locator('.rendered-markdown .codicon').evaluateAll((all) => all.map((i) => i.className)),
			card,
		};
	}

	// hoverByKeys shows the card of the citation under the cursor. The key is pressed
	// again where the editor has dropped it: it gives nothing while a document is new.
	hoverByKeys(text, limit = seeTime) {
		return this.wait(`a card with "${text}"`, async () => {
			await this.press('Escape', 'Control+K', 'Control+I');
			return this.hover(text, Math.min(limit, againTime));
		}, limit);
	}

	// hoverByMouse rests the mouse on a text of the editor.
	hoverByMouse(on, text, within) {
		return this.wait(`a card with "${text}"`, async () => {
			const b = await this.find(on, within);
			await this.page.mouse.move(5, 5);
			await this.page.mouse.move(b.x + b.width / 2 - 4, b.y + b.height / 2);
			await this.page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 3 });
			return this.hover(text, againTime);
		});
	}

	async noHover() {
		await this.press('Escape');
		await this.page.mouse.move(5, 5);
		await this.wait('the hover to go', async () => !(await this.seen('.monaco-hover')));
	}

	// Quick fixes.

	// fixes opens the menu of quick fixes at the cursor and returns its entries.
	async fixes() {
		const entries = this.page.locator('.action-widget:visible .monaco-list-row.action');
		await this.wait('quick fixes', async () => {
			await this.press('Escape', 'Control+Period');
			await entries.first().waitFor({ timeout: againTime });
			return true;
		});
		return entries;
	}

	// Problems.

	// problems shows the panel and returns its rows.
	async problems() {
		if (!(await this.seen('.markers-panel'))) await this.run('Problems: Focus on Problems View');
		return this.texts('.markers-panel .monaco-list-row');
	}

	// Notifications, and the progress among them.

	notifications() {
		return this.texts('.notification-toast .notification-list-item');
	}

	async notification(text, limit = seeTime) {
		const toast = this.page.locator('.notification-toast:visible', { hasText: text }).first();
		await toast.waitFor({ timeout: limit });
		return toast;
	}

	// Side bar.

	// container shows a container of views, by its icon.
	async container(name) {
		const icon = this.page.locator(`.activitybar .action-item:has(.action-label[aria-label^="${name}"])`).first();
		await icon.waitFor();
		if ((await icon.locator('[aria-selected="true"], [aria-expanded="true"]').count()) === 0 && !(await icon.evaluate((e) => e.matches('.checked')))) await icon.click();
	}

	// view is one of the views that the side bar shows.
	async view(title) {
		const pane = this.page.locator('.part.sidebar .pane').filter({ has: this.page.locator('.pane-header', { hasText: new RegExp(title, 'i') }) }).first();
		await pane.waitFor();
		return new View(this, pane);
	}

	// Status bar.

	status() {
		return this.texts('.statusbar-item');
	}

	// Webviews: pages in frames within frames.

	// frame waits for a webview whose page has all the texts, and returns its frame.
	frame(...texts) {
		return this.wait(`a rendered page with ${texts.map((t) => `"${t}"`).join(', ')}`, async () => {
			for (const f of this.page.frames()) {
				if (f === this.page.mainFrame()) continue;
				// The editor fills a frame out of sight, and then gives it this name.
				if ((await (await f.frameElement()).getAttribute('id').catch(() => '')) !== 'active-frame') continue;
				const said = await f.evaluate(() => document.body?.innerText ?? '').catch(() => '');
				if (texts.every((t) => words(said).includes(t))) return f;
			}
		});
	}

	// raw is what of a rendered text is Markdown still, or "".
	raw(text) {
		const m = unrendered.exec(text);
		return m ? text.slice(Math.max(0, m.index - 20), m.index + 20).replace(/\n/g, ' ') : '';
	}
}
