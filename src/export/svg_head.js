/* svg_head.js - texts of --export=svg, and the lines above the frames
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
var LINE = 17, MARGIN = 8, SQUARE = 15, GAP = 11, PAD = 3;	/* pixels */
var SPACE = "   ";
var ns = root.namespaceURI, head = find("head");
var cell = 7.2, total = 1200;			/* pixels: width of a digit, and of the picture */
var heading, widths;				/* whole texts of the elements "title" and "widths" */
var placed = 0, top_row = 98, hint_line = 4;	/* set by place_lines() for the width PLACED */

function element(tag, attributes, inside) {
	var e = document.createElementNS(ns, tag), a;
	for (a in attributes)
		e.setAttribute(a, attributes[a]);
	inside.appendChild(e);
	return e;
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

/* Returns TEXT cut to SPACE pixels. */
function fitted(text, space) {
	var n = Math.max(Math.floor(space / cell), 3);
	return cells(text) > n ? cut(text, n) : text;
}

/* Writes TEXT into the element E, from line N of the head on.  TEXT is broken into lines between
 * words.  Returns the number of the line after it. */
function put_lines(e, text, n) {
	var most = Math.floor((total - 2 * MARGIN) / cell), line = "";
	function end_line() {
		element("tspan", { x: MARGIN, y: LINE * ++n }, e).textContent = line;
	}
	e.textContent = "";
	text.split(" ").forEach(function (word, i) {
		if (line !== "" && cells(line) + cells(word) > most) {
			end_line();
			line = "";
		}
		line += word + " ";
	});
	line = line.slice(0, -1);
	end_line();
	return n;
}

/* Places the legend E from line N of the head on: a text, then squares, each with its label.
 * Returns the number of the line after it. */
function place_legend(e, n) {
	var parts = Array.from(e.children), x = MARGIN, k, w;
	n = put_lines(parts[0], parts[0].textContent, n);
	x += cell * cells(parts[0].lastChild.textContent) + GAP;
	for (k = 1; k + 1 < parts.length; k += 2) {
		w = cell * cells(parts[k + 1].textContent);
		if (x + SQUARE + w > total - MARGIN) {
			x = MARGIN;
			n++;
		}
		parts[k].setAttribute("x", x);
		parts[k].setAttribute("y", LINE * n - 9);
		parts[k + 1].setAttribute("x", x + SQUARE);
		parts[k + 1].setAttribute("y", LINE * n);
		x += SQUARE + w + GAP;
	}
	return n;
}

/* Places the lines of the head, and the frames below them. */
function place_lines() {
	var search_width = Math.max(Math.min(300, total / 3), 100), after, n;
	placed = total;
	find("search").setAttribute("x", total - search_width - MARGIN);
	find("search").setAttribute("width", search_width);
	find("title").textContent = fitted(heading, total - search_width - 3 * MARGIN);
	after = put_lines(find("widths"), widths, 1);
	n = Math.max.apply(null, [0, 1, 2].map(function (k) {
		return place_legend(find("legend" + k), after);
	}));
	find("about").setAttribute("y", LINE * (n + 1));
	hint_line = n + 1;
	top_row = LINE * put_lines(find("hint"), root.dataset.hint, hint_line) + 13;
	say_found();
	head.firstElementChild.setAttribute("width", total);
	head.firstElementChild.setAttribute("height", top_row - 4);
}

/* Shows TEXT in the line of hints. */
function say_hint(text) {
	put_lines(find("hint"), text, hint_line);
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

/* Returns the first members of the cycle ROW in parentheses, or "" if ROW is no cycle. */
function some_members(row) {
	var all = members[row];
	return all.length === 0 ? "" : " (" + all.slice(0, 4).map(shorter).join(", ")
		+ (all.length > 4 ? " ..." : "") + ")";
}

function percent(part) {
	return (width[0] > 0 ? 100 * part / width[0] : 0).toFixed(1) + " %";
}

/* Returns the share of frame I in the frame that has the full width, or "" if all frames are shown
 * or I is not inside this frame. */
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
