/* asyncprofiler.c - flame graphs as pages for browsers, which async-profiler and jfrconv write
 *
 * The script at the end of the page has the frames, each on its own line, a caller before its
 * callees.  Numbers at the end may be missing:
 *
 *	const cpool = [			names; from the second on, the first character is 32 + how
 *	'all',				many characters of the name before are repeated
 *	' java/lang/Thread.run',
 *	];
 *	f(key,level,left,width)		8 * name + kind of the frame; left is a distance, of which
 *					a reader needs nothing; no width: that of the frame before
 *	u(key,width)			one level above the frame before
 *	n(key,width)			beside the frame before
 *
 * Version 2 has no list of names: f(level,left,width,kind,'name').  Source: src/res/flame.html of
 * async-profiler, the template of the page.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "measured/formats/namedstacks.h"
#include "measured/reader.h"

enum { MOST_LEVELS = 1 << 16, MOST_NUMBERS = 4 };

/* A frame whose callees may follow. */
struct level {
	uint32_t path;
	int64_t left;			/* of its width: what no callee has */
};

struct page {
	struct measured *m;
	struct namedstacks stacks;
	uint32_t *names;		/* owned; numbers in .m->texts */
	size_t nnames, names_room;
	char *name;			/* owned; the name before, in a list of names */
	size_t name_size, name_room;
	struct level *levels;		/* owned; the last frame and its callers */
	size_t nlevels, levels_room;
	size_t level;			/* of the last frame */
	int64_t width;			/* of the last frame */
	uint32_t event;
	uint64_t nbad;			/* lines that are damaged */
	bool in_names, is_full;
};

/* Returns how many bytes the first N UTF-16 units of the SIZE bytes at S have. */
static size_t
bytes_of_units(const char *s, size_t size, unsigned n)
{
	size_t i = 0;

	while (i < size && n > 0) {
		unsigned char c = (unsigned char)s[i++];

		n -= c >= 0xf0 && n > 1 ? 2 : 1;
		while (i < size && ((unsigned char)s[i] & 0xc0) == 0x80)
			i++;
	}
	return i;
}

/* Copies the text in quotation marks at S, of at most N bytes, to TEXT, which has room for N.
 * Returns its length; SIZE_MAX: there is none. */
static size_t
read_quoted(const char *s, size_t n, char *text)
{
	size_t length = 0;

	if (n == 0 || *s != '\'')
		return SIZE_MAX;
	for (size_t i = 1; i < n; i++) {
		if (s[i] == '\'')
			return length;
		i += s[i] == '\\' && i + 1 < n;
		text[length++] = s[i];
	}
	return SIZE_MAX;
}

/* Adds the name of a line of the list of names. */
static void
add_name(struct page *p, const char *line, size_t n)
{
	char *text = mem_new(n + 1, 1);
	size_t length = read_quoted(line, n, text), kept = 0;

	if (length == SIZE_MAX || (p->nnames > 0 && length == 0)) {
		p->nbad++;
		length = 0;
	} else if (p->nnames > 0) {
		unsigned units = (unsigned char)text[0] >= 32 ? (unsigned char)text[0] - 32u : 0;

		kept = bytes_of_units(p->name, p->name_size, units);
		memmove(text, text + 1, --length);
	}
	p->name = mem_grow(p->name, kept + length + 1, &p->name_room, 1);
	memcpy(p->name + kept, text, length);
	p->name_size = kept + length;
	p->names = mem_grow(p->names, p->nnames + 1, &p->names_room, sizeof(*p->names));
	p->names[p->nnames++] = measured_text(p->m, p->name, p->name_size);
	free(text);
}

/* The frames at LEVEL and above have no more callees: gives them what is left of their widths. */
static void
finish(struct page *p, size_t level)
{
	while (p->nlevels > level) {
		const struct level *at = &p->levels[--p->nlevels];
		struct namedstacks_value value = { .event = p->event, .value = at->left };

		if (at->left > 0)
			namedstacks_add(&p->stacks, at->path, NOBODY, &value);
	}
}

/* Adds a frame of the function with the name of N bytes at S. */
static void
add_frame(struct page *p, int64_t level, int64_t width, unsigned kind, const char *s, size_t n)
{
	static const uint32_t flags[8] = { [1] = MEASURED_JIT, [2] = MEASURED_JIT,
		[5] = MEASURED_KERNEL, [6] = MEASURED_JIT };
	uint32_t parent, frame;

	if (level < 0 || (uint64_t)level > p->nlevels || level >= MOST_LEVELS || width < 0
	    || (level == 0 && p->nlevels > 0)) {
		p->nbad++;
		return;
	}
	finish(p, (size_t)level);
	if (!measured_has_room(p->m, 1)) {
		p->is_full = true;
		return;
	}
	parent = level > 0 ? p->levels[level - 1].path : NOBODY;
	if (level > 0) {
		int64_t *left = &p->levels[level - 1].left;

		p->nbad += width > *left;
		width = width > *left ? *left : width;
		*left -= width;
	}
	frame = namedstacks_frame(p->m, s, n, NOBODY, NOBODY, 0, flags[kind & 7]);
	p->levels = mem_grow(p->levels, p->nlevels + 1, &p->levels_room, sizeof(*p->levels));
	/* The outermost frame stands for all stacks, and is no function. */
	p->levels[p->nlevels++] = (struct level){ .left = width,
		.path = measured_path(p->m, level > 1 ? parent : NOBODY, frame) };
	p->level = (size_t)level;
	p->width = width;
}

/* Reads at most MOST_NUMBERS numbers at S, of at most N bytes, and moves *AT behind them.  Returns
 * how many there are. */
static unsigned
read_numbers(const char *s, size_t n, size_t *at, int64_t *numbers)
{
	unsigned count = 0;

	while (*at < n && count < MOST_NUMBERS) {
		bool is_negative = s[*at] == '-';
		int64_t number = 0;
		size_t begin = *at += is_negative;

		for (; *at < n && s[*at] >= '0' && s[*at] <= '9'; (*at)++)
			number = number > INT64_MAX / 16 ? INT64_MAX / 16
				: 10 * number + (s[*at] - '0');
		if (*at == begin)
			break;
		numbers[count++] = is_negative ? -number : number;
		if (*at >= n || s[*at] != ',')
			break;
		(*at)++;
	}
	return count;
}

/* Adds a frame whose line, behind the bracket, has N bytes at S.  LETTER: f, u or n. */
static void
read_frame(struct page *p, char letter, const char *s, size_t n)
{
	int64_t v[MOST_NUMBERS] = { 0 }, level = (int64_t)p->level, width;
	size_t at = 0, length;
	unsigned count = read_numbers(s, n, &at, v);
	uint64_t name = (uint64_t)v[0] >> 3;

	if (letter == 'f' && count == 4 && at < n && s[at] == '\'') {
		char *text = mem_new(n + 1, 1);

		length = read_quoted(s + at, n - at, text);
		if (length != SIZE_MAX)
			add_frame(p, v[0], v[2], (unsigned)v[3], text, length);
		p->nbad += length == SIZE_MAX;
		free(text);
		return;
	}
	if (count < (letter == 'f' ? 3 : 1) || v[0] < 0 || name >= p->nnames) {
		p->nbad++;
		return;
	}
	width = letter == 'f' ? v[3] : v[1];
	level = letter == 'f' ? v[1] : letter == 'u' ? level + 1 : level;
	add_frame(p, level, width != 0 ? width : p->width, (unsigned)v[0] & 7,
		p->m->texts[p->names[name]], strlen(p->m->texts[p->names[name]]));
}

static void
read_line(struct page *p, const char *s, size_t n)
{
	static const char begin[] = "const cpool = [";

	if (n == sizeof(begin) - 1 && memcmp(s, begin, n) == 0) {
		p->in_names = true;
	} else if (p->in_names) {
		p->in_names = n > 0 && *s == '\'';
		if (p->in_names)
			add_name(p, s, n);
	} else if (n > 2 && (*s == 'f' || *s == 'u' || *s == 'n') && s[1] == '(') {
		read_frame(p, *s, s + 2, n - 2);
	}
}

static bool
read_page(struct input *in, struct measured *m, const struct measured_options *options,
	struct err *e)
{
	struct page p = { .m = m, .stacks.m = m };
	char *line;
	size_t n;

	(void)options;
	measured_allow(m, input_length(in));
	p.event = namedstacks_event(m, "samples", 7, "");
	while (p.event != NOBODY && !p.is_full && input_line(in, &line, &n))
		read_line(&p, line, n);
	if (p.event != NOBODY)
		finish(&p, 0);
	if (p.nbad > 0)
		measured_add_note(m, arena_printf(&m->text, "%" PRIu64 " line%s of the page %s damaged.",
			p.nbad, p.nbad == 1 ? "" : "s", p.nbad == 1 ? "is" : "are"),
			"Frames there are omitted or cut.");
	free(p.names);
	free(p.name);
	free(p.levels);
	if (p.is_full)
		return measured_no_room(m, e);
	if (input_why(in, e))
		return false;
	return m->nsamples > 0 || err_set(e, ERR_EMPTY, "has no frames: it may be a page of another kind "
		"by async-profiler; record again with -o collapsed, or convert with jfrconv");
}

/* Is WORD in the N bytes at HEAD? */
static bool
has_word(const unsigned char *head, size_t n, const char *word)
{
	return memmem(head, n, word, strlen(word)) != NULL;
}

static bool
recognise(const unsigned char *head, size_t n)
{
	return n > 15 && memcmp(head, "<!DOCTYPE html>", 15) == 0
		&& has_word(head, n, "async-profiler") && has_word(head, n, "levels");
}

const struct measured_format async_profiler_format = {
	.is_certain = true, .stacks = STACKS_UNSAID, .recognise = recognise, .read = read_page,
	.finish = measured_choose_event };
