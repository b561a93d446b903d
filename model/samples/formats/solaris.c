/* solaris.c - profiles of Solaris and illumos
 *
 * The first format has versions and is written by newer Sun compilers, to mon.out or gmon.out:
 *
 *	"PROF" u32; version u16, u16; offset of the first object u64
 *	objects: kind u32, version u32, size u64; then, for objects of kind
 *	  1 samples	offset u64, number u64 of the samples: an address u64 each
 *	  2 calls	offset u64 of the first function entry: offsets of the next callee and of
 *			the next caller of the same callee, from, self, count, one unused; u64 each
 *	  3 modules	offset u64 of the first module entry: offsets of the next entry and of the
 *			path, first, last address; u64 each
 *
 * Offsets are relative to the beginning of the object, but the offset of the first object is
 * relative to the beginning of the file.
 * Layout: profile.h and gprof of illumos.
 *
 * The second format is the buffer of ld.so.1 for LD_PROFILE.  It is recognized but not read: there
 * is no file to test a reader with.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/budget.h"
#include "base/byteorder.h"
#include "base/mem.h"
#include "samples/format.h"
#include "samples/formats/bins.h"

#define PROF_MAGIC 0x50524f46u
#define IGNORED UINT32_MAX		/* kind of objects that a reader must skip */

enum kind { SAMPLES = 1, CALLS, MODULES };
enum { OBJECT_HEAD = 16, FUNCTION = 48, MODULE = 32 };

/* An object, with all its bytes in the file. */
struct object {
	const unsigned char *bytes;
	uint64_t size;
	size_t at;			/* offset of the object in the file */
	bool big_endian;
};

static uint64_t
word_at(const struct object *o, uint64_t at)
{
	return byteorder_u64(o->bytes + at, o->big_endian);
}

/* Does object O have N bytes at offset AT? */
static bool
has_bytes(const struct object *o, uint64_t at, uint64_t n)
{
	return at <= o->size && n <= o->size - at;
}

static bool
fail_outside(struct samples *s, enum damage_kind kind, size_t at, struct err *e)
{
	damage_set(&s->damage, kind, at);
	return err_set(e, ERR_FORMAT, "byte %zu: the object refers to places outside it; the file is "
		"damaged", at);
}

static bool
read_samples(const struct object *o, struct samples *s, struct err *e)
{
	uint64_t at, n;

	if (!has_bytes(o, 16, 16))
		return fail_outside(s, E_BAD_OFFSET, o->at, e);
	at = word_at(o, 16);
	n = word_at(o, 24);
	if (at > o->size || n > (o->size - at) / 8)
		return fail_outside(s, E_TRUNC_SECTION, o->at, e);
	s->has_pcs = true;
	for (uint64_t i = 0; i < n; i++)
		samples_add_pc(s, word_at(o, at + 8 * i), 1);
	return true;
}

/* Does a path, which ends with a NUL, begin at offset AT of object O?  *LENGTH becomes its length
 * in bytes. */
static bool
path_at(const struct object *o, uint64_t at, size_t *length)
{
	const unsigned char *end;

	if (at >= o->size)
		return false;
	end = memchr(o->bytes + at, '\0', (size_t)(o->size - at));
	if (end != NULL)
		*length = (size_t)(end - o->bytes) - (size_t)at;
	return end != NULL;
}

static bool
read_modules(const struct object *o, struct samples *s, struct err *e)
{
	struct budget bytes = { .left = 4 * o->size };
	uint64_t at, next;

	if (!has_bytes(o, 16, 8))
		return fail_outside(s, E_BAD_OFFSET, o->at, e);
	for (at = word_at(o, 16);; at = next) {
		struct module m;
		size_t length;

		if (!has_bytes(o, at, MODULE) || !path_at(o, word_at(o, at + 8), &length))
			return fail_outside(s, E_BAD_OFFSET, o->at, e);
		/* Paths of a crafted file can overlap, so the bytes that are copied are limited. */
		if (!budget_spend(&bytes, length + MODULE))
			return fail_outside(s, E_BAD_LINK, o->at, e);
		m = (struct module){ .address = word_at(o, at + 16), .end = word_at(o, at + 24),
			.has_end = true };
		m.path = arena_text(&s->texts, (const char *)o->bytes + word_at(o, at + 8), length);
		samples_add_module(s, &m);
		next = word_at(o, at);
		if (next <= at)
			return true;
	}
}

/* Was PLACE, an offset in an object, visited?  BITS has a bit for each byte of the object. */
static bool
is_visited(const unsigned char *bits, uint64_t place)
{
	return bits[place / 8] >> place % 8 & 1;
}

static void
flip_visited(unsigned char *bits, uint64_t place)
{
	bits[place / 8] ^= (unsigned char)(1 << place % 8);
}

/* Is there a function entry at PLACE, an offset in O, that was not visited yet? */
static bool
is_new(const struct object *o, uint64_t place, const unsigned char *bits)
{
	return place != 0 && has_bytes(o, place, FUNCTION) && !is_visited(bits, place);
}

/* Reads the chain of function entries that begins at FIRST: the callers of one callee.  ENTRIES
 * limits the number of entries read in all chains, because crafted chains can share entries.  All
 * bits of SEEN are 0 before the call and after it. */
static void
read_callers(const struct object *o, uint64_t first, unsigned char *seen, struct budget *entries,
	struct samples *s)
{
	uint64_t at, n = 0;

	for (at = first; is_new(o, at, seen) && budget_spend(entries, 1); at = word_at(o, at + 8)) {
		n++;
		flip_visited(seen, at);
		samples_add_arc(s, word_at(o, at + 16), word_at(o, at + 24),
			word_at(o, at + 32));
	}
	for (at = first; n > 0; at = word_at(o, at + 8), n--)
		flip_visited(seen, at);
}

static bool
read_calls(const struct object *o, struct samples *s, struct err *e)
{
	struct budget entries = { .left = 16 * (o->size / FUNCTION) };
	uint64_t at;
	unsigned char *callees, *callers;

	if (!has_bytes(o, 16, 8))
		return fail_outside(s, E_BAD_OFFSET, o->at, e);
	callees = mem_new(o->size / 8 + 1, 1);
	callers = mem_new(o->size / 8 + 1, 1);
	for (at = word_at(o, 16); is_new(o, at, callees) && entries.left > 0;
		at = word_at(o, at)) {
		flip_visited(callees, at);
		read_callers(o, at, callers, &entries, s);
	}
	free(callees);
	free(callers);
	return true;
}

static bool
read_object(const struct object *o, struct samples *s, struct err *e)
{
	uint32_t kind = byteorder_u32(o->bytes, o->big_endian);

	switch (kind) {
	case SAMPLES:
		return read_samples(o, s, e);
	case CALLS:
		return read_calls(o, s, e);
	case MODULES:
		return read_modules(o, s, e);
	case IGNORED:
		return true;
	default:
		samples_warn(s, W_UNKNOWN_SECTION);
		return true;
	}
}

static bool
read_objects(const struct raw *raw, struct samples *s, struct err *e)
{
	uint64_t at;

	if (raw->size < 16) {
		damage_set(&s->damage, E_TRUNC_HEADER, raw->size);
		return err_set(e, ERR_DAMAGED, "the file ends inside its header");
	}
	for (at = byteorder_u64(raw->bytes + 8, s->big_endian); at < raw->size;) {
		struct object o = { .bytes = raw->bytes + at, .at = (size_t)at,
			.big_endian = s->big_endian };

		if (raw->size - at < OBJECT_HEAD) {
			damage_set(&s->damage, E_TRUNC_SECTION, raw->size);
			return err_set(e, ERR_DAMAGED, "the file ends inside the head of an object");
		}
		o.size = word_at(&o, 8);
		if (o.size < OBJECT_HEAD)
			return fail_outside(s, E_BAD_SIZE, o.at, e);
		if (o.size > raw->size - at) {
			damage_set(&s->damage, E_TRUNC_SECTION, o.at);
			damage_fact(&s->damage, "want", o.size);
			damage_fact(&s->damage, "have", raw->size - at);
			return err_set(e, ERR_DAMAGED, "byte %zu: the file ends inside an object", o.at);
		}
		if (!read_object(&o, s, e))
			return false;
		at += o.size;
	}
	return true;
}

static bool
prof_recognise(const struct raw *raw, struct samples *s)
{
	if (raw->size < 8)
		return false;
	s->big_endian = byteorder_u32(raw->bytes, true) == PROF_MAGIC;
	return s->big_endian || byteorder_u32(raw->bytes, false) == PROF_MAGIC;
}

static bool
prof_decode(const struct raw *raw, struct samples *s, struct err *e)
{
	struct profile_file file = { 0 };
	bool ok;

	if (!prof_recognise(raw, s)) {
		s->format = FORMAT_NONE;
		damage_set(&s->damage, E_NOT_PROFILE, 0);
		return err_set(e, ERR_DAMAGED, "is no profile of Solaris: it does not begin with PROF");
	}
	s->address_size = 8;
	s->size_fixed = true;
	s->counter_bits = 16;
	bins_in_seconds(s, 0);
	samples_warn(s, W_ZERO_RATE);
	ok = read_objects(raw, s, e);
	file.narcs = s->narcs;
	samples_add_file(s, &file);
	return ok;
}

static bool
rtld_recognise(const struct raw *raw, struct samples *s)
{
	if (raw->size < 8 || byteorder_u32(raw->bytes, false) != UINT32_MAX)
		return false;
	for (int big = 0; big < 2; big++) {
		uint32_t version = byteorder_u32(raw->bytes + 4, big == 1);

		if (version != 1 && version != 2)
			continue;
		s->big_endian = big == 1;
		return true;
	}
	return false;
}

static bool
rtld_decode(const struct raw *raw, struct samples *s, struct err *e)
{
	if (!rtld_recognise(raw, s)) {
		s->format = FORMAT_NONE;
		damage_set(&s->damage, E_NOT_PROFILE, 0);
		return err_set(e, ERR_DAMAGED, "is no buffer of Solaris' ld.so.1");
	}
	s->size_unknown = true;
	s->counter_bits = 16;
	damage_set(&s->damage, E_UNSUPPORTED, 0);
	return err_set(e, ERR_FORMAT, "is a buffer of Solaris' ld.so.1 (LD_PROFILE), which cannot be "
		"read; Solaris' own gprof reads it");
}

const struct format solaris_prof_format = {
	.kind = FORMAT_SOLARIS_PROF,
	.recognise = prof_recognise,
	.decode = prof_decode,
};

const struct format solaris_rtld_format = {
	.kind = FORMAT_SOLARIS_RTLD,
	.recognise = rtld_recognise,
	.decode = rtld_decode,
};
