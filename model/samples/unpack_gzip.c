/* unpack_gzip.c - unpacks gzip files with zlib
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "samples/unpack.h"

#include "config.h"

#ifdef HAVE_ZLIB

#include <stdlib.h>
#include <zlib.h>

#include "base/mem.h"

enum { LARGEST_WINDOW = 15, ONLY_GZIP = 16 };	/* arguments of inflateInit2() */

static bool
open_gzip(struct unpacking *u)
{
	z_stream *z = mem_new(1, sizeof(*z));

	u->state = z;
	if (inflateInit2(z, LARGEST_WINDOW + ONLY_GZIP) == Z_OK)
		return true;
	free(z);
	return false;
}

/* Prepares to unpack the next member of the file.  Behind the last member there may only be
 * zeros. */
static enum unpack_step
next_member(struct unpacking *u)
{
	size_t at = u->at;

	u->why = "bytes that are not gzip data follow";
	while (at < u->size && u->in[at] == 0)
		at++;
	if (at == u->size)
		return UNPACK_END;
	if (u->size - u->at >= 2 && u->in[u->at] == 0x1f && u->in[u->at + 1] == 0x8b)
		return inflateReset(u->state) == Z_OK ? UNPACK_MORE : UNPACK_FAILED;
	return UNPACK_FAILED;
}

static enum unpack_step
step_gzip(struct unpacking *u)
{
	z_stream *z = u->state;
	size_t left = u->size - u->at, room = u->room - u->n;
	uInt in = left < UNPACK_CHUNK ? (uInt)left : UNPACK_CHUNK;
	uInt out = room < UNPACK_CHUNK ? (uInt)room : UNPACK_CHUNK;
	int result;

	z->next_in = (Bytef *)(u->in + u->at);
	z->avail_in = in;
	z->next_out = u->out + u->n;
	z->avail_out = out;
	result = inflate(z, Z_NO_FLUSH);
	u->at += in - z->avail_in;
	u->n += out - z->avail_out;
	if (result == Z_STREAM_END)
		return next_member(u);
	if (result == Z_OK || result == Z_BUF_ERROR)
		return UNPACK_MORE;
	if (result == Z_MEM_ERROR)
		return UNPACK_NO_MEMORY;
	u->why = z->msg != NULL ? z->msg : "it is not valid";
	return UNPACK_FAILED;
}

static void
close_gzip(struct unpacking *u)
{
	inflateEnd(u->state);
	free(u->state);
}

const struct packing_ops unpack_gzip = { open_gzip, step_gzip, close_gzip };

#endif
