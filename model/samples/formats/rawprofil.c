/* rawprofil.c - the bare buffer of profil(2) or sprofil(2): counters and nothing else
 *
 * The user gives the layout of the buffer.  The counter of an address is at byte (address-offset) *
 * scale / 65536 of the buffer, rounded down to a whole counter.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "samples/format.h"
#include "samples/formats/bins.h"

static bool
rawprofil_recognise(const struct raw *raw, struct samples *s)
{
	(void)s;
	return raw->options != NULL && raw->options->buffer.given;
}

static bool
fail_options(struct samples *s, const struct raw *raw, struct err *e)
{
	s->format = FORMAT_NONE;
	damage_set(&s->damage, E_UNSUPPORTED, 0);
	if (!rawprofil_recognise(raw, s))
		return err_set(e, ERR_USAGE, "a raw buffer does not say what it is; add "
			"--raw=offset=ADDRESS,scale=SCALE");
	if (raw->options->buffer.scale == 0)
		return err_set(e, ERR_USAGE, "scale 0 means that profiling was off: "
			"there is nothing to show");
	return err_set(e, ERR_USAGE, "scale 1 switched profiling off (System V, IRIX, HP-UX) or, on "
		"BSD, made each counter stand for 128 KiB: there is nothing to show");
}

static bool
rawprofil_decode(const struct raw *raw, struct samples *s, struct err *e)
{
	const struct raw_buffer *b = raw->options != NULL ? &raw->options->buffer : NULL;
	struct profile_file file = { .nhistograms = 1 };
	struct histogram h;
	uint64_t lo;
	bool ok;

	if (!rawprofil_recognise(raw, s) || b->scale < 2)
		return fail_options(s, raw, e);
	s->big_endian = b->big_endian;
	s->counter_bits = b->width;
	bins_in_seconds(s, (int32_t)b->hz);
	h = bins_header(s, b->offset, b->offset, raw->size / (b->width / 8));
	h.map = MAP_PROFIL;
	h.scale = b->scale;
	if (h.nbins > 0)
		histogram_map(&h, h.nbins - 1, &lo, &h.hi);
	if (h.hi < h.lo) {
		damage_set(&s->damage, E_BAD_RANGE, 0);
		return err_set(e, ERR_USAGE, "its %zu counters would go beyond the last address; "
			"check the offset and the scale of --raw", h.nbins);
	}
	ok = bins_read(raw, 0, &h, s, e);
	samples_warn(s, W_NO_ARCS);
	if (b->scale == 2)
		samples_warn(s, W_SCALE2);
	if (b->hz == 0)
		samples_warn(s, W_ZERO_RATE);
	samples_add_file(s, &file);
	return ok;
}

const struct format rawprofil_format = {
	.kind = FORMAT_RAWPROFIL,
	.recognise = rawprofil_recognise,
	.decode = rawprofil_decode,
};
