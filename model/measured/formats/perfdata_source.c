/* perfdata_source.c - the bytes of a perf.data file, which may be larger than the memory
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/mem.h"
#include "measured/formats/perfdata.h"

enum {
	WINDOW = 1 << 20,		/* so many bytes of the file are read at once */
	SMALL = 1 << 16,		/* if there may be hundreds of files */
};

/* Fills the window with the bytes of the file from OFFSET on: N, or more. */
static void
fill_window(struct perfdata *p, uint64_t offset, size_t n)
{
	struct perfdata_source *from = &p->from;
	size_t least = p->is_parted ? SMALL : WINDOW, wanted = n > least ? n : least;
	ssize_t got;

	from->window = mem_grow(from->window, wanted, &from->window_room, 1);
	from->window_at = offset;
	from->nwindow = 0;
	while (from->nwindow < wanted) {
		got = pread(from->in->fd, from->window + from->nwindow,
			wanted - from->nwindow, (off_t)(offset + from->nwindow));
		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			break;
		from->nwindow += (size_t)got;
	}
}

const unsigned char *
perfdata_at(struct perfdata *p, uint64_t offset, size_t n)
{
	struct perfdata_source *from = &p->from;
	struct input *in = from->in;

	if (!in->ended && in->size > 0) {
		if (offset > in->size || n > in->size - offset)
			return NULL;
		if (offset < from->window_at || offset - from->window_at > from->nwindow
		    || n > from->nwindow - (size_t)(offset - from->window_at)) {
			if (stop_asked(in->stop, (size_t)offset))
				return NULL;
			fill_window(p, offset, n);
		}
		return n <= from->nwindow - (size_t)(offset - from->window_at)
			? from->window + (offset - from->window_at) : NULL;
	}
	if (offset < in->passed)
		return NULL;
	while (offset - in->passed > in->n && !in->ended) {
		in->at = in->n;
		(void)input_bytes(in, 1);
	}
	if (offset - in->passed > in->n)
		return NULL;
	in->at = (size_t)(offset - in->passed);
	return input_bytes(in, n) ? in->bytes + in->at : NULL;
}

void
perfdata_source_release(struct perfdata_source *from)
{
	free(from->window);
	free(from->unpacked);
	perfdata_unpack_end(from);
}
