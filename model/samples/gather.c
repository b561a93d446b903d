/* gather.c - reading many profile files and adding them up
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "samples/gather.h"

#include "samples/samples.h"

/* Are the rates of SUM and ONE both known, and different? */
static bool
has_other_rate(const struct samples *sum, const struct samples *one)
{
	return sum->nhistograms > 0 && one->nhistograms > 0
		&& sum->histograms->rate != 0 && one->histograms->rate != 0
		&& sum->histograms->rate != one->histograms->rate;
}

static bool
add_samples(struct samples *sum, const struct gather_files *g, struct samples *one, struct err *e)
{
	if (!samples_are_compatible(sum, one, g->any_rate, e))
		return false;
	if (sum->other_rate == 0 && has_other_rate(sum, one)) {
		sum->other_rate = (uint32_t)sum->nfiles;
		sum->other_hz = one->histograms->rate;
	}
	if (g->on_add != NULL)
		g->on_add(g->with, one);
	return samples_add(sum, one, e);
}

/* Reads the file PATH and adds it to SUM.  Returns false if nothing of the file was added; E says
 * why. */
static bool
add_file(struct samples *sum, const struct gather_files *g, const char *path, struct err *e)
{
	struct samples one;
	struct damage damage;
	struct err why;
	uint64_t size;
	bool whole = format_read(path, &g->known, &one, &size, e), used;

	why = *e;
	damage = one.damage;
	if (one.nfiles == 0)
		samples_add_file(&one, &(struct profile_file){ .format = one.format });
	one.files[0].path = path;
	used = whole || (!g->only_whole && samples_hold_any(&one));
	if (used && g->on_read != NULL)
		g->on_read(g->with, path, &one);
	used = used && (g->is_wanted == NULL || g->is_wanted(g->with, path, &one, e));
	used = used && add_samples(sum, g, &one, e);
	samples_release(&one);
	if (used && !whole)
		g->on_unusable(g->with, path, &damage, &why);
	return used;
}

bool
gather_files(struct samples *sum, const struct gather_files *g)
{
	size_t used = 0;

	stop_begin(g->stop, "reading", g->nfiles, "files");
	for (size_t i = 0; i < g->nfiles; i++) {
		struct err e = { 0 };

		if (stop_asked(g->stop, i))
			return false;
		if (add_file(sum, g, g->files[i], &e))
			used++;
		else
			g->on_unusable(g->with, g->files[i], NULL, &e);
	}
	stop_end(g->stop);
	return used > 0;
}
