/* svg_keys.js - keys, mouse and start of --export=svg
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
var LEAST_WIDTH = 300;				/* pixels */

/* Goes to the next box (STEP 1), or the previous one (-1), for which TEST is true.  Returns false
 * if there is none. */
function go(step, test) {
	var k;
	for (k = selected + step; k >= 0 && k < boxes.length; k += step)
		if (test(boxes[k])) {
			select(k, true);
			return true;
		}
	return false;
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

function copy_name(b) {
	var text = b.count === 0 ? whole[name[b.frame]] || name_of(b.frame) : "";
	function refused() {
		say_hint("the browser does not permit to copy the name");
	}
	if (text === "")
		return;
	if (!navigator.clipboard) {
		refused();
		return;
	}
	navigator.clipboard.writeText(text).then(function () {
		say_hint(fitted("copied: " + text, total - 2 * MARGIN));
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

/* Handles keys in the search: Enter goes to the frames that match, Escape ends the search. */
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

/* Gives the box a title when the mouse is on it.  The browser shows a title as a tooltip. */
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

/* Sets the width of the picture to WIDTH or, if WIDTH is not given, to the width of the window. */
function fit(width) {
	var was = boxes[selected] !== undefined ? boxes[selected].frame : 0;
	var has_focus = group.contains(document.activeElement);
	total = Math.max(width || root.clientWidth || window.innerWidth, LEAST_WIDTH);
	draw();
	select(box_of(was), has_focus);
}

/* Lets the head stay in the window. */
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
