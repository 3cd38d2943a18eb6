// How the page reaches its table when there is no server: the engine runs in a worker, so
// that the page never waits for it. transport-server.js has the same functions.

export const online = false;

export class Refused extends Error {}

const key = "foppen-table";
let worker, ready, next = 1, follower = null;
const waiting = new Map();

function engine() {
	if (worker) return ready;
	worker = new Worker(new URL("./worker.js", import.meta.url));
	ready = new Promise((done, failed) => {
		worker.onmessage = ({ data }) => {
			if (data.ready) return done();
			if (data.failed) return failed(new Error("The engine cannot be started: " + data.failed));
			if (data.push === "save") return keep(data.text);
			if (data.push === "message") return follower && follower.onMessage(JSON.parse(data.text));
			const answer = JSON.parse(data.text), { resolve, reject } = waiting.get(data.id);
			waiting.delete(data.id);
			if (answer && answer.error) reject(new Refused(answer.error));
			else resolve(answer);
		};
		worker.onerror = () => failed(new Error("The engine cannot be started."));
	});
	return ready;
}

async function call(op, body = null) {
	await engine();
	return new Promise((resolve, reject) => {
		waiting.set(next, { resolve, reject });
		worker.postMessage({ id: next++, op, text: JSON.stringify(body) });
	});
}

function keep(text) {
	try {
		localStorage.setItem(key, text);
	} catch {
		if (follower) follower.onStatus("unsaved");
	}
}

export function saved() {
	try {
		return localStorage.getItem(key);
	} catch {
		return null;
	}
}

export const menu = () => call("menu");
export const list = async () => [];

// The pauses can be set in the address, for those in a hurry: ?pause=0. And so can the
// cards, for those who want the same again: ?seed=7.
async function settings() {
	const address = new URLSearchParams(location.search), pause = address.get("pause"), seed = address.get("seed");
	if (pause !== null) await call("pace", { bot: Number(pause) || 0, trick: 2 * (Number(pause) || 0) });
	if (seed !== null) await call("seed", seed);
}

export async function create(order) {
	await settings();
	await call("new", order);
	return { id: "here", seats: [] };
}

export function open({ lang, onMessage, onStatus }) {
	const me = { onMessage, onStatus };
	(async () => {
		try {
			await settings();
			let first = await call("open", lang).catch((err) => {
				if (err instanceof Refused) return null;
				throw err;
			});
			if (!first) {
				const text = saved();
				if (!text) return onStatus("refused", "There is no saved game: make a new table.");
				await call("load", JSON.parse(text));
				first = await call("open", lang);
			}
			follower = me;
			onStatus("stream");
			onMessage(first);
		} catch (err) {
			onStatus("refused", err.message);
		}
	})();
	return {
		do: (body) => call("do", body),
		hint: () => call("hint"),
		replay: (k) => call("replay", k),
		record: () => call("record"),
		close() {
			if (follower === me) follower = null;
		},
	};
}
