// View is a view of the side bar of the workbench, with a tree.
export class View {
	constructor(workbench, pane) {
		this.workbench = workbench;
		this.pane = pane;
	}

	async expand() {
		const header = this.pane.locator('.pane-header').first();
		if ((await header.getAttribute('aria-expanded')) === 'false') await header.click();
	}

	// rows are the texts of the rows, in order.
	rows() {
		return this.pane.locator('.monaco-list-row').evaluateAll((all) => all
			.map((row) => ({ top: row.getBoundingClientRect().y, text: row.textContent.replace(/\u00a0/g, ' ').trim() }))
			.sort((a, b) => a.top - b.top).map((row) => row.text));
	}

	row(text) {
		return this.pane.locator('.monaco-list-row', { hasText: text }).first();
	}

	// unfold opens a row of the tree.
	async unfold(text) {
		const row = this.row(text);
		await row.waitFor();
		await row.scrollIntoViewIfNeeded();
		if ((await row.getAttribute('aria-expanded')) === 'false') await row.locator('.monaco-tl-twistie').click();
		await this.workbench.wait(`"${text}" to unfold`, async () => (await row.getAttribute('aria-expanded')) === 'true');
	}

	async click(text) {
		await this.row(text).click();
	}
}
