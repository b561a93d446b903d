/* recorded_idle.c - threads that only wait for work
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "recorded/recorded_idle.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/mem.h"
#include "base/rules.h"

/* An idle thread is blocked at one place for more than this part of its time. */
static const double idle_part = 0.95;

struct life {
	double time;			/* ns in which the thread ran, could have run, or was
					 * blocked */
	double most;			/* ns in which it was blocked in .place */
	uint32_t place;			/* the stack with the longest wait, or NOBODY */
};

/* Returns the lives of the threads, to be free()d. */
static struct life *
find_lives(const struct recording *r, const struct recorded_parts *parts)
{
	struct life *lives = mem_new(parts->n, sizeof(*lives));

	for (uint32_t k = 0; k < parts->n; k++)
		lives[k].place = NOBODY;
	for (uint32_t i = 0; i < r->ntables; i++) {
		const struct recording_table *t = &r->tables[i];

		lives[parts->thread_of[i]].time += (double)t->cpu + (double)t->queue
			+ (double)t->blocked;
	}
	for (uint32_t i = 0; i < r->nstacks; i++) {
		struct life *life = &lives[parts->thread_of[r->stacks[i].table]];

		if ((double)r->stacks[i].ticks > life->most) {
			life->most = (double)r->stacks[i].ticks;
			life->place = i;
		}
	}
	return lives;
}

/* Does a thread that waits for TEXT wait for a lock that another thread has, for the end of a
 * thread, or for a file?  src/waits writes these texts. */
static bool
is_dependent(const char *text)
{
	return strncmp(text, "[futex: ", strlen("[futex: ")) == 0
		|| (strstr(text, ": fd ") != NULL && strstr(text, " /") != NULL);
}

static bool
is_idle(const struct recording *r, const struct life *life, double longest)
{
	const char *text = life->place != NOBODY ? r->stacks[life->place].wait : NULL;

	return text != NULL && life->most > idle_part * life->time && life->time >= longest / 2
		&& !is_dependent(text);
}

/* Returns a key of each stack of R, to be free()d: equal stacks of different threads have equal
 * keys. */
static uint64_t *
find_keys(const struct recording *r)
{
	uint64_t *keys = mem_new(r->nstacks, sizeof(*keys)), seed = hash_seed(keys);

	for (uint32_t i = 0; i < r->nstacks; i++) {
		const struct recording_stack *s = &r->stacks[i];
		uint64_t key = s->parent != NOBODY ? keys[s->parent]
			: seed ^ r->tables[s->table].epoch;

		keys[i] = s->wait != NULL ? hash_bytes(key, s->wait, strlen(s->wait))
			: hash_mix(key ^ hash_mix(s->address ^ (uint64_t)s->is_return));
	}
	return keys;
}

/* A place where threads are idle. */
struct place {
	uint64_t key;
	uint32_t nidle, nthreads;	/* threads that are idle there; that were blocked there */
	uint32_t last;			/* the last thread that was counted in .nthreads */
};

static int
by_key(const void *a, const void *b)
{
	const struct place *x = a, *y = b;

	return (x->key > y->key) - (x->key < y->key);
}

/* Merges equal places of the N in V.  Returns how many there are then. */
static size_t
merge_places(struct place *v, size_t n)
{
	size_t left = 0;

	qsort(v, n, sizeof(*v), by_key);
	for (size_t i = 0; i < n; i++) {
		if (left > 0 && v[left - 1].key == v[i].key)
			v[left - 1].nidle++;
		else
			v[left++] = v[i];
	}
	return left;
}

/* Marks in IDLE the waits of other threads at the N places V: those of a pool that wait for work
 * less than all their time.  A pool are several idle threads that are at least half of those that
 * were blocked there. */
static void
mark_pools(const struct recording *r, const struct recorded_parts *parts, struct place *v,
	size_t n, const uint64_t *keys, bool *idle)
{
	struct place *at;

	for (int pass = 0; pass < 2; pass++)
		for (uint32_t i = 0; i < r->nstacks; i++) {
			const struct recording_stack *s = &r->stacks[i];
			uint32_t thread = parts->thread_of[s->table];

			if (s->wait == NULL || s->ticks == 0
			    || (at = bsearch(&(struct place){ .key = keys[i] }, v, n, sizeof(*v),
				by_key)) == NULL)
				continue;
			if (pass == 0) {
				at->nthreads += at->last != thread;
				at->last = thread;
			} else if (at->nidle > 1 && at->nidle >= at->nthreads - at->nthreads / 2) {
				idle[i] = true;
			}
		}
}

bool *
recorded_idle_find(const struct recording *r, const struct recorded_parts *parts, uint32_t *n)
{
	struct life *lives = find_lives(r, parts);
	struct place *places = mem_new(parts->n, sizeof(*places));
	uint64_t *keys = NULL;
	double longest = 0;
	bool *idle = NULL;

	*n = 0;
	for (uint32_t k = 0; k < parts->n; k++)
		if (lives[k].time > longest)
			longest = lives[k].time;
	for (uint32_t k = 0; k < parts->n; k++)
		*n += is_idle(r, &lives[k], longest);
	if (*n == parts->n)
		*n = 0;
	if (*n > 0) {
		uint32_t nplaces = 0;

		keys = find_keys(r);
		idle = mem_new(r->nstacks, sizeof(*idle));
		for (uint32_t k = 0; k < parts->n; k++) {
			if (!is_idle(r, &lives[k], longest))
				continue;
			idle[lives[k].place] = true;
			places[nplaces++] = (struct place){ keys[lives[k].place], 1, 0, NOBODY };
		}
		mark_pools(r, parts, places, merge_places(places, nplaces), keys, idle);
	}
	free(keys);
	free(places);
	free(lives);
	return idle;
}
