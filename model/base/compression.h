/* compression.h - recognizes compressed files: gzip, xz, zstd
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef COMPRESSION_H
#define COMPRESSION_H

#include <stddef.h>

enum compression_kind { COMPRESSION_GZIP, COMPRESSION_XZ, COMPRESSION_ZSTD, NCOMPRESSIONS };

struct compression {
	enum compression_kind kind;
	const char *magic;
	size_t length;			/* number of bytes of .magic */
	const char *name, *program;	/* such as "gzip" and, to unpack it, "gunzip" */
};

/* Returns the compression of a file of SIZE bytes, or NULL if it is not compressed. */
const struct compression *compression_of(const unsigned char *bytes, size_t size);

#endif
