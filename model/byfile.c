/* One function, file by file.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "byfile.h"

#include "format.h"
#include "image.h"
#include "samples.h"
#include "slide.h"
#include "spread.h"

/* Calls of F by others in one file. */
static uint64_t
count_calls(const struct profile *p, uint32_t f, const struct samples *one)
{
	uint32_t im = p->funcs[f].image;
	uint64_t calls = 0;

	for (size_t i = 0; i < one->narcs; i++) {
		const struct arc_record *a = &one->arcs[i];

		if (profile_func_at(p, im, a->self) == f
		    && ((one->has_outside && a->from == ARC_OUTSIDE)
			|| profile_func_at(p, im, a->from) != f))
			calls += a->count;
	}
	for (size_t i = 0; i < one->ncounts; i++)
		if (profile_func_at(p, im, one->counts[i].addr) == f)
			calls += one->counts[i].count;
	return calls;
}

static struct file_share
share_of(const struct profile *p, uint32_t f, const struct samples *one, struct spreader *r)
{
	struct file_share share = { .read = true, .calls = count_calls(p, f, one) };

	spreader_take(r, one);
	share.samples = r->now[f];
	for (uint32_t i = 0; i < r->n; i++)
		share.all += r->now[r->with[i]];
	spreader_clear(r);
	return share;
}

bool
byfile_read(const struct profile *p, uint32_t f, struct file_share *v, struct stop *watch)
{
	uint32_t im = p->funcs[f].image;
	const struct samples *s = &p->samples[im];
	struct raw known = { .address_size = p->images[im].address_size,
		.big_endian = p->images[im].big_endian, .options = &p->options.format,
		.stop = watch };
	struct spreader r;
	bool go_on = true;

	if (watch != NULL) {
		watch->what = "reading";
		watch->all = s->nfiles;
	}
	spreader_open(&r, p, im);
	for (size_t i = 0; go_on && i < s->nfiles; i++) {
		struct samples one;
		struct err e;
		uint64_t size;

		go_on = !stop_asked(watch, i);
		v[i] = (struct file_share){ 0 };
		if (!go_on)
			break;
		if (format_read(s->files[i].path, &known, &one, &size, &e)
		    || samples_hold_any(&one)) {
			(void)slide_into_place(p, im, &one);
			v[i] = share_of(p, f, &one, &r);
		}
		samples_release(&one);
	}
	spreader_release(&r);
	return go_on && !stop_asked(watch, s->nfiles);
}
