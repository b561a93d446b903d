/* perfdata_unpack.c - records that perf record -z has compressed
 *
 * A record of the type COMPRESSED has a piece of a stream of zstd; all such records of a file are
 * one stream.  What is unpacked are records; one may begin in a piece and end in the next one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "measured/formats/perfdata.h"

#include "config.h"

#ifdef HAVE_ZSTD

#include <string.h>
#include <zstd.h>

#include "base/mem.h"

enum {
	MOST_WINDOW = 27,		/* libzstd keeps at most 2^MOST_WINDOW bytes of output */
	CHUNK = 1 << 17,		/* so many bytes are unpacked at once */
};

/* Adds all whole records that were unpacked, and keeps the rest. */
static bool
add_records(struct perfdata *p)
{
	struct perfdata_source *from = &p->from;
	size_t at = 0;

	while (from->nunpacked - at >= 8) {
		struct cursor c = { .p = from->unpacked + at + 6, .end = from->unpacked + at + 8,
			.big = p->big };
		size_t size = (size_t)cursor_uint(&c, 2);

		if (size < 8)
			return false;
		if (size > from->nunpacked - at)
			break;
		(void)perfdata_add(p, from->unpacked + at, size, true);
		at += size;
	}
	memmove(from->unpacked, from->unpacked + at, from->nunpacked - at);
	from->nunpacked -= at;
	return true;
}

static bool
open_stream(struct perfdata_source *from)
{
	if (from->stream == NULL)
		from->stream = ZSTD_createDStream();
	return from->stream != NULL
		&& !ZSTD_isError(ZSTD_DCtx_setParameter(from->stream, ZSTD_d_windowLogMax,
			MOST_WINDOW));
}

bool
perfdata_unpack(struct perfdata *p, struct cursor c)
{
	struct perfdata_source *from = &p->from;
	ZSTD_inBuffer in = { c.p, cursor_left(&c), 0 };
	ZSTD_outBuffer out;

	if (from->stream == NULL && !open_stream(from))
		return false;
	do {
		from->unpacked = mem_grow(from->unpacked, from->nunpacked + CHUNK,
			&from->unpacked_room, 1);
		out = (ZSTD_outBuffer){ from->unpacked + from->nunpacked, CHUNK, 0 };
		if (ZSTD_isError(ZSTD_decompressStream(from->stream, &out, &in)))
			return false;
		from->nunpacked += out.pos;
		if (!add_records(p))
			return false;
	} while (!p->is_full && !stop_asked(from->in->stop, (size_t)p->at)
		&& (in.pos < in.size || out.pos == out.size));
	return true;
}

void
perfdata_unpack_end(struct perfdata_source *from)
{
	ZSTD_freeDStream(from->stream);
}

#else

bool
perfdata_unpack(struct perfdata *p, struct cursor c)
{
	(void)p;
	(void)c;
	return false;
}

void
perfdata_unpack_end(struct perfdata_source *from)
{
	(void)from;
}

#endif
