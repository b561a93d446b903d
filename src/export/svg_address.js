/* svg_address.js - what --export=svg shows, as the address of the page says it; zoom
 *
 * After "#", the address of the picture says what is shown.  frame=NAME;NAME has the names from the
 * outermost frame to the frame with the full width.  from=N says that of the frames inside this
 * frame, only number N and later ones are shown.  search=TEXT is the text that is searched for.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
var LONGEST_PAST = 100;
var past = [];					/* what was shown before each zoom; at most LONGEST_PAST */
var loaded = Date.now();			/* tells states that this page has stored from older ones */
var wanted = "";				/* the address that was last shown; null: none yet */

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

/* Stores "past" with the address in the browser, so that Esc does the same after the browser went
 * back.  The browser may refuse this if there are too many addresses in a short time. */
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

/* Sets "past" to what was stored with the address.  Nothing was stored with an address that the
 * user has entered: going there counts as a zoom. */
function restore_past() {
	var state = history.state;
	if (state !== null && typeof state === "object")
		past = state.loaded === loaded ? state.past : [];
	else
		add_past();
}

/* Shows what the address says. */
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

/* Draws again, and lets the address say what is shown.  The browser can go back to the previous
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

/* Shows box B at full width. */
function zoom_box(b) {
	if (b.count === 0)
		zoom(b.frame, 0);
	else if (count[b.frame] === 0)
		zoom(parent[b.frame], b.frame);
}

/* Shows what was shown before the last zoom or, without a zoom, everything. */
function back() {
	var last = past.pop() || [0, 0], was = boxes[selected] !== undefined ? boxes[selected].frame : 0;
	shown.frame = last[0];
	shown.from = last[1];
	show(was, true);
}
