/* otherkinds.h - files of other profilers that gprowse does not read, and what to do with them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef OTHERKINDS_H
#define OTHERKINDS_H

#include <stdbool.h>
#include <stddef.h>

struct other_kind {
	const char *name;		/* constant; such as "perf.data" */
	const char *advice;		/* constant; what the file is, and which program converts or
					 * shows it; a message consists of the name of the file and
					 * this text */
};

/* Returns the kind of a file that begins with the N bytes at HEAD, or NULL. */
const struct other_kind *otherkinds_find(const unsigned char *head, size_t n);

/* Returns the kind of the directory PATH, or NULL. */
const struct other_kind *otherkinds_of_directory(const char *path);

/* The rest of this header is for otherkinds_forms.c: kinds without a text that all their files
 * have.  Each function says whether a file that begins with the N bytes at HEAD is of its kind. */
bool otherkinds_is_gperftools(const unsigned char *head, size_t n);
bool otherkinds_is_macho(const unsigned char *head, size_t n);
bool otherkinds_is_marshal(const unsigned char *head, size_t n);
bool otherkinds_is_otlp(const unsigned char *head, size_t n);
bool otherkinds_is_dtrace(const unsigned char *head, size_t n);
bool otherkinds_is_heaptrack(const unsigned char *head, size_t n);
bool otherkinds_is_tar(const unsigned char *head, size_t n);
bool otherkinds_is_page(const unsigned char *head, size_t n);
bool otherkinds_is_perf_trace(const unsigned char *head, size_t n);

#endif
