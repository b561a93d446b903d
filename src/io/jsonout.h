/* jsonout.h - JSON, written as a stream
 *
 * Values are written one after the other; commas, line breaks and indentation are added.  Text
 * may contain any bytes: control characters are escaped, and bytes that are not UTF-8 become
 * U+FFFD.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef JSONOUT_H
#define JSONOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "io/out.h"

enum { JSONOUT_DEPTH = 16 };		/* objects and arrays can be nested JSONOUT_DEPTH - 1
					 * deep */

struct jsonout {
	struct out *out;		/* borrowed */
	unsigned depth;
	bool after_key;
	struct jsonout_level {
		char close;
		bool any;		/* a value of the object or array was written */
		bool flat;		/* the object or array is written on one line */
	} levels[JSONOUT_DEPTH];
};

void jsonout_open(struct jsonout *j, struct out *out);

/* Ends the last line.  All objects and arrays must be closed. */
void jsonout_close(struct jsonout *j);

/* Begins an object or an array.  FLAT: it and everything inside it is written on one line. */
void jsonout_object(struct jsonout *j, bool flat);
void jsonout_array(struct jsonout *j, bool flat);

/* Ends the innermost object or array. */
void jsonout_end(struct jsonout *j);

/* Writes NAME, the name of the next value.  NAME is not escaped. */
void jsonout_key(struct jsonout *j, const char *name);

void jsonout_null(struct jsonout *j);
void jsonout_bool(struct jsonout *j, bool value);
void jsonout_count(struct jsonout *j, uint64_t value);
void jsonout_integer(struct jsonout *j, int64_t value);
void jsonout_text(struct jsonout *j, const char *text);
void jsonout_bytes(struct jsonout *j, const char *text, size_t n);

/* Prepares for a value that the caller writes to J->out itself: writes the comma and the line break
 * before the value. */
void jsonout_literal(struct jsonout *j);

/* Writes an address as text, such as "0x401000". */
void jsonout_address(struct jsonout *j, uint64_t value);

#endif
