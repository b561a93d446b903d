/* compression.c - recognizes compressed files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/compression.h"

#include <string.h>

static const struct compression compressions[NCOMPRESSIONS] = {
	{ COMPRESSION_GZIP, "\037\213", 2, "gzip", "gunzip" },
	{ COMPRESSION_XZ, "\xfd" "7zXZ", 6, "xz", "unxz" },
	{ COMPRESSION_ZSTD, "\x28\xb5\x2f\xfd", 4, "zstd", "unzstd" },
};

const struct compression *
compression_of(const unsigned char *bytes, size_t size)
{
	for (size_t i = 0; i < NCOMPRESSIONS; i++) {
		const struct compression *c = &compressions[i];

		if (size >= c->length && memcmp(bytes, c->magic, c->length) == 0)
			return c;
	}
	return NULL;
}
