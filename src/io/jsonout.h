/* jsonout.h - JSON, written as a stream
 *
 * Values are written one after the other; commas, line breaks and indentation follow from
 * where they stand.  Text may hold any bytes: nothing that a terminal could act on gets
 * out, and what is not UTF-8 becomes U+FFFD.  SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef JSONOUT_H
#define JSONOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "io/out.h"

enum { JSONOUT_DEPTH = 16 };

struct jsonout {
	struct out *out;		/* borrowed */
	unsigned depth;
	bool after_key;
	struct jsonout_level {
		char close;
		bool any;		/* something stands in it */
		bool flat;		/* everything on one line */
	} levels[JSONOUT_DEPTH];
};

void jsonout_open(struct jsonout *j, struct out *out);

/* What is open must be closed by now; ends the line. */
void jsonout_close(struct jsonout *j);

/* FLAT: on one line, with all that is in it. */
void jsonout_object(struct jsonout *j, bool flat);
void jsonout_array(struct jsonout *j, bool flat);
void jsonout_end(struct jsonout *j);

/* The name of the next value, which is not escaped. */
void jsonout_key(struct jsonout *j, const char *name);

void jsonout_null(struct jsonout *j);
void jsonout_bool(struct jsonout *j, bool value);
void jsonout_count(struct jsonout *j, uint64_t value);
void jsonout_integer(struct jsonout *j, int64_t value);
void jsonout_text(struct jsonout *j, const char *text);
void jsonout_bytes(struct jsonout *j, const char *text, size_t n);

/* What the caller writes now is the next value. */
void jsonout_literal(struct jsonout *j);

/* An address: text such as "0x401000". */
void jsonout_address(struct jsonout *j, uint64_t value);

#endif
