/* perf_object.h - programs, libraries and modules, as perf names them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PERF_OBJECT_H
#define PERF_OBJECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct perf_text {
	const char *s;			/* borrowed from the input */
	size_t n;
};

/* Is T equal to TEXT?  Does it begin, or end, with TEXT? */
bool perf_text_is(struct perf_text t, const char *text);
bool perf_text_begins(struct perf_text t, const char *text);
bool perf_text_ends(struct perf_text t, const char *text);

/* Is NAME, of a function or an object, one that perf did not find, or none at all? */
bool perf_text_is_unknown(struct perf_text name);

/* Returns the enum measured_frame_flags of code in OBJECT. */
uint32_t perf_object_flags(struct perf_text object);

#endif
