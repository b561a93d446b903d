/* cursor.h - reading untrusted bytes without going past their end
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef CURSOR_H
#define CURSOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/byteorder.h"

/* The bytes [.p, .end) are not read yet.  A read past .end sets .past, and all later reads return 0
 * or NULL.  So a parser can read a whole record and then test .past once. */
struct cursor {
	const unsigned char *p, *end;
	bool big, past;
};

static inline size_t
cursor_left(const struct cursor *c)
{
	return (size_t)(c->end - c->p);
}

/* Returns the next N bytes, or NULL if fewer are left. */
static inline const unsigned char *
cursor_bytes(struct cursor *c, uint64_t n)
{
	const unsigned char *p = c->p;

	if (n > cursor_left(c)) {
		c->past = true;
		c->p = c->end;
		return NULL;
	}
	c->p += n;
	return p;
}

static inline uint8_t
cursor_u8(struct cursor *c)
{
	if (c->p == c->end) {
		c->past = true;
		return 0;
	}
	return *c->p++;
}

static inline uint16_t
cursor_u16(struct cursor *c)
{
	const unsigned char *p = cursor_bytes(c, 2);

	return p != NULL ? byteorder_u16(p, c->big) : 0;
}

static inline uint32_t
cursor_u32(struct cursor *c)
{
	const unsigned char *p = cursor_bytes(c, 4);

	return p != NULL ? byteorder_u32(p, c->big) : 0;
}

/* Returns the next number, which has SIZE bytes: 1, 2, 4 or 8. */
static inline uint64_t
cursor_uint(struct cursor *c, unsigned size)
{
	const unsigned char *p = cursor_bytes(c, size);

	if (p == NULL)
		return 0;
	switch (size) {
	case 1:	return *p;
	case 2:	return byteorder_u16(p, c->big);
	case 4:	return byteorder_u32(p, c->big);
	case 8:	return byteorder_u64(p, c->big);
	default: return 0;
	}
}

/* Returns the next LEB128 number: 7 bits in each byte, the lowest bits first.  *BITS becomes 7
 * times the number of bytes read.  *SIGN becomes all ones if the number, read as signed, is
 * negative, else 0. */
static inline uint64_t
cursor_leb(struct cursor *c, unsigned *bits, uint64_t *sign)
{
	uint64_t value = 0;
	uint8_t byte;

	*bits = 0;
	do {
		byte = cursor_u8(c);
		if (*bits < 64)
			value |= (uint64_t)(byte & 0x7f) << *bits;
		*bits += 7;
	} while ((byte & 0x80) != 0);
	*sign = (byte & 0x40) != 0 ? ~(uint64_t)0 : 0;
	return value;
}

static inline uint64_t
cursor_uleb(struct cursor *c)
{
	uint64_t sign;
	unsigned bits;

	return cursor_leb(c, &bits, &sign);
}

static inline int64_t
cursor_sleb(struct cursor *c)
{
	uint64_t sign, value;
	unsigned bits;

	value = cursor_leb(c, &bits, &sign);
	return (int64_t)(bits < 64 ? value | sign << bits : value);
}

/* Returns the string that begins at C->p, and moves C->p behind its NUL.  Returns NULL if there is
 * no NUL up to C->end. */
static inline const char *
cursor_text(struct cursor *c)
{
	const unsigned char *p = c->p, *nul = memchr(p, '\0', cursor_left(c));

	if (nul == NULL) {
		c->past = true;
		c->p = c->end;
		return NULL;
	}
	c->p = nul + 1;
	return (const char *)p;
}

#endif
