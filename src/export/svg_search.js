/* svg_search.js - search in the frames of --export=svg
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
var input = document.querySelector("#search input");
var matches = null;				/* result of match() for the text that is searched for */

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

/* Says how much of all time is in stacks with a match.  Each stack counts once, so frames inside a
 * frame that matches are not added.  Frames and names that are not in the file may match as well:
 * then it says "at least". */
function say_found() {
	var sum = 0, n = 0, unknown = false, i;
	if (matches === null) {
		say_hint(root.dataset.hint);
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
	say_hint(n + (n === 1 ? " frame matches, " : " frames match, ") + (unknown ? "at least " : "")
		+ percent(sum) + " of all " + root.dataset.all + "; n N: next, previous");
}

function search(text) {
	shown.text = text;
	matches = match(text);
	say_found();
}

/* Goes to the next frame (STEP 1), or the previous one (-1), that is drawn and matches.  After the
 * last frame comes the first one. */
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

/* Searches for all frames of the function of box B. */
function search_same(b) {
	var text = b.count === 0 && b.frame > 0 ? whole[name[b.frame]] || name_of(b.frame) : "";
	if (text === "")
		return;
	input.value = "^" + text.replace(/[\\^$.*+?()\[\]{}|]/g, "\\$&") + "$";
	search(input.value);
	show(b.frame, true);
}
