/* perfdata_tasks.c - the processes and threads of a perf.data file, and what they have mapped
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "measured/formats/perfdata_tasks.h"

#include <stdlib.h>
#include <string.h>

#include "base/bisect.h"
#include "base/mem.h"
#include "base/rules.h"

/* If a process is forked again and again, each child may need a list of its own of all mappings.
 * These limits are far above what programs do. */
enum {
	MOST_MAPS = 1 << 23,		/* in all lists together */
	MOST_WORK = 1 << 28,		/* mappings that are copied from one list to another */
};

/* Mappings that do not overlap, sorted by address. */
struct perfdata_list {
	size_t users, n, room;
	struct perfdata_map *v;		/* owned */
};

static void
drop_list(struct perfdata_tasks *t, struct perfdata_list *list)
{
	if (--list->users > 0)
		return;
	t->nmaps -= list->n;
	free(list->v);
	free(list);
}

static void
append(struct perfdata_list *list, const struct perfdata_map *map, uint64_t lo, uint64_t hi)
{
	if (lo >= hi)
		return;
	list->v = mem_grow(list->v, list->n + 1, &list->room, sizeof(*list->v));
	list->v[list->n] = *map;
	list->v[list->n].lo = lo;
	list->v[list->n].hi = hi;
	list->v[list->n++].offset = map->offset + (lo - map->lo);
}

/* Returns a list of the mappings of OLD and NEW.  Those of NEW hide those of OLD. */
static struct perfdata_list *
merge(const struct perfdata_list *old, const struct perfdata_list *new)
{
	struct perfdata_list *list = mem_new(1, sizeof(*list));
	uint64_t lo = 0;		/* addresses below are done */
	size_t i = 0, k = 0;

	list->users = 1;
	while (i < old->n || k < new->n) {
		const struct perfdata_map *a = i < old->n ? &old->v[i] : NULL;
		const struct perfdata_map *b = k < new->n ? &new->v[k] : NULL;
		uint64_t from = a != NULL && a->lo > lo ? a->lo : lo;

		if (a == NULL || (b != NULL && b->lo <= from)) {
			append(list, b, b->lo, b->hi);
			lo = b->hi;
			k++;
		} else if (b == NULL || a->hi <= b->lo) {
			append(list, a, from, a->hi);
			i++;
		} else {
			append(list, a, from, b->lo);
			lo = b->lo;
		}
		while (i < old->n && old->v[i].hi <= lo)
			i++;
	}
	return list;
}

void
perfdata_maps_add(struct perfdata_tasks *t, struct perfdata_maps *maps,
	const struct perfdata_map *map)
{
	struct perfdata_list *list;

	if (map->lo >= map->hi)
		return;
	if (t->nmaps > MOST_MAPS || t->work > MOST_WORK) {
		t->nrefused++;
		return;
	}
	list = mem_new(1, sizeof(*list));
	list->users = 1;
	append(list, map, map->lo, map->hi);
	t->nmaps += list->n;
	while (maps->n > 0 && (maps->lists[maps->n - 1]->n <= 2 * list->n
	    || maps->n == sizeof(maps->lists) / sizeof(*maps->lists))) {
		struct perfdata_list *old = maps->lists[--maps->n], *new = list;

		list = merge(old, new);
		t->nmaps += list->n;
		t->work += list->n;
		drop_list(t, old);
		drop_list(t, new);
	}
	maps->lists[maps->n++] = list;
	maps->number = ++t->number;
}

static void
clear_maps(struct perfdata_tasks *t, struct perfdata_maps *maps)
{
	while (maps->n > 0)
		drop_list(t, maps->lists[--maps->n]);
}

void
perfdata_maps_copy(struct perfdata_tasks *t, struct perfdata_maps *to,
	const struct perfdata_maps *from)
{
	struct perfdata_maps copy = *from;

	for (unsigned i = 0; i < copy.n; i++)
		copy.lists[i]->users++;
	clear_maps(t, to);
	*to = copy;
}

const struct perfdata_map *
perfdata_maps_at(const struct perfdata_maps *maps, uint64_t address)
{
	for (unsigned k = maps->n; k-- > 0;) {
		const struct perfdata_list *list = maps->lists[k];
		size_t i;

		BISECT(i, list->n, list->v[i].hi > address);
		if (i < list->n && list->v[i].lo <= address)
			return &list->v[i];
	}
	return NULL;
}

static bool
is_process(const void *of, uint32_t number, const void *key)
{
	return ((const struct perfdata_process *)of)[number].pid == *(const uint32_t *)key;
}

uint32_t
perfdata_process(struct perfdata_tasks *t, uint32_t pid)
{
	uint32_t i = numbering_of(&t->pids, numbering_hash_pair(&t->pids, pid, 0), is_process,
		t->processes, &pid);

	if (i == t->nprocesses) {
		t->processes = mem_grow(t->processes, (size_t)i + 1, &t->processes_room,
			sizeof(*t->processes));
		t->processes[t->nprocesses++] = (struct perfdata_process){ .pid = pid };
	}
	return i;
}

static bool
is_thread(const void *of, uint32_t number, const void *key)
{
	return ((const struct perfdata_thread *)of)[number].tid == *(const uint32_t *)key;
}

const struct perfdata_thread *
perfdata_find_thread(struct perfdata_tasks *t, uint32_t tid)
{
	uint32_t i = numbering_find(&t->tids, numbering_hash_pair(&t->tids, tid, 0), is_thread,
		t->threads, &tid);

	return i != NOBODY ? &t->threads[i] : NULL;
}

uint32_t
perfdata_thread(struct perfdata_tasks *t, uint32_t pid, uint32_t tid)
{
	uint32_t process, i = t->last;

	if (i < t->nthreads && t->threads[i].tid == tid
	    && t->processes[t->threads[i].process].pid == pid)
		return i;
	process = perfdata_process(t, pid);
	i = t->last = numbering_of(&t->tids, numbering_hash_pair(&t->tids, tid, 0), is_thread,
		t->threads, &tid);

	if (i == t->nthreads) {
		t->threads = mem_grow(t->threads, (size_t)i + 1, &t->threads_room,
			sizeof(*t->threads));
		t->threads[t->nthreads++] = (struct perfdata_thread){ .tid = tid,
			.process = process, .comm = NOBODY, .part = NOBODY, .held = NOBODY };
	}
	if (t->threads[i].process != process)
		t->threads[i] = (struct perfdata_thread){ .tid = tid, .process = process,
			.comm = t->threads[i].comm, .part = NOBODY, .held = t->threads[i].held };
	return i;
}

void
perfdata_tasks_release(struct perfdata_tasks *t)
{
	for (uint32_t i = 0; i < t->nprocesses; i++)
		clear_maps(t, &t->processes[i].maps);
	clear_maps(t, &t->kernel);
	free(t->processes);
	free(t->threads);
	numbering_release(&t->pids);
	numbering_release(&t->tids);
	*t = (struct perfdata_tasks){ 0 };
}
