/* gostacks.c - the stacks of goroutines, as /debug/pprof/goroutine?debug=2 and a panic show them
 *
 * Each goroutine has a line that says its state, and how many minutes it has waited, if it has
 * waited for a minute; then two lines for each frame, the innermost first, and those that say which
 * function has started it, which is none of its callers:
 *
 *	goroutine 18 [chan receive, 5 minutes]:
 *	main.(*T).wait(0xc00001c0a8, {0x1, 0x2})
 *		/src/g.go:13 +0x1e
 *	created by main.main in goroutine 1
 *		/src/g.go:31 +0x5c
 *
 * Behind the number, Go 1.23 and later may show addresses, "gp=0xc0000061c0 m=0".  An inlined
 * function has "(...)", and no "+0x1e".  Before the first goroutine, a panic or SIGQUIT has some
 * lines, and others behind the last one.  Source: runtime/traceback.go of Go.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "measured/formats/namedstacks.h"
#include "measured/reader.h"

struct gostacks {
	struct measured *m;
	struct namedstacks stacks;
	uint32_t goroutines, waited;	/* events; .waited: NOBODY: no goroutine has waited yet */
	uint32_t part;			/* of the goroutine that is read: its state */
	int64_t minutes;		/* for which it has waited */
	bool is_open;			/* a goroutine is read */
	bool is_over;			/* its other frames are none of its callers */
	struct measured_func func;	/* of the last line, if .has_last; and its frame, without
					 * the function */
	struct measured_frame last;
	bool has_last;
	uint32_t *frames;		/* owned; of this goroutine, the innermost first */
	size_t nframes, frames_room;
	uint64_t nbad, first_bad;
	bool is_full;
};

static bool
begins_with(const char *s, const char *begin)
{
	return strncmp(s, begin, strlen(begin)) == 0;
}

/* Is S the first line of a goroutine?  Sets *STATE to its state, without brackets, and *N to the
 * length of it. */
static bool
is_goroutine(const char *s, const char **state, size_t *n)
{
	const char *at = s, *end;
	unsigned depth = 0;

	if (!begins_with(s, "goroutine "))
		return false;
	at += strlen("goroutine ");
	if (strspn(at, "0123456789") == 0)
		return false;
	at += strcspn(at, "[");
	for (end = at; *end != '\0'; end++) {
		depth += *end == '[';
		depth -= *end == ']' && depth > 0;
		if (depth == 0)
			break;
	}
	*state = at + 1;
	*n = *end == ']' ? (size_t)(end - at) - 1 : 0;
	return *end == ']' && end[strlen(end) - 1] == ':';
}

/* Adds the function of the last line to the stack. */
static void
add_last(struct gostacks *p)
{
	if (!p->has_last)
		return;
	p->has_last = false;
	p->last.func = measured_func(p->m, &p->func);
	p->frames = mem_grow(p->frames, p->nframes + 1, &p->frames_room, sizeof(*p->frames));
	p->frames[p->nframes++] = measured_frame(p->m, &p->last);
}

/* Makes the function with the NAME of N bytes the last one. */
static void
set_last(struct gostacks *p, const char *name, size_t n, uint32_t flags)
{
	add_last(p);
	p->func = (struct measured_func){ .name = measured_text(p->m, name, n), .object = NOBODY,
		.file = NOBODY };
	p->last = (struct measured_frame){ .file = NOBODY, .flags = flags };
	p->has_last = true;
}

/* Sets the line of the last function, as S says: "/src/g.go:13 +0x1e". */
static void
set_line(struct gostacks *p, const char *s)
{
	const char *end = strstr(s, " +0x"), *colon;
	uint64_t line;

	if (end == NULL)
		end = s + strlen(s);
	for (colon = end; colon > s && *colon != ':'; colon--)
		;
	if (!p->has_last || colon == s)
		return;
	line = strtoull(colon + 1, NULL, 10);
	p->func.file = measured_text(p->m, s, (size_t)(colon - s));
	p->last.line = line <= INT32_MAX ? (uint32_t)line : 0;
	add_last(p);
}

static void
add_value(struct gostacks *p, uint32_t path, uint32_t event, int64_t value)
{
	namedstacks_add(&p->stacks, path, p->part, &(struct namedstacks_value){ .event = event,
		.value = value });
}

/* Ends the goroutine that is read, if there is one. */
static void
end_stack(struct gostacks *p)
{
	static const char wait[] = "waited at least";
	uint32_t path;

	if (!p->is_open)
		return;
	if (p->nframes == 0 && !p->has_last)
		set_last(p, "[no stack]", 10, 0);
	add_last(p);
	p->is_open = false;
	p->is_full |= !measured_has_room(p->m, p->nframes);
	if (p->is_full)
		return;
	path = measured_stack_inward(p->m, p->frames, p->nframes);
	add_value(p, path, p->goroutines, 1);
	if (p->minutes > 0 && p->waited == NOBODY)
		p->waited = namedstacks_event(p->m, wait, sizeof(wait) - 1, "seconds");
	if (p->minutes > 0 && p->waited != NOBODY)
		add_value(p, path, p->waited, 60 * p->minutes);
}

/* Begins a goroutine whose state is the N bytes at STATE. */
static void
begin_stack(struct gostacks *p, const char *state, size_t n)
{
	size_t first = strcspn(state, ",");
	const char *more = state + (first < n ? first : n);
	char *end;

	end_stack(p);
	p->minutes = 0;
	for (; more < state + n; more += 1 + strcspn(more + 1, ",")) {
		uint64_t minutes = strtoull(more + 1, &end, 10);

		if (begins_with(end, " minutes") && minutes < INT32_MAX)
			p->minutes = (int64_t)minutes;
	}
	/* The garbage collector reads the stack. */
	n = first < n ? first : n;
	if (n > 7 && memcmp(state + n - 7, " (scan)", 7) == 0)
		n -= 7;
	p->part = p->m->file_part != NOBODY ? NOBODY : measured_part(p->m, "state", state, n);
	p->nframes = 0;
	p->is_open = true;
	p->is_over = p->has_last = false;
}

/* Reads the line S of a function.  False: it is none. */
static bool
read_function(struct gostacks *p, const char *s)
{
	const char *open = strrchr(s, '(');
	size_t n = strlen(s);
	bool is_call = open != NULL && open > s && s[n - 1] == ')';

	if (begins_with(s, "..."))		/* "...additional frames elided..." */
		set_last(p, "[truncated]", 11, 0);
	else if (is_call || strcmp(s, "non-Go function") == 0)
		set_last(p, s, is_call ? (size_t)(open - s) : n,
			is_call && strcmp(open, "(...)") == 0 ? MEASURED_INLINED : 0);
	else
		return false;
	return true;
}

/* Reads the line S.  False: it is damaged. */
static bool
read_line(struct gostacks *p, const char *s)
{
	const char *state;
	size_t n;

	if (is_goroutine(s, &state, &n)) {
		begin_stack(p, state, n);
		return true;
	}
	if (*s == '\0')
		end_stack(p);
	if (!p->is_open || p->is_over)
		return true;			/* other facts about the program */
	if (begins_with(s, "created by ") || begins_with(s, "[originating from goroutine ")) {
		p->is_over = true;
		return true;
	}
	if (*s != '\t')
		return read_function(p, s);
	if (begins_with(s, "\tgoroutine running on other thread"))
		set_last(p, "[no stack]", 10, 0);
	else
		set_line(p, s + 1);
	return true;
}

static void
read_lines(struct gostacks *p, struct input *in)
{
	char *line, *text;
	size_t n;

	while (!p->is_full && input_line(in, &line, &n)) {
		text = mem_text(line, n);
		measured_allow(p->m, n + 1);
		if (!read_line(p, text) && p->nbad++ == 0)
			p->first_bad = in->line;
		p->is_full |= !measured_has_room(p->m, p->nframes);
		free(text);
	}
	if (!p->is_full)
		end_stack(p);
}

static bool
read_gostacks(struct input *in, struct measured *m, const struct measured_options *options,
	struct err *e)
{
	struct gostacks p = { .m = m, .stacks.m = m, .waited = NOBODY };

	(void)options;
	p.goroutines = namedstacks_event(m, "goroutine", 9, "count");
	if (p.goroutines == NOBODY)
		return err_set(e, ERR_FORMAT, "too many events");
	read_lines(&p, in);
	free(p.frames);
	if (p.is_full)
		return measured_no_room(m, e) || err_in(e, "line %" PRIu64, in->line);
	if (input_why(in, e))
		return err_in(e, "line %" PRIu64, in->line + 1);
	return p.nbad == 0 || err_set(e, ERR_FORMAT, "%" PRIu64 " line%s cannot be used; the first "
		"is line %" PRIu64, p.nbad, p.nbad == 1 ? "" : "s", p.first_bad);
}

/* Does the file begin with a goroutine, or with why the program ended, before a goroutine? */
static bool
recognise(const unsigned char *head, size_t n)
{
	static const char *const reasons[] = { "panic: ", "fatal error: ", "SIGQUIT: quit",
		"runtime: ", "goroutine " };
	enum { MOST = 1 << 12 };
	const size_t all = n < MOST ? n : MOST;
	char *text = mem_text((const char *)head, all), *end;
	const char *state;
	bool is_reason = false, found = false;
	size_t length;

	for (size_t i = 0; i < sizeof(reasons) / sizeof(*reasons); i++)
		is_reason |= begins_with(text, reasons[i]);
	for (char *at = text; is_reason && !found && *at != '\0'; at = end + (*end != '\0')) {
		end = at + strcspn(at, "\n");
		length = (size_t)(end - at);
		if (*end == '\0')
			break;
		*end = '\0';
		if (length > 0 && at[length - 1] == '\r')
			at[length - 1] = '\0';
		found = is_goroutine(at, &state, &length);
		*end = '\n';
	}
	free(text);
	return found;
}

const struct measured_format go_stacks_format = {
	.is_certain = true, .recognise = recognise, .read = read_gostacks };
