// A session: code-server with the extension on a port of its own, and a Chromium
// that shows it. Both are started here and ended here, with all that they started.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { createRequire } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';

const startTime = 60_000; // ms that code-server may take to answer
const endTime = 5_000; // ms that a process has to end by itself

// until asks again and again until something is there, and returns it. What is
// thrown meanwhile is reported if the time runs out.
export async function until(what, limit, ask, every = 100) {
	const end = Date.now() + limit;
	let last;
	for (;;) {
		try {
			const found = await ask();
			if (found) return found;
			last = undefined;
		} catch (e) {
			last = e;
		}
		if (Date.now() > end) throw new Error(`waited ${limit / 1000} s for ${what}${last ? `; ${String(last.message).split('\n')[0]}` : ''}`);
		await pause(every);
	}
}

// freePort is a port of this machine that nobody listens on.
export function freePort() {
	return new Promise((resolve, reject) => {
		const s = net.createServer().once('error', reject).listen(0, '127.0.0.1', () => {
			const { port } = s.address();
			s.close(() => resolve(port));
		});
	});
}

// running lists the processes whose program lies below a folder, or is that file.
export function running(place) {
	return fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name)).filter((pid) => {
		try {
			const program = fs.readlinkSync(`/proc/${pid}/exe`);
			return program === place || program.startsWith(place + path.sep);
		} catch {
			return false; // ended, or not ours
		}
	}).map(Number);
}

// members are the processes of a group that have not ended.
function members(group) {
	try {
		process.kill(-group, 0);
		return true;
	} catch {
		return false;
	}
}

export class Session {
	// start brings up code-server and the browser. tools has Node, code-server and
	// playwright-core, folder gets the log; extensions and user are their folders.
	static async start({ tools, folder, extensions, user, chromium, environment }) {
		const s = new Session();
		s.port = await freePort();
		s.origin = `http://127.0.0.1:${s.port}`;
		s.outside = new Set();
		s.log = path.join(folder, 'code-server.log');
		const log = fs.openSync(s.log, 'a');
		s.server = spawn(path.join(tools, 'bin/node'), [path.join(tools, 'code-server/node_modules/code-server'),
			'--auth', 'none', '--bind-addr', `127.0.0.1:${s.port}`, '--config', path.join(folder, 'code-server.yaml'),
			'--user-data-dir', user, '--extensions-dir', extensions, '--disable-telemetry', '--disable-update-check',
			'--disable-workspace-trust', '--disable-getting-started-override', '--ignore-last-opened'],
		{ stdio: ['ignore', log, log], detached: true, env: environment });
		fs.closeSync(log);
		fs.writeFileSync(path.join(folder, 'group'), String(s.server.pid));
		for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));
		process.once('exit', () => s.signal('SIGKILL'));
		await until('code-server to answer', startTime, async () => (await fetch(`${s.origin}/healthz`)).ok);
		await s.browse(tools, chromium);
		return s;
	}

	async browse(tools, executablePath) {
		const { chromium } = createRequire(path.join(tools, 'playwright-core/'))('playwright-core');
		this.browser = await chromium.launch({ executablePath, args: ['--disable-gpu', '--disable-quic', '--no-first-run',
			'--disable-background-networking', '--disable-component-update', '--disable-sync', '--force-color-profile=srgb'] });
		this.context = await this.browser.newContext({ viewport: { width: 1360, height: 860 } });
		await this.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: this.origin });
		// Nothing here may need the network; attempts are reported at the end.
		await this.context.route((u) => u.hostname !== '127.0.0.1', (r) => {
			this.outside.add(new URL(r.request().url()).host);
			return r.abort();
		});
		await this.renew();
	}

	// renew puts a new page in place of the one there is.
	async renew() {
		const old = this.page;
		this.page = await this.context.newPage();
		this.page.setDefaultTimeout(60_000);
		await old?.close({ runBeforeUnload: false });
	}

	signal(name) {
		try {
			process.kill(-this.server.pid, name);
		} catch { /* it has ended */ }
	}

	// end ends the browser and code-server's whole group: the extension host and the
	// language server are in it.
	async end() {
		await Promise.race([this.browser?.close(), pause(endTime)]);
		this.signal('SIGTERM');
		await until('code-server to end', endTime, () => !members(this.server.pid)).catch(() => {});
		this.signal('SIGKILL');
	}
}
