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
	const char **paths;		/* owned; paths of the recordings */
	size_t n;
	struct measured *m;		/* owned; gets all values at each read */
	struct measured *shown;		/* owned; has the parts of the returned profiles, and
					 * nothing else */
	struct recorded_load load;	/* adds files to .m and .shown */
	uint64_t begin;			/* the values of .m are counted from this reset, in ns
					 * since 1970; 0: from the start */
	bool is_taken;			/* the caller has taken the values of .m:
					 * recorded_live_taken() was called */
	struct snapshot_values before;	/* the values of the profile that was taken last */
	uint64_t before_begin;		/* as .begin, for the values .before */
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
		.m = measured_new(), .shown = measured_new() };
	recorded_load_open(&l->load, l->m, l->shown, program, &l->options);
	return l;
}

void
recorded_live_close(struct recorded_live *l)
{
	recorded_load_release(&l->load);
	measured_release(l->m);
	measured_release(l->shown);
	snapshot_release_values(&l->before);
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

struct measured *
recorded_live_read(struct recorded_live *l, const struct recorded_files *files,
	enum open_since since, bool difference, struct recorded_moment *now, struct stop *stop,
	struct err *e)
{
	static const struct snapshot_values zero;
	const struct recorded_totals *t = &l->load.totals;
	const struct snapshot_values *before = NULL;
	struct measured *s;

	if (l->is_taken) {
		snapshot_keep(&l->before, l->m);
		l->before_begin = l->begin;
		l->is_taken = false;
	}
	l->options.since = since;
	l->options.stop = stop;
	recorded_load_again(&l->load, files);
	if (!recorded_load_add(&l->load, files, e))
		return NULL;
	l->begin = t->reset;
	if (difference)
		before = l->begin == l->before_begin ? &l->before : &zero;
	s = snapshot_take(l->m, l->shown, l->load.shown_of, before);
	recorded_load_finish(&l->load, files, s);
	*now = (struct recorded_moment){ .calls = t->calls, .cpu = t->cpu, .begin = t->reset,
		.start = t->program_start };
	return s;
}
