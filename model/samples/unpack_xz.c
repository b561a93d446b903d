/* unpack_xz.c - unpacks xz files with liblzma
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "samples/unpack.h"

#include "config.h"

#ifdef HAVE_LZMA

#include <lzma.h>
#include <stdlib.h>

#include "base/mem.h"

enum { MOST_MEMORY = 100 << 20 };	/* bytes that liblzma may allocate; xz -9 needs 65 MB */

static bool
open_xz(struct unpacking *u)
{
	static const lzma_stream new = LZMA_STREAM_INIT;
	lzma_stream *s = mem_new(1, sizeof(*s));

	*s = new;
	u->state = s;
	if (lzma_stream_decoder(s, MOST_MEMORY, LZMA_CONCATENATED) == LZMA_OK)
		return true;
	free(s);
	return false;
}

/* Returns what RESULT, an error of liblzma, means, and sets U->why. */
static enum unpack_step
step_of_error(struct unpacking *u, lzma_ret result)
{
	switch (result) {
	case LZMA_MEM_ERROR:
		return UNPACK_NO_MEMORY;
	case LZMA_MEMLIMIT_ERROR:
		u->why = "needs more than 100 megabytes to unpack";
		return UNPACK_UNABLE;
	case LZMA_OPTIONS_ERROR:
		u->why = "has options that are not supported";
		return UNPACK_UNABLE;
	default:
		u->why = "it is not valid";
		return UNPACK_FAILED;
	}
}

static enum unpack_step
step_xz(struct unpacking *u)
{
	lzma_stream *s = u->state;
	size_t left = u->size - u->at, in = left < UNPACK_CHUNK ? left : UNPACK_CHUNK;
	size_t room = u->room - u->n, out = room < UNPACK_CHUNK ? room : UNPACK_CHUNK;
	lzma_ret result;

	s->next_in = u->in + u->at;
	s->avail_in = in;
	s->next_out = u->out + u->n;
	s->avail_out = out;
	result = lzma_code(s, in == left ? LZMA_FINISH : LZMA_RUN);
	u->at += in - s->avail_in;
	u->n += out - s->avail_out;
	if (result == LZMA_STREAM_END)
		return UNPACK_END;
	if (result == LZMA_OK || result == LZMA_BUF_ERROR)
		return UNPACK_MORE;
	return step_of_error(u, result);
}

static void
close_xz(struct unpacking *u)
{
	lzma_end(u->state);
	free(u->state);
}

const struct packing_ops unpack_xz = { open_xz, step_xz, close_xz };

#endif
