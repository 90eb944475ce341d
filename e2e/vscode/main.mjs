// Runs the scenarios one after another in one session, prints a line for each, and
// exits with 0 only if all have passed. ./run makes what it works on.
import fs from 'node:fs';
import path from 'node:path';
import { running, Session } from './session.mjs';
import { Workbench } from './workbench.mjs';
import * as cards from './cards.mjs';
import * as marks from './marks.mjs';
import * as answers from './answers.mjs';
import * as views from './views.mjs';
import * as server from './server.mjs';
import * as themes from './themes.mjs';
import * as commands from './commands.mjs';
import * as inputs from './inputs.mjs';
import * as badservers from './badservers.mjs';
import * as times from './times.mjs';

const scenarios = [cards, marks, answers, commands, views, themes, inputs, server, badservers, times].flatMap((m) => m.scenarios);
const scenarioTime = 240_000; // ms that a scenario may take
const starts = 2; // how often the workbench is loaded until the extension is up

const e = process.env;
const world = {
	tools: e.TOOLS, folder: e.FOLDER, server: e.SERVER, basis: e.BASIS, shots: e.SHOTS, pictures: e.PICTURES,
	work: path.join(e.FOLDER, 'work'), large: path.join(e.FOLDER, 'large'), inputs: path.join(e.FOLDER, 'inputs'),

	// settings writes the settings of the workspace. Those of the person would not do:
	// a code-server in a browser does not watch their file.
	settings(all = {}) {
		fs.mkdirSync(path.join(this.work, '.vscode'), { recursive: true });
		fs.writeFileSync(path.join(this.work, '.vscode/settings.json'), JSON.stringify(all, null, '\t'));
	},
};

// ready loads the workbench and waits for the first card: then the extension and the
// server are up. It is the one thing that is tried again.
async function ready(w) {
	for (let tried = 1; ; tried++) {
		try {
			await w.open(world.work, 'notes.md');
			await w.cursorOn('FIPS 203, Algorithm 9,');
			await w.hoverByKeys('(printed 26)');
			return await w.noHover();
		} catch (error) {
			if (tried === starts) throw error;
			console.log(`     the extension was not up: ${error.message}`);
		}
	}
}

async function bounded(work) {
	let timer;
	const late = new Promise((_, reject) => {
		timer = setTimeout(() => reject(new Error(`took longer than ${scenarioTime / 1000} s`)), scenarioTime);
	});
	try {
		return await Promise.race([work, late]);
	} finally {
		clearTimeout(timer);
	}
}

// perform runs a scenario, and brings the workbench back to how it was.
async function perform(w, s) {
	const begin = Date.now();
	try {
		const seen = await bounded(s.run(w, world));
		await bounded(w.clean());
		console.log(`ok   ${s.name}: ${seen} (${((Date.now() - begin) / 1000).toFixed(1)} s)`);
		return true;
	} catch (error) {
		console.log(`FAIL ${s.name}: ${String(error.message).split('\n')[0]}`);
		if (e.VERBOSE) console.log(error.stack);
		await w.shot(`FAIL ${s.name}`);
		world.settings();
		await w.session.renew();
		w.page = w.session.page;
		await ready(w);
		return false;
	}
}

let failed = 0;
let session;
process.stdout.on('error', () => {}); // who reads may go; what was started must still be ended
try {
	session = await Session.start({
		tools: world.tools, folder: world.folder, extensions: path.join(world.folder, 'extensions'), user: path.join(world.folder, 'user'),
		chromium: e.CHROMIUM, environment: { ...e },
	});
	const w = new Workbench(session, world.shots, world.pictures);
	world.settings();
	await ready(w);
	const chosen = scenarios.filter((s) => !e.ONLY || new RegExp(e.ONLY).test(s.name));
	for (const s of chosen) if (!(await perform(w, s))) failed++;
	console.log(`\n${chosen.length - failed} passed, ${failed} failed`);
	if (!chosen.length) failed = 1;
} catch (error) {
	console.log(`FAIL start: ${error.message}`);
	if (session?.page) await session.page.screenshot({ path: path.join(world.shots, 'FAIL start.png') }).catch(() => {});
	failed++;
} finally {
	await session?.end();
}
const left = running(world.server);
console.log(left.length ? `FAIL exit: the server still runs: ${left.join(', ')}` : 'ok   exit: no server is left');
if (session?.outside.size) console.log(`asked for, and not let out: ${[...session.outside].sort().join(', ')}`);
process.exit(failed || left.length ? 1 : 0);
