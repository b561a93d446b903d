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

/* Returns how a file is compressed that consists of the SIZE bytes at BYTES, or NULL if it is not a
 * gzip, xz or zstd file. */
const struct compression *compression_of(const unsigned char *bytes, size_t size);

#endif
