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

enum {
	FIRST = 6,			/* mappings that a new list has room for */
	FEW = 32,			/* a list of fewer mappings is changed in place */
};

/* Mappings that do not overlap, sorted by address. */
struct perfdata_list {
	struct perfdata_list *older;	/* the list before it, which this list uses, or NULL */
	size_t users, n, room;
	struct perfdata_map v[];
};

/* Returns a list with room for N mappings. */
static struct perfdata_list *
new_list(size_t n)
{
	struct perfdata_list *list = mem_uncleared(sizeof(*list) + n * sizeof(list->v[0]), 1);

	list->older = NULL;
	list->users = 1;
	list->n = 0;
	list->room = n;
	return list;
}

/* Takes a user from LIST, and from those before it that it alone used. */
static void
drop_lists(struct perfdata_tasks *t, struct perfdata_list *list)
{
	while (list != NULL && --list->users == 0) {
		struct perfdata_list *older = list->older;

		t->nmaps -= list->n;
		free(list);
		list = older;
	}
}

static void
append(struct perfdata_list *list, const struct perfdata_map *map, uint64_t lo, uint64_t hi)
{
	if (lo >= hi)
		return;
	list->v[list->n] = *map;
	list->v[list->n].lo = lo;
	list->v[list->n].hi = hi;
	list->v[list->n++].offset = map->offset + (lo - map->lo);
}

/* Returns a list of the mappings of OLD and NEW.  Those of NEW hide those of OLD. */
static struct perfdata_list *
merge(const struct perfdata_list *old, const struct perfdata_list *new)
{
	/* A new mapping may divide an old one. */
	struct perfdata_list *list = new_list(old->n + 2 * new->n);
	size_t i = 0, k = 0;
	uint64_t lo = 0;		/* addresses below are done */

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

/* Adds MAP to the newest of MAPS if that is short, has one user, and MAP hides none of it. */
static bool
insert(struct perfdata_maps *maps, const struct perfdata_map *map)
{
	struct perfdata_list *list = maps->newest;
	size_t i;

	if (list == NULL || list->users > 1 || list->n >= FEW
	    || (list->older != NULL && list->older->n <= 2 * (list->n + 1)))
		return false;
	BISECT(i, list->n, list->v[i].hi > map->lo);
	if (i < list->n && list->v[i].lo < map->hi)
		return false;
	if (list->n == list->room) {
		list->room *= 2;
		list = mem_resize(list, 1, sizeof(*list) + list->room * sizeof(list->v[0]));
		maps->newest = list;
	}
	memmove(&list->v[i + 1], &list->v[i], (list->n - i) * sizeof(list->v[0]));
	list->v[i] = *map;
	list->n++;
	return true;
}

void
perfdata_maps_add(struct perfdata_tasks *t, struct perfdata_maps *maps,
	const struct perfdata_map *map)
{
	struct perfdata_list *list, *old = maps->newest;

	if (map->lo >= map->hi)
		return;
	if (t->nmaps > MOST_MAPS || t->work > MOST_WORK) {
		t->nrefused++;
		return;
	}
	maps->number = ++t->number;
	if (insert(maps, map)) {
		t->nmaps++;
		return;
	}
	list = new_list(FIRST);
	append(list, map, map->lo, map->hi);
	for (; old != NULL && old->n <= 2 * list->n; old = old->older) {
		struct perfdata_list *new = list;

		list = merge(old, new);
		t->work += list->n;
		free(new);
	}
	t->nmaps += list->n;
	list->older = old;
	if (old != NULL)
		old->users++;
	drop_lists(t, maps->newest);
	maps->newest = list;
}

void
perfdata_maps_copy(struct perfdata_tasks *t, struct perfdata_maps *to,
	const struct perfdata_maps *from)
{
	struct perfdata_maps copy = *from;

	if (copy.newest != NULL)
		copy.newest->users++;
	drop_lists(t, to->newest);
	*to = copy;
}

void
perfdata_maps_drop(struct perfdata_tasks *t, struct perfdata_maps *maps)
{
	drop_lists(t, maps->newest);
	*maps = (struct perfdata_maps){ 0 };
}

const struct perfdata_map *
perfdata_maps_at(const struct perfdata_maps *maps, uint64_t address)
{
	for (const struct perfdata_list *list = maps->newest; list != NULL; list = list->older) {
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
	uint32_t i = t->last_process;

	if (i < t->nprocesses && t->processes[i].pid == pid)
		return i;
	i = t->last_process = numbering_of(&t->pids, numbering_hash_pair(&t->pids, pid, 0),
		is_process, t->processes, &pid);
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
	uint32_t process, i = t->last_thread;

	if (i < t->nthreads && t->threads[i].tid == tid
	    && t->processes[t->threads[i].process].pid == pid)
		return i;
	process = perfdata_process(t, pid);
	i = t->last_thread = numbering_of(&t->tids, numbering_hash_pair(&t->tids, tid, 0),
		is_thread, t->threads, &tid);
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
		perfdata_maps_drop(t, &t->processes[i].maps);
	perfdata_maps_drop(t, &t->kernel);
	free(t->processes);
	free(t->threads);
	numbering_release(&t->pids);
	numbering_release(&t->tids);
	*t = (struct perfdata_tasks){ 0 };
}
