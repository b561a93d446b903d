/* byfile.c - the samples and calls of one function in each file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "load/byfile.h"

#include "elf/image.h"
#include "load/imagematch.h"
#include "load/open.h"
#include "profile/spread.h"
#include "samples/format.h"
#include "samples/samples.h"

/* Function F, and the functions that are folded into F. */
struct wanted {
	const struct profile *p;
	const uint32_t *into;		/* as in struct fold; or NULL */
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

/* Calls of W by other functions in the file ONE. */
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

bool
byfile_read(const struct profile *p, const uint32_t *into, uint32_t f, struct file_share *v,
	struct stop *stop)
{
	const struct wanted wanted = { p, into, f };
	uint32_t im = p->funcs[f].image;
	const struct samples *s = &p->samples[im];
	struct raw known = { .address_size = p->images[im].address_size,
		.big_endian = p->images[im].big_endian, .options = &p->options->format,
		.stop = stop };
	struct spread_file r;
	bool go_on = true;

	if (stop != NULL) {
		stop->what = "reading";
		stop->all = s->nfiles;
	}
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
	return go_on && !stop_asked(stop, s->nfiles);
}
