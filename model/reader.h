/* reader.h - a cursor over bytes that nobody vouches for
 *
 * Reading past the end gives zero and sticks: a parser reads a whole record and asks
 * reader_ok() once.  SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef READER_H
#define READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct reader {
	const unsigned char *bytes;	/* borrowed */
	size_t size, at;
	bool big_endian;
	unsigned address_size;		/* 4 or 8 bytes, for reader_addr() */
	bool past_end;
};

uint8_t reader_u8(struct reader *r);
uint16_t reader_u16(struct reader *r);
uint32_t reader_u32(struct reader *r);
uint64_t reader_u64(struct reader *r);
uint64_t reader_addr(struct reader *r);

/* The next N bytes, or NULL when there are fewer. */
const unsigned char *reader_bytes(struct reader *r, size_t n);

/* How many bytes are left. */
size_t reader_left(const struct reader *r);

bool reader_ok(const struct reader *r);

#endif
