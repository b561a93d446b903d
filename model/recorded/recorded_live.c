/* recorded_live.c - recordings that are read again and again while their programs run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "recorded/recorded_live.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "measured/snapshot.h"
#include "recorded/open_recording.h"
#include "recorded/recorded_load.h"

struct recorded_live {
	struct open_options options;
	const char **paths;		/* owned; paths of the recordings */
	size_t n;
	struct measured *m;		/* owned; has all values of the last read */
	struct measured *shown;		/* owned; contains only the parts of the profiles that are
					 * returned */
	struct recorded_load load;	/* adds files to .m and .shown */
	bool is_taken;			/* recorded_live_taken() was called after the last read */
	struct snapshot_values before;	/* values of .m at the last read that was followed by
					 * recorded_live_taken(); take_difference() subtracts these
					 * values */
	uint64_t *before_resets;	/* owned; copy of recorded_load.reset_of, made when .before
					 * was stored */
	uint32_t nbefore_resets;
	size_t before_room;
	struct snapshot_memory memory;
};

struct recorded_live *
recorded_live_open(const struct open_options *options)
{
	const char **paths, *program;
	size_t n = open_recording_sources(options, &program, &paths);
	struct recorded_files files;
	struct recorded_live *l;

	if (n == 0)
		return NULL;
	recorded_files_open(&files, paths, n);
	l = mem_new(1, sizeof(*l));
	*l = (struct recorded_live){ .options = *options, .paths = paths, .n = n,
		.m = measured_new(), .shown = measured_new() };
	recorded_load_open(&l->load, l->m, l->shown, program, files.has_waits, &l->options);
	recorded_files_release(&files);
	return l;
}

void
recorded_live_close(struct recorded_live *l)
{
	recorded_load_release(&l->load);
	measured_release(l->m);
	measured_release(l->shown);
	snapshot_release_values(&l->before);
	snapshot_forget(&l->memory);
	free(l->before_resets);
	free(l->paths);
	free(l);
}

void
recorded_live_files(const struct recorded_live *l, struct recorded_files *files)
{
	recorded_files_open(files, l->paths, l->n);
}

void
recorded_live_taken(struct recorded_live *l)
{
	l->is_taken = true;
}

/* Stores the present values of .m in .before. */
static void
keep_before(struct recorded_live *l)
{
	uint32_t n = l->m->nparts;

	snapshot_keep(&l->before, l->m);
	l->before_resets = mem_grow(l->before_resets, n, &l->before_room,
		sizeof(*l->before_resets));
	if (n > 0)
		memcpy(l->before_resets, l->load.reset_of, n * sizeof(*l->before_resets));
	l->nbefore_resets = n;
}

/* Returns the present values less the values .before.  The values of a file that was reset since
 * .before was stored are not subtracted. */
static struct measured *
take_difference(struct recorded_live *l)
{
	bool *was_reset = mem_new(l->m->nparts, sizeof(*was_reset));
	struct measured *s;

	for (uint32_t i = 0; i < l->nbefore_resets; i++)
		was_reset[i] = l->load.reset_of[i] != l->before_resets[i];
	s = snapshot_take(l->m, l->shown, l->load.shown_of, &l->before, was_reset,
		&l->memory);
	free(was_reset);
	return s;
}

struct measured *
recorded_live_read(struct recorded_live *l, const struct recorded_files *files,
	enum open_since since, bool difference, struct recorded_moment *now, struct stop *stop,
	struct err *e)
{
	const struct recorded_totals *t = &l->load.totals;
	struct measured *s;

	if (l->is_taken)
		keep_before(l);
	l->is_taken = false;
	l->options.since = since;
	l->options.stop = stop;
	recorded_load_again(&l->load, files);
	if (!recorded_load_add(&l->load, files, e))
		return NULL;
	s = difference ? take_difference(l)
		: snapshot_take(l->m, l->shown, l->load.shown_of, NULL, NULL, &l->memory);
	recorded_load_finish(&l->load, files, s);
	*now = (struct recorded_moment){ .calls = t->calls, .cpu = t->cpu, .begin = t->reset,
		.start = t->program_start };
	return s;
}
