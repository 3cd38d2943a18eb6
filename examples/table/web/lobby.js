// The lobby: a form for a new table, and tables to watch.
import { $, h, say, show } from "./dom.js";

const botWords = { random: "Bot: plays at random", greedy: "Bot: simple", "search:20": "Bot: good", search: "Bot: best" };
const ruleWords = {
	"rulebook-2018": "Rulebook of 2018", "edition-1995": "Edition of 1995", "edition-1995-bets": "Edition of 1995 with bets",
	"rulebook-2018-solo-tens": "2018, six tens by one player", "rulebook-2018-ja": "2018, Japanese reading",
};

let ready = false, transport, enter;

export async function lobby(t, onMade) {
	transport = t;
	enter = onMade;
	show($("saved"), !!t.saved());
	try {
		if (!ready) prepare(await t.menu());
		const tables = await t.list();
		show($("watch"), tables.length > 0);
		$("tables").replaceChildren(...tables.map((row) => h("li", {}, h("a", { href: "/t/" + row.id }, row.names.join(", ")),
			" – " + (ruleWords[row.variant] || row.variant) + (row.over ? ", over" : row.round ? ", round " + row.round : ", not begun"))));
	} catch (err) {
		say(err.message);
	}
}

function prepare(menu) {
	ready = true;
	$("variant").replaceChildren(...menu.variants.map((v) => h("option", { value: v.name }, ruleWords[v.name] || v.name)));
	const bots = menu.bots.toSorted((a, b) => order(a) - order(b));
	const players = () => {
		const v = menu.variants.find((v) => v.name === $("variant").value), before = $("players").value || "4";
		$("players").replaceChildren(...v.players.map((n) => h("option", { value: n }, String(n))));
		$("players").value = v.players.includes(Number(before)) ? before : String(v.players[0]);
		seats();
	};
	const seats = () => {
		const n = Number($("players").value), list = $("seats");
		while (list.children.length > n) list.lastChild.remove();
		while (list.children.length < n) list.append(seat(list.children.length, bots, menu.max_name));
	};
	$("variant").addEventListener("change", players);
	$("players").addEventListener("change", seats);
	$("order").addEventListener("submit", submit);
	$("go-on").addEventListener("click", () => enter({ id: "here", seats: [] }, []));
	players();
}

const order = (bot) => Object.keys(botWords).indexOf(bot);

const names = ["You", "Anna", "Ben", "Cleo", "Dan", "Ella", "Finn", "Gus"];

function seat(i, bots, maxName) {
	const persons = transport.online || i === 0;
	const who = h("select", { "aria-label": "Who sits at seat " + (i + 1) },
		persons && h("option", { value: "" }, "Person"),
		...(transport.online || i > 0 ? bots.map((b) => h("option", { value: b }, botWords[b] || b)) : []));
	if (i > 0) who.value = "greedy";
	return h("li", {}, h("input", { "aria-label": "Name at seat " + (i + 1), value: i === 0 && !transport.online ? "Player" : i === 0 ? "Player 1" : names[i], maxlength: maxName, autocomplete: "off" }), who);
}

async function submit(e) {
	e.preventDefault();
	say("");
	const rows = [...$("seats").children];
	const wanted = {
		variant: $("variant").value,
		names: rows.map((row) => row.querySelector("input").value),
		bots: rows.map((row) => row.querySelector("select").value),
		move_seconds: transport.online ? Number($("seconds").value) : 0,
		practice: $("practice").checked,
		listed: $("listed").checked,
	};
	if (wanted.practice && wanted.bots.filter((b) => !b).length !== 1) {
		say("Practice is for one person: choose bots for the other seats, or leave it out.");
		return;
	}
	try {
		enter(await transport.create(wanted), wanted.names);
	} catch (err) {
		say("The table was not made. " + err.message);
	}
}
