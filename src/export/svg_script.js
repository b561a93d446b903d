/* svg_script.js - the script in the file of --export=svg: zoom, search, keys
 *
 * The file itself has all data.  A line of the element #names is a function.  Its fields, which tabs
 * separate, are the classes of its three colours, its name, and shorter forms of the name:
 * - "+N" is the name without its first N characters.
 * - "#TIME" is the time of the function in all its frames, if a frame has only a part of that time.
 * - "=NAME" is a member of a cycle.  "=" alone: members, or parts of their names, are missing.
 * - ">NAME", the last field, is the whole name if the name is shortened.  ">" alone: the file does
 *   not have the whole name.
 * Two tabs and "L,S,N;" stand for N characters of line L from position S on.
 *
 * A line of #data is a frame.  Frames are in preorder.  Fields, which "|" separates, are depth,
 * function, width, time and own time.  A time that ends with a digit is in the usual unit.  "-" after
 * the function: the amount is below 0.  "~": it is estimated.  "*N" instead of the function: N frames that are not in the
 * file, because they are narrower than all frames in it.
 *
 * After "#", the address of the picture says what is shown.  frame=NAME;NAME has the names from the
 * outermost frame to the frame with the full width.  from=N: of the frames inside that frame, only
 * number N and later ones are shown.  search=TEXT is the text that is searched for.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
(function () {
"use strict";
var TOP = 98, ROW = 17, HEIGHT = 16, PAD = 3, NARROW = 0.5, LEAST_WIDTH = 300, LONGEST_PAST = 100, SPACE = "   ";
var root = document.documentElement, ns = root.namespaceURI;
var group = find("frames"), head = find("head"), hint = find("hint");
var input = document.querySelector("#search input");
var members = [], whole = [], in_all = [];
var names = repeated(lines("names")).map(function (line, row) {
	var forms = line.split("\t");
	members[row] = [];
	whole[row] = forms[3];
	in_all[row] = "";
	return forms.map(function (form, k) {
		return k > 3 && form.charAt(0) === "+" ? forms[3].slice(+form.slice(1)) : form;
	}).filter(function (form, k) {
		var kind = k > 3 ? form.charAt(0) : "";
		if (kind === "=")
			members[row].push(form.slice(1));
		else if (kind === ">")
			whole[row] = form.slice(1);
		else if (kind === "#")
			in_all[row] = with_unit(form.slice(1));
		return kind !== "=" && kind !== ">" && kind !== "#";
	});
});
var depth = [], name = [], width = [], left = [], time = [], own = [], count = [], marks = [];
var parent = [], end = [];			/* the frames inside i are i + 1 to end[i] - 1 */
var shown = { frame: 0, from: 0, text: "" };	/* from: the first frame shown inside; 0: all */
var past = [];					/* what was shown before each zoom; at most LONGEST_PAST */
var loaded = Date.now();			/* tells states that this page has stored from older ones */
var heading, widths, boxes = [], selected = 0, color = 0, cell = 7.2, total = 1200, wanted = "", matches = null;

function find(id) {
	return document.getElementById(id);
}

function lines(id) {
	var text = find(id).textContent;
	return text === "" ? [] : text.replace(/\n$/, "").split("\n");
}

/* Returns LINES with the parts that are references. */
function repeated(lines) {
	var done = [];
	lines.forEach(function (line, row) {
		var parts = line.split(/\t\t(\d+),(\d+),(\d+);/), text = parts[0], k, from;
		for (k = 1; k < parts.length; k += 4) {
			from = +parts[k] === row ? text : done[+parts[k]];
			text += from.substr(+parts[k + 1], +parts[k + 2]) + parts[k + 3];
		}
		done[row] = text;
	});
	return done;
}

function with_unit(text) {
	return /[0-9]$/.test(text) ? text + " " + root.dataset.unit : text;
}

function read() {
	var around = [], place = [];
	lines("data").forEach(function (line, i) {
		var f = line.split("|"), d = +f[0], many = f[1].charAt(0) === "*";
		depth[i] = d;
		count[i] = many ? +f[1].slice(1) : 0;
		marks[i] = /[-~]?$/.exec(f[1])[0];
		name[i] = many ? -1 : parseInt(f[1], 10);
		width[i] = +f[2];
		time[i] = with_unit(f[3]);
		own[i] = with_unit(f[4]);
		parent[i] = d > 0 ? around[d - 1] : -1;
		left[i] = d > 0 ? place[d] : 0;
		while (around.length > d)
			end[around.pop()] = i;
		around[d] = i;
		place[d] = left[i] + width[i];
		place[d + 1] = left[i];
	});
	while (around.length > 0)
		end[around.pop()] = depth.length;
}

function name_of(i) {
	return names[name[i]][3];
}

/* Returns the number of cells that TEXT needs in a font in which all letters are as wide. */
function cells(text) {
	return text.replace(/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\ud83c-\ud83e][\udc00-\udfff]/g,
		"..").replace(/[\ud800-\udbff][\udc00-\udfff]/g, ".").length;
}

/* Returns TEXT cut to N cells. */
function cut(text, n) {
	var chars = Array.from(text);
	while (cells(chars.join("")) > n - 1)
		chars.length -= Math.max(1, (cells(chars.join("")) - n + 1) >> 1);
	return chars.join("") + "\u2026";
}

/* Show TEXT in the element ID, cut to SPACE pixels. */
function put(id, text, space) {
	var n = Math.max(Math.floor(space / cell), 3);
	find(id).textContent = cells(text) > n ? cut(text, n) : text;
}

/* Returns the name of frame I in at most SPACE pixels. */
function label(i, space) {
	var n = Math.floor((space - 2 * PAD) / cell), mark = marks[i], forms, k;
	if (n < 3 || count[i] > 0)
		return "";
	n -= mark.length;
	forms = names[name[i]];
	for (k = 3; k < forms.length; k++)
		if (cells(forms[k]) <= n)
			return mark + forms[k];
	return mark + cut(forms[forms.length - 1], n);
}

function shorter(text) {
	return cells(text) > 100 ? cut(text, 100) : text;
}

/* Returns the first members of ROW in parentheses, if it is a cycle. */
function some_members(row) {
	var all = members[row];
	return all.length === 0 ? "" : " (" + all.slice(0, 4).map(shorter).join(", ")
		+ (all.length > 4 ? " ..." : "") + ")";
}

/* Returns the share of frame I in the frame that has the full width, if I is inside. */
function share_of_zoom(i) {
	var z = shown.frame;
	return z === 0 || i <= z || i >= end[z] || width[z] === 0 ? ""
		: SPACE + (100 * width[i] / width[z]).toFixed(1) + " % of " + shorter(name_of(z));
}

function describe(b) {
	var i = b.frame;
	if (b.count > 0)
		return b.count + (b.count > 1 ? " narrow frames: " : " narrow frame: ")
			+ percent(b.width) + (count[i] > 0 ? "" : "; Enter shows them");
	return name_of(i) + some_members(name[i]) + SPACE + time[i]
		+ (own[i] !== "" ? SPACE + root.dataset.own + " " + own[i] : "")
		+ (in_all[name[i]] !== "" ? SPACE + "of " + in_all[name[i]] + " in all" : "")
		+ share_of_zoom(i);
}

function percent(part) {
	return (width[0] > 0 ? 100 * part / width[0] : 0).toFixed(1) + " %";
}

function element(tag, attributes, inside) {
	var e = document.createElementNS(ns, tag), a;
	for (a in attributes)
		e.setAttribute(a, attributes[a]);
	inside.appendChild(e);
	return e;
}

/* Add a box for frame I or, if N > 0, for N frames from I on. */
function add(i, x, w, n, sum) {
	var b = { frame: i, count: n, width: sum, x: x, w: w, depth: depth[i] }, text;
	var y = TOP + ROW * depth[i];
	var e = element("g", { tabindex: -1, role: "treeitem", "aria-level": depth[i] + 1 }, group);
	var at = x.toFixed(2), is_found = n === 0 && matches !== null && matches[name[i]];
	e.setAttribute("class", (is_found ? "o" : n > 0 ? "n" : names[name[i]][color])
		+ (depth[i] < depth[shown.frame] || (shown.from > 0 && i === shown.frame) ? " around" : ""));
	element("rect", { x: at, y: y, width: w.toFixed(2), height: HEIGHT }, e);
	text = n > 0 ? "" : label(i, w);
	if (text !== "")
		element("text", { x: (x + PAD).toFixed(2), y: y + 12 }, e).textContent = text;
	b.element = e;
	e.setAttribute("aria-label", describe(b));
	e.box = boxes.length;
	boxes.push(b);
}

/* Returns the edges of what is shown: the left one, and the width. */
function view() {
	var z = shown.frame, x = shown.from > 0 ? left[shown.from] : left[z];
	var last = shown.from, sum = width[z];
	if (shown.from > 0)
		for (sum = 0; last < end[z]; last = end[last])
			sum += width[last];
	return { left: x, width: sum > 0 ? sum : 1 };
}

/* Add the frames from I on that have the same parent as one box; returns the frame after them. */
function add_narrow(i, v) {
	var p = parent[i], sum = 0, n = 0, k;
	for (k = i; k < end[p]; k = end[k]) {
		sum += width[k];
		n += count[k] || 1;
	}
	if (sum / v.width * total >= NARROW)
		add(i, (left[i] - v.left) / v.width * total, sum / v.width * total, n, sum);
	return end[p];
}

function draw() {
	var v = view(), z = shown.frame, way = [], i, w, deepest = 0;
	group.textContent = "";
	boxes = [];
	for (i = z; i >= 0; i = parent[i])
		way.push(i);
	while (way.length > 0)
		add(way.pop(), 0, total, 0, width[z]);
	for (i = shown.from || z + 1; i < end[z];) {
		w = width[i] / v.width * total;
		if (w < NARROW || count[i] > 0) {
			i = add_narrow(i, v);
		} else {
			add(i, (left[i] - v.left) / v.width * total, w, 0, width[i]);
			i++;
		}
	}
	boxes.forEach(function (b) { deepest = Math.max(deepest, b.depth); });
	resize(TOP + ROW * (deepest + 1));
	root.dataset.zoom = z;
}

function resize(height) {
	root.setAttribute("viewBox", "0 0 " + total + " " + height);
	root.setAttribute("width", total);
	root.setAttribute("height", height);
	find("search").setAttribute("x", Math.max(total - 308, 8));
	head.firstElementChild.setAttribute("width", total);
	put("title", heading, total - 324);
	put("widths", widths, total - 16);
}

/* Returns the number of the box that shows frame I, or the nearest frame around it. */
function box_of(i) {
	var k, best = 0;
	for (k = 0; k < boxes.length; k++)
		if (boxes[k].frame <= i && i < (boxes[k].count > 0 ? end[parent[boxes[k].frame]]
			: end[boxes[k].frame]))
			best = k;
	return best;
}

/* Select box K; the keyboard goes to it. */
function select(k, with_focus) {
	if (boxes[selected] !== undefined)
		boxes[selected].element.setAttribute("tabindex", -1);
	selected = k;
	boxes[k].element.setAttribute("tabindex", 0);
	if (with_focus) {
		boxes[k].element.focus({ preventScroll: true });
		show_row(boxes[k].depth);
	}
	say(k);
}

/* Scroll, if the row DEPTH is not in the window. */
function show_row(d) {
	var y = TOP + ROW * d, top = window.scrollY;
	if (y < top + TOP)
		window.scrollTo(window.scrollX, y - TOP);
	else if (y + ROW > top + window.innerHeight)
		window.scrollTo(window.scrollX, y + ROW - window.innerHeight);
}

/* Show what box K is. */
function say(k) {
	put("about", describe(boxes[k]), total - 16);
}

/* Returns for each row of names whether it matches TEXT, as a regular expression or as plain text.
 * A cycle matches, too, if the name of a member does.  Case matters only if TEXT has a capital. */
function match(text) {
	var small = text === text.toLowerCase(), re = null;
	if (text === "")
		return null;
	try {
		re = new RegExp(text, small ? "i" : "");
	} catch (e) {
		re = null;
	}
	function is_found(form) {
		return (small ? form.toLowerCase() : form).indexOf(text) >= 0
			|| (re !== null && re.test(form));
	}
	return names.map(function (forms, row) {
		return row > 0 && (is_found(whole[row] || forms[3]) || members[row].some(function (member) {
			return member !== "" && is_found(member);
		}));
	});
}

/* Say how much of all time is in stacks with a match.  Each stack counts once, so frames inside a
 * frame that matches are not added.  Frames and names that are not in the file may match as well:
 * then say "at least". */
function say_found() {
	var sum = 0, n = 0, unknown = false, i;
	if (matches === null) {
		hint.textContent = root.dataset.hint;
		delete root.dataset.found;
		return;
	}
	for (i = 1; i < depth.length;) {
		if (count[i] === 0 && matches[name[i]]) {
			sum += width[i];
			i = end[i];
		} else {
			unknown = unknown || count[i] > 0 || whole[name[i]] === ""
				|| members[name[i]].indexOf("") >= 0;
			i++;
		}
	}
	for (i = 1; i < depth.length; i++)
		n += count[i] === 0 && matches[name[i]] ? 1 : 0;
	root.dataset.found = percent(sum);
	hint.textContent = n + (n === 1 ? " frame matches, " : " frames match, ")
		+ (unknown ? "at least " : "") + percent(sum) + " of all " + root.dataset.all + "; n N: next, previous";
}

function search(text) {
	shown.text = text;
	matches = match(text);
	say_found();
}

/* Returns the part of the address for frame I: the names from the outermost frame to it.  "@2" says
 * that it is the second frame of this name. */
function path_of(i) {
	var way = [], k, n;
	for (; i > 0; i = parent[i]) {
		for (n = 1, k = parent[i] + 1; k < i; k = end[k])
			n += count[k] === 0 && name_of(k) === name_of(i) ? 1 : 0;
		way.unshift(encodeURIComponent(name_of(i)) + (n > 1 ? "@" + n : ""));
	}
	return way.join(";");
}

/* Returns the frame at PATH, or the nearest frame around it that is there. */
function frame_at(path) {
	var at = 0;
	(path === "" ? [] : path.split(";")).every(function (step) {
		var parts = /^([^]*?)(?:@(\d+))?$/.exec(step), k;
		var wanted = decode(parts[1]), n = +parts[2] || 1;
		for (k = at + 1; k < end[at]; k = end[k])
			if (count[k] === 0 && name_of(k) === wanted && --n === 0) {
				at = k;
				return true;
			}
		return false;
	});
	return at;
}

function decode(text) {
	try {
		return decodeURIComponent(text);
	} catch (e) {
		return text;
	}
}

function address() {
	var parts = [], n, k;
	if (shown.frame > 0)
		parts.push("frame=" + path_of(shown.frame));
	if (shown.from > 0) {
		for (n = 1, k = shown.frame + 1; k < shown.from; k = end[k])
			n++;
		parts.push("from=" + n);
	}
	if (shown.text !== "")
		parts.push("search=" + encodeURIComponent(shown.text));
	return parts.join("&");
}

/* The browser stores PAST with each address, so that Esc does the same after the browser went back.
 * The browser may refuse that if there are too many addresses in a short time. */
function save_past() {
	try {
		history.replaceState({ loaded: loaded, past: past }, "");
	} catch (e) {
		return;
	}
}

function add_past() {
	past = past.concat([[shown.frame, shown.from]]).slice(-LONGEST_PAST);
}

/* Set PAST to what was stored with the address.  Nothing was stored with an address that the user
 * has entered: going there counts as a zoom. */
function restore_past() {
	var state = history.state;
	if (state !== null && typeof state === "object")
		past = state.loaded === loaded ? state.past : [];
	else
		add_past();
}

/* Show what the address says. */
function follow_address() {
	var said = {}, text = location.hash.replace(/^#/, ""), is_start = wanted === null, n, k;
	if (text === wanted)
		return;
	wanted = text;
	if (!is_start)
		restore_past();
	save_past();
	text.split("&").forEach(function (part) {
		var at = part.indexOf("=");
		if (at > 0)
			said[part.slice(0, at)] = part.slice(at + 1);
	});
	shown.frame = frame_at(said.frame || "");
	shown.from = 0;
	if (+said.from > 0) {
		for (n = +said.from, k = shown.frame + 1; n > 1 && k < end[shown.frame]; n--)
			k = end[k];
		shown.from = k < end[shown.frame] ? k : 0;
	}
	search(decode(said.search || ""));
	input.value = shown.text;
	draw();
	select(box_of(shown.from || shown.frame), false);
}

/* Draw again, and let the address say what is shown.  The browser can go back to the previous
 * address.  While the user types a search, the address is replaced, so that the history does not
 * get an address for each letter. */
function show(frame, with_focus, is_typing) {
	draw();
	select(box_of(frame), with_focus);
	wanted = address();
	if (location.hash.replace(/^#/, "") !== wanted && is_typing)
		location.replace("#" + wanted);
	else if (location.hash.replace(/^#/, "") !== wanted)
		location.hash = wanted;
	wanted = location.hash.replace(/^#/, "");
	save_past();
}

function zoom(frame, from) {
	if (frame === shown.frame && from === shown.from)
		return;
	add_past();
	shown.frame = frame;
	shown.from = from;
	show(from || frame, true);
}

/* Show box B at full width. */
function zoom_box(b) {
	if (b.count === 0)
		zoom(b.frame, 0);
	else if (count[b.frame] === 0)
		zoom(parent[b.frame], b.frame);
}

/* Show what was shown before the last zoom or, without one, everything. */
function back() {
	var last = past.pop() || [0, 0], was = boxes[selected] !== undefined ? boxes[selected].frame : 0;
	shown.frame = last[0];
	shown.from = last[1];
	show(was, true);
}

/* Go to the next box (STEP 1 or -1) for which TEST is true; returns false if there is none. */
function go(step, test) {
	var k;
	for (k = selected + step; k >= 0 && k < boxes.length; k += step)
		if (test(boxes[k])) {
			select(k, true);
			return true;
		}
	return false;
}

/* Go to the next frame that matches; the frames that are drawn are gone through in turn. */
function go_match(step) {
	var k, n;
	for (n = 1; matches !== null && n <= boxes.length; n++) {
		k = (selected + n * step + boxes.length * n) % boxes.length;
		if (boxes[k].count === 0 && matches[name[boxes[k].frame]]) {
			select(k, true);
			return;
		}
	}
}

function show_legend() {
	[0, 1, 2].forEach(function (k) {
		find("legend" + k).setAttribute("display", k === color ? "inline" : "none");
	});
}

function next_color() {
	color = (color + 1) % 3;
	draw();
	select(Math.min(selected, boxes.length - 1), true);
	show_legend();
}

/* Search for all frames of the function of box B. */
function search_same(b) {
	var text = b.count === 0 && b.frame > 0 ? whole[name[b.frame]] || name_of(b.frame) : "";
	if (text === "")
		return;
	input.value = "^" + text.replace(/[\\^$.*+?()\[\]{}|]/g, "\\$&") + "$";
	search(input.value);
	show(b.frame, true);
}

function copy_name(b) {
	var text = b.count === 0 ? whole[name[b.frame]] || name_of(b.frame) : "";
	function refused() {
		hint.textContent = "the browser does not permit to copy the name";
	}
	if (text === "")
		return;
	if (!navigator.clipboard) {
		refused();
		return;
	}
	navigator.clipboard.writeText(text).then(function () {
		put("hint", "copied: " + text, total - 16);
	}, refused);
}

var keys = {
	ArrowUp: function (b) { go(-1, function (o) { return o.depth < b.depth; }); },
	ArrowDown: function (b) {
		var next = boxes[selected + 1];
		if (next !== undefined && next.depth > b.depth)
			select(selected + 1, true);
	},
	ArrowLeft: function (b) { go(-1, function (o) { return o.depth === b.depth; }); },
	ArrowRight: function (b) { go(1, function (o) { return o.depth === b.depth; }); },
	Enter: zoom_box,
	Escape: function () {
		if (shown.frame === 0 && shown.from === 0 && shown.text !== "") {
			input.value = "";
			search("");
			show(boxes[selected].frame, true);
		} else {
			back();
		}
	},
	Home: function () { zoom(0, 0); },
	"/": function () { input.focus(); input.select(); },
	n: function () { go_match(1); },
	N: function () { go_match(-1); },
	C: next_color,
	"#": search_same,
	y: copy_name
};
keys["<"] = keys.Backspace = back;
keys[" "] = keys.Enter;
keys.h = keys.ArrowLeft;
keys.j = keys.ArrowDown;
keys.k = keys.ArrowUp;
keys.l = keys.ArrowRight;

function key(event) {
	if ((event.ctrlKey || event.metaKey) && event.key === "f" && document.activeElement !== input) {
		keys["/"]();
		event.preventDefault();
	} else if (event.target !== input && !event.ctrlKey && !event.metaKey && !event.altKey
		&& keys.hasOwnProperty(event.key)) {
		keys[event.key](boxes[selected]);
		event.preventDefault();
	}
}

/* Keys in the search: Enter goes to the frames that match, Escape ends the search. */
function key_in_search(event) {
	if (event.key === "Escape") {
		input.value = "";
		typed();
		boxes[selected].element.focus({ preventScroll: true });
	} else if (event.key === "Enter") {
		boxes[selected].element.focus({ preventScroll: true });
		go_match(1);
	} else {
		return;
	}
	event.stopPropagation();
	event.preventDefault();
}

function typed() {
	var frame = boxes[selected].frame;
	search(input.value);
	show(frame, false, true);
}

/* Returns the number of the box that EVENT is about, or -1. */
function box_at(event) {
	var e = event.target.closest ? event.target.closest("#frames g") : null;
	return e !== null && e.box !== undefined ? e.box : -1;
}

/* The browser shows a title as a tooltip. */
function pointed(event) {
	var k = box_at(event);
	if (k < 0)
		return;
	if (boxes[k].element.querySelector("title") === null)
		element("title", {}, boxes[k].element).textContent = describe(boxes[k]);
	say(k);
}

function clicked(event) {
	var k = box_at(event);
	if (k >= 0) {
		select(k, true);
		zoom_box(boxes[k]);
	}
}

/* Set the width of the picture to that of the window or, if WIDTH is given, to WIDTH. */
function fit(width) {
	var was = boxes[selected] !== undefined ? boxes[selected].frame : 0;
	var has_focus = group.contains(document.activeElement);
	total = Math.max(width || root.clientWidth || window.innerWidth, LEAST_WIDTH);
	draw();
	select(box_of(was), has_focus);
}

/* Let the head stay in the window. */
function place_head() {
	head.setAttribute("transform", "translate(0," + window.scrollY + ")");
}

function start() {
	var probe;
	heading = find("title").textContent;
	widths = find("widths").textContent;
	read();
	root.classList.add("live");
	probe = element("text", { visibility: "hidden" }, head);
	probe.textContent = "0123456789";
	cell = probe.getComputedTextLength() / 10 || cell;
	head.removeChild(probe);
	group.setAttribute("role", "tree");
	wanted = null;
	total = Math.max(root.clientWidth || window.innerWidth, LEAST_WIDTH);
	follow_address();
	document.addEventListener("keydown", key);
	input.addEventListener("keydown", key_in_search);
	input.addEventListener("input", typed);
	group.addEventListener("click", clicked);
	group.addEventListener("pointerover", pointed);
	group.addEventListener("focusin", function (e) { if (box_at(e) >= 0) say(box_at(e)); });
	group.addEventListener("pointerleave", function () { say(selected); });
	window.addEventListener("hashchange", follow_address);
	window.addEventListener("resize", function () { fit(); });
	[0, 1, 2].forEach(function (k) { find("legend" + k).addEventListener("click", next_color); });
	window.addEventListener("scroll", place_head);
	window.addEventListener("beforeprint", function () {
		fit(1200);
		head.removeAttribute("transform");
	});
	window.addEventListener("afterprint", function () {
		fit();
		place_head();
	});
}

start();
})();
