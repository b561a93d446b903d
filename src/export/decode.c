/* decode.c - the contents of profile files as JSON, without an image
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "export/decode.h"

#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/pathname.h"
#include "io/jsonout.h"
#include "io/message.h"
#include "samples/damage.h"
#include "samples/profiledir.h"

static void
put_key_address(struct jsonout *j, const char *key, uint64_t value)
{
	jsonout_key(j, key);
	jsonout_address(j, value);
}

static void
put_key_count(struct jsonout *j, const char *key, uint64_t value)
{
	jsonout_key(j, key);
	jsonout_count(j, value);
}

/* Writes the members that describe the layout of the file. */
static void
put_layout(struct jsonout *j, const struct samples *s)
{
	bool has_unit = s->dimension[0] != '\0';

	jsonout_key(j, "format");
	jsonout_text(j, format_name(s->format));
	jsonout_key(j, "endian");
	jsonout_text(j, s->big_endian ? "big" : "little");
	jsonout_key(j, "addr_size");
	if (s->size_unknown)
		jsonout_null(j);
	else
		jsonout_count(j, s->address_size);
	put_key_count(j, "counter_bits", s->counter_bits);
	jsonout_key(j, "counter_signed");
	jsonout_bool(j, s->counter_signed);
	jsonout_key(j, "profrate");
	if (has_unit)
		jsonout_integer(j, s->rate);
	else
		jsonout_null(j);
	jsonout_key(j, "dimension");
	if (has_unit)
		jsonout_text(j, s->dimension);
	else
		jsonout_null(j);
	jsonout_key(j, "dimension_abbrev");
	if (has_unit)
		jsonout_bytes(j, &s->abbreviation, s->abbreviation != '\0');
	else
		jsonout_null(j);
}

static void
put_bin(struct jsonout *j, const struct samples *s, uint64_t value)
{
	if (s->counter_signed)
		jsonout_integer(j, (int64_t)value);
	else
		jsonout_count(j, value);
}

/* Writes number, addresses and count of each bin that is not 0. */
static void
put_bins(struct jsonout *j, const struct samples *s, const struct histogram *h)
{
	jsonout_key(j, "nonzero");
	jsonout_array(j, false);
	for (size_t i = 0; i < h->nused; i++) {
		uint64_t lo, hi;

		histogram_map(h, h->bins[i].number, &lo, &hi);
		jsonout_array(j, true);
		jsonout_count(j, h->bins[i].number);
		jsonout_address(j, lo);
		jsonout_address(j, hi);
		put_bin(j, s, h->bins[i].count);
		jsonout_end(j);
	}
	jsonout_end(j);
}

/* Writes the complete histograms.  A truncated histogram is omitted: the error E_TRUNC_HIST reports
 * it. */
static void
put_histograms(struct jsonout *j, const struct samples *s)
{
	jsonout_key(j, "histograms");
	jsonout_array(j, false);
	for (size_t i = 0; i < s->nhistograms; i++) {
		const struct histogram *h = &s->histograms[i];

		if (h->nread < h->nbins)
			continue;
		jsonout_object(j, false);
		put_key_address(j, "lowpc", h->lo);
		put_key_address(j, "highpc", h->hi);
		put_key_count(j, "nbins", h->nbins);
		jsonout_key(j, "total");
		put_bin(j, s, histogram_total(h));
		put_bins(j, s, h);
		jsonout_end(j);
	}
	jsonout_end(j);
}

static void
put_arcs(struct jsonout *j, const struct samples *s)
{
	jsonout_key(j, "arcs");
	jsonout_array(j, false);
	for (size_t i = 0; i < s->narcs; i++) {
		jsonout_object(j, true);
		jsonout_key(j, "from");
		if (s->has_outside && samples_arc(s, i).from == ARC_OUTSIDE)
			jsonout_null(j);
		else
			jsonout_address(j, samples_arc(s, i).from);
		put_key_address(j, "self", samples_arc(s, i).self);
		put_key_count(j, "count", samples_arc(s, i).count);
		jsonout_end(j);
	}
	jsonout_end(j);
}

void
decode_put_records(struct jsonout *j, const struct samples *s)
{
	put_histograms(j, s);
	put_arcs(j, s);
}

static void
put_warnings(struct jsonout *j, const struct samples *s)
{
	jsonout_key(j, "warnings");
	jsonout_array(j, true);
	for (int w = 0; s->damage.kind == E_NONE && w < NWARNINGS; w++)
		if (s->warnings & (uint32_t)1 << w)
			jsonout_text(j, damage_warning_name(w));
	jsonout_end(j);
}

static void
put_fact(struct jsonout *j, const struct fact *f)
{
	jsonout_key(j, f->name);
	if (f->text != NULL)
		jsonout_text(j, f->text);
	else if (f->is_signed)
		jsonout_integer(j, (int64_t)f->number);
	else
		jsonout_count(j, f->number);
}

static void
put_error(struct jsonout *j, const struct damage *d)
{
	jsonout_key(j, "error");
	if (d->kind == E_NONE) {
		jsonout_null(j);
		return;
	}
	jsonout_object(j, true);
	jsonout_key(j, "kind");
	jsonout_text(j, damage_name(d->kind));
	if (d->has_offset)
		put_key_count(j, "offset", d->offset);
	for (unsigned i = 0; i < d->nfacts; i++)
		put_fact(j, &d->facts[i]);
	if (d->ncandidates > 0) {
		jsonout_key(j, "candidates");
		jsonout_array(j, true);
		for (unsigned i = 0; i < d->ncandidates; i++)
			jsonout_text(j, d->candidates[i]);
		jsonout_end(j);
	}
	jsonout_end(j);
}

static void
put_records(struct jsonout *j, const char *key, const char *address,
	const struct addr_count *v, size_t n)
{
	jsonout_key(j, key);
	jsonout_array(j, false);
	for (size_t i = 0; i < n; i++) {
		jsonout_object(j, true);
		put_key_address(j, address, v[i].addr);
		put_key_count(j, "count", v[i].count);
		jsonout_end(j);
	}
	jsonout_end(j);
}

static void
put_modules(struct jsonout *j, const struct samples *s)
{
	jsonout_key(j, "images");
	jsonout_array(j, false);
	for (size_t i = 0; i < s->nmodules; i++) {
		const struct module *m = &s->modules[i];

		jsonout_object(j, true);
		put_key_address(j, "address", m->address);
		if (m->has_end)
			put_key_address(j, "end", m->end);
		jsonout_key(j, "path");
		jsonout_text(j, m->path);
		jsonout_end(j);
	}
	jsonout_end(j);
}

static void
put_param(struct jsonout *j, const struct gmonparam *p)
{
	jsonout_key(j, "gmonparam");
	jsonout_object(j, false);
	jsonout_key(j, "state");
	jsonout_integer(j, p->state);
	put_key_count(j, "kcountsize", p->kcountsize);
	put_key_count(j, "fromssize", p->fromssize);
	put_key_count(j, "tossize", p->tossize);
	put_key_count(j, "tolimit", p->tolimit);
	put_key_address(j, "lowpc", p->lowpc);
	put_key_address(j, "highpc", p->highpc);
	put_key_count(j, "textsize", p->textsize);
	put_key_count(j, "hashfraction", p->hashfraction);
	jsonout_end(j);
}

/* Writes the members that only some formats have. */
static void
put_extras(struct jsonout *j, const struct samples *s)
{
	if (s->has_counts)
		put_records(j, "function_counts", "pc", s->counts, s->ncounts);
	if (s->has_pcs) {
		jsonout_key(j, "pc_samples");
		jsonout_array(j, true);
		for (size_t i = 0; i < s->npcs; i++)
			jsonout_address(j, s->pcs[i].addr);
		jsonout_end(j);
	}
	if (s->nmodules > 0)
		put_modules(j, s);
	if (s->has_blocks)
		put_records(j, "basic_blocks", "addr", s->blocks, s->nblocks);
	if (s->totarc != 0)
		put_key_count(j, "openbsd_totarc", s->totarc);
	if (s->param != NULL)
		put_param(j, s->param);
}

/* Prints the contents of the file PATH as an object.  False: the file is damaged or cannot be
 * read. */
static bool
decode_file(struct jsonout *j, const char *path, const struct format_options *how)
{
	struct raw known = { .options = how };
	struct samples s;
	struct err e;
	uint64_t size;
	size_t n;
	const char *name = pathname_last(path, &n);
	bool ok = format_read(path, &known, &s, &size, &e);

	jsonout_object(j, false);
	jsonout_key(j, "file");
	jsonout_bytes(j, name, n);
	put_key_count(j, "size", size);
	if (s.format != FORMAT_NONE)
		put_layout(j, &s);
	decode_put_records(j, &s);
	put_warnings(j, &s);
	put_error(j, &s.damage);
	put_extras(j, &s);
	jsonout_end(j);
	samples_release(&s);
	if (!ok)
		message("%s: %s", path, e.text);
	return ok;
}

bool
decode_print(struct out *o, const char *const *files, size_t n,
	const struct format_options *how)
{
	struct profile_list l = { 0 };
	struct arena text = { 0 };
	struct jsonout j;
	bool ok = true;

	profiledir_expand(&l, files, n, &text);
	jsonout_open(&j, o);
	if (l.n != 1)
		jsonout_array(&j, false);
	for (size_t i = 0; i < l.n; i++)
		ok &= decode_file(&j, l.files[i], how);
	if (l.n != 1)
		jsonout_end(&j);
	jsonout_close(&j);
	profiledir_release(&l);
	arena_release(&text);
	return ok;
}
