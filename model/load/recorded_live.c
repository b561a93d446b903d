/* recorded_live.c - recordings that are read again and again while their programs run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "load/recorded_live.h"

#include <stdlib.h>

#include "base/mem.h"
#include "load/open_recording.h"
#include "load/recorded_load.h"
#include "measured/snapshot.h"

struct recorded_live {
	struct open_options options;
	const char **paths;		/* owned; of the recordings */
	size_t n;
	struct measured *m;		/* gets the values again and again */
	struct recorded_load load;	/* into .m */
	struct snapshot_values before;	/* of the last call */
	uint64_t begin;			/* of the last call, see compare_begin() */
};

struct recorded_live *
recorded_live_open(const struct open_options *options)
{
	const char **paths, *program;
	size_t n = open_recording_sources(options, &program, &paths);
	struct recorded_live *l;

	if (n == 0)
		return NULL;
	l = mem_new(1, sizeof(*l));
	*l = (struct recorded_live){ .options = *options, .paths = paths, .n = n,
		.m = measured_new() };
	recorded_load_open(&l->load, l->m, program, &l->options);
	l->load.is_live = true;
	return l;
}

void
recorded_live_close(struct recorded_live *l)
{
	recorded_load_release(&l->load);
	measured_release(l->m);
	snapshot_release_values(&l->before);
	free(l->paths);
	free(l);
}

void
recorded_live_files(const struct recorded_live *l, struct recorded_files *files)
{
	recorded_files_open(files, l->paths, l->n);
}

/* Notes BEGIN, the reset from which values are counted, in ns since 1970; 0: the start.  If it has
 * changed, forgets the values of the last call, which cannot be subtracted. */
static void
compare_begin(struct recorded_live *l, uint64_t begin)
{
	if (begin != l->begin)
		snapshot_release_values(&l->before);
	l->begin = begin;
}

struct measured *
recorded_live_read(struct recorded_live *l, const struct recorded_files *files,
	enum open_since since, bool difference, struct recorded_moment *now, struct stop *stop,
	struct err *e)
{
	const struct recorded_totals *t = &l->load.totals;
	struct measured *s;

	l->options.since = since;
	l->options.stop = stop;
	recorded_load_again(&l->load);
	snapshot_clear(l->m);
	if (!recorded_load_add(&l->load, files, e)) {
		/* Some values are missing, so nothing can be compared with them. */
		snapshot_release_values(&l->before);
		return NULL;
	}
	compare_begin(l, t->reset);
	s = snapshot_take(l->m, difference ? &l->before : NULL);
	recorded_load_finish(&l->load, files, s);
	snapshot_keep(&l->before, l->m);
	*now = (struct recorded_moment){ .calls = t->calls, .cpu = t->cpu, .begin = t->reset,
		.start = t->program_start };
	return s;
}
