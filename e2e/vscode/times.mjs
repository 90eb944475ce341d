// How long it takes until something is visible. The figures are printed, and
// nothing rests on them: a machine may have more to do.
import { must } from './must.mjs';

const printed = '(printed 26)';

const activation = {
	name: 'time of activation',
	async run(w) {
		await w.run('Developer: Startup Performance');
		await w.wait('the figures', async () => /Startup Performance/i.test(await w.tab()));
		await w.press('Control+F');
		await w.page.keyboard.insertText('pqcite.pqcite');
		await w.press('Enter', 'Escape');
		const line = await w.wait('the line of pqcite', async () => (await w.texts('.editor-group-container.active .view-line')).find((l) => /\|\s*pqcite\.pqcite\s*\|/.test(l)));
		const [, eager, load, call, finish, event] = line.split('|').slice(1).map((cell) => cell.trim());
		must(/^\d+$/.test(load) && /^\d+$/.test(call), `the line says: ${line}`);
		return `code loaded in ${load} ms, activate ${call} ms, and ${finish} ms for what it waits for (eager: ${eager}; ${event})`;
	},
};

const firstCard = {
	name: 'time to the first card',
	async run(w, world) {
		const times = [];
		for (let n = 0; n < 3; n++) {
			const begin = Date.now();
			await w.open(world.work, 'notes.md');
			const opened = Date.now();
			const b = await w.find('FIPS 203, Algorithm 9,');
			await w.page.mouse.click(b.x + b.width / 2, b.y + b.height / 2);
			await w.wait('the first card', async () => {
				await w.press('Escape', 'Control+K', 'Control+I');
				return w.hover(printed, 300);
			});
			times.push(`${opened - begin} + ${Date.now() - opened}`);
			await w.noHover();
		}
		await w.show('field.go');
		await w.goTo(445);
		const b = await w.find('FIPS 203, Algorithm 9');
		const begin = Date.now();
		await w.page.mouse.click(b.x + b.width / 2, b.y + b.height / 2);
		await w.press('Control+K', 'Control+I');
		await w.hover(printed);
		const warm = Date.now() - begin;
		await w.noHover();
		return `window to the file + file to the card in a new window: ${times.join(', ')} ms; from the click to the card in one that runs: ${warm} ms`;
	},
};

export const scenarios = [activation, firstCard];
