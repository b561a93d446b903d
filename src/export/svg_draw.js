/* svg_draw.js - draw and select the frames of --export=svg
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
var ROW = 17, HEIGHT = 16, NARROW = 0.5;	/* pixels */
var group = find("frames");
var shown = { frame: 0, from: 0, text: "" };	/* from: the first frame shown inside; 0: all */
var boxes = [], selected = 0, color = 0;

/* Returns the left edge and the width of what is shown. */
function view() {
	var z = shown.frame, x = shown.from > 0 ? left[shown.from] : left[z];
	var last = shown.from, sum = width[z];
	if (shown.from > 0)
		for (sum = 0; last < end[z]; last = end[last])
			sum += width[last];
	return { left: x, width: sum > 0 ? sum : 1 };
}

/* Adds a box for frame I or, if N > 0, for N frames from I on. */
function add(i, x, w, n, sum) {
	var b = { frame: i, count: n, width: sum, x: x, w: w, depth: depth[i] }, text;
	var y = top_row + ROW * depth[i];
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

/* Adds the frames from I on that have the same parent as one box.  Returns the frame after them. */
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
	if (placed !== total)
		place_lines();
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
	resize(top_row + ROW * (deepest + 1));
	root.dataset.zoom = z;
}

function resize(height) {
	root.setAttribute("viewBox", "0 0 " + total + " " + height);
	root.setAttribute("width", total);
	root.setAttribute("height", height);
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

/* Selects box K.  If WITH_FOCUS, the keyboard goes to it. */
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

/* Scrolls if the row of depth D is not in the window. */
function show_row(d) {
	var y = top_row + ROW * d, top = window.scrollY;
	if (y < top + top_row)
		window.scrollTo(window.scrollX, y - top_row);
	else if (y + ROW > top + window.innerHeight)
		window.scrollTo(window.scrollX, y + ROW - window.innerHeight);
}

/* Shows what box K is. */
function say(k) {
	find("about").textContent = fitted(describe(boxes[k]), total - 2 * MARGIN);
}
