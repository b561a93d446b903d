/* gotext.c - profiles of Go as text, as /debug/pprof/NAME?debug=1 shows them
 *
 * A first line says what was profiled.  Each stack has a line with numbers and addresses, the
 * innermost first, and below it a line for each frame, with the fields separated by tabs:
 *
 *	heap profile: 7: 11920 [472: 227259] @ heap/1048576
 *	3: 12288 [3: 12288] @ 0x5a92d8 0x5a9281 0x43ab92 0x46a801
 *	#	0x5a92d7	main.alloc+0x197	/src/g.go:6
 *	#	0x5a9280	main.main+0x140		/src/g.go:12
 *
 * In a heap profile, the numbers are those of gperftools; behind "heap/" is twice the mean distance
 * between samples.  Profiles of waits begin with "--- mutex:" or "--- contention:", and then have
 * "cycles/second=N"; the numbers are cycles and contentions.  All others begin as "goroutine
 * profile: total 7"; the number is how many have this stack, and a line "# labels: " may follow.
 * Other lines that begin with "# " are statistics.  Source: runtime/pprof/pprof.go of Go.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "measured/formats/gotext_labels.h"
#include "measured/formats/heapvalues.h"
#include "measured/reader.h"

enum gotext_kind { GO_OTHER, GO_HEAP, GO_WAITS, GO_COUNTS };

enum { LONGEST_NAME = 64, LONGEST_HEAD = 256 };

struct gotext {
	struct measured *m;
	struct namedstacks stacks;
	enum gotext_kind kind;
	uint32_t events[HEAPVALUES];
	double distance;		/* of GO_HEAP: mean distance between samples in bytes */
	double per_second;		/* of GO_WAITS: cycles per second; 0: not known yet */
	int64_t values[HEAPVALUES];	/* of the stack that is read */
	char *key;			/* owned; of the labels that make parts; NULL: there are
					 * none */
	uint32_t part;			/* of the stack that is read, or NOBODY */
	bool is_open;			/* a stack is being read */
	bool has_period;		/* not all waits were recorded */
	struct measured_frame last;	/* of this stack: the frame that was read last, which
					 * .frames has not yet */
	uint64_t entry;			/* where the code of the function of .last begins; 0: not
					 * known */
	bool has_last;
	uint32_t *frames;		/* owned; of this stack, the innermost first */
	size_t nframes, frames_room;
	uint64_t nbad, first_bad, nunnamed;
	bool is_full;
};

/* Returns the kind of the profile whose first line is S.  Sets *N to the length of the name that S
 * begins with. */
static enum gotext_kind
kind_of(const char *s, size_t *n)
{
	const char *title = strstr(s, " profile: total "), *at = strrchr(s, '@');
	uint64_t number;

	if (strcmp(s, "--- mutex:") == 0 || strcmp(s, "--- contention:") == 0)
		return GO_WAITS;
	if (strncmp(s, "heap profile: ", 14) == 0 && at != NULL
	    && sscanf(at, "@ heap/%" SCNu64, &number) == 1)
		return GO_HEAP;
	*n = title != NULL ? (size_t)(title - s) : 0;
	return *n > 0 && *n <= LONGEST_NAME && strcspn(s, " \t") == *n
		&& sscanf(title, " profile: total %" SCNu64, &number) == 1 ? GO_COUNTS : GO_OTHER;
}

/* Makes the events of a profile whose first line is S.  False: S is another line, or there are too
 * many events. */
static bool
read_head(struct gotext *p, const char *s)
{
	const char *at = strrchr(s, '@');
	size_t n = 0;

	p->kind = kind_of(s, &n);
	if (p->kind == GO_OTHER)
		return false;
	if (p->kind == GO_HEAP) {
		p->distance = heapvalues_distance(strtod(at + strlen("@ heap/"), NULL) / 2);
		return heapvalues_set_events(p->m, p->distance, p->events);
	}
	if (p->kind == GO_COUNTS) {
		p->events[0] = namedstacks_event(p->m, s, n, "count");
		return p->events[0] != NOBODY;
	}
	p->events[0] = namedstacks_event(p->m, "contentions", 11, "count");
	p->events[1] = namedstacks_event(p->m, "delay", 5, "nanoseconds");
	if (p->events[0] == NOBODY || p->events[1] == NOBODY)
		return false;
	p->m->events[p->events[0]].is_unsaid = p->m->events[p->events[1]].is_unsaid = true;
	p->m->event = p->events[1];
	return true;
}

/* Adds the values of the stack that was read to the samples of PATH. */
static void
add_values(struct gotext *p, uint32_t path)
{
	struct namedstacks_value value = { .event = p->events[0], .value = p->values[0] };

	if (p->kind == GO_HEAP) {
		heapvalues_add(&p->stacks, path, p->distance, p->events, p->values);
		return;
	}
	if (p->kind == GO_WAITS) {
		value.value = p->values[1];
		namedstacks_add(&p->stacks, path, NOBODY, &value);
		value.event = p->events[1];
		value.value = llround(fmin((double)p->values[0] / p->per_second * 1e9, 0x1p62));
	}
	namedstacks_add(&p->stacks, path, p->part, &value);
}

/* Adds the frame that was read last to the stack.  FUNC is the function of its caller, and ENTRY is
 * where the code of FUNC begins; 0: this is not known.  If both functions are in the same code, the
 * first one was inlined, or calls itself. */
static void
add_last(struct gotext *p, uint64_t entry, uint32_t func)
{
	if (!p->has_last)
		return;
	p->has_last = false;
	if (entry != 0 && entry == p->entry && func != p->last.func)
		p->last.flags |= MEASURED_INLINED;
	p->frames = mem_grow(p->frames, p->nframes + 1, &p->frames_room, sizeof(*p->frames));
	p->frames[p->nframes++] = measured_frame(p->m, &p->last);
}

/* Returns the number of the function with the NAME of N bytes, in the source file FILE. */
static uint32_t
func_of(struct gotext *p, const char *name, size_t n, uint32_t file)
{
	struct measured_func func = { .object = NOBODY, .file = file };

	func.name = n > 0 ? measured_text(p->m, name, n) : measured_text(p->m, "[unknown]", 9);
	return measured_func(p->m, &func);
}

/* Ends the stack that is being read, if there is one. */
static void
end_stack(struct gotext *p)
{
	struct measured *m = p->m;

	if (!p->is_open)
		return;
	p->is_open = false;
	if (p->nframes == 0 && !p->has_last) {
		p->nunnamed++;
		p->last = (struct measured_frame){ .func = func_of(p, "", 0, NOBODY), .file = NOBODY };
		p->has_last = true;
	}
	add_last(p, 0, NOBODY);
	p->is_full |= !measured_has_room(m, p->nframes);
	if (p->is_full)
		return;
	add_values(p, measured_stack_inward(p->m, p->frames, p->nframes));
}

/* Reads the line S of a frame.  False: it is damaged. */
static bool
read_frame(struct gotext *p, const char *s)
{
	char *end;
	uint64_t pc = strtoull(s, &end, 16), offset = 0, line = 0;
	const char *name = end + strspn(end, "\t"), *name_end = name + strcspn(name, "\t");
	const char *file = name_end + strspn(name_end, "\t"), *colon = strrchr(file, ':');
	const char *plus = name;
	uint32_t source, func;

	if (end == s || (name_end > name && *end != '\t'))
		return false;
	for (const char *next; (next = strstr(plus + (plus > name), "+0x")) != NULL
	     && next < name_end;)
		plus = next;
	if (plus > name) {
		offset = strtoull(plus + 1, NULL, 16);
		name_end = plus;
	}
	if (colon != NULL)
		line = strtoull(colon + 1, NULL, 10);
	source = colon != NULL && colon > file ? measured_text(p->m, file, (size_t)(colon - file))
		: NOBODY;
	if (pc == 0 && name == name_end) {
		name = "[no stack]";
		name_end = name + strlen(name);
	}
	func = func_of(p, name, (size_t)(name_end - name), source);
	add_last(p, plus > name ? pc - offset : 0, func);
	p->last = (struct measured_frame){ .func = func, .file = NOBODY,
		.line = line <= INT32_MAX ? (uint32_t)line : 0 };
	p->entry = plus > name ? pc - offset : 0;
	p->has_last = true;
	return true;
}

/* Can a profile have the value N?  sscanf() makes INT64_MAX of all numbers that are larger. */
static bool
is_value(int64_t n)
{
	return n >= 0 && n < INT64_MAX;
}

/* Reads the numbers of a stack at S.  False: there are none. */
static bool
read_values(struct gotext *p, const char *s)
{
	int n = 0;

	if (p->kind == GO_HEAP) {
		s = heapvalues_read(s, p->values);
		return s != NULL && s[strspn(s, " ")] == '@';
	}
	if (p->kind == GO_WAITS)
		return sscanf(s, "%" SCNd64 " %" SCNd64 " @%n", &p->values[0], &p->values[1], &n) == 2
			&& n > 0 && is_value(p->values[0]) && is_value(p->values[1])
			&& p->per_second > 0;
	return sscanf(s, "%" SCNd64 " @%n", &p->values[0], &n) == 1 && n > 0
		&& is_value(p->values[0]);
}

/* Reads the line S behind the first one.  False: it is damaged. */
static bool
read_line(struct gotext *p, const char *s)
{
	double period;

	if (s[0] == '#' && s[1] == '\t')
		return p->is_open && read_frame(p, s + 2);
	if (s[0] == '#' && s[1] == ' ') {
		if (p->is_open && p->key != NULL && strncmp(s, "# labels: ", 10) == 0)
			p->part = gotext_labels_part(p->m, p->key, s);
		return true;
	}
	end_stack(p);
	if (*s == '\0')
		return true;
	if (p->kind == GO_WAITS && sscanf(s, "cycles/second=%lf", &p->per_second) == 1)
		return p->per_second >= 1 && p->per_second < 1e18;
	if (p->kind == GO_WAITS && sscanf(s, "sampling period=%lf", &period) == 1) {
		p->has_period |= period > 1;
		return true;
	}
	p->nframes = 0;
	p->has_last = false;
	p->is_open = read_values(p, s);
	p->part = p->is_open && p->key != NULL ? gotext_labels_part(p->m, p->key, NULL) : NOBODY;
	return p->is_open;
}

/* Finds out which labels make parts.  If the rest of IN cannot be read, input_why() says so
 * later. */
static void
find_key(struct gotext *p, struct input *in)
{
	struct err e;

	if (p->kind == GO_COUNTS && p->m->file_part == NOBODY && input_all(in, &e))
		p->key = gotext_labels_key((const char *)in->bytes + in->at, in->n - in->at);
}

/* Reads all lines, of which the first one is known to say the kind of the profile. */
static bool
read_lines(struct gotext *p, struct input *in)
{
	bool is_first = true, ok = true;
	char *line, *text;
	size_t n;

	while (ok && !p->is_full && input_line(in, &line, &n)) {
		text = mem_text(line, n);
		measured_allow(p->m, n + 1);
		if (is_first) {
			ok = read_head(p, text);
			find_key(p, in);
		} else if (!read_line(p, text) && p->nbad++ == 0) {
			p->first_bad = in->line;
		}
		is_first = false;
		p->is_full |= !measured_has_room(p->m, p->nframes);
		free(text);
	}
	if (!p->is_full)
		end_stack(p);
	return ok;
}

static bool
read_gotext(struct input *in, struct measured *m, const struct measured_options *options,
	struct err *e)
{
	struct gotext p = { .m = m, .stacks.m = m, .part = NOBODY };
	bool ok = read_lines(&p, in);

	(void)options;
	free(p.frames);
	free(p.key);
	if (p.has_period)
		measured_add_note(m, "Not all waits were recorded: the program set a fraction of them.",
			"Go 1.20 and later write figures that stand for all waits; earlier versions write "
			"only what was recorded.  The file does not say which version wrote it.");
	if (!ok)
		return err_set(e, ERR_FORMAT, p.kind == GO_OTHER
			? "is no profile of Go as text: its first line is another one"
			: "too many events");
	if (p.is_full)
		return measured_no_room(m, e) || err_in(e, "line %" PRIu64, in->line);
	if (input_why(in, e))
		return err_in(e, "line %" PRIu64, in->line + 1);
	if (p.nbad > 0)
		return err_set(e, ERR_FORMAT, "%" PRIu64 " line%s cannot be used; the first is line %"
			PRIu64, p.nbad, p.nbad == 1 ? "" : "s", p.first_bad);
	return p.nunnamed == 0 || err_set(e, ERR_FORMAT, "has stacks without names of functions; "
		"convert it: go tool pprof -proto PROGRAM FILE >new.pb.gz");
}

static bool
recognise(const unsigned char *head, size_t n)
{
	const unsigned char *end = memchr(head, '\n', n < LONGEST_HEAD ? n : LONGEST_HEAD);
	char line[LONGEST_HEAD + 1];
	size_t length, name;

	if (end == NULL)
		return false;
	length = (size_t)(end - head);
	length -= length > 0 && head[length - 1] == '\r';
	memcpy(line, head, length);
	line[length] = '\0';
	return strlen(line) == length && kind_of(line, &name) != GO_OTHER;
}

const struct measured_format go_text_format = {
	.is_certain = true, .stacks = STACKS_LIMITED, .recognise = recognise, .read = read_gotext };
