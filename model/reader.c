/* A cursor over bytes that nobody vouches for.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "reader.h"

size_t
reader_left(const struct reader *r)
{
	return r->past_end ? 0 : r->size - r->at;
}

bool
reader_ok(const struct reader *r)
{
	return !r->past_end;
}

const unsigned char *
reader_bytes(struct reader *r, size_t n)
{
	const unsigned char *p;

	if (n > reader_left(r)) {
		r->past_end = true;
		return NULL;
	}
	p = r->bytes + r->at;
	r->at += n;
	return p;
}

/* The next N <= 8 bytes as a number in the reader's byte order. */
static uint64_t
number(struct reader *r, unsigned n)
{
	const unsigned char *p = reader_bytes(r, n);
	uint64_t v = 0;

	if (p == NULL)
		return 0;
	for (unsigned i = 0; i < n; i++)
		v = v << 8 | p[r->big_endian ? i : n - 1 - i];
	return v;
}

uint8_t
reader_u8(struct reader *r)
{
	return (uint8_t)number(r, 1);
}

uint16_t
reader_u16(struct reader *r)
{
	return (uint16_t)number(r, 2);
}

uint32_t
reader_u32(struct reader *r)
{
	return (uint32_t)number(r, 4);
}

uint64_t
reader_u64(struct reader *r)
{
	return number(r, 8);
}

uint64_t
reader_addr(struct reader *r)
{
	return number(r, r->address_size);
}
