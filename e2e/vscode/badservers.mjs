// Servers that don't do what they should: the message, and the way back.
import fs from 'node:fs';
import path from 'node:path';
import { atCitation } from './cards.mjs';
import { must } from './must.mjs';
import { running } from './session.mjs';

const printed = '(printed 26)';

// program writes a program in place of a server.
function program(world, name, text) {
	const file = path.join(world.folder, 'servers', name);
	fs.mkdirSync(path.dirname(file), { recursive: true });
	fs.writeFileSync(`${file}.new`, text, { mode: 0o755 });
	fs.renameSync(`${file}.new`, file);
	return file;
}

// message waits for the only message that is shown, and returns its text.
async function message(w, text) {
	const toast = await w.notification(text);
	const all = await w.notifications();
	must(all.length === 1, `there are ${all.length} messages: ${all.join(' | ').replace(/\s+/g, ' ')}`);
	return { toast, said: (await toast.innerText()).replace(/\s+/g, ' ').trim() };
}

// back lets the extension run its own server again.
async function back(w, world) {
	world.settings();
	await w.wait('the server to run again', () => running(world.server).length === 1);
	await atCitation(w);
	await w.hoverByKeys(printed);
	await w.noHover();
}

const ends = {
	name: 'server that ends at once',
	async run(w, world) {
		await w.show('notes.md');
		try {
			world.settings({ 'pqcite.server.path': program(world, 'ends', '#!/bin/sh\necho "the library is damaged" >&2\nexit 3\n') });
			const { said } = await message(w, 'ended with code 3');
			await w.shot('server that ends at once');
			must(/servers\/ends ended with code 3: the library is damaged/.test(said), `the message says: ${said}`);
			must(/Try Again/.test(said) && /Show Output/.test(said), `nothing is offered: ${said}`);
			await back(w, world);
			return said;
		} finally {
			world.settings();
		}
	},
};

const hangs = {
	name: 'server that hangs',
	async run(w, world) {
		const pid = path.join(world.folder, 'servers', 'pid');
		const alive = () => fs.existsSync(`/proc/${fs.readFileSync(pid, 'utf8').trim()}`);
		await w.show('notes.md');
		try {
			world.settings({ 'pqcite.server.path': program(world, 'hangs', `#!/bin/sh\necho $$ >'${pid}'\nexec sleep 600\n`) });
			const { said, toast } = await message(w, 'did not answer within 15 seconds');
			await w.shot('server that hangs');
			await w.wait('its process to end', () => !alive());
			program(world, 'hangs', `#!/bin/sh\nexec '${world.server}' "$@"\n`); // it was mended
			await toast.locator('.monaco-button', { hasText: 'Try Again' }).click();
			await w.wait('the server to run', () => running(world.server).length === 1);
			await atCitation(w);
			await w.hoverByKeys(printed);
			await w.noHover();
			await back(w, world);
			return `${said}; its process was ended, and Try Again starts one that was mended`;
		} finally {
			world.settings();
		}
	},
};

// speaksAs is a program that runs the server and says another version in its answer to
// the first message.
const speaksAs = (server, version) => `#!/usr/bin/env node
const { spawn } = require('node:child_process');
const server = spawn(${JSON.stringify(server)}, process.argv.slice(2), { stdio: ['pipe', 'pipe', 'inherit'] });
process.stdin.pipe(server.stdin);
let head = Buffer.alloc(0);
server.stdout.on('data', function first(chunk) {
	head = Buffer.concat([head, chunk]);
	const begin = head.indexOf('\\r\\n\\r\\n') + 4;
	const length = Number(/Content-Length: (\\d+)/.exec(head)?.[1]);
	if (begin < 4 || head.length < begin + length) return;
	const answer = JSON.parse(head.subarray(begin, begin + length));
	answer.result.serverInfo.version = ${JSON.stringify(version)};
	const body = Buffer.from(JSON.stringify(answer));
	process.stdout.write('Content-Length: ' + body.length + '\\r\\n\\r\\n');
	process.stdout.write(body);
	process.stdout.write(head.subarray(begin + length));
	server.stdout.off('data', first).pipe(process.stdout);
});
server.on('exit', (code) => process.exit(code ?? 1));
process.on('SIGTERM', () => server.kill());
`;

const wrongVersion = {
	name: 'server of another version',
	async run(w, world) {
		await w.show('notes.md');
		try {
			world.settings({ 'pqcite.server.path': program(world, 'newer', speaksAs(world.server, '9.4.0')) });
			const { said, toast } = await message(w, 'version 9.4.0');
			await w.shot('server of another version');
			must(/extension 0\.\d+\.\d+/.test(said) && /Update the extension/.test(said), `the message says: ${said}`);
			await toast.locator('.codicon-notifications-clear').click();
			await atCitation(w);
			await w.hoverByKeys(printed);
			await w.noHover();
			await back(w, world);
			return `${said}; cards work`;
		} finally {
			world.settings();
		}
	},
};

export const scenarios = [ends, hangs, wrongVersion];
