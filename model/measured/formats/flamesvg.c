/* flamesvg.c - flame graphs as pictures (SVG)
 *
 * Each frame is a box, and a title says what it is:
 *
 *	<title>main (1,234 samples, 56.70%)</title><rect x="10.0" y="85" width="669.1" .../>
 *
 * Callers are below callees or, if the picture is inverted, above them.  inferno adds the position
 * and the width of the box in samples, fg:x="0" fg:w="1234".  Old pictures have the text of the
 * title in onmouseover="s('main (1,234 samples, 56.70%)')".  In a differential picture, a second
 * percentage says how the share has changed.  Sources: flamegraph.pl of the FlameGraph scripts, and
 * the pictures of inferno and async-profiler.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "measured/formats/flamesvg.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "measured/formats/folded_stacks.h"
#include "measured/reader.h"

/* The text that is not scanned yet, and what it has said so far. */
struct scan {
	struct flamesvg f;
	const char *s, *end;
	struct flamesvg_text title;	/* of the group that is open; .s is NULL: it has none */
	struct flamesvg_text heading;	/* title of the picture */
	struct flamesvg_text root;	/* the first tag */
	struct flamesvg_text data, names;	/* of our own export */
	bool is_own;			/* there is .data, perhaps further on: boxes are not read */
	bool is_closed;			/* </svg> was seen */
	const char *counts;		/* what the user says that is counted, or NULL */
	char *unit;			/* owned; unit of the first title that has one; NULL: none
					 * has */
};

static bool
is_text(struct flamesvg_text t, const char *text)
{
	return t.n == strlen(text) && memcmp(t.s, text, t.n) == 0;
}

static bool
begins(const char *s, const char *end, const char *text)
{
	return (size_t)(end - s) >= strlen(text) && memcmp(s, text, strlen(text)) == 0;
}

static const char *
find(const char *s, const char *end, const char *text)
{
	return memmem(s, (size_t)(end - s), text, strlen(text));
}

/* Is T the end of a title, "56.70%)" or "56.70%; +1.20%)"? */
static bool
is_share(struct flamesvg_text t, bool *is_difference)
{
	double number;
	size_t n = flamesvg_number(t, &number);

	*is_difference = false;
	if (n == 0 || n >= t.n || t.s[n] != '%')
		return false;
	t = (struct flamesvg_text){ t.s + n + 1, t.n - n - 1 };
	if (is_text(t, ")"))
		return true;
	if (t.n < 3 || t.s[0] != ';' || t.s[1] != ' ')
		return false;
	t = (struct flamesvg_text){ t.s + 2, t.n - 2 };
	if (*t.s == '+')
		t = (struct flamesvg_text){ t.s + 1, t.n - 1 };
	n = flamesvg_number(t, &number);
	*is_difference = n > 0;
	return n > 0 && is_text((struct flamesvg_text){ t.s + n, t.n - n }, "%)");
}

/* What a title says. */
struct title {
	struct flamesvg_text name, unit;
	double value;
	bool is_difference;
};

/* Old differential pictures have two numbers, "-2 sample weight, 28 samples".  The second one is the
 * width. */
static void
take_second(struct title *title)
{
	const char *comma = memrchr(title->unit.s, ',', title->unit.n);
	struct flamesvg_text rest;
	double value;
	size_t n;

	if (comma == NULL || comma + 2 >= title->unit.s + title->unit.n)
		return;
	rest = (struct flamesvg_text){ comma + 2, 0 };
	rest.n = title->unit.n - (size_t)(rest.s - title->unit.s);
	n = flamesvg_number(rest, &value);
	if (n == 0 || n + 1 >= rest.n || rest.s[n] != ' ')
		return;
	title->value = value;
	title->unit = (struct flamesvg_text){ rest.s + n + 1, rest.n - n - 1 };
	title->is_difference = true;
}

/* Splits T into its parts.  False: it has no number of samples. */
static bool
split_title(struct title *title, struct flamesvg_text t)
{
	size_t comma = t.n, open;

	do {
		while (comma > 0 && t.s[comma - 1] != ',')
			comma--;
		if (comma == 0)
			return false;
		comma--;
	} while (comma + 2 >= t.n || t.s[comma + 1] != ' ' || !is_share((struct flamesvg_text){
		t.s + comma + 2, t.n - comma - 2 }, &title->is_difference));
	for (open = comma; open-- > 0;) {
		struct flamesvg_text number = { t.s + open + 1, comma - open - 1 };
		size_t n = t.s[open] == '(' && (open == 0 || t.s[open - 1] == ' ')
			? flamesvg_number(number, &title->value) : 0;

		if (n == 0 || n + 1 >= number.n || number.s[n] != ' ')
			continue;
		title->unit = (struct flamesvg_text){ number.s + n + 1, number.n - n - 1 };
		title->name = (struct flamesvg_text){ t.s, open > 0 ? open - 1 : 0 };
		take_second(title);
		return true;
	}
	return false;
}

/* Returns the event that S->unit names. */
static uint32_t
event_of(struct scan *s)
{
	struct measured *m = s->f.m;
	const char *counts = s->counts != NULL ? s->counts : s->unit;
	bool is_time = measured_unit_rate(counts) > 0;
	uint32_t before = m->nevents, k = is_time ? namedstacks_event(m, "time", 4, counts)
		: namedstacks_event(m, counts, strlen(counts), strcmp(counts, "bytes") == 0
			|| strcmp(counts, "samples") == 0 ? counts : "");

	if (k != NOBODY && k >= before) {
		m->events[k].is_sampled = s->counts != NULL && strcmp(s->counts, "samples") == 0;
		m->events[k].is_unsaid = !m->events[k].is_sampled;
	}
	return k;
}

/* Sets BOX->value from the title TEXT, and *NAME to the name in it. */
static void
read_title(struct scan *s, struct flamesvg_box *box, struct flamesvg_text text,
	struct flamesvg_text *name)
{
	static const double most = 0x1p62;
	struct title title;

	*name = text;
	box->value = -1;
	if (!split_title(&title, text) || title.value < 0 || title.value > most)
		return;
	*name = title.name;
	if (s->unit == NULL) {
		s->unit = mem_text(title.unit.s, title.unit.n);
		s->f.event = event_of(s);
	}
	if (s->f.event != NOBODY && is_text(title.unit, s->unit))
		box->value = llround(title.value);
	else
		s->f.nother++;
	s->f.is_difference |= title.is_difference;
}

/* Returns the number of the attribute NAME of TAG, or -1 if it has none. */
static double
attribute_number(struct flamesvg_text tag, const char *name)
{
	static const double most = 1e15;
	struct flamesvg_text value;
	double number;

	return flamesvg_attribute(tag, name, &value) && flamesvg_number(value, &number) > 0
		&& number >= 0 && number <= most ? number : -1;
}

/* Adds the box of the tag TAG, whose title is the XML text TITLE.  False: it has no place. */
static bool
add_box(struct scan *s, struct flamesvg_text tag, struct flamesvg_text title)
{
	struct flamesvg *f = &s->f;
	struct flamesvg_box box = { .path = NOBODY, .parent = NOBODY };
	double x = attribute_number(tag, "fg:x"), width = attribute_number(tag, "fg:w");
	double y = attribute_number(tag, "y");
	bool has_samples = x >= 0 && width >= 0;
	struct flamesvg_text name;
	char *text;
	size_t n;

	box.x = has_samples ? x : attribute_number(tag, "x");
	box.width = has_samples ? width : attribute_number(tag, "width");
	if (box.x < 0 || box.width <= 0 || y < 0)
		return false;
	if (!measured_has_room(f->m, 1)) {
		f->is_full = true;
		return false;
	}
	box.row = llround(y);
	text = flamesvg_decode(title, &n);
	read_title(s, &box, (struct flamesvg_text){ text, n }, &name);
	box.is_root = is_text(name, "all") || name.n == 0;
	box.frame = folded_frame(f->m, name.s, name.n);
	free(text);
	f->has_samples |= has_samples;
	f->lacks_samples |= !has_samples;
	f->boxes = mem_grow(f->boxes, (size_t)f->n + 1, &f->room, sizeof(*f->boxes));
	f->boxes[f->n++] = box;
	return true;
}

/* Sets *TITLE to the text between the quotes of onmouseover="s('...')" of TAG. */
static bool
mouse_title(struct flamesvg_text tag, struct flamesvg_text *title)
{
	struct flamesvg_text value;

	if (!flamesvg_attribute(tag, "onmouseover", &value) || value.n < 5
	    || memcmp(value.s, "s('", 3) != 0 || memcmp(value.s + value.n - 2, "')", 2) != 0)
		return false;
	*title = (struct flamesvg_text){ value.s + 3, value.n - 5 };
	return true;
}

/* Returns the text from S->s to the next tag TAG or, if there is none, to the end of the file. */
static struct flamesvg_text
text_until(struct scan *s, const char *tag)
{
	const char *next = find(s->s, s->end, tag);
	struct flamesvg_text text = { s->s, (size_t)((next != NULL ? next : s->end) - s->s) };

	s->s = next != NULL ? next : s->end;
	return text;
}

/* Reads the tag of a rectangle, which may be the box of a frame. */
static void
read_rect(struct scan *s, struct flamesvg_text tag)
{
	struct flamesvg_text own = { NULL, 0 };

	if (mouse_title(tag, &own))
		add_box(s, tag, own);
	else if (s->title.s != NULL && add_box(s, tag, s->title))
		s->title.s = NULL;	/* other boxes of the group only decorate this one */
}

/* TAG is the first tag.  Titles of our own export have no numbers of the usual form: they are only
 * for those who look at the picture. */
static void
set_root(struct scan *s, struct flamesvg_text tag)
{
	struct flamesvg_text value;

	s->root = tag;
	s->is_own = flamesvg_attribute(tag, "data-own", &value)
		&& find(s->s, s->end, "<metadata id=\"data\">") != NULL;
}

/* Reads the tag called NAME, whose attributes are TAG; IS_EMPTY: it has no end tag. */
static void
read_tag(struct scan *s, struct flamesvg_text name, struct flamesvg_text tag, bool is_empty)
{
	bool begins_group = is_text(name, "g") || is_text(name, "a");
	struct flamesvg_text value;

	if (is_text(name, "svg") && s->root.s == NULL)
		set_root(s, tag);
	else if (is_text(name, "title") && !is_empty)
		s->title = text_until(s, "</title");
	else if (is_text(name, "/g") || is_text(name, "/a")
	    || (begins_group && !mouse_title(tag, &s->title)))
		s->title.s = NULL;
	else if (is_text(name, "/svg"))
		s->is_closed = true;
	else if (is_text(name, "script") && !is_empty)
		(void)text_until(s, "</script");
	else if (is_text(name, "text") && flamesvg_attribute(tag, "id", &value)
	    && is_text(value, "title"))
		s->heading = text_until(s, "<");
	else if (is_text(name, "metadata") && flamesvg_attribute(tag, "id", &value)
	    && (is_text(value, "data") || is_text(value, "names")))
		*(is_text(value, "data") ? &s->data : &s->names) = text_until(s, "</metadata");
	else if (is_text(name, "rect") && !s->is_own)
		read_rect(s, tag);
}

/* Reads the next tag or comment.  Returns false at the end of the file. */
static bool
read_next(struct scan *s)
{
	const char *from = memchr(s->s, '<', (size_t)(s->end - s->s)), *to;
	struct flamesvg_text name;

	if (from == NULL)
		return false;
	if (begins(from, s->end, "<!--") || begins(from, s->end, "<![CDATA[")) {
		to = find(from, s->end, from[2] == '-' ? "-->" : "]]>");
		s->s = to != NULL ? to + 3 : s->end;
		return true;
	}
	/* In attributes, some pictures have ">". */
	for (to = from + 1; to < s->end && *to != '>'; to++)
		if (*to == '"' && (to = memchr(to + 1, '"', (size_t)(s->end - to - 1))) == NULL)
			return false;
	if (to >= s->end)
		return false;
	name.s = from + 1;
	name.n = 0;
	while (name.s + name.n < to && strchr(" \t\r\n", name.s[name.n]) == NULL
	       && (name.s[name.n] != '/' || name.n == 0))
		name.n++;
	s->s = to + 1;
	read_tag(s, name, (struct flamesvg_text){ name.s + name.n, (size_t)(to - name.s) - name.n },
		to[-1] == '/');
	return true;
}

/* Adds notes about what the picture does not say. */
static void
add_notes(struct scan *s)
{
	struct measured *m = s->f.m;
	bool has_values = s->unit != NULL || s->f.has_samples;

	if (s->f.is_difference)
		measured_add_note(m, "The picture compares two profiles. The figures are those of the profile "
			"that gives the widths.", "To see what has changed, compare the profiles: "
			"gprowse --compare BEFORE AFTER");
	if (s->f.nother > 0)
		measured_add_note(m, arena_printf(&m->text, "%" PRIu64 " frames have titles with another "
			"unit.", s->f.nother), "Their values are computed from their widths.");
	if (s->data.s == NULL)
		measured_add_note(m, has_values ? "The profile was read from a picture, which omits narrow frames."
			: "The profile was read from a picture without numbers: its values are the widths of the "
			"frames, which are rounded.", "The time of frames that are not in the picture is own time "
			"of their callers.");
	if (s->f.rounded)
		measured_add_note(m, "The numbers of some frames are less than the sum of the numbers of their "
			"callees.", "The picture has rounded numbers; the greater sum is shown.");
}

/* Makes the heading of the picture the title of the profile, if it says something. */
static void
set_title(struct scan *s)
{
	size_t n;
	char *text;

	if (s->heading.s == NULL || s->f.m->title != NULL)
		return;
	text = flamesvg_decode(s->heading, &n);
	if (n > 0 && strcmp(text, "Flame Graph") != 0 && strcmp(text, "Icicle Graph") != 0
	    && strcmp(text, "Flame Chart") != 0)
		s->f.m->title = arena_text(&s->f.m->text, text, n);
	free(text);
}

static bool
read_flamesvg(struct input *in, struct measured *m, const struct measured_options *options,
	struct err *e)
{
	struct scan s = { .f = { .m = m, .stacks.m = m, .event = NOBODY },
		.counts = options->counts };
	struct err why = { 0 };
	bool is_whole = input_all(in, &why), ok = true;

	measured_allow(m, in->n - in->at);
	s.s = (const char *)in->bytes + in->at;
	s.end = (const char *)in->bytes + in->n;
	s.f.is_inverted = find(s.s, s.end, "inverted = true") != NULL;
	while (!s.f.is_full && read_next(&s))
		;
	if (s.data.s != NULL)
		ok = flamesvg_add_own(&s.f, s.root, s.data, s.names, e);
	else if (s.f.n > 0)
		flamesvg_add_tree(&s.f);
	if (m->nsamples > 0) {
		set_title(&s);
		add_notes(&s);
	}
	free(s.f.boxes);
	free(s.unit);
	if (s.f.is_full)
		return measured_no_room(m, e);
	if (!ok)
		return false;
	if (!is_whole) {
		*e = why;
		return false;
	}
	if (m->nsamples == 0)
		return err_set(e, ERR_FORMAT, "is a picture without boxes that have titles like \"main (17 "
			"samples, 5.00%%)\"; give the folded stacks from which it was made");
	return s.is_closed || err_set(e, ERR_FORMAT, "ends within the picture, before </svg>; frames are "
		"missing, and callers of others");
}

/* Is HEAD the beginning of a picture, and has it what all flame graphs have? */
static bool
recognise(const unsigned char *head, size_t n)
{
	static const char *const marks[] = { "%)</title>", "%)')\"", " fg:w=\"", " fg:x=\"",
		"<metadata id=\"data\">", " data-own=\"", "id=\"frames\"", "nametype = " };
	const char *s = (const char *)head, *end = s + n;

	while (s < end && strchr(" \t\r\n", *s) != NULL && *s != '\0')
		s++;
	if ((!begins(s, end, "<?xml") && !begins(s, end, "<svg") && !begins(s, end, "<!DOCTYPE svg"))
	    || find(s, end, "<svg") == NULL)
		return false;
	for (size_t i = 0; i < sizeof(marks) / sizeof(*marks); i++)
		if (find(s, end, marks[i]) != NULL)
			return true;
	return false;
}

const struct measured_format flame_svg_format = {
	.is_certain = true, .stacks = STACKS_UNSAID, .recognise = recognise, .read = read_flamesvg,
	.finish = measured_choose_event };
