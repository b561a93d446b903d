/* recorded_idle.c - threads that only wait for work
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "recorded/recorded_idle.h"

#include <stdlib.h>

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

static bool
is_idle(const struct life *life, double longest)
{
	return life->place != NOBODY && life->most > idle_part * life->time
		&& life->time >= longest / 2;
}

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

bool *
recorded_idle_find(const struct recording *r, const struct recorded_parts *parts, uint32_t *n)
{
	struct life *lives = find_lives(r, parts);
	double longest = 0;
	bool *idle = NULL;

	*n = 0;
	for (uint32_t k = 0; k < parts->n; k++)
		if (lives[k].time > longest)
			longest = lives[k].time;
	for (uint32_t k = 0; k < parts->n; k++)
		*n += is_idle(&lives[k], longest);
	if (*n == parts->n)
		*n = 0;
	if (*n > 0) {
		idle = mem_new(r->nstacks, sizeof(*idle));
		for (uint32_t k = 0; k < parts->n; k++)
			if (is_idle(&lives[k], longest))
				idle[lives[k].place] = true;
	}
	free(lives);
	return idle;
}
