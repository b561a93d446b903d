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
	const char *name, *program;	/* name of the format, such as "gzip"; name of the program
					 * that unpacks it, such as "gunzip" */
};

/* The SIZE bytes at BYTES are a file.  Returns how this file is compressed, or NULL if it is not a
 * gzip, xz or zstd file. */
const struct compression *compression_of(const unsigned char *bytes, size_t size);

#endif
