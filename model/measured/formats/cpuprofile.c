/* cpuprofile.c - profiles of V8: .cpuprofile and .heapprofile of Chrome and Node.js
 *
 * A JSON object: "nodes" has the nodes of a tree of calls, each with an "id", a "callFrame" and the
 * ids of its callees, "children", or that of its caller, "parent".  "samples" has the id of the node
 * that ran at each sample, "timeDeltas" the microseconds since the sample before.  Without samples,
 * "hitCount" is the number of the samples of a node.  In the old format, "head" is the root, and
 * nodes contain each other; "timestamps" has the times of the samples.
 *
 * V8 adds nodes that are no functions: "(root)", "(program)", "(garbage collector)" and "(idle)".
 * What is idle is no time of the program; the DevTools of Chrome do not count it, either.
 *
 * A profile of the heap has a "head", too, whose nodes have a "selfSize", the bytes that they
 * allocated and that are in use.  Each of its "samples" has a "size" and a "nodeId".  Source:
 * js_protocol.pdl of V8, types Profile and SamplingHeapProfile.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "measured/formats/cpuprofile.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "measured/reader.h"

struct cpuprofile_node {
	int64_t id;
	uint32_t value;			/* index of the node in the tree of JSON */
	uint32_t parent;		/* number of a node, or NOBODY */
	uint32_t path;			/* NOBODY: it is the root, or was not made yet */
	bool has_path, is_open;		/* .is_open: its path is being made */
	bool is_idle;			/* in its samples, the thread had nothing to do */
};

static bool
has_id(const void *of, uint32_t number, const void *key)
{
	const struct cpuprofile_node *node = (const struct cpuprofile_node *)of + number;
	const int64_t *id = key;

	return node->id == *id;
}

/* Returns the number of the node with ID, or NOBODY. */
static uint32_t
find_node(struct cpuprofile *p, int64_t id)
{
	return numbering_find(&p->numbers, numbering_hash(&p->numbers, &id, sizeof(id)), has_id,
		p->nodes, &id);
}

/* Adds the node V with ID, and returns its number; NOBODY: there is one with this id. */
static uint32_t
add_node(struct cpuprofile *p, const struct jsontree_value *v, int64_t id, uint32_t parent)
{
	uint32_t before = p->numbers.n, number = numbering_of(&p->numbers,
		numbering_hash(&p->numbers, &id, sizeof(id)), has_id, p->nodes, &id);

	if (number < before) {
		p->nbad++;
		return NOBODY;
	}
	p->nodes = mem_grow(p->nodes, (size_t)number + 1, &p->nodes_room, sizeof(*p->nodes));
	p->nodes[number] = (struct cpuprofile_node){ .id = id, .parent = parent, .path = NOBODY,
		.value = (uint32_t)(v - p->t->v) };
	return number;
}

/* Sets the callers of the nodes from number FROM on. */
static void
link_nodes(struct cpuprofile *p, uint32_t from)
{
	for (uint32_t i = from; i < p->numbers.n; i++) {
		const struct jsontree_value *v = &p->t->v[p->nodes[i].value], *child, *parent;
		uint32_t number;

		parent = jsontree_get(p->t, v, "parent");
		if (parent != NULL)
			p->nodes[i].parent = find_node(p, jsontree_integer(parent, INT64_MIN));
		child = jsontree_first(p->t, jsontree_get(p->t, v, "children"));
		for (; child != NULL; child = jsontree_next(p->t, child)) {
			number = find_node(p, jsontree_integer(child, INT64_MIN));
			if (number != NOBODY)
				p->nodes[number].parent = i;
		}
	}
}

void
cpuprofile_add_nodes(struct cpuprofile *p, const struct jsontree_value *nodes)
{
	const struct jsontree_value *v = jsontree_first(p->t, nodes);
	uint32_t from = p->numbers.n;

	for (; v != NULL; v = jsontree_next(p->t, v))
		(void)add_node(p, v, jsontree_integer(jsontree_get(p->t, v, "id"), INT64_MIN),
			NOBODY);
	link_nodes(p, from);
}

/* Adds the node V of the old format, which is called by node PARENT.  If another node has its id,
 * samples mean that one; this one has callees, too. */
static void
add_callee(struct cpuprofile *p, const struct jsontree_value *v, uint32_t parent)
{
	int64_t own = -(int64_t)p->numbers.n, id = jsontree_integer(jsontree_get(p->t, v, "id"), own);

	if (add_node(p, v, id, parent) == NOBODY)
		(void)add_node(p, v, INT64_MIN - own + 1, parent);
}

/* Adds the nodes of the old format, whose root is HEAD: each contains its callees. */
static void
add_tree(struct cpuprofile *p, const struct jsontree_value *head)
{
	const struct jsontree_value *child;

	if (head == NULL || head->kind != JSONTREE_OBJECT)
		return;
	(void)add_node(p, head, jsontree_integer(jsontree_get(p->t, head, "id"), 0), NOBODY);
	for (uint32_t i = 0; i < p->numbers.n; i++) {
		child = jsontree_first(p->t, jsontree_get(p->t, &p->t->v[p->nodes[i].value],
			"children"));
		for (; child != NULL; child = jsontree_next(p->t, child))
			add_callee(p, child, i);
	}
}

void
cpuprofile_add_samples(struct cpuprofile *p, const struct jsontree_value *samples)
{
	const struct jsontree_value *v = jsontree_first(p->t, samples);

	for (; v != NULL; v = jsontree_next(p->t, v)) {
		uint32_t node = find_node(p, jsontree_integer(v, INT64_MIN));

		p->nbad += node == NOBODY;
		p->samples = mem_grow(p->samples, (size_t)p->nsamples + 1, &p->samples_room,
			sizeof(*p->samples));
		p->samples[p->nsamples++] = node;
	}
}

void
cpuprofile_add_deltas(struct cpuprofile *p, const struct jsontree_value *deltas)
{
	const struct jsontree_value *v = jsontree_first(p->t, deltas);

	for (; v != NULL; v = jsontree_next(p->t, v)) {
		p->deltas = mem_grow(p->deltas, (size_t)p->ndeltas + 1, &p->deltas_room,
			sizeof(*p->deltas));
		p->deltas[p->ndeltas++] = jsontree_integer(v, 0);
	}
}

static bool
is_called(const struct jsontree_text *name, const char *what)
{
	return name->n == strlen(what) && memcmp(name->s, what, name->n) == 0;
}

/* Returns the frame of node V, or NOBODY if it is the root, or if the thread was idle in it.  Sets
 * *IS_IDLE then. */
static uint32_t
frame_of(struct cpuprofile *p, struct measured *m, const struct jsontree_value *v, bool *is_idle)
{
	const struct jsontree_value *call = jsontree_get(p->t, v, "callFrame");
	struct jsontree_text name, url;
	struct measured_func func = { .object = NOBODY, .file = NOBODY };
	struct measured_frame frame = { .file = NOBODY };
	int64_t line;

	call = call != NULL ? call : v;
	name = jsontree_text(jsontree_get(p->t, call, "functionName"));
	url = jsontree_text(jsontree_get(p->t, call, "url"));
	line = measured_sum(jsontree_integer(jsontree_get(p->t, call, "lineNumber"), -1), call != v);
	*is_idle = is_called(&name, "(idle)") && url.n == 0;
	if (*is_idle || is_called(&name, "(root)"))
		return NOBODY;
	if (url.n > 0)
		func.file = measured_file_text(m, url.s, url.n);
	if (url.n > 0 && line > 0 && line < INT32_MAX)
		func.line = (uint32_t)line;
	if (name.n > 0) {
		func.name = measured_text(m, name.s, name.n);
	} else {
		char text[40];
		int n = func.line > 0 ? snprintf(text, sizeof(text), "(anonymous:%" PRIu32 ")",
			func.line) : snprintf(text, sizeof(text), "(anonymous)");

		func.name = measured_text(m, text, (size_t)n);
	}
	frame.func = measured_func(m, &func);
	frame.line = func.line;
	return measured_frame(m, &frame);
}

/* Makes the path of node NUMBER, and those of its callers.  STACK has room for all nodes.  A circle
 * of callers is cut. */
static uint32_t
path_of(struct cpuprofile *p, struct measured *m, uint32_t number, uint32_t *stack)
{
	uint32_t n = 0, path = NOBODY;

	while (number != NOBODY && !p->nodes[number].has_path && !p->nodes[number].is_open) {
		p->nodes[number].is_open = true;
		stack[n++] = number;
		number = p->nodes[number].parent;
	}
	if (number != NOBODY)
		path = p->nodes[number].path;
	while (n > 0) {
		struct cpuprofile_node *node = &p->nodes[stack[--n]];
		uint32_t frame = frame_of(p, m, &p->t->v[node->value], &node->is_idle);

		if (frame != NOBODY)
			path = measured_path(m, path, frame);
		node->path = path;
		node->has_path = true;
	}
	return path;
}

/* Adds the times of the samples.  A sample stands for the time until the next one.  Times that go
 * back are no time. */
static void
add_times(struct cpuprofile *p, struct namedstacks *s, uint32_t event, int64_t last)
{
	int64_t now = 0, latest = 0;

	for (uint32_t i = 0; i < p->nsamples; i++) {
		struct namedstacks_value value = { .event = event, .samples = 1 };
		uint32_t node = p->samples[i];

		if (i + 1 < p->nsamples) {
			now = measured_sum(now, i + 1 < p->ndeltas ? p->deltas[i + 1] : 0);
			value.value = now > latest ? now - latest : 0;
			latest = now > latest ? now : latest;
		} else {
			value.value = last > 0 ? last : 0;
		}
		value.squares = (double)value.value * (double)value.value;
		if (node != NOBODY && p->nodes[node].is_idle)
			p->idle = measured_sum(p->idle, value.value);
		if (node != NOBODY && p->nodes[node].path != NOBODY && value.value > 0)
			namedstacks_add(s, p->nodes[node].path, p->part, &value);
	}
}

/* Adds the numbers of samples: those in the file, or what its nodes say. */
static void
add_counts(struct cpuprofile *p, struct namedstacks *s, uint32_t event)
{
	for (uint32_t i = 0; i < p->numbers.n; i++) {
		struct namedstacks_value value = { .event = event, .value = jsontree_integer(
			jsontree_get(p->t, &p->t->v[p->nodes[i].value], "hitCount"), 0) };

		value.samples = value.value > 0 ? (uint64_t)value.value : 0;
		value.squares = (double)value.value;
		if (p->nodes[i].is_idle && p->nsamples == 0)
			p->nidle += value.samples;
		if (p->nsamples == 0 && value.value > 0 && p->nodes[i].path != NOBODY)
			namedstacks_add(s, p->nodes[i].path, p->part, &value);
	}
	for (uint32_t i = 0; i < p->nsamples; i++) {
		const struct namedstacks_value one = { .event = event, .value = 1, .samples = 1,
			.squares = 1 };
		uint32_t node = p->samples[i];

		p->nidle += node != NOBODY && p->nodes[node].is_idle;
		if (node != NOBODY && p->nodes[node].path != NOBODY)
			namedstacks_add(s, p->nodes[node].path, p->part, &one);
	}
}

bool
cpuprofile_finish(struct cpuprofile *p, struct namedstacks *s, int64_t last)
{
	uint32_t *stack = mem_new(p->numbers.n, sizeof(*stack));
	uint32_t time = NOBODY, samples;
	bool has_room = true;

	for (uint32_t i = 0; i < p->numbers.n && has_room; i++) {
		(void)path_of(p, s->m, i, stack);
		has_room = measured_has_room(s->m, 0);
	}
	free(stack);
	if (p->ndeltas > 0)
		time = namedstacks_event(s->m, "time", 4, "microseconds");
	samples = namedstacks_event(s->m, "samples", 7, "samples");
	if (time != NOBODY) {
		s->m->events[time].is_sampled = true;
		add_times(p, s, time, last);
	}
	if (samples != NOBODY) {
		s->m->events[samples].is_sampled = true;
		add_counts(p, s, samples);
	}
	return has_room;
}

void
cpuprofile_note_idle(struct measured *m, int64_t idle, uint64_t nidle)
{
	const char *time;

	if (nidle == 0)
		return;
	time = idle == 0 ? "" : arena_printf(&m->text, ", for %.6g s", (double)idle * 1e-6);
	measured_add_note(m, arena_printf(&m->text, "The thread was idle in %" PRIu64
		" sample%s%s, which %s not counted.", nidle, nidle == 1 ? "" : "s", time,
		nidle == 1 ? "is" : "are"), "Chrome shows this time as (idle).");
}

void
cpuprofile_release(struct cpuprofile *p)
{
	free(p->nodes);
	free(p->samples);
	free(p->deltas);
	numbering_release(&p->numbers);
}

/* Adds the differences of the TIMES of samples, in microseconds, which the old format has. */
static void
add_timestamps(struct cpuprofile *p, const struct jsontree_value *times)
{
	const struct jsontree_value *v = jsontree_first(p->t, times);
	int64_t before = jsontree_integer(v, 0);

	for (; v != NULL; v = jsontree_next(p->t, v)) {
		int64_t now = jsontree_integer(v, before);

		p->deltas = mem_grow(p->deltas, (size_t)p->ndeltas + 1, &p->deltas_room,
			sizeof(*p->deltas));
		p->deltas[p->ndeltas++] = measured_difference(now, before);
		before = now;
	}
}

/* Returns how long the last sample lasted: the rest of the time of the profile V. */
static int64_t
last_of(const struct cpuprofile *p, const struct jsontree_value *v)
{
	int64_t start = jsontree_integer(jsontree_get(p->t, v, "startTime"), 0);
	int64_t end = jsontree_integer(jsontree_get(p->t, v, "endTime"), 0);
	int64_t left = end > start && start > 0 ? end - start : 0, longest = 0;

	for (uint32_t i = 0; i < p->ndeltas; i++) {
		left = measured_difference(left, p->deltas[i]);
		longest = p->deltas[i] > longest ? p->deltas[i] : longest;
	}
	/* More would be an error of one of these times. */
	return left > 0 && left <= longest ? left : 0;
}

/* Adds the bytes in use of each node of a profile of the heap, whose SAMPLES say how many objects
 * were sampled. */
static bool
finish_heap(struct cpuprofile *p, struct namedstacks *s, const struct jsontree_value *samples)
{
	uint32_t nnodes = p->numbers.n, event = namedstacks_event(s->m, "size", 4, "bytes");
	struct namedstacks_value *values = mem_new(nnodes, sizeof(*values));
	uint32_t *stack = mem_new(nnodes, sizeof(*stack));
	const struct jsontree_value *v;
	bool has_room = event != NOBODY;

	for (v = jsontree_first(p->t, samples); v != NULL; v = jsontree_next(p->t, v)) {
		uint32_t node = find_node(p, jsontree_integer(jsontree_get(p->t, v, "nodeId"),
			INT64_MIN));
		double size = jsontree_real(jsontree_get(p->t, v, "size"), 0);

		p->nbad += node == NOBODY;
		if (node == NOBODY)
			continue;
		values[node].samples++;
		values[node].squares += size * size;
	}
	for (uint32_t i = 0; i < nnodes && has_room; i++) {
		uint32_t path = path_of(p, s->m, i, stack);
		struct namedstacks_value *value = &values[i];

		value->event = event;
		value->value = jsontree_integer(jsontree_get(p->t,
			&p->t->v[p->nodes[i].value], "selfSize"), 0);
		if (path != NOBODY && value->value > 0)
			namedstacks_add(s, path, p->part, value);
		has_room = measured_has_room(s->m, 0);
	}
	if (event != NOBODY)
		s->m->events[event].is_sampled = true;	/* V8 has no other heap profiler */
	free(values);
	free(stack);
	return has_room;
}

static bool
read_cpuprofile(struct input *in, struct measured *m, const struct measured_options *options,
	struct err *e)
{
	struct jsontree t;
	bool ok = jsontree_read(&t, in, m, e), has_room;
	struct cpuprofile p = { .t = &t, .part = NOBODY };
	struct namedstacks s = { .m = m };
	const struct jsontree_value *head = t.n > 0 ? jsontree_get(&t, t.v, "head") : NULL;

	(void)options;
	if (head != NULL)
		add_tree(&p, head);
	if (jsontree_get(&t, head, "selfSize") != NULL) {
		has_room = finish_heap(&p, &s, jsontree_get(&t, t.v, "samples"));
	} else {
		cpuprofile_add_nodes(&p, jsontree_get(&t, t.v, "nodes"));
		cpuprofile_add_samples(&p, jsontree_get(&t, t.v, "samples"));
		cpuprofile_add_deltas(&p, jsontree_get(&t, t.v, "timeDeltas"));
		add_timestamps(&p, jsontree_get(&t, t.v, "timestamps"));
		has_room = cpuprofile_finish(&p, &s, last_of(&p, t.v));
	}
	if (p.nbad > 0)
		measured_add_note(m, arena_printf(&m->text, "%" PRIu64 " nodes or samples of the file cannot "
			"be used: their ids are not known, or not unique.", p.nbad), "They are skipped.");
	cpuprofile_note_idle(m, p.idle, p.nidle);
	cpuprofile_release(&p);
	jsontree_release(&t);
	return has_room ? ok : measured_no_room(m, e);
}

static bool
recognise(const unsigned char *head, size_t n)
{
	return !jsontree_has(head, n, "\"ph\"") && ((jsontree_has(head, n, "\"callFrame\"")
		&& jsontree_has(head, n, "\"nodes\"")) || (jsontree_has(head, n, "\"head\"")
			&& jsontree_has(head, n, "\"functionName\"")
			&& (jsontree_has(head, n, "\"hitCount\"")
				|| jsontree_has(head, n, "\"selfSize\""))));
}

const struct measured_format cpuprofile_format = {
	.is_certain = true, .recognise = recognise, .read = read_cpuprofile,
	.finish = measured_choose_event };
