// The side bar of pqcite: the standards and the citations of the workspace.
import { must } from './must.mjs';

const standards = {
	name: 'view of the standards',
	async run(w) {
		await w.container('Post-quantum standards');
		const view = await w.view('Standards');
		await view.expand();
		await w.wait('the documents', async () => (await view.rows()).some((r) => r.startsWith('FIPS 203')));
		const documents = await view.rows();
		must(documents.length === 6, `there are ${documents.length} documents, want 6: ${documents.join(' | ')}`);
		await w.shot('standards');
		await view.unfold('FIPS 203');
		await view.unfold(/^4 ?Auxiliary Algorithms/);
		await view.unfold(/^4\.3 ?The Number-Theoretic Transform/);
		await w.wait('Algorithm 9 in the tree', async () => (await view.rows()).some((r) => /Algorithm 9\b.*NTT/.test(r)));
		await w.shot('standards unfolded');
		await view.click(/Algorithm 9\b/);
		await w.wait('the text of FIPS 203', async () => (await w.tab()) === 'NIST.FIPS.203.txt');
		const line = await w.wait('the cursor at Algorithm 9', async () => (await w.line()).includes('Algorithm 9') && w.line());
		return `${documents.length} documents; FIPS 203, 4, 4.3, Algorithm 9 leads to "${line.trim()}"`;
	},
};

const citations = {
	name: 'view of the citations',
	async run(w) {
		await w.container('Post-quantum standards');
		const view = await w.view('Citations');
		await view.expand();
		const read = view.pane.locator('.monaco-button', { hasText: 'Read the Workspace' });
		await w.wait('the view', async () => (await read.isVisible()) || (await view.rows()).length > 0);
		if (await read.isVisible()) await read.click();
		const rows = await w.wait('the citations', async () => {
			const rows = await view.rows();
			return rows.length && rows;
		});
		await w.noHover(); // a row has a tooltip under the mouse
		await w.shot('citations');
		await w.picture('views', w.page.locator('.part.sidebar'), 604);
		must(/^FIPS 203\d+, 2 broken/.test(rows[0]), `the first row is not that of the broken ones' document: ${rows.slice(0, 3).join(' | ')}`);
		must(rows.slice(1, 3).every((r) => /^Algorithm 99(mend|notes)\.md:\d$/.test(r)), `the first rows are: ${rows.slice(0, 4).join(' | ')}`);
		await view.click(/Algorithm 99.*notes\.md/);
		await w.wait('notes.md in the editor', async () => (await w.tab()) === 'notes.md');
		const line = await w.wait('the cursor at the citation', async () => (await w.line()).includes('Algorithm 99') && w.line());
		return `${rows.slice(0, 3).join(' | ')}; a click leads to "${line.trim()}"`;
	},
};

export const scenarios = [standards, citations];
