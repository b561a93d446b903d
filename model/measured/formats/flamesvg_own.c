/* flamesvg_own.c - the data in a picture that --export=svg wrote
 *
 * A line of the element #data is a frame, a line of #names a function: src/export/svg_data.js
 * describes both.  Attributes of the first tag say what the widths count.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "measured/formats/flamesvg.h"
#include "measured/formats/folded_stacks.h"

enum {
	NAME = 3,			/* index of the field with the name */
	AMOUNT = 5,			/* index of the field of a frame with its amount */
	MOST_NAMES = 16 << 20,		/* how many bytes of long names an export has */
	MOST_WALKED = 512,		/* how many bytes references skip for each byte of the
					 * file, beyond MOST_NAMES */
	FRAMES = 64 << 20,		/* how many frames may stacks of callers have together, */
	FRAMES_PER_BYTE = 16,		/* and how many more for each byte of the data */
};

/* A function, and its line with all references replaced. */
struct name {
	char *line;			/* owned */
	size_t n;
	uint32_t frame;			/* NOBODY: it was not looked up yet */
};

/* A frame around the current one. */
struct around {
	uint32_t frame;
	uint32_t path;			/* from the root to it, or NOBODY: it was not needed yet */
	double left;			/* its amount without those of the frames inside */
};

struct own {
	struct flamesvg *f;
	struct name *names;		/* owned */
	size_t nnames, names_room, used;	/* .used: bytes of all .names */
	size_t walked;			/* bytes of names that references made skip */
	struct around *around;		/* owned; indexed by depth */
	size_t depth, around_room;	/* .depth: how many frames are around the next one */
	double scale;			/* how many values make 1 of the widths */
	bool lacks_amounts;		/* amounts may be below 0, but only widths are known */
	bool is_reversed;		/* callers are inside callees */
	uint32_t *frames;		/* owned; of one stack, if .is_reversed is set */
	size_t frames_room;
	uint64_t frames_left;		/* how many frames more stacks of callers may have */
	bool is_too_deep;		/* they had too many */
};

static struct flamesvg_text
next_line(struct flamesvg_text *t)
{
	const char *end = memchr(t->s, '\n', t->n);
	struct flamesvg_text line = { t->s, end != NULL ? (size_t)(end - t->s) : t->n };

	t->n -= line.n + (end != NULL);
	t->s += line.n + (end != NULL);
	return line;
}

/* Returns field NUMBER of the N bytes at S, which SEPARATOR separates. */
static struct flamesvg_text
field(struct flamesvg_text t, char separator, unsigned number)
{
	const char *end;

	for (; number > 0 && (end = memchr(t.s, separator, t.n)) != NULL; number--) {
		t.n -= (size_t)(end + 1 - t.s);
		t.s = end + 1;
	}
	if (number > 0)
		return (struct flamesvg_text){ t.s + t.n, 0 };
	end = memchr(t.s, separator, t.n);
	return (struct flamesvg_text){ t.s, end != NULL ? (size_t)(end - t.s) : t.n };
}

/* Returns T without its first characters: N units of UTF-16, as scripts count them. */
static struct flamesvg_text
skip_units(struct flamesvg_text t, uint64_t n)
{
	while (n > 0 && t.n > 0) {
		unsigned char lead = (unsigned char)*t.s;
		size_t length = lead < 0xc0 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;

		length = length < t.n ? length : t.n;
		n -= length == 4 && n > 1 ? 2 : 1;
		t.s += length;
		t.n -= length;
	}
	return t;
}

static void
append(struct own *o, struct name *name, size_t *room, struct flamesvg_text t)
{
	name->line = mem_grow(name->line, name->n + t.n + 1, room, 1);
	if (t.n > 0)
		memcpy(name->line + name->n, t.s, t.n);
	name->n += t.n;
	name->line[name->n] = '\0';
	o->used += t.n;
}

/* Reads the reference "L,S,N;" that the text *T begins with, and removes it from *T. */
static bool
read_reference(struct flamesvg_text *t, uint64_t at[3])
{
	struct flamesvg_text rest = *t;

	for (int i = 0; i < 3; i++) {
		size_t n = 0;

		at[i] = 0;
		for (; n < rest.n && n < 9 && rest.s[n] >= '0' && rest.s[n] <= '9'; n++)
			at[i] = 10 * at[i] + (uint64_t)(rest.s[n] - '0');
		if (n == 0 || n == rest.n || rest.s[n] != ",,;"[i])
			return false;
		rest = (struct flamesvg_text){ rest.s + n + 1, rest.n - n - 1 };
	}
	*t = rest;
	return true;
}

/* Appends the part of a line that AT refers to to NAME, which is the last of O->names. */
static bool
append_reference(struct own *o, struct name *name, size_t *room, const uint64_t at[3])
{
	const struct name *of = at[0] <= o->nnames ? &o->names[at[0]] : NULL;
	struct flamesvg_text from, after;
	char *copy;

	if (of == NULL || of->line == NULL)
		return false;
	from = skip_units((struct flamesvg_text){ of->line, of->n }, at[1]);
	after = skip_units(from, at[2]);
	o->walked += of->n - after.n;
	copy = mem_text(from.s, from.n - after.n);
	append(o, name, room, (struct flamesvg_text){ copy, from.n - after.n });
	free(copy);
	return true;
}

/* Appends LINE to NAME, which is the last of O->names, with the references replaced.  A tab before
 * the two tabs of a reference is text.  False: a reference is damaged, or NAME has all that it may
 * have: MOST bytes of names, MOST_WALKED bytes that references skip. */
static bool
read_name(struct own *o, struct name *name, struct flamesvg_text line, size_t most,
	size_t most_walked)
{
	size_t room = 0;
	uint64_t at[3];
	const char *mark;

	append(o, name, &room, (struct flamesvg_text){ "", 0 });
	while ((mark = memmem(line.s, line.n, "\t\t", 2)) != NULL) {
		size_t n = (size_t)(mark - line.s);
		struct flamesvg_text after = { mark + 2, line.n - n - 2 };
		bool is_reference = read_reference(&after, at);

		append(o, name, &room, (struct flamesvg_text){ line.s, n + !is_reference });
		line = is_reference ? after : (struct flamesvg_text){ mark + 1, line.n - n - 1 };
		if (is_reference && (!append_reference(o, name, &room, at) || o->used > most
				|| o->walked > most_walked))
			return false;
	}
	append(o, name, &room, line);
	return true;
}

/* Reads the names.  The references of a small file could stand for very much text, or skip it: more
 * than an export can have is damage. */
static bool
read_names(struct own *o, struct flamesvg_text text)
{
	const size_t most = 64 * text.n < MOST_NAMES ? 64 * text.n : MOST_NAMES + 8 * text.n;
	const size_t most_walked = MOST_NAMES + MOST_WALKED * text.n;
	bool ok = true;

	while (ok && text.n > 0) {
		struct flamesvg_text line = next_line(&text);

		o->names = mem_grow(o->names, o->nnames + 1, &o->names_room, sizeof(*o->names));
		o->names[o->nnames] = (struct name){ .frame = NOBODY };
		ok = read_name(o, &o->names[o->nnames], line, most, most_walked);
		o->nnames++;
	}
	return ok;
}

/* Returns the frame of function NUMBER. */
static uint32_t
frame_of(struct own *o, uint64_t number)
{
	struct name *name = &o->names[number];
	struct flamesvg_text line = { name->line, name->n }, shown = field(line, '\t', NAME), last;
	const char *tab = memrchr(name->line, '\t', name->n);

	if (name->frame != NOBODY)
		return name->frame;
	last = (struct flamesvg_text){ tab != NULL ? tab + 1 : name->line, 0 };
	last.n = name->n - (size_t)(last.s - name->line);
	if (last.n > 1 && *last.s == '>' && last.s > shown.s)
		shown = (struct flamesvg_text){ last.s + 1, last.n - 1 };
	name->frame = folded_frame(o->f->m, shown.s, shown.n);
	return name->frame;
}

/* Returns the path of the frame with N frames around it.  Deep pictures are read in linear time: a
 * path is made from that of the frame outside. */
static uint32_t
path_of(struct own *o, size_t n)
{
	size_t known = n;

	while (known > 0 && o->around[known].path == NOBODY)
		known--;
	for (size_t i = known + 1; i <= n; i++)
		o->around[i].path = measured_path(o->f->m, o->around[i - 1].path,
			o->around[i].frame);
	return o->around[n].path;
}

/* Likewise, if callers are inside callees.  Then the paths of two frames have no common beginning,
 * and the work grows with the square of the depth: the caller limits it. */
static uint32_t
reversed_path_of(struct own *o, size_t n)
{
	o->frames_left -= n;
	o->frames = mem_grow(o->frames, n, &o->frames_room, sizeof(*o->frames));
	for (size_t i = 0; i < n; i++)
		o->frames[n - 1 - i] = o->around[i + 1].frame;
	return measured_stack(o->f->m, NOBODY, o->frames, n, NULL);
}

/* Adds the own samples of the innermost frame of O->around, and removes it. */
static void
end_frame(struct own *o)
{
	const struct around *a = &o->around[--o->depth];
	struct namedstacks_value value = { .event = o->f->event };
	const struct measured_event *event = &o->f->m->events[o->f->event];
	size_t n = o->depth;

	value.value = llround(fmax(fmin(a->left * o->scale, 0x1p62), -0x1p62));
	if (value.value == 0 || n == 0)
		return;
	if (event->is_sampled) {
		value.samples = (uint64_t)llabs(value.value);
		value.squares = fabs((double)value.value);
	}
	if (!measured_has_room(o->f->m, n)) {
		o->f->is_full = true;
		return;
	}
	o->is_too_deep |= o->is_reversed && n > o->frames_left;
	if (o->is_too_deep)
		return;
	namedstacks_add(&o->f->stacks, o->is_reversed ? reversed_path_of(o, n) : path_of(o, n),
		NOBODY, &value);
}

/* Reads the amount of a frame: its width or, if it is below 0 or the picture compares two profiles,
 * the last field.  Older exports lack that field.  Their widths are not enough for the amounts. */
static bool
read_amount(struct own *o, struct flamesvg_text line, double *amount)
{
	struct flamesvg_text mark = field(line, '|', 1), last = field(line, '|', AMOUNT);

	if (flamesvg_number(field(line, '|', 2), amount) == 0 || *amount < 0)
		return false;
	if (last.n > 0)
		return flamesvg_number(last, amount) == last.n;
	o->lacks_amounts |= mark.n > 1
		&& (mark.s[mark.n - 1] == '+' || mark.s[mark.n - 1] == '-');
	return !o->lacks_amounts;
}

/* Reads a line of the data.  False: it is damaged. */
static bool
read_frame(struct own *o, struct flamesvg_text line)
{
	struct flamesvg_text function = field(line, '|', 1);
	bool is_rest = function.n > 0 && *function.s == '*';
	double depth, number = 0, amount;
	struct around *a;
	size_t n;

	if (flamesvg_number(field(line, '|', 0), &depth) == 0 || depth < 0
	    || !read_amount(o, line, &amount))
		return false;
	n = is_rest ? 0 : flamesvg_number(function, &number);
	if (depth > (double)o->depth || (!is_rest && n == 0)
	    || number < 0 || number >= (double)o->nnames)
		return false;
	while ((double)o->depth > depth)
		end_frame(o);
	if (n < function.n && function.s[n] == '~') {
		o->f->m->estimated = true;
		o->f->m->estimated_why = "a call graph";
	}
	if (o->depth > 0)
		o->around[o->depth - 1].left -= amount;
	o->around = mem_grow(o->around, o->depth + 1, &o->around_room, sizeof(*o->around));
	a = &o->around[o->depth];
	*a = (struct around){ .frame = NOBODY, .path = NOBODY, .left = amount };
	if (o->depth++ > 0)
		a->frame = is_rest ? folded_frame(o->f->m, "[not in the picture]", 20)
			: frame_of(o, (uint64_t)number);
	return true;
}

/* Sets the event that the widths count. */
static bool
set_event(struct own *o, struct flamesvg_text root)
{
	struct flamesvg_text value, unit;
	double per = 1;
	char *name, *text;
	uint32_t before = o->f->m->nevents;

	if (flamesvg_attribute(root, "data-per", &value))
		(void)flamesvg_number(value, &per);
	if (!flamesvg_attribute(root, "data-counts", &unit)
	    && !flamesvg_attribute(root, "data-unit", &unit))
		unit = (struct flamesvg_text){ "counts", 6 };
	name = flamesvg_decode(unit, &unit.n);
	text = flamesvg_attribute(root, "data-event", &value) ? flamesvg_decode(value, &value.n)
		: mem_text(name, unit.n);
	if (strcmp(name, "seconds") == 0 && per > 0) {
		o->f->event = namedstacks_event(o->f->m, text, strlen(text), "nanoseconds");
		o->scale = 1e9 / per;
	} else {
		o->f->event = namedstacks_event(o->f->m, text, strlen(text), name);
		o->scale = 1;
		if (o->f->event != NOBODY && o->f->event >= before && per >= 1 && per <= 1e9)
			o->f->m->events[o->f->event].per_unit = (uint32_t)per;
	}
	if (o->f->event != NOBODY && o->f->event >= before)
		o->f->m->events[o->f->event].is_unsaid = true;
	free(name);
	free(text);
	return o->f->event != NOBODY;
}

static void
release(struct own *o)
{
	for (size_t i = 0; i < o->nnames; i++)
		free(o->names[i].line);
	free(o->names);
	free(o->around);
	free(o->frames);
}

bool
flamesvg_add_own(struct flamesvg *f, struct flamesvg_text root, struct flamesvg_text data,
	struct flamesvg_text names, struct err *e)
{
	struct own o = { .f = f };
	struct flamesvg_text decoded, value;
	uint64_t line = 0;
	bool ok;
	char *text = flamesvg_decode(names, &names.n);

	o.is_reversed = flamesvg_attribute(root, "data-own", &value)
		&& (value.n != 4 || memcmp(value.s, "self", 4) != 0);
	ok = set_event(&o, root) && read_names(&o, (struct flamesvg_text){ text, names.n });
	free(text);
	o.frames_left = FRAMES + FRAMES_PER_BYTE * (uint64_t)data.n;
	text = flamesvg_decode(data, &data.n);
	decoded = (struct flamesvg_text){ text, data.n };
	for (; ok && decoded.n > 0 && !f->is_full && !o.is_too_deep; line++)
		ok = read_frame(&o, next_line(&decoded));
	free(text);
	while (o.depth > 0 && !f->is_full && !o.is_too_deep)
		end_frame(&o);
	release(&o);
	if (o.lacks_amounts)
		return err_set(e, ERR_FORMAT, "shows amounts below 0, or compares two profiles, without "
			"the exact amounts; open the profiles, or compare them: gprowse --compare BEFORE "
			"AFTER");
	if (o.is_too_deep && !f->is_full)
		return err_set(e, ERR_FORMAT, "has stacks that are too deep to be turned round; open the "
			"profile, or export it with --export=svg");
	return ok || err_set(e, ERR_FORMAT, "line %" PRIu64 " of its data, or its list of names, is "
		"damaged; export the picture again", line);
}
