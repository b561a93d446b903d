/* protobuf.h - reads the fields of messages in the encoding of protocol buffers
 *
 * A message is a sequence of fields.  A field is a key and a value; the key is the number of the
 * field times 8, plus the wire type, which says how the value is written.  Source: "Encoding" in
 * the documentation of protocol buffers.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PROTOBUF_H
#define PROTOBUF_H

#include <stdbool.h>
#include <stdint.h>

#include "base/cursor.h"

enum protobuf_wire_type {
	PROTOBUF_VARINT = 0,
	PROTOBUF_FIXED64 = 1,
	PROTOBUF_BYTES = 2,		/* a length and this many bytes: a text, a message, or
					 * numbers */
	PROTOBUF_FIXED32 = 5,
};

struct protobuf_field {
	uint64_t number;
	unsigned type;			/* enum protobuf_wire_type */
	uint64_t value;			/* of PROTOBUF_VARINT and the fixed types, else 0 */
	struct cursor bytes;		/* of PROTOBUF_BYTES, else empty */
};

static inline uint64_t
protobuf_varint(struct cursor *c)
{
	const unsigned char *p = c->p;

	/* Most numbers have one or two bytes. */
	if (cursor_left(c) > 0 && p[0] < 0x80) {
		c->p += 1;
		return p[0];
	}
	if (cursor_left(c) > 1 && p[1] < 0x80) {
		c->p += 2;
		return (p[0] & 0x7fu) | (uint64_t)p[1] << 7;
	}
	return cursor_uleb(c);
}

/* Sets *F to the next field of the message at C.  Returns false at the end of the message.  Also
 * returns false, and sets C->past, if the message ends inside the field or the field is invalid. */
static inline bool
protobuf_next(struct cursor *c, struct protobuf_field *f)
{
	uint64_t key, n;

	if (cursor_left(c) == 0 || c->past)
		return false;
	key = protobuf_varint(c);
	*f = (struct protobuf_field){ .number = key >> 3, .type = key & 7,
		.bytes = { .p = c->p, .end = c->p } };
	switch (f->type) {
	case PROTOBUF_VARINT:
		f->value = protobuf_varint(c);
		break;
	case PROTOBUF_FIXED64:
		f->value = cursor_uint(c, 8);
		break;
	case PROTOBUF_FIXED32:
		f->value = cursor_u32(c);
		break;
	case PROTOBUF_BYTES:
		n = protobuf_varint(c);
		f->bytes.p = c->p;
		f->bytes.end = cursor_bytes(c, n) != NULL ? c->p : f->bytes.p;
		break;
	default:
		c->past = true;
	}
	if (f->number == 0)
		c->past = true;
	return !c->past;
}

#endif
