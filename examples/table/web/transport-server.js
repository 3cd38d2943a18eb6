// How the page reaches its table when a server has it. transport-wasm.js has the same
// functions for a page without a server.

export const online = true;

export class Refused extends Error {}

async function call(path, { token, body, method = body ? "POST" : "GET", headers = {} } = {}) {
	if (token) headers.Authorization = "Bearer " + token;
	if (body) headers["Content-Type"] = "application/json";
	let answer;
	try {
		answer = await fetch("/api/" + path, { method, headers, body: body && JSON.stringify(body), signal: AbortSignal.timeout(15000) });
	} catch {
		throw new Error("The server cannot be reached. If you choose the same again, it is not done twice.");
	}
	if (answer.status === 204) return null;
	const text = await answer.text();
	let data = {};
	try {
		data = JSON.parse(text);
	} catch {
		throw new Error("The server has not answered as it should (" + answer.status + ").");
	}
	if (!answer.ok) throw new Refused(data.error || String(answer.status));
	return data;
}

export const menu = () => call("menu");
export const list = () => call("tables");
export const create = (order) => call("tables", { body: order });
export const saved = () => null;

// An open stream takes one of the six connections that a browser gives a site over
// HTTP/1.1. So only a few tabs have one, and the others ask every second.
const maxStreams = 4;

// slot waits for nothing: it calls f with whether this tab may have a stream.
async function slot(f) {
	if (!navigator.locks) return f(false);
	for (let i = 0; i < maxStreams; i++) {
		let got = false, result;
		await navigator.locks.request("foppen-stream-" + i, { ifAvailable: true }, async (lock) => {
			if (lock) {
				got = true;
				result = await f(true);
			}
		});
		if (got) return result;
	}
	return f(false);
}

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

// open follows a table. onMessage gets each message, onStatus whether there is a
// connection and how it is kept.
export function open({ id, token, lang, onMessage, onStatus }) {
	const base = "tables/" + encodeURIComponent(id) + "/";
	let rev = 0, closed = false, pause = 250, stop = new AbortController(), heard = Date.now(), status = "";

	function take(message) {
		heard = Date.now();
		if (rev && message.rev <= rev) return;
		rev = message.rev;
		try {
			onMessage(message);
		} catch (err) {
			reportError(err); // a fault of the page is no lost connection
		}
	}

	async function stream() {
		const headers = rev ? { "Last-Event-ID": String(rev) } : {};
		if (token) headers.Authorization = "Bearer " + token;
		const answer = await fetch("/api/" + base + "events?lang=" + lang, { headers, signal: stop.signal });
		if (!answer.ok) throw new Refused((await answer.json()).error);
		connected("stream");
		const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
		let text = "";
		for (;;) {
			const { value, done } = await reader.read();
			if (done) return;
			heard = Date.now();
			text += value;
			const parts = text.split("\n\n");
			text = parts.pop();
			for (const part of parts) {
				const data = part.split("\n").find((line) => line.startsWith("data: "));
				if (data) take(JSON.parse(data.slice(6)));
			}
		}
	}

	async function poll() {
		for (let n = 0; !closed && n < 20; n++) { // then look for a stream again
			const message = await call(base + "now?lang=" + lang + "&after=" + rev, { token });
			connected("poll");
			heard = Date.now();
			if (message) take(message);
			await sleep(1000);
		}
	}

	function connected(how) {
		pause = 250;
		if (status !== how) onStatus(how);
		status = how;
	}

	async function follow() {
		for (; !closed; pause = Math.min(pause * 2, 8000)) {
			try {
				await slot((free) => (free ? stream() : poll()));
			} catch (err) {
				if (closed) return;
				if (err.name === "AbortError") continue; // by renew
				status = err instanceof Refused ? "refused" : "lost";
				onStatus(status, err.message);
				if (status === "refused" && !/many/.test(err.message)) return;
			}
			await sleep(pause);
		}
	}

	// A tab that has slept, or a phone that was out of reach, does not always notice that
	// its stream is dead: 15 seconds is the server's pulse.
	function revive() {
		if (Date.now() - heard > 35000) renew();
	}
	// A browser that has frozen a tab says when it is awake; what came in between may be lost.
	function renew() {
		heard = Date.now();
		stop.abort();
		stop = new AbortController();
	}
	const pulse = setInterval(revive, 5000);
	document.addEventListener("visibilitychange", revive);
	document.addEventListener("resume", renew);
	follow();

	return {
		do: (body) => call(base + "do", { token, body }),
		hint: () => call(base + "hint", { token, method: "POST" }),
		replay: (k) => call(base + "replay/" + k + "?lang=" + lang, { token }),
		record: () => call(base + "record", { token }),
		close() {
			closed = true;
			clearInterval(pulse);
			document.removeEventListener("visibilitychange", revive);
			document.removeEventListener("resume", renew);
			stop.abort();
		},
	};
}
