/* unpack_zstd.c - unpacks zstd files with libzstd
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "samples/unpack.h"

#include "config.h"

#ifdef HAVE_ZSTD

#include <stdlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include "base/mem.h"

enum { MOST_WINDOW = 27 };		/* libzstd keeps at most 2^MOST_WINDOW bytes of output */

/* The state of libzstd, and whether the last frame that was read has ended. */
struct zstd_state {
	ZSTD_DStream *stream;		/* owned */
	bool ended;
};

static bool
open_zstd(struct unpacking *u)
{
	struct zstd_state *z = mem_new(1, sizeof(*z));

	u->state = z;
	z->stream = ZSTD_createDStream();
	if (z->stream != NULL
	    && !ZSTD_isError(ZSTD_DCtx_setParameter(z->stream, ZSTD_d_windowLogMax, MOST_WINDOW)))
		return true;
	ZSTD_freeDStream(z->stream);
	free(z);
	return false;
}

static enum unpack_step
step_zstd(struct unpacking *u)
{
	struct zstd_state *z = u->state;
	size_t left = u->size - u->at, room = u->room - u->n, result;
	ZSTD_inBuffer in = { u->in + u->at, left < UNPACK_CHUNK ? left : UNPACK_CHUNK, 0 };
	ZSTD_outBuffer out = { u->out + u->n, room < UNPACK_CHUNK ? room : UNPACK_CHUNK, 0 };

	if (z->ended && left == 0)
		return UNPACK_END;
	result = ZSTD_decompressStream(z->stream, &out, &in);
	u->at += in.pos;
	u->n += out.pos;
	if (ZSTD_getErrorCode(result) == ZSTD_error_memory_allocation)
		return UNPACK_NO_MEMORY;
	if (ZSTD_isError(result)) {
		u->why = ZSTD_getErrorName(result);
		return UNPACK_FAILED;
	}
	z->ended = result == 0;
	return z->ended && u->at == u->size ? UNPACK_END : UNPACK_MORE;
}

static void
close_zstd(struct unpacking *u)
{
	struct zstd_state *z = u->state;

	ZSTD_freeDStream(z->stream);
	free(z);
}

const struct packing_ops unpack_zstd = { open_zstd, step_zstd, close_zstd };

#endif
