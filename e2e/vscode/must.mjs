// must fails a scenario with a message unless something holds.
export function must(holds, message) {
	if (!holds) throw new Error(message);
}
