/* samples_fit.c - checks whether files can be summed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <inttypes.h>

#include "samples/samples.h"

bool
samples_are_bsd(const struct samples *s)
{
	return s->format == FORMAT_BSD44 || s->format == FORMAT_OLDBSD;
}

/* Can the BSD file MORE be added to S?  A BSD file has one histogram, which has the same range and
 * bins in all runs of a program. */
static bool
fits_bsd(const struct samples *s, const struct samples *more, struct err *e)
{
	const struct histogram *a = s->histograms, *b = more->histograms;

	if (a->lo != b->lo || a->hi != b->hi || a->nbins != b->nbins)
		return err_set(e, ERR_FORMAT, "its histogram has %zu bins of 0x%" PRIx64 "-0x%" PRIx64
			", the other file %zu bins of 0x%" PRIx64 "-0x%" PRIx64 "; give profiles "
			"of one program", b->nbins, b->lo, b->hi, a->nbins, a->lo, a->hi);
	if (samples_are_bsd(s) && (s->counter_bits != more->counter_bits
			|| s->counter_signed != more->counter_signed))
		return err_set(e, ERR_FORMAT, "its bins have %u bits, the bins of the other file %u; give "
			"profiles of one system", more->counter_bits, s->counter_bits);
	return true;
}

static bool
fits_rate(const struct samples *s, const struct samples *more, struct err *e)
{
	uint32_t a = s->histograms->rate, b = more->histograms->rate;

	if (a == b || a == 0 || b == 0)
		return true;
	return err_set(e, ERR_FORMAT, "it was sampled %" PRIu32 " times a second, the other file %" PRIu32
		" times; open the files one by one, or set one rate for both with --rate=HZ", b, a);
}

bool
samples_are_compatible(const struct samples *s, const struct samples *more, bool any_rate,
	struct err *e)
{
	const struct histogram *with = s->histograms;
	bool ok = true;

	if (s->nhistograms == 0 || more->nhistograms == 0)
		return true;
	if (samples_are_bsd(more)) {
		ok = fits_bsd(s, more, e);
		any_rate = false;	/* even with ANY_RATE, rates of BSD files must be equal, as
					 * with gprof */
	}
	if (ok && !any_rate)
		ok = fits_rate(s, more, e);
	if (ok)
		ok = samples_check_all(s, more, &with, e) == E_NONE;
	return ok || err_in(e, "does not go with %s", s->files[with->file].path);
}
