// The page: the lobby, or a table whose address it has.
import * as transport from "./transport.js";
import { lobby } from "./lobby.js";
import { Table } from "./table.js";
import { $, say, show } from "./dom.js";

const lang = $("lang");
lang.value = read("foppen-lang") || "en";

function read(key) {
	try {
		return localStorage.getItem(key);
	} catch {
		return null;
	}
}

let table = null;

function where() {
	if (!transport.online) return location.hash === "#table" ? { id: "here", token: "" } : null;
	const match = location.pathname.match(/^\/t\/([a-z0-9]+)$/);
	return match && { id: match[1], token: location.hash.slice(1) };
}

function route() {
	if (table) table.close();
	table = null;
	say("");
	const at = where();
	for (const e of document.querySelectorAll(".server-only")) show(e, transport.online);
	show($("lobby"), !at);
	show($("table"), !!at);
	document.title = "Foppen";
	if (at) table = new Table(transport, at, lang.value);
	else lobby(transport, enter);
}

// enter goes to a table that has just been made.
function enter(made, names) {
	if (!transport.online) {
		location.hash = "#table";
		return;
	}
	const mine = made.seats[0];
	try {
		const links = made.seats.slice(1).map(({ seat, token }) => ({ seat, name: names[seat], path: "/t/" + made.id + "#" + token }));
		sessionStorage.setItem("links-" + made.id, JSON.stringify(links));
	} catch {
		// then the links cannot be shown again
	}
	location.assign("/t/" + made.id + (mine ? "#" + mine.token : ""));
}

lang.addEventListener("change", () => {
	try {
		localStorage.setItem("foppen-lang", lang.value);
	} catch {
		// then it is English again next time
	}
	if (where()) route();
});
if (!transport.online) $("home").setAttribute("href", "#");
window.addEventListener("hashchange", route);
window.addEventListener("pageshow", (e) => {
	if (e.persisted) route(); // back to a page that was put to sleep
});
route();
