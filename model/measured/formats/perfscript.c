/* perfscript.c - the output of perf script
 *
 * A sample is a line with the thread, the time and the event, then a line for each frame of its
 * stack, the innermost first, then an empty line:
 *
 *	redis-server 4711/4712 [001] 441995.133575:     250000 cpu-clock:u:
 *		  59fef5 dictFind+0x12 (/usr/bin/redis-server)
 *		  86bb0e main+0x45 (/usr/bin/redis-server)
 *
 * A sample without a stack has its frame in the first line, behind the event.  Which fields there
 * are depends on the option -F.  The number before the event is its period: what the sample stands
 * for.  Source: tools/perf/builtin-script.c of Linux, functions perf_sample__fprintf_start() and
 * sample__fprintf_callchain().
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/pathname.h"
#include "measured/formats/perf_choice.h"
#include "measured/formats/perf_object.h"
#include "measured/formats/perf_parts.h"
#include "measured/formats/perfscript_line.h"
#include "measured/formats/perfscript_roots.h"
#include "measured/reader.h"

struct perf_script {
	struct measured *m;
	struct perf_choice choice;
	uint32_t event, part;		/* of the current sample */
	int64_t period;
	struct measured_weight weights[PERF_EVENTS];	/* of one sample */
	bool is_open;			/* a sample has begun */
	bool is_omitted;		/* a sample has begun that is not chosen, or whose first
					 * line cannot be used */
	uint64_t bare;			/* number of the first line of the sample, if only a frame
					 * behind it shows that it is one; otherwise 0 */
	bool is_between;		/* the last line was empty or a record, or there was none */
	bool is_in_line;		/* the frame of the sample stood in its first line */
	bool has_addresses;		/* some frame had an address, so each line of a stack must
					 * have one */
	uint32_t *frames;		/* owned; the frames of the sample, the innermost first */
	size_t nframes, frames_room;
	bool is_ended;			/* the last line of the stack was a mark, which is none of
					 * .frames */
	struct perfscript_roots roots;
	uint64_t nbad, first_bad;	/* number of bad lines, and the number of the first one */
	bool is_full;			/* there was no room for a stack */
	bool has_time, is_absolute;	/* a sample had a time; the first was not 0 */
	bool has_deltas;		/* the times are those since the sample before (perf script
					 * --deltatime), so that no time is known */
	uint64_t last;			/* the time of the last sample */
};

/* Returns the number in M->texts of "[NAME]", NAME being the last part of the path OBJECT. */
static uint32_t
name_of_object(struct measured *m, struct perf_text object)
{
	char *path, *name;
	const char *base;
	size_t n;
	uint32_t text;

	if (perf_text_begins(object, "["))
		return measured_text(m, object.s, object.n);
	path = mem_text(object.s, object.n);
	base = pathname_base(path);
	n = strlen(base);
	name = mem_new(n + 3, 1);
	name[0] = '[';
	memcpy(name + 1, base, n);
	name[n + 1] = ']';
	text = measured_text(m, name, n + 2);
	free(name);
	free(path);
	return text;
}

/* Returns the number of the frame F.  Code without a name belongs to a function that stands for all
 * such code of its object. */
static uint32_t
frame_of(struct perf_script *p, const struct perf_frame *f)
{
	struct measured *m = p->m;
	struct measured_func func = { .object = NOBODY, .file = NOBODY };
	struct measured_frame frame = { .file = NOBODY };

	if (!perf_text_is_unknown(f->object))
		func.object = measured_text(m, f->object.s, f->object.n);
	func.is_unnamed = perf_text_is_unknown(f->name);
	if (!func.is_unnamed)
		func.name = measured_text(m, f->name.s, f->name.n);
	else if (func.object != NOBODY)
		func.name = name_of_object(m, f->object);
	else
		func.name = measured_text(m, "[unknown]", 9);
	frame.func = measured_func(m, &func);
	m->funcs[frame.func].is_nowhere |= func.is_unnamed && func.object == NOBODY
		&& f->object.n > 0;
	frame.flags = f->is_inlined ? MEASURED_INLINED : perf_object_flags(f->object);
	return measured_frame(m, &frame);
}

/* Adds F to the frames of the sample. */
static void
push_frame(struct perf_script *p, const struct perf_frame *f)
{
	p->frames = mem_grow(p->frames, p->nframes + 1, &p->frames_room, sizeof(*p->frames));
	p->frames[p->nframes++] = frame_of(p, f);
}

/* Forgets the frames of the sample. */
static void
drop_frames(struct perf_script *p)
{
	p->nframes = 0;
	p->is_ended = false;
	perfscript_roots_begin(&p->roots);
}

static void
add_bad(struct perf_script *p, uint64_t line)
{
	if (p->nbad++ == 0)
		p->first_bad = line;
}

/* Adds the sample that has been read. */
static void
end_sample(struct perf_script *p)
{
	struct measured *m = p->m;
	uint32_t path = NOBODY, sample;

	if (!p->is_open)
		return;
	p->is_open = false;
	if (p->nframes == 0 && p->bare > 0) {
		add_bad(p, p->bare);
		return;
	}
	if (p->nframes == 0) {
		const struct perf_frame unknown = { 0 };

		push_frame(p, &unknown);
	}
	if (!measured_has_room(m, p->nframes)) {
		p->is_full = true;
		return;
	}
	if (!p->is_in_line)
		perfscript_roots_end(&p->roots, m, p->frames, p->nframes);
	path = measured_stack_inward(m, p->frames, p->nframes);
	sample = measured_sample(m, path, p->part);
	for (uint32_t k = 0; k < m->nevents; k++)
		p->weights[k] = (struct measured_weight){ 0 };
	p->weights[p->event] = (struct measured_weight){ .value = p->period, .samples = 1,
		.squares = (double)p->period * (double)p->period };
	measured_add_weights(m, sample, p->weights);
}

/* Adds F to the stack of the sample.  A mark at its end is no frame. */
static void
add_frame(struct perf_script *p, const struct perf_frame *f)
{
	const struct perf_frame unknown = { 0 };
	uint32_t flags = 0;

	p->has_addresses |= f->has_address;
	if (p->is_ended)
		push_frame(p, &unknown);
	p->is_ended = perfscript_is_end(f);
	if (!p->is_ended) {
		push_frame(p, f);
		flags = p->m->frames[p->frames[p->nframes - 1]].flags;
	}
	perfscript_roots_frame(&p->roots, f, (flags & MEASURED_KERNEL) != 0);
}

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* Notes the time of the sample of H.  If the first time is 0, and times go back, they are those
 * since the sample before. */
static void
note_time(struct perf_script *p, const struct perf_header *h)
{
	if (!h->has_time || p->is_absolute)
		return;
	p->is_absolute = !p->has_time && h->time != 0;
	p->has_deltas |= p->has_time && h->time < p->last;
	p->has_time = true;
	p->last = h->time;
}

/* Looks for times of samples in the N bytes at HEAD. */
static void
note_times(struct perf_script *p, const unsigned char *head, size_t n)
{
	const char *s = (const char *)head, *end = s + n, *next;
	struct perf_header h;

	for (; !p->is_absolute && s < end && (next = memchr(s, '\n', (size_t)(end - s))) != NULL;
	     s = next + 1)
		if (next > s && !is_blank(*s) && *s != '#'
		    && perfscript_header(&h, s, (size_t)(next - s)))
			note_time(p, &h);
	p->has_time = false;
}

/* Begins the sample of H, which is line LINE. */
static void
begin_sample(struct perf_script *p, const struct perf_header *h, uint64_t line)
{
	struct perf_facts f = { .has_pid = h->has_pid, .has_tid = h->has_tid,
		.has_cpu = h->has_cpu, .pid = h->pid, .tid = h->tid, .cpu = h->cpu, .time = h->time,
		.comm = h->comm.s, .ncomm = h->comm.n };
	const char *unnamed = h->has_period ? "period" : "samples";
	struct perf_text event;
	struct perf_frame frame;

	end_sample(p);
	note_time(p, h);
	f.has_time = h->has_time && !p->has_deltas;
	p->is_omitted = !perf_choice_has(&p->choice, &f);
	if (p->is_omitted)
		return;
	event = h->event.n > 0 ? h->event : (struct perf_text){ unnamed, strlen(unnamed) };
	p->event = perf_event_number(p->m, event.s, event.n, h->has_period);
	p->is_open = p->event != NOBODY;
	p->is_omitted = !p->is_open;
	if (p->is_omitted)
		add_bad(p, line);
	if (p->is_omitted)
		return;
	drop_frames(p);
	p->bare = 0;
	p->period = h->period;
	p->part = perf_part_of(p->m, p->choice.options->division, &f);
	p->is_in_line = perfscript_header_frame(&frame, h->rest);
	if (p->is_in_line)
		add_frame(p, &frame);
}

/* Adds F, which has a line of its own.  If the sample has such frames, what looks like a frame in
 * its first line is the address of data (field addr). */
static void
add_frame_line(struct perf_script *p, const struct perf_frame *f)
{
	if (p->is_in_line)
		drop_frames(p);
	p->is_in_line = false;
	add_frame(p, f);
}

/* Notes that the last frame of the sample is inlined: its source line says so. */
static void
mark_inlined(struct perf_script *p)
{
	struct measured_frame frame;

	if (!p->is_open || p->nframes == 0 || p->is_ended)
		return;
	perfscript_roots_inlined(&p->roots);
	frame = p->m->frames[p->frames[p->nframes - 1]];
	frame.flags = MEASURED_INLINED;
	p->frames[p->nframes - 1] = measured_frame(p->m, &frame);
}

/* Is the line S that of a source line, "  main.c:17"?  The field srcline adds such lines behind
 * those of frames. */
static bool
is_place(const char *s, size_t n)
{
	return n > 2 && s[0] == ' ' && s[1] == ' ' && s[2] != ' ';
}

/* Is F, which is the line S, certainly a frame?  Old versions of perf write long addresses, as
 * those of the kernel are, without blanks in front. */
static bool
is_frame(const struct perf_frame *f, const char *s)
{
	return f->has_address && (is_blank(*s) || f->address >> 28 != 0);
}

static void
read_line(struct perf_script *p, const struct input *in, const char *s, size_t n)
{
	struct perf_header h;
	struct perf_frame f;
	bool is_between = p->is_between;

	p->is_between = n == 0;
	if (n == 0 || *s == '#')
		return;
	if (perfscript_is_record(s, n)) {
		p->is_between = true;
		return;
	}
	if (perfscript_header(&h, s, n)) {
		begin_sample(p, &h, in->line);
		return;
	}
	if (is_between && perfscript_is_aligned(s, n)) {
		h = (struct perf_header){ .comm = { s, 0 }, .rest = { s, 0 }, .period = 1 };
		begin_sample(p, &h, in->line);
	} else if (is_between && perfscript_bare_header(&h, s, n)) {
		begin_sample(p, &h, in->line);
		p->bare = in->line;
		return;
	}
	if ((p->is_open || p->is_omitted) && perfscript_frame(&f, s, n)
	    && (is_frame(&f, s) || (is_blank(*s) && !p->has_addresses))) {
		if (p->is_open)
			add_frame_line(p, &f);
		return;
	}
	if (p->has_addresses && is_place(s, n)) {
		if (perf_text_ends((struct perf_text){ s, n }, " (inlined)"))
			mark_inlined(p);
		return;
	}
	if (s[strspn(s, " \t\r")] == '\0')
		return;
	if (!is_blank(*s)) {
		end_sample(p);
		p->is_omitted = true;
	}
	add_bad(p, in->line);
}

static bool
read_perf_script(struct input *in, struct measured *m, const struct measured_options *options,
	struct err *e)
{
	struct perf_script p = { .m = m, .choice = { .options = options },
		.is_between = true };
	uint64_t length = input_length(in);
	char *line;
	size_t n;

	measured_allow(m, length);
	note_times(&p, in->bytes + in->at, in->n - in->at);
	while (!p.is_full && input_line(in, &line, &n)) {
		measured_allow(m, length == 0 ? n + 1 : 0);
		read_line(&p, in, line, n);
	}
	if (!p.is_full)
		end_sample(&p);
	perf_parts_note(m, options->division);
	perf_choice_title(options, m);
	p.choice.has_first &= !p.has_deltas;
	perf_choice_elapsed(&p.choice, m);
	perfscript_roots_note(&p.roots, m);
	free(p.frames);
	if (p.is_full)
		return measured_no_room(m, e) || err_in(e, "line %" PRIu64, in->line);
	if (input_why(in, e))
		return err_in(e, "line %" PRIu64, in->line + 1);
	if (p.nbad == 0 && m->nsamples == 0 && p.choice.nomitted > 0)
		return perf_choice_none(&p.choice, e);
	return p.nbad == 0 || err_set(e, ERR_FORMAT, "%" PRIu64 " line%s cannot be used; the first "
		"is line %" PRIu64, p.nbad, p.nbad == 1 ? "" : "s", p.first_bad);
}

/* A blank line follows a sample whose frames have lines of their own.  If so many lines have
 * neither a frame nor a blank line behind them, they are something else, such as folded stacks. */
enum { MOST_HEADERS = 100 };

/* Is HEAD the beginning of samples: a first line, and a frame behind it or in the next line? */
static bool
recognise(const unsigned char *head, size_t n)
{
	const char *s = (const char *)head, *end = s + n, *next;
	struct perf_header h = { .period = 1 }, other;
	struct perf_frame f;
	bool has_header = false, is_bare = false;
	unsigned nheaders = 0;

	if (memchr(head, '\0', n) != NULL)
		return false;
	for (; s < end; s = next + 1) {
		size_t length;

		next = memchr(s, '\n', (size_t)(end - s));
		next = next != NULL ? next : end;
		length = (size_t)(next - s);
		if (length == 0 || *s == '#' || *s == '\r' || perfscript_is_record(s, length)) {
			nheaders = 0;
			continue;
		}
		if (nheaders++ == MOST_HEADERS)
			return false;
		if (perfscript_is_aligned(s, length))
			return true;
		if (is_bare)
			return false;
		if (has_header && !perfscript_header(&other, s, length))
			return perfscript_frame(&f, s, length) && (is_frame(&f, s)
				|| (is_blank(*s) && h.has_time && h.event.n > 0));
		is_bare = !perfscript_header(&h, s, length);
		if (is_bare)
			continue;
		if (h.has_time && perfscript_header_frame(&f, h.rest) && f.object.n > 0)
			return true;
		has_header = true;
	}
	return false;
}

/* Does HEAD have samples without a frame, as those of tracepoints?  Says in E what to do then. */
static void
explain(const unsigned char *head, size_t n, struct err *e)
{
	const char *s = (const char *)head, *end = s + n, *next;
	struct perf_header h;
	unsigned nsamples = 0;

	for (; nsamples < 2 && s < end && (next = memchr(s, '\n', (size_t)(end - s))) != NULL;
	     s = next + 1) {
		if (next == s || *s == '#')
			continue;
		if (!perfscript_header(&h, s, (size_t)(next - s)) || !h.has_time || h.event.n == 0)
			return;
		nsamples++;
	}
	if (nsamples > 0)
		(void)err_set(e, ERR_FORMAT, "has events of perf script without functions; record them "
			"with stacks: perf record -g");
}

const struct measured_format perf_script_format = {
	.stacks = STACKS_UNWOUND, .recognise = recognise, .explain = explain,
	.read = read_perf_script,
	.finish = measured_choose_event };
