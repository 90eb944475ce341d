// Whether what the extension shows can be read in other colours than the default's.
import { atCitation } from './cards.mjs';
import { must } from './must.mjs';

const least = 4.5; // contrast of text that WCAG 2 asks for at level AA

// faint lists the texts of an element whose contrast is below what is asked for.
// Runs in the page.
function faint(root, least) {
	const channels = (colour) => (colour.match(/[\d.]+/g) ?? []).map(Number);
	const light = (colour) => {
		const [r, g, b] = channels(colour).slice(0, 3).map((c) => (c / 255 <= 0.03928 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
		return 0.2126 * r + 0.7152 * g + 0.0722 * b;
	};
	const ground = (e) => {
		for (let at = e; at; at = at.parentElement) {
			const c = getComputedStyle(at).backgroundColor, alpha = channels(c)[3];
			if (alpha === undefined || alpha > 0.9) return c;
		}
		return getComputedStyle(document.documentElement).getPropertyValue('--vscode-editor-background');
	};
	const out = [];
	for (const e of root.querySelectorAll('*')) {
		const own = [...e.childNodes].some((n) => n.nodeType === Node.TEXT_NODE && n.data.trim());
		if (!own || !e.getClientRects().length) continue;
		const back = ground(e);
		if (!back.startsWith('rgb')) continue;
		const [a, b] = [light(getComputedStyle(e).color), light(back)].sort((x, y) => y - x);
		const contrast = (a + 0.05) / (b + 0.05);
		if (contrast < least) out.push(`"${e.textContent.trim().slice(0, 40)}" ${contrast.toFixed(1)}`);
	}
	return out;
}

// inColours looks at a card, at the views and at an answer in the colours of a theme.
function inColours(name, theme, kind) {
	return {
		name,
		async run(w, world) {
			try {
				world.settings({ 'workbench.colorTheme': theme });
				await w.wait(`the theme "${theme}"`, () => w.seen(`.monaco-workbench.${kind}`));
				await w.container('Post-quantum standards');
				await atCitation(w);
				const { card } = await w.hoverByKeys('(printed 26)');
				await w.shot(`${name}, card`);
				const pale = await card.evaluate(faint, least);
				await w.noHover();
				await w.run('pqcite: Ask the Standards');
				await w.answer('Ask the Standards', 'What are the differences between ML-KEM-512 and ML-KEM-768?');
				const frame = await w.frame('ML-KEM-512', 'Sources');
				await w.wait('the progress to end', async () => !(await w.seen('.notification-toast', 'Asking')));
				await w.shot(`${name}, answer`);
				pale.push(...await frame.locator('body').evaluate(faint, least));
				for (const title of ['Standards', 'Citations']) pale.push(...await (await w.view(title)).pane.evaluate(faint, least));
				await w.show('notes.md');
				await w.problems();
				await w.shot(`${name}, problems`);
				must(!pale.length, `contrast below ${least}: ${pale.join(', ')}`);
				return `contrast of the card, the answer and the views is at least ${least}`;
			} finally {
				world.settings();
			}
		},
	};
}

export const scenarios = [
	inColours('dark colours', 'Default Dark Modern', 'vs-dark'),
	inColours('high contrast', 'Default High Contrast', 'hc-black'),
	inColours('high contrast, light', 'Default High Contrast Light', 'hc-light'),
];
