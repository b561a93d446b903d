/* byfile.c - the samples and calls of one function in each file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "lookup/byfile.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"
#include "elf/image.h"
#include "figures/series.h"
#include "load/imagematch.h"
#include "load/open.h"
#include "profile/fold.h"
#include "profile/spread.h"
#include "samples/format.h"
#include "samples/samples.h"

/* The functions whose samples and calls are counted: F and the functions folded into F. */
struct wanted {
	const struct profile *p;	/* as read */
	const struct fold *fold;	/* NULL: nothing is folded */
	uint32_t f;
	const bool *no_func;		/* as that of a selection: functions that are not counted */
};

static bool
is_wanted(const struct wanted *w, uint32_t f)
{
	return f != NOBODY && fold_func(w->fold, f) == w->f
		&& (w->no_func == NULL || !w->no_func[f]);
}

static bool
is_wanted_at(const struct wanted *w, uint64_t addr)
{
	return is_wanted(w, profile_func_at(w->p, w->p->funcs[w->f].image, addr));
}

/* Returns the calls of wanted functions by other functions in the file ONE. */
static uint64_t
count_calls(const struct wanted *w, const struct samples *one)
{
	uint64_t calls = 0;

	for (size_t i = 0; i < one->narcs; i++) {
		struct arc_record a = samples_arc(one, i);

		if (is_wanted_at(w, a.self) && ((one->has_outside && a.from == ARC_OUTSIDE)
			|| !is_wanted_at(w, a.from)))
			calls += a.count;
	}
	for (size_t i = 0; i < one->ncounts; i++)
		if (is_wanted_at(w, one->counts[i].addr))
			calls += one->counts[i].count;
	return calls;
}

static struct file_share
share_of(const struct wanted *w, const struct samples *one, struct spread_file *r)
{
	struct file_share share = { .read = true, .calls = count_calls(w, one) };

	spread_file_read(r, one);
	for (uint32_t i = 0; i < r->n; i++) {
		share.all += r->now[r->with[i]];
		if (is_wanted(w, r->with[i]))
			share.samples += r->now[r->with[i]];
	}
	spread_file_clear(r);
	return share;
}

uint32_t
byfile_count(const struct profile *p, uint32_t f)
{
	return profile_has(p, HAS_EVENTS) ? p->measured->nparts
		: (uint32_t)p->samples[p->funcs[f].image].nfiles;
}

const char *
byfile_name(const struct profile *p, uint32_t f, uint32_t i)
{
	assert(i < byfile_count(p, f));
	return profile_has(p, HAS_EVENTS) ? p->measured->parts[i].name
		: p->samples[p->funcs[f].image].files[i].path;
}

/* Sets .mean of each of the N shares V to the sum of all .samples, divided by NALL.  NALL is the
 * number of files, or the number of parts whose .read is set. */
static void
set_means(struct file_share *v, size_t n, size_t nall)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += v[i].samples;
	for (size_t i = 0; i < n; i++)
		v[i].mean = nall > 0 ? sum / (double)nall : 0;
}

/* Sets V to the samples and calls of function F of G in each part of the profile. */
static void
read_parts(const struct graph *g, uint32_t f, struct file_share *v)
{
	const struct measured *m = g->profile->measured;
	struct series series;
	size_t n = 0;

	series_make(&series, g, NOBODY, f);
	for (uint32_t i = 0; i < m->nparts; i++) {
		const struct series_value *part = &series.parts[i];

		v[i] = (struct file_share){ .samples = part->self, .all = part->all,
			.total = part->total, .sums64 = part->sums64, .calls = part->calls,
			.read = part->is_there || !m->parts[i].is_divided };
		n += v[i].read;
	}
	series_release(&series);
	set_means(v, m->nparts, n);
}

bool
byfile_read(const struct graph *g, uint32_t f, struct file_share *v, struct stop *stop)
{
	const struct profile *p = g->profile->fold != NULL ? g->profile->borrowed : g->profile;
	const struct wanted wanted = { p, g->profile->fold, f, g->selection.no_func };
	uint32_t im = p->funcs[f].image;
	const struct samples *s = &p->samples[im];
	struct raw known = { .address_size = p->images[im].address_size,
		.big_endian = p->images[im].big_endian, .stop = stop,
		.short_counts = p->images[im].is_pe && p->rules == RULES_EXACT };
	struct spread_file r;
	bool go_on = true;

	if (profile_has(p, HAS_EVENTS)) {
		read_parts(g, f, v);
		return true;
	}
	known.options = &p->options->format;
	stop_begin(stop, "reading", s->nfiles, "files");
	spread_file_open(&r, p, im);
	for (size_t i = 0; go_on && i < s->nfiles; i++) {
		struct samples one;
		struct err e;
		uint64_t size;

		go_on = !stop_asked(stop, i);
		v[i] = (struct file_share){ 0 };
		if (!go_on)
			break;
		if (format_read(s->files[i].path, &known, &one, &size, &e)
		    || samples_hold_any(&one)) {
			(void)imagematch_slide(p, im, &one);
			v[i] = share_of(&wanted, &one, &r);
		}
		samples_release(&one);
	}
	spread_file_release(&r);
	set_means(v, s->nfiles, s->nfiles);
	go_on = go_on && !stop_asked(stop, s->nfiles);
	stop_end(stop);
	return go_on;
}
