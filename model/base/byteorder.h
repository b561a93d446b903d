/* byteorder.h - numbers in the byte order of a file
 *
 * BIG is true if the bytes at P are big-endian.  The caller has checked that P points to enough
 * bytes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BYTEORDER_H
#define BYTEORDER_H

#include <stdbool.h>
#include <stdint.h>

static inline uint16_t
byteorder_u16(const unsigned char *p, bool big)
{
	return big ? (uint16_t)(p[0] << 8 | p[1]) : (uint16_t)(p[1] << 8 | p[0]);
}

static inline uint32_t
byteorder_u32(const unsigned char *p, bool big)
{
	if (big)
		return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
	return (uint32_t)p[3] << 24 | (uint32_t)p[2] << 16 | (uint32_t)p[1] << 8 | p[0];
}

static inline uint64_t
byteorder_u64(const unsigned char *p, bool big)
{
	uint64_t first = byteorder_u32(p, big), second = byteorder_u32(p + 4, big);

	return big ? first << 32 | second : second << 32 | first;
}

/* Returns the address that is stored in the SIZE bytes at P.  SIZE is 4 or 8. */
static inline uint64_t
byteorder_addr(const unsigned char *p, unsigned size, bool big)
{
	return size == 8 ? byteorder_u64(p, big) : byteorder_u32(p, big);
}

#endif
