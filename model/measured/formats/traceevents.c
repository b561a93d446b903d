/* traceevents.c - trace events, as Chrome, Perfetto and many other programs write them
 *
 * An array of events, or an object with this array as "traceEvents".  "ph" is the kind of an event:
 * "B" begins a function at "ts", in microseconds, "E" ends it, "X" is both, with the duration "dur",
 * and "M" names a process or thread.  "b" and "e", or "S" and "F", begin and end work that may go
 * from thread to thread: "cat" and "id" (or "id2") identify it.  A trace of Chrome's developer tools
 * has profiles of V8 instead, in the events Profile, ProfileChunk and CpuProfile.  The "]" at the end
 * may be missing.  Source: the description of the format by the authors of Chrome (Trace Event
 * Format).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "measured/formats/cpuprofile.h"
#include "measured/formats/jsontree.h"
#include "measured/formats/namedstacks.h"
#include "measured/formats/traceevents.h"
#include "measured/reader.h"

enum { MOST_ID = 256 };			/* bytes of a category or an id that are compared */

static bool
is_thread(const void *of, uint32_t number, const void *key)
{
	const struct trace_thread *a = (const struct trace_thread *)of + number, *b = key;

	return a->pid == b->pid && a->tid == b->tid && a->is_async == b->is_async;
}

/* Returns the number in P->m->texts of what identifies the asynchronous work of the event V. */
static uint32_t
async_id(struct trace *p, const struct jsontree_value *v)
{
	const struct jsontree_value *id = jsontree_get(&p->t, v, "id");
	const struct jsontree_value *id2 = jsontree_get(&p->t, v, "id2");
	struct jsontree_text cat = jsontree_text(jsontree_get(&p->t, v, "cat")), name;
	char key[2 * MOST_ID + 32];
	int n;

	if (id == NULL)
		id = jsontree_get(&p->t, id2, "local");
	if (id == NULL)
		id = jsontree_get(&p->t, id2, "global");
	name = jsontree_text(id);
	n = snprintf(key, sizeof(key), "%.*s %.*s %" PRId64,
		(int)(cat.n < MOST_ID ? cat.n : MOST_ID), cat.s,
		(int)(name.n < MOST_ID ? name.n : MOST_ID), name.s, jsontree_integer(id, 0));
	return measured_text(p->m, key, (size_t)n);
}

/* Returns the number of THREAD, which may be new. */
static uint32_t
number_of(struct trace *p, struct trace_thread thread)
{
	int64_t key[3] = { thread.pid, thread.tid, thread.is_async };
	uint32_t before = p->thread_numbers.n, number = numbering_of(&p->thread_numbers,
		numbering_hash(&p->thread_numbers, key, sizeof(key)), is_thread, p->threads,
		&thread);

	if (number == before) {
		p->threads = mem_grow(p->threads, (size_t)number + 1, &p->threads_room,
			sizeof(*p->threads));
		p->threads[number] = thread;
	}
	return number;
}

uint32_t
trace_thread(struct trace *p, const struct jsontree_value *v)
{
	return number_of(p, (struct trace_thread){ .part = NOBODY,
		.pid = jsontree_integer(jsontree_get(&p->t, v, "pid"), 0),
		.tid = jsontree_integer(jsontree_get(&p->t, v, "tid"), 0) });
}

/* Returns the part for a KIND called NAME with number ID in process PID. */
static uint32_t
part_of(struct measured *m, const char *kind, struct jsontree_text name, int64_t pid, int64_t id)
{
	char *text = mem_new(name.n + 32, 1);
	uint32_t part;
	int n;

	if (name.n > 0)
		memcpy(text, name.s, name.n);
	n = snprintf(text + name.n, 32, "%s%" PRId64, name.n > 0 ? " " : "", id);
	part = measured_part_with_id(m, kind, ((uint64_t)pid << 32 ^ (uint64_t)id) + 1, text,
		name.n + (size_t)n);
	free(text);
	return part;
}

/* Makes the parts for threads, if there are several. */
static void
make_parts(struct trace *p)
{
	for (uint32_t i = 0; i < p->thread_numbers.n && p->thread_numbers.n > 1; i++) {
		struct trace_thread *thread = &p->threads[i];
		uint32_t whole = part_of(p->m, "process", thread->process, 0, thread->pid);

		thread->part = thread->is_async ? part_of(p->m, "asynchronous", thread->process,
				-1, thread->pid)
			: part_of(p->m, "thread", thread->name, thread->pid, thread->tid);
		if (p->m->parts[thread->part].whole == NOBODY && thread->part != whole)
			measured_divide(p->m, whole, thread->part);
	}
}

/* Reads the event V that names a thread or a process. */
static void
read_name(struct trace *p, const struct jsontree_value *v)
{
	struct jsontree_text name = jsontree_text(jsontree_get(&p->t, jsontree_get(&p->t, v, "args"),
		"name"));
	const struct jsontree_value *what = jsontree_get(&p->t, v, "name");
	uint32_t number;

	if (name.n == 0 || (!jsontree_is(what, "thread_name") && !jsontree_is(what, "process_name")))
		return;
	number = trace_thread(p, v);
	*(jsontree_is(what, "thread_name") ? &p->threads[number].name
		: &p->threads[number].process) = name;
}

/* Returns the time KEY of the event V in nanoseconds, or OTHERWISE. */
static int64_t
time_of(struct trace *p, const struct jsontree_value *v, const char *key, int64_t otherwise)
{
	enum { PER = 1000 };
	static const double most = 0x1p60;
	const struct jsontree_value *time = jsontree_get(&p->t, v, key);

	if (time == NULL)
		return otherwise;
	if (time->kind == JSONTREE_INTEGER && llabs(time->integer) < INT64_MAX / PER / 8)
		return time->integer * PER;
	return llround(fmax(fmin(jsontree_real(time, 0) * PER, most), -most));
}

/* Adds the event V, whose kind is the letter KIND. */
static void
add_event(struct trace *p, const struct jsontree_value *v, char kind)
{
	struct jsontree_text name = jsontree_text(jsontree_get(&p->t, v, "name"));
	bool is_async = kind == 'b' || kind == 'e' || kind == 'S' || kind == 'F';
	struct trace_event event = { .kind = kind, .frame = NOBODY,
		.at = time_of(p, v, "ts", INT64_MIN), .end = INT64_MAX };

	if (event.at == INT64_MIN) {
		p->nbad++;
		return;
	}
	event.thread = !is_async ? trace_thread(p, v)
		: number_of(p, (struct trace_thread){ .is_async = true, .tid = async_id(p, v),
			.pid = jsontree_integer(jsontree_get(&p->t, v, "pid"), 0),
			.part = NOBODY });
	if (is_async)
		event.kind = kind == 'b' || kind == 'S' ? 'B' : 'E';
	if (kind == 'X') {
		int64_t length = time_of(p, v, "dur", time_of(p, v, "tdur", 0));

		event.end = measured_sum(event.at, length > 0 ? length : 0);
	}
	if (event.kind != 'E' || name.n > 0)
		event.frame = namedstacks_frame(p->m, name.s, name.n, NOBODY, NOBODY, 0, 0);
	p->events = mem_grow(p->events, (size_t)p->nevents + 1, &p->events_room,
		sizeof(*p->events));
	p->events[p->nevents++] = event;
	p->is_full |= !measured_has_room(p->m, 0);
}

/* Reads the events from FIRST on: first the names and what is in them, then the profiles of V8 or,
 * if there are none, the functions.  SAMPLES are samples that are no events. */
static void
read_events(struct trace *p, const struct jsontree_value *first,
	const struct jsontree_value *samples)
{
	const struct jsontree_value *v;

	for (v = first; v != NULL; v = jsontree_next(&p->t, v)) {
		const struct jsontree_value *name = jsontree_get(&p->t, v, "name");
		struct jsontree_text kind = jsontree_text(jsontree_get(&p->t, v, "ph"));

		if (kind.n == 1 && *kind.s == 'M')
			read_name(p, v);
		else if (jsontree_is(name, "Profile") || jsontree_is(name, "ProfileChunk")
			 || jsontree_is(name, "CpuProfile"))
			trace_add_chunk(p, v);
	}
	v = p->nchunks == 0 ? first : NULL;
	for (; v != NULL && !p->is_full; v = jsontree_next(&p->t, v)) {
		struct jsontree_text kind = jsontree_text(jsontree_get(&p->t, v, "ph"));

		if (kind.n == 1 && memchr("BEXbeSF", *kind.s, 7) != NULL)
			add_event(p, v, *kind.s);
		else if (kind.n == 1 && *kind.s == 'P')
			(void)trace_thread(p, v);
	}
	for (v = samples; v != NULL; v = jsontree_next(&p->t, v))
		(void)trace_thread(p, v);
	/* A process is named by an event of any of its threads. */
	for (uint32_t i = 1; i < p->thread_numbers.n; i++)
		if (p->threads[i].process.n == 0 && p->threads[i].pid == p->threads[i - 1].pid)
			p->threads[i].process = p->threads[i - 1].process;
	make_parts(p);
}

static bool
read_trace(struct input *in, struct measured *m, const struct measured_options *options,
	struct err *e)
{
	struct trace p = { .m = m, .stacks.m = m };
	bool ok = jsontree_read(&p.t, in, m, e);
	const struct jsontree_value *all = p.t.n > 0 ? p.t.v : NULL, *events = all;

	(void)options;
	if (events != NULL && events->kind == JSONTREE_OBJECT)
		events = jsontree_get(&p.t, events, "traceEvents");
	else if (events != NULL && !ok && in->n > 0 && e->kind == ERR_FORMAT && p.t.n > 1)
		ok = strncmp(e->text, "ends early", 10) == 0;
	read_events(&p, jsontree_first(&p.t, events),
		jsontree_first(&p.t, jsontree_get(&p.t, all, "samples")));
	if (p.nchunks > 0)
		trace_add_profiles(&p);
	else
		trace_add_functions(&p);
	if (!p.is_full)
		trace_add_samples(&p, all, jsontree_first(&p.t, events));
	if (p.nbad > 0)
		measured_add_note(m, arena_printf(&m->text, "%" PRIu64 " event%s of the trace %s no time, or "
			"end%s what has not begun or not ended.", p.nbad, p.nbad == 1 ? "" : "s",
			p.nbad == 1 ? "has" : "have", p.nbad == 1 ? "s" : ""), "They are skipped or cut.");
	free(p.threads);
	free(p.events);
	free(p.chunks);
	numbering_release(&p.thread_numbers);
	jsontree_release(&p.t);
	if (p.is_full)
		return measured_no_room(m, e);
	if (ok && m->nsamples == 0)
		return err_set(e, ERR_EMPTY, "has no events with a duration (\"B\" and \"E\", or \"X\"), no "
			"samples with stacks, and no profile of V8");
	return ok;
}

static bool
recognise(const unsigned char *head, size_t n)
{
	return jsontree_has(head, n, "\"ph\"") || jsontree_has(head, n, "\"stackFrames\"");
}

const struct measured_format trace_events_format = {
	.is_certain = true, .recognise = recognise, .read = read_trace,
	.finish = measured_choose_event };
