/* byfile.c - the samples and calls of one function in each file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "load/byfile.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"
#include "elf/image.h"
#include "load/imagematch.h"
#include "load/open.h"
#include "profile/spread.h"
#include "samples/format.h"
#include "samples/samples.h"

/* The functions whose samples and calls are counted: F and, if INTO is not NULL, the functions
 * folded into F. */
struct wanted {
	const struct profile *p;
	const uint32_t *into;		/* as in struct fold; NULL: nothing is folded */
	uint32_t f;
};

static bool
is_wanted(const struct wanted *w, uint32_t f)
{
	return f != NOBODY && (w->into != NULL ? w->into[f] : f) == w->f;
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
		const struct arc_record *a = &one->arcs[i];

		if (is_wanted_at(w, a->self) && ((one->has_outside && a->from == ARC_OUTSIDE)
			|| !is_wanted_at(w, a->from)))
			calls += a->count;
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
	return p->measured != NULL ? p->measured->nparts
		: (uint32_t)p->samples[p->funcs[f].image].nfiles;
}

const char *
byfile_name(const struct profile *p, uint32_t f, uint32_t i)
{
	assert(i < byfile_count(p, f));
	return p->measured != NULL ? p->measured->parts[i].name
		: p->samples[p->funcs[f].image].files[i].path;
}

/* Does frame FRAME of a measured profile belong to a wanted function? */
static bool
is_wanted_frame(const struct wanted *w, uint32_t frame)
{
	return is_wanted(w, w->p->func_of[w->p->measured->frames[frame].func]);
}

/* Sets IS_IN[i] to whether path i contains a wanted function, and IS_LAST[i] to whether the
 * innermost function of path i is wanted.  Ignores inlined frames that are shown as parts of their
 * callers. */
static void
find_paths(const struct wanted *w, bool *is_in, bool *is_last)
{
	const struct measured *m = w->p->measured;

	for (uint32_t i = 0; i < m->npaths; i++) {
		uint32_t parent = m->paths[i].parent, frame = m->paths[i].frame;
		bool is_own = parent == NOBODY || w->p->choice.inlined
			|| (m->frames[frame].flags & MEASURED_INLINED) == 0;

		is_last[i] = is_own ? is_wanted_frame(w, frame) : is_last[parent];
		is_in[i] = is_last[i] || (parent != NOBODY && is_in[parent]);
	}
}

/* Sets .read of V[CALL->part].  If CALL is a call of a wanted function by a function that is not
 * wanted, also adds CALL->count to .calls of V[CALL->part].  Does nothing if CALL has no part. */
static void
add_call(const struct wanted *w, const struct measured_call *call, struct file_share *v)
{
	if (call->part == NOBODY)
		return;
	v[call->part].read = true;
	if (!is_wanted_frame(w, call->caller) && is_wanted(w, w->p->func_of[call->callee]))
		v[call->part].calls += call->count;
}

/* Sets V to the samples and calls of the wanted functions in each part of a profile of stacks. */
static void
read_stacks(const struct wanted *w, struct file_share *v)
{
	const struct measured *m = w->p->measured;
	bool *is_in = mem_new(m->npaths, sizeof(*is_in));
	bool *is_last = mem_new(m->npaths, sizeof(*is_last));
	uint32_t event = w->p->choice.event;

	find_paths(w, is_in, is_last);
	for (uint32_t i = 0; i < m->nsamples; i++) {
		const struct measured_sample *s = &m->samples[i];
		double value = (double)m->weights[(size_t)i * m->nevents + event].value;

		if (s->part == NOBODY)
			continue;
		v[s->part].all += value;
		v[s->part].samples += is_last[s->path] ? value : 0;
		v[s->part].total += is_in[s->path] ? value : 0;
		v[s->part].read = true;
	}
	for (uint32_t i = 0; i < m->ncalls; i++)
		add_call(w, &m->calls[i], v);
	free(is_in);
	free(is_last);
}

/* Sets V to the costs and calls of the wanted functions in each part of a profile of costs. */
static void
read_costs(const struct wanted *w, struct file_share *v)
{
	const struct measured *m = w->p->measured;
	uint32_t event = w->p->choice.event;

	for (uint32_t i = 0; i < m->ncosts; i++) {
		double value = (double)m->cost_values[(size_t)i * m->nevents + event];

		if (m->costs[i].part == NOBODY)
			continue;
		v[m->costs[i].part].all += value;
		if (is_wanted_frame(w, m->costs[i].frame))
			v[m->costs[i].part].samples += value;
	}
	for (uint32_t i = 0; i < m->ncalls; i++)
		add_call(w, &m->calls[i], v);
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

static void
read_parts(const struct wanted *w, struct file_share *v)
{
	size_t n = 0;

	for (uint32_t i = 0; i < w->p->measured->nparts; i++)
		v[i] = (struct file_share){ .read = !w->p->measured->parts[i].is_divided };
	if (w->p->measured->has_costs)
		read_costs(w, v);
	else
		read_stacks(w, v);
	for (uint32_t i = 0; i < w->p->measured->nparts; i++)
		n += v[i].read;
	set_means(v, w->p->measured->nparts, n);
}

bool
byfile_read(const struct profile *p, const uint32_t *into, uint32_t f, struct file_share *v,
	struct stop *stop)
{
	const struct wanted wanted = { p, into, f };
	uint32_t im = p->funcs[f].image;
	const struct samples *s = &p->samples[im];
	struct raw known = { .address_size = p->images[im].address_size,
		.big_endian = p->images[im].big_endian, .stop = stop };
	struct spread_file r;
	bool go_on = true;

	if (p->measured != NULL) {
		read_parts(&wanted, v);
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
