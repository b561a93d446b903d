/* gnu.c - GNU gmon.out, versions 0 and 1: what glibc and many others write
 *
 *	header	"gmon", version u32, 12 unused bytes
 *	records until the end of the file, each begins with a byte, its kind:
 *	  0 histogram	low, high address; bins u32, rate u32; dimension, 15 bytes;
 *			its abbreviation, 1 byte; the bins, u16 each
 *	  1 arc		from, self address; count u32
 *	  2 blocks	number of blocks u32 (glibc: as wide as an address); for each block its
 *			address and count, both as wide as an address
 *
 * The file does not say how wide addresses are.
 * Layout: gmon_out.h of glibc and GNU gprof.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdlib.h>
#include <string.h>

#include "base/byteorder.h"
#include "samples/format.h"
#include "samples/formats/gnu.h"

/* Should the file be read with addresses of SIZE bytes?  No, if the user has given another size.
 * If only the image has another size, the file is read nevertheless, so that the error message can
 * say that another program wrote it. */
static bool
is_worth_trying(const struct raw *raw, unsigned size)
{
	return raw->options == NULL || raw->options->address_size == 0
		|| raw->options->address_size == size;
}

/* Sets TRIES to the layouts to try, the likeliest first, and returns how many there are.  Version 0
 * does not show the byte order. */
static size_t
list_layouts(const struct raw *raw, struct samples tries[4])
{
	const unsigned char *version = raw->bytes + 4;
	bool both = byteorder_u32(version, false) == 0 && raw->address_size == 0;
	bool big = byteorder_u32(version, true) == 1
		|| (raw->address_size != 0 && raw->big_endian
			&& byteorder_u32(version, false) == 0);
	unsigned first = raw_address_size(raw) == 4 ? 4 : 8;
	size_t n = 0;

	for (int order = both ? 0 : big; order <= (both || big ? 1 : 0); order++)
		for (unsigned size = first; size != 0; size = size == first ? 12 - first : 0)
			if (is_worth_trying(raw, size))
				tries[n++] = (struct samples){ .big_endian = order == 1,
					.address_size = size };
	return n;
}

/* Is A at least as good as B?  Both attempts have failed.  If the size of addresses is known, and
 * both attempts have the same byte order, the earlier attempt is better.  Then the caller must
 * pass the earlier attempt as A. */
static bool
is_better(const struct gnu_attempt *a, const struct gnu_attempt *b)
{
	bool is_known = raw_address_size(a->raw) != 0 && a->s->big_endian == b->s->big_endian;
	bool a_other = a->s->damage.kind == E_BAD_DIMENSION;
	bool b_other = b->s->damage.kind == E_BAD_DIMENSION;

	if (is_known)
		return true;
	if (a->file.version != 0 && a_other != b_other)
		return b_other;
	return a->done >= b->done;
}

/* Reads the file with the first layout that fits all of it.  If there is none, uses the layout with
 * which most of the file can be read. */
static bool
read_file(const struct raw *raw, struct samples *s, struct err *e)
{
	struct samples tries[4];
	struct err errors[4] = { 0 };
	struct gnu_attempt attempts[4];
	size_t n = list_layouts(raw, tries), best = 0;
	bool ok = false, tie = false;

	for (size_t i = 0; i < n && !ok; i++) {
		attempts[i] = (struct gnu_attempt){ .raw = raw, .s = &tries[i], .e = &errors[i] };
		ok = gnu_parse(&attempts[i]);
		if (i == 0)
			continue;
		tie = !ok && raw_address_size(raw) == 0 && is_better(&attempts[0], &attempts[1])
			&& is_better(&attempts[1], &attempts[0])
			&& tries[0].big_endian == tries[1].big_endian
			&& attempts[0].file.version != 0;
		if (ok || !is_better(&attempts[best], &attempts[i])) {
			samples_release(&tries[best]);
			best = i;
		} else {
			samples_release(&tries[i]);
		}
	}
	tries[best].format = s->format;
	tries[best].size_unknown = tie;
	*s = tries[best];
	*e = errors[best];
	return ok;
}

static bool
has_cookie(const struct raw *raw, size_t at)
{
	return raw->size >= at + 8 && memcmp(raw->bytes + at, "gmon", 4) == 0;
}

static bool
gnu_recognise(const struct raw *raw, struct samples *s)
{
	(void)s;
	return has_cookie(raw, 0)
		&& byteorder_u32(raw->bytes + 4, false) != GNU_SHARED
		&& byteorder_u32(raw->bytes + 4, true) != GNU_SHARED;
}

/* Fails because the version is unknown.  Reports the version in the byte order that gives the
 * smaller number and so is probably right. */
static bool
fail_version(const struct raw *raw, struct samples *s, struct err *e)
{
	int64_t little = (int32_t)byteorder_u32(raw->bytes + 4, false);
	int64_t big = (int32_t)byteorder_u32(raw->bytes + 4, true);
	int64_t version = llabs(big) < llabs(little) ? big : little;

	s->format = FORMAT_NONE;
	damage_set(&s->damage, E_BAD_VERSION, 4);
	damage_fact(&s->damage, "version", (uint64_t)version);
	s->damage.facts[0].is_signed = true;
	return err_set(e, ERR_DAMAGED, "version %lld of the GNU format is not known, only 0 and 1",
		(long long)version);
}

static bool
gnu_decode(const struct raw *raw, struct samples *s, struct err *e)
{
	if (!has_cookie(raw, 0)) {
		s->format = FORMAT_NONE;
		damage_set(&s->damage, E_NOT_PROFILE, 0);
		return err_set(e, ERR_DAMAGED, "is no GNU profile: it does not begin with gmon");
	}
	if (byteorder_u32(raw->bytes + 4, false) > 1 && byteorder_u32(raw->bytes + 4, true) > 1)
		return fail_version(raw, s, e);
	s->big_endian = byteorder_u32(raw->bytes + 4, true) == 1;
	if (raw->size < GNU_HEADER) {
		s->counter_bits = 16;
		s->size_unknown = true;
		damage_set(&s->damage, E_TRUNC_HEADER, raw->size);
		return err_set(e, ERR_FORMAT, "the file ends inside its header, after %zu bytes; "
			"run the program again", raw->size);
	}
	return read_file(raw, s, e);
}

/* Sets *REST to the part of RAW that begins with the first "gmon" behind byte 0.  Returns false if
 * no GNU profile begins there, or "gmon" is not among the first NEAR bytes. */
static bool
find_embedded(const struct raw *raw, struct raw *rest)
{
	enum { NEAR = 64 };

	*rest = *raw;
	for (size_t i = 1; i + 4 <= NEAR && i + 4 <= raw->size; i++) {
		if (memcmp(raw->bytes + i, "gmon", 4) != 0)
			continue;
		rest->bytes += i;
		rest->size -= i;
		return rest->size >= GNU_HEADER && gnu_recognise(rest, NULL);
	}
	return false;
}

/* Is RAW a profile with other bytes before it?  For example, the dump of a flash partition begins
 * with a length.  The profile must be readable to its end. */
static bool
embedded_recognise(const struct raw *raw, struct samples *s)
{
	struct samples trial = { 0 };
	struct raw rest;
	struct err e;
	bool ok = find_embedded(raw, &rest) && gnu_decode(&rest, &trial, &e);

	(void)s;
	samples_release(&trial);
	return ok;
}

static bool
embedded_decode(const struct raw *raw, struct samples *s, struct err *e)
{
	struct raw rest;

	if (!find_embedded(raw, &rest))
		return err_set(e, ERR_DAMAGED, "no GNU profile begins in the first 64 bytes");
	if (!gnu_decode(&rest, s, e))
		return false;
	samples_warn(s, W_LEADING_BYTES);
	return true;
}

const struct format gnu_format = {
	.kind = FORMAT_GNU,
	.recognise = gnu_recognise,
	.decode = gnu_decode,
};

const struct format gnu_embedded_format = {
	.kind = FORMAT_GNU,
	.recognise = embedded_recognise,
	.decode = embedded_decode,
};
