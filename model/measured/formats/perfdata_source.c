/* perfdata_source.c - the bytes of a perf.data file, which may be larger than the memory
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <errno.h>
#include <unistd.h>

#include "base/mem.h"
#include "measured/formats/perfdata.h"

enum { WINDOW = 1 << 20 };		/* so many bytes of the file are read at once */

/* Fills the window with the bytes of the file from OFFSET on: N, or more. */
static void
fill_window(struct perfdata *p, uint64_t offset, size_t n)
{
	size_t wanted = n > WINDOW ? n : WINDOW;
	ssize_t got;

	p->window = mem_grow(p->window, wanted, &p->window_room, 1);
	p->window_at = offset;
	p->nwindow = 0;
	while (p->nwindow < wanted) {
		got = pread(p->in->fd, p->window + p->nwindow, wanted - p->nwindow,
			(off_t)(offset + p->nwindow));
		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			break;
		p->nwindow += (size_t)got;
	}
}

const unsigned char *
perfdata_at(struct perfdata *p, uint64_t offset, size_t n)
{
	struct input *in = p->in;

	if (!in->ended && in->size > 0) {
		if (offset > in->size || n > in->size - offset)
			return NULL;
		if (offset < p->window_at || offset - p->window_at > p->nwindow
		    || n > p->nwindow - (size_t)(offset - p->window_at)) {
			if (stop_asked(in->stop, (size_t)offset))
				return NULL;
			fill_window(p, offset, n);
		}
		return n <= p->nwindow - (size_t)(offset - p->window_at)
			? p->window + (offset - p->window_at) : NULL;
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
