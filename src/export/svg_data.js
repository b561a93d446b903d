/* svg_data.js - what the script of --export=svg reads: frames and names
 *
 * The files svg_*.js are one script, in the order of Makefile.am.  export_svg.c writes them as the
 * body of one function.
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
 * A line of the element #data is a frame.  Frames are in preorder.  Fields, which "|" separates, are
 * depth, function, width, time and own time.  A time that ends with a digit is in the usual unit.
 * "-" after the function says that the amount is below 0, "~" that it is estimated, "!" that it is
 * impossible.  "*N" instead of the function stands for N frames that are not in the file, because
 * they are narrower than all frames in the file.  In a difference of two profiles, or if some
 * amount is not the width, each line has one more field, which only gprowse reads: the amount, in
 * the unit of the widths.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
var root = document.documentElement;
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

function find(id) {
	return document.getElementById(id);
}

function lines(id) {
	var text = find(id).textContent;
	return text === "" ? [] : text.replace(/\n$/, "").split("\n");
}

/* Returns LINES with each reference to a part of a line replaced by this part. */
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
		marks[i] = /[-~!]?$/.exec(f[1])[0];
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
