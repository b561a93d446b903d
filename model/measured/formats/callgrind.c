/* callgrind.c - files of callgrind, and of other tools that write its format
 *
 * A file begins with header lines, of which only "events:" must be there:
 *
 *	# callgrind format
 *	version: 1
 *	creator: callgrind-3.19.0
 *	pid: 1234
 *	cmd: ./program
 *	part: 1
 *	thread: 1
 *	desc: Trigger: Program termination
 *	positions: instr line		what the numbers before the costs are; without it: line
 *	event: Ir : Instruction Fetch	title of an event
 *	event: Est = Ir + 10 L1m : ...	event that is computed from others
 *	events: Ir Dr			what the numbers of the lines with costs are
 *	summary: 1234 567		a total
 *
 * Then there are the costs of functions, and of the calls that they make:
 *
 *	ob=(1) /usr/bin/program		object of the following functions
 *	fl=(1) main.c			file of the following functions
 *	fn=(1) main			a function
 *	16 20 5				line 16 costs 20 and 5
 *	fi=(2) list.h			file of the following lines, until fi=, fe=, fl= or fn=
 *	+2 3				line 18
 *	* 1				the same line
 *	cob=(2) libc.so.6		object of the next called function, if it is another
 *	cfi=(3) stdlib.c		its file; also cfl=
 *	cfn=(2) malloc			its name
 *	# not counted			written by gprowse: the next number of calls is not known
 *	calls=3 50			number of calls; line where the called function begins.
 *					lsprofcalltree writes cfi= after cfn=
 *	17 400 100			line of the calls; all costs until they return
 *	jump=7 19			jumps; target; also jcnd=3/7 19; before it may be jfi=, jfn=
 *	18				line of the jump, without costs
 *	totals: 1234 567
 *
 * "(1) name" gives a name the number 1, which "(1)" stands for from then on.  Objects, files and
 * functions have numbers of their own.  A file may have several parts, each with a header.
 * Source: "Callgrind Format Specification" in the manual of valgrind, cl-format.html; the loader of
 * KCachegrind, libcore/cachegrindloader.cpp.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "measured/formats/callgrind.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/mem.h"
#include "base/pathname.h"
#include "base/rules.h"
#include "measured/derived.h"
#include "measured/reader.h"

void
callgrind_bad(struct callgrind *c, uint64_t line, const char *why, ...)
{
	char text[256];
	va_list ap;

	if (c->nbad++ > 0)
		return;
	va_start(ap, why);
	vsnprintf(text, sizeof(text), why, ap);
	va_end(ap);
	(void)err_set(&c->first, ERR_FORMAT, "line %llu: %s", (unsigned long long)line, text);
}

/* The N bytes at S name an object or a file.  Returns the number of its text, or C->unknown if they
 * have no name.  NAMES has the numbered names of objects or of files. */
static uint32_t
place_of(struct callgrind *c, struct callgrind_names *names, const char *s, size_t n)
{
	struct callgrind_text t;
	uint32_t text;

	if (!callgrind_names_split(&t, s, n)) {
		callgrind_bad(c, c->in->line, "%s", callgrind_bad_number);
		return c->unknown;
	}
	if (t.n == 0 && t.has_number) {
		text = *callgrind_names_at(names, t.number);
		if (text == NOBODY)
			callgrind_bad(c, c->in->line, "number %u has no name", t.number);
		return text != NOBODY ? text : c->unknown;
	}
	text = t.n > 0 ? measured_text(c->m, t.name, t.n) : c->unknown;
	if (t.has_number)
		*callgrind_names_at(names, t.number) = text;
	return text;
}

/* If the *N bytes at *S begin with KEY, removes KEY and the blanks behind it.  Otherwise returns
 * false. */
static bool
has_key(const char **s, size_t *n, const char *key)
{
	size_t length = strlen(key);

	if (*n < length || memcmp(*s, key, length) != 0)
		return false;
	for (*s += length, *n -= length; *n > 0 && (**s == ' ' || **s == '\t'); ++*s)
		--*n;
	return true;
}

/* Is the function that the N bytes at S name not one of the program, but the caller of the
 * functions with which stacks begin? */
static bool
is_outermost(const struct callgrind *c, const char *s, size_t n)
{
	struct callgrind_text t;

	return c->by_gprowse && callgrind_names_split(&t, s, n) && t.n == strlen(measured_outermost)
		&& memcmp(t.name, measured_outermost, t.n) == 0;
}

/* Returns the file of the callee.  If no line names it, it is that of the caller.  But xdebug 2
 * never names it: then it is that of the function of the same name, which came before. */
static uint32_t
file_of_callee(struct callgrind *c)
{
	struct callgrind_text t;
	uint32_t name, f;

	if (c->called_file != NOBODY)
		return c->called_file;
	if (!c->by_xdebug2 || !callgrind_names_split(&t, c->callee, c->callee_length) || t.n == 0)
		return c->file;
	name = measured_text(c->m, t.name, t.n);
	f = name < c->ndefined ? c->defined[name] : NOBODY;
	if (f == NOBODY)
		return c->file;
	return c->m->funcs[f].file != NOBODY ? c->m->funcs[f].file : c->unknown;
}

/* Reads a line that names the object, the file or the function of the next costs.  Returns false if
 * the line does not name them. */
static bool
read_place(struct callgrind *c, const char *s, size_t n)
{
	if (has_key(&s, &n, "fn=")) {
		callgrind_find_callee(c);
		callgrind_add_own(c);
		c->file = c->func_file;
		c->is_outermost = is_outermost(c, s, n);
		callgrind_name_func(c, s, n);
	} else if (has_key(&s, &n, "fl=")) {
		callgrind_find_callee(c);
		c->func_file = c->file = place_of(c, &c->files, s, n);
		c->has_fl = c->is_said = true;
	} else if (has_key(&s, &n, "fi=") || has_key(&s, &n, "fe=")) {
		callgrind_find_callee(c);
		c->file = place_of(c, &c->files, s, n);
		if (!c->has_fl)
			c->func_file = c->file;
	} else if (has_key(&s, &n, "ob=")) {
		callgrind_find_callee(c);
		callgrind_add_own(c);
		c->object = place_of(c, &c->objects, s, n);
		c->func = c->named = NOBODY;
	} else {
		return false;
	}
	return true;
}

void
callgrind_find_callee(struct callgrind *c)
{
	uint32_t object = c->called_object != NOBODY ? c->called_object : c->object;

	if (!c->has_callee)
		return;
	c->has_callee = false;
	c->called_func = callgrind_func(c, c->callee, c->callee_length,
		&(struct callgrind_place){ object, file_of_callee(c), c->called_file != NOBODY });
	c->called_object = c->called_file = NOBODY;
}

/* Reads the name of the called function in the N bytes at S. */
static void
read_callee(struct callgrind *c, const char *s, size_t n)
{
	callgrind_find_callee(c);
	callgrind_find_func(c);
	c->callee = mem_grow(c->callee, n + 1, &c->callee_room, 1);
	memcpy(c->callee, s, n);
	c->callee_length = n;
	c->has_callee = true;
}

/* Reads the number of calls and the position of the called function in the N bytes at S. */
static void
read_count(struct callgrind *c, const char *s, size_t n)
{
	uint64_t count = 0, line;
	size_t i;

	callgrind_find_callee(c);
	for (i = 0; i < n && s[i] >= '0' && s[i] <= '9' && count < UINT64_MAX / 10; i++)
		count = 10 * count + (uint64_t)(s[i] - '0');
	if (i == 0)
		callgrind_bad(c, c->in->line, "no number of calls");
	else if (i < n && s[i] >= '0' && s[i] <= '9')
		callgrind_bad(c, c->in->line, "the number of calls is too large");
	c->count = c->is_uncounted ? 0 : count;
	c->is_uncounted = false;
	c->next = COSTS_OF_CALLS;
	if (c->called_func != NOBODY && c->m->funcs[c->called_func].line == 0
	    && callgrind_line(c, s + i, n - i, &line) && line < UINT32_MAX)
		c->m->funcs[c->called_func].line = (uint32_t)line;
}

/* Reads a line about calls or jumps.  Returns false if the line is not about them. */
static bool
read_call(struct callgrind *c, const char *s, size_t n)
{
	if (has_key(&s, &n, "cfn=")) {
		read_callee(c, s, n);
	} else if (has_key(&s, &n, "cfi=") || has_key(&s, &n, "cfl=")) {
		c->called_file = place_of(c, &c->files, s, n);
	} else if (has_key(&s, &n, "cob=")) {
		c->called_object = place_of(c, &c->objects, s, n);
	} else if (has_key(&s, &n, "calls=") || has_key(&s, &n, "rcalls=")) {
		read_count(c, s, n);
	} else if (has_key(&s, &n, "jump=") || has_key(&s, &n, "jcnd=")) {
		c->next = PLACE_OF_JUMP;
	} else if (has_key(&s, &n, "jfi=")) {
		(void)place_of(c, &c->files, s, n);
	} else if (has_key(&s, &n, "jfn=")) {
		(void)callgrind_func(c, s, n, &(struct callgrind_place){ c->object, c->file,
			false });
	} else {
		return false;
	}
	return true;
}

/* Returns the unit in the name of an event: "10ns" for "Time_(10ns)".  If the name is a unit of time
 * itself, as "us", returns the name.  Other names have no unit: "". */
static const char *
unit_in_name(struct callgrind *c, const char *name, size_t n)
{
	const char *open = memchr(name, '(', n);
	const struct measured_event event = { .unit = arena_text(&c->m->text, name, n) };

	if (open == NULL || name[n - 1] != ')')
		return measured_event_rate(&event) > 0 ? event.unit : "";
	return arena_text(&c->m->text, open + 1, (size_t)(name + n - 1 - open) - 1);
}

/* Sets whether the values of EVENT, which the file has, are sampled or counted.  If the file does
 * not say it, the names tell: what callgrind itself writes is counted, samples are sampled, and
 * other programs may have sampled time or measured it. */
static void
set_origin(const struct callgrind *c, struct measured_event *event)
{
	bool was_sampled = event->is_sampled, was_unsaid = event->is_unsaid;

	event->is_sampled = strcasecmp(event->name, "samples") == 0;
	event->is_unsaid = !c->by_callgrind && measured_is_time(event);
	(void)measured_set_origin(event, c->origin, strlen(c->origin));
	/* If the files differ, sampling errors matter. */
	event->is_sampled |= was_sampled;
	event->is_unsaid = !event->is_sampled && (event->is_unsaid || was_unsaid);
}

/* Returns the number of the event that the N bytes at S name.  Adds the event if C->m does not have
 * it.  NOBODY: there is no room, because C->m has CALLGRIND_MOST_EVENTS events. */
static uint32_t
event_of(struct callgrind *c, const char *s, size_t n)
{
	uint32_t event = measured_event_named(c->m, arena_text(&c->m->text, s, n));

	if (event == NOBODY && c->m->nevents == CALLGRIND_MOST_EVENTS)
		return event;
	if (event == NOBODY) {
		event = measured_add_event(c->m, s, n, unit_in_name(c, s, n));
		c->m->events[event].has_stated = true;
	}
	set_origin(c, &c->m->events[event]);
	return event;
}

/* Returns the length of the word at the beginning of the N bytes at S. */
static size_t
word_length(const char *s, size_t n)
{
	size_t length = 0;

	while (length < n && s[length] != ' ' && s[length] != '\t')
		length++;
	return length;
}

static void
read_events(struct callgrind *c, const char *s, size_t n)
{
	const char *end = s + n;

	while (s < end) {
		size_t length = word_length(s, (size_t)(end - s));

		if (length > 0 && c->nevents == CALLGRIND_MOST_EVENTS) {
			callgrind_bad(c, c->in->line, "more than %d events",
				CALLGRIND_MOST_EVENTS);
			return;
		}
		if (length > 0) {
			uint32_t event = event_of(c, s, length);

			c->events[c->nevents++] = event;
			c->m->events_read |= event != NOBODY ? UINT64_C(1) << event : 0;
		}
		s += length + (s + length < end);
	}
	if (c->nevents == 0)
		callgrind_bad(c, c->in->line, "no events");
	for (uint32_t k = 0; k < c->nevents; k++)
		if (c->events[k] == NOBODY)
			callgrind_bad(c, c->in->line, "event %u is one too many", k + 1);
}

static void
read_desc(struct callgrind *c, const char *s, size_t n)
{
	if (has_key(&s, &n, "Costs:")) {
		/* In an export of a gprof profile, only self time is sampled. */
		(void)has_key(&s, &n, "self time is");
		snprintf(c->origin, sizeof(c->origin), "%.*s", n < sizeof(c->origin) ? (int)n
			: (int)sizeof(c->origin) - 1, s);
	} else if (has_key(&s, &n, "Inclusive: estimated")) {
		c->m->estimated = true;
		if (has_key(&s, &n, ",") && n > 0)
			c->m->estimated_why = arena_text(&c->m->text, s, n);
	}
}

/* Reads totals that the file states.  Other programs than callgrind write what they like here: if
 * these are not totals of the events, the file states none. */
static void
read_stated(struct callgrind *c, const char *s, size_t n)
{
	bool is_valid = c->nevents > 0 && callgrind_numbers(c, s, s + n, c->stated);

	if (!is_valid && c->by_callgrind)
		callgrind_bad(c, c->in->line, c->nevents > 0 ? "the totals are no numbers, or too "
			"many" : "totals, but no \"events:\" before them");
	if (!is_valid || n == 0)
		return;
	c->has_stated = true;
	c->stated_line = c->in->line;
}

/* Begins another part, and stores the N bytes at S, the value of a line that distinguishes parts.
 * Bytes for which C->part_lines has no room are cut off. */
static void
read_part_line(struct callgrind *c, enum callgrind_part_line which, const char *s, size_t n)
{
	char *to = c->part_lines[which];

	callgrind_begin_part(c);
	c->part = NOBODY;
	if (n >= sizeof(c->part_lines[which]))
		n = sizeof(c->part_lines[which]) - 1;
	for (size_t i = 0; i < n; i++)
		to[i] = s[i] == '\t' ? ' ' : s[i];
	to[n] = '\0';
}

/* Reads a line of the header.  Returns false if the line does not belong to a header. */
static bool
read_header(struct callgrind *c, const char *s, size_t n)
{
	static const char *const others[] = { "arch:", "timeframe (BB):",
		"rfl=", "rfi=", "rfn=", "rob=" };

	if (has_key(&s, &n, "pid:")) {
		read_part_line(c, PART_PROCESS, s, n);
	} else if (has_key(&s, &n, "thread:")) {
		read_part_line(c, PART_THREAD, s, n);
	} else if (has_key(&s, &n, "part:")) {
		read_part_line(c, PART_NUMBER, s, n);
	} else if (has_key(&s, &n, "positions:")) {
		callgrind_begin_part(c);
		c->has_lines = memmem(s, n, "line", 4) != NULL;
		c->has_addresses = memmem(s, n, "instr", 5) != NULL
			|| memmem(s, n, "addr", 4) != NULL;
		c->has_instr = c->has_instr || c->has_addresses;
	} else if (has_key(&s, &n, "events:")) {
		callgrind_begin_part(c);
		read_events(c, s, n);
	} else if (has_key(&s, &n, "event:")) {
		derived_declare(c->m, s, n);
	} else if (has_key(&s, &n, "cmd:")) {
		c->command = arena_text(&c->m->text, s, word_length(s, n));
	} else if (has_key(&s, &n, "desc:")) {
		read_desc(c, s, n);
	} else if (has_key(&s, &n, "version:")) {
		c->by_xdebug2 = n == 5 && memcmp(s, "0.9.6", 5) == 0;
	} else if (has_key(&s, &n, "creator:")) {
		c->by_xdebug2 = false;
		c->by_callgrind = has_key(&s, &n, "callgrind");
		c->by_gprowse = has_key(&s, &n, "gprowse");
	} else if (has_key(&s, &n, "summary:")) {
		read_stated(c, s, n);
	} else if (has_key(&s, &n, "totals:")) {
		read_stated(c, s, n);
		c->has_end = true;
	} else {
		for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++)
			if (has_key(&s, &n, others[i]))
				return true;
		return false;
	}
	return true;
}

/* Is the line, the N bytes at S, the one before each profile that xdebug appends to a file? */
static bool
is_between(const char *s, size_t n)
{
	return n >= 4 && memcmp(s, "====", 4) == 0;
}

/* Is the line, the N bytes at S, one that other programs write between other lines?  These are
 * header lines with other keys. */
static bool
is_ignored(const struct callgrind *c, const char *s, size_t n)
{
	const char *colon = memchr(s, ':', n);

	if (is_between(s, n))
		return true;
	return c->nevents == 0 && colon != NULL && colon > s && memchr(s, '=', (size_t)(colon - s)) == NULL;
}

static void
read_line(struct callgrind *c, const char *s, size_t n)
{
	while (n > 0 && (*s == ' ' || *s == '\t'))
		s++, n--;
	c->is_uncounted |= n == strlen(measured_uncounted)
		&& memcmp(s, measured_uncounted, n) == 0;
	if (n == 0 || *s == '#')
		return;
	if (*s <= '9')
		callgrind_add_costs(c, s, n);
	else if (!read_place(c, s, n) && !read_call(c, s, n) && !read_header(c, s, n)
	    && !is_ignored(c, s, n))
		callgrind_bad(c, c->in->line, "is no line that callgrind writes");
}

/* Is there a line "events:" or "# callgrind format", with only header lines before it? */
static bool
recognise(const unsigned char *head, size_t n)
{
	const char *line = (const char *)head, *end = line + n, *next, *colon;

	if (memchr(head, '\0', n) != NULL)
		return false;
	for (; line < end; line = next + 1) {
		next = memchr(line, '\n', (size_t)(end - line));
		next = next != NULL ? next : end;
		if (next - line >= 7 && memcmp(line, "events:", 7) == 0)
			return true;
		if (is_between(line, (size_t)(next - line)))
			continue;
		colon = memchr(line, ':', (size_t)(next - line));
		if (next > line && *line != '#' && *line != '\r'
		    && (colon == NULL || colon - line > 20))
			return false;
		if (next - line >= 18 && memcmp(line, "# callgrind format", 18) == 0)
			return true;
	}
	return false;
}

/* If C->m->program is not set yet, sets it to the object whose file name is that of the command. */
static void
find_program(struct callgrind *c)
{
	struct measured *m = c->m;

	for (uint32_t f = 0; f < m->nfuncs && c->command != NULL && m->program == NULL; f++) {
		const char *object = measured_text_of(m, m->funcs[f].object);

		if (*object != '\0'
		    && strcmp(pathname_base(object), pathname_base(c->command)) == 0)
			m->program = object;
	}
}

/* Returns true if the file has a line "events:" and no bad line.  Otherwise, sets E. */
static bool
tell_errors(const struct callgrind *c, struct err *e)
{
	if (c->m->nevents == 0)
		return err_set(e, ERR_FORMAT, "line %llu: the file ends before a line \"events:\"",
			(unsigned long long)c->in->line);
	*e = c->first;
	if (c->nbad > 1)
		return err_in(e, "%llu lines cannot be used; the first is",
			(unsigned long long)c->nbad);
	return c->nbad == 0;
}

static bool
read_callgrind(struct input *in, struct measured *m, const struct measured_options *options,
	struct err *e)
{
	struct callgrind c = { .m = m, .in = in, .has_lines = true,
		.unknown = measured_text(m, "???", 3), .func = NOBODY, .part = NOBODY, .named = NOBODY,
		.called_func = NOBODY, .called_file = NOBODY, .called_object = NOBODY };
	uint64_t length = input_length(in);
	bool whole, has_room;
	char *line;
	size_t n;

	(void)options;
	measured_allow(m, length);
	m->has_costs = true;
	c.object = c.file = c.func_file = c.unknown;
	while ((has_room = measured_has_room(m, 0)) && input_line(in, &line, &n)) {
		measured_allow(m, length == 0 ? n + 1 : 0);
		read_line(&c, line, n);
	}
	c.ends_in_line = in->at > 0 && in->bytes[in->at - 1] != '\n';
	if (!has_room || (in->failed && in->err.kind == ERR_STOPPED))
		c.has_stated = false;
	callgrind_begin_part(&c);
	callgrind_end_funcs(&c);
	m->has_instructions = m->has_instructions || c.has_instr;
	find_program(&c);
	whole = tell_errors(&c, e);
	callgrind_names_release(&c.objects);
	callgrind_names_release(&c.files);
	callgrind_names_release(&c.funcs);
	free(c.callee);
	if (!has_room)
		return measured_no_room(m, e) || err_in(e, "line %llu", (unsigned long long)in->line);
	if (input_why(in, e))
		return err_in(e, "line %llu", (unsigned long long)in->line + 1);
	return whole;
}

static void
finish(struct measured *m)
{
	callgrind_name_parts(m);
	callgrind_merge_tree(m);
	measured_choose_event(m);
	derived_declare_known(m);
	derived_add(m);
}

const struct measured_format callgrind_format = { .recognise = recognise, .read = read_callgrind,
	.finish = finish };
