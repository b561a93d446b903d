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
	size_t length;			/* number of bytes of MAGIC */
	const char *name, *program;	/* PROGRAM unpacks it */
};

/* Returns how the SIZE bytes of a file are compressed, or NULL. */
const struct compression *compression_of(const unsigned char *bytes, size_t size);

#endif
