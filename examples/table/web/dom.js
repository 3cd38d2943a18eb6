// Small helpers. Text is only ever set as text, so that a name is a name.

export const $ = (id) => document.getElementById(id);

// h makes an element.
export function h(tag, props = {}, ...children) {
	const e = document.createElement(tag);
	for (const [name, value] of Object.entries(props)) {
		if (value === false || value === null || value === undefined) continue;
		if (name.startsWith("on")) e.addEventListener(name.slice(2), value);
		else e.setAttribute(name, value === true ? "" : value);
	}
	e.append(...children.filter((c) => c !== null && c !== undefined && c !== ""));
	return e;
}

export function show(e, yes) {
	if (e.hidden === !yes) return;
	e.hidden = !yes;
}

// setText leaves an element alone whose text is right, so that nothing is read twice.
export function setText(e, text) {
	if (e.textContent !== text) e.textContent = text;
}

// say shows a problem above all else, or with "" none.
export function say(text) {
	setText($("alert"), text);
	show($("alert"), !!text);
}

// update gives a list one child for each item, by key. Children that stay are not
// touched, so that they keep the focus.
export function update(list, items, make, change) {
	const old = new Map([...list.children].map((e) => [e.dataset.key, e]));
	let at = list.firstChild;
	for (const item of items) {
		let e = old.get(item.key);
		old.delete(item.key);
		if (!e) {
			e = make(item);
			e.dataset.key = item.key;
		}
		change(e, item);
		if (e === at) at = at.nextSibling;
		else list.insertBefore(e, at);
	}
	for (const e of old.values()) e.remove();
}
