// The server: its settings, its end, its absence, and long work that is cancelled.
import fs from 'node:fs';
import { atCitation } from './cards.mjs';
import { must } from './must.mjs';
import { running, until } from './session.mjs';

const printed = '(printed 26)';

// card waits until the key shows a card, and lets it go.
async function card(w) {
	await w.hoverByKeys(printed);
	await w.noHover();
}

// noCard waits until the key shows none. What was asked before a setting came may
// still show one.
async function noCard(w) {
	await w.wait('no card', async () => {
		await w.press('Escape');
		return !(await w.hoverByKeys(printed, 4000).catch(() => undefined));
	});
	await w.press('Escape');
}

const settings = {
	name: 'settings',
	async run(w, world) {
		await atCitation(w);
		world.settings({ 'pqcite.hover.enabled': false });
		await noCard(w);
		world.settings();
		await card(w);
		return 'pqcite.hover.enabled switches the cards off, and on again';
	},
};

const killed = {
	name: 'server killed',
	async run(w, world) {
		await atCitation(w);
		await card(w);
		const before = running(world.server);
		must(before.length === 1, `${before.length} servers run, want 1`);
		process.kill(before[0], 'SIGKILL');
		const [now] = await w.wait('a new server', () => {
			const found = running(world.server).filter((pid) => pid !== before[0]);
			return found.length && found;
		});
		await card(w);
		await w.shot('after the server was killed');
		const said = (await w.notifications()).join(' ');
		must(!/couldn.t|crash|error/i.test(said), `there is a notification: ${said}`);
		return `process ${before[0]} came back as ${now}, and the cards with it`;
	},
};

const missing = {
	name: 'no server',
	async run(w, world) {
		const nowhere = `${world.folder}/nowhere/pqcite`;
		await w.show('notes.md');
		try {
			world.settings({ 'pqcite.server.path': nowhere });
			const toast = await w.notification(nowhere);
			const said = (await toast.innerText()).replace(/\s+/g, ' ').trim();
			await w.shot('no server');
			must(said.includes('pqcite.server.path'), `the message does not name the setting: ${said}`);
			await w.wait('the server to end', () => running(world.server).length === 0);
			const item = await w.page.locator('.statusbar-item[id^="pqcite"]').first().innerHTML();
			must(/codicon-(error|warning)/.test(item), 'the status bar does not show it');
			// The editor itself goes on.
			await w.show('field.go');
			must(!(await w.seen('.monaco-dialog-box')), 'a dialog covers the editor');
			world.settings();
			await w.wait('the server to run again', () => running(world.server).length === 1);
			await atCitation(w);
			await card(w);
			return said;
		} finally {
			world.settings();
		}
	},
};

// ticks is how much a process has worked, in ticks of the clock.
const ticks = (pid) => fs.readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /, '').split(' ').slice(11, 13).reduce((a, b) => a + Number(b), 0);

// idle waits for a second in which a process works for less than a tenth of it.
async function idle(pid) {
	let before;
	await until('the server to rest', 10_000, () => {
		const now = ticks(pid), rests = before !== undefined && now - before < 10;
		before = now;
		return rests;
	}, 1000);
}

const cancelled = {
	name: 'cancelled check',
	async run(w, world) {
		try {
			await w.open(world.large, 'part00/note00000.md');
			await w.wait('the squiggles', async () => (await w.squiggles('error')).length > 0);
			await w.run('pqcite: Check Workspace');
			const toast = await w.notification('Checking the citations of the workspace');
			await w.wait('the progress', async () => /files read/.test(await toast.innerText()));
			await w.shot('check of the workspace');
			const said = (await toast.innerText()).replace(/\s+/g, ' ').trim();
			const begin = Date.now();
			await toast.locator('.monaco-button', { hasText: 'Cancel' }).click();
			await w.wait('the notification to go', async () => !(await w.seen('.notification-toast', 'Checking the citations')));
			const took = Date.now() - begin;
			const [pid] = running(world.server);
			must(pid, 'the server has ended');
			// The progress may be in the status bar too.
			await w.wait('the progress to end', async () => !(await w.status()).some((t) => t.includes('Checking the citations')));
			await idle(pid);
			const after = (await w.notifications()).join(' ').replace(/\s+/g, ' ');
			await w.shot('after the check was cancelled');
			must(!after, `there is a notification: ${after}`);
			return `"${said}" ended ${took} ms after Cancel, and the server rests`;
		} finally {
			await w.open(world.work, 'notes.md');
		}
	},
};

export const scenarios = [settings, killed, missing, cancelled];
