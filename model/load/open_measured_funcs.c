/* open_measured_funcs.c - images, functions and source places of a measured profile
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "load/open_measured_funcs.h"

#include <stdlib.h>

#include "base/mem.h"
#include "elf/image.h"
#include "profile/spans.h"
#include "samples/samples.h"

/* Makes an image for each object (program or library) of M; the images have no files.  If M knows
 * which object is the program, that object is image 0.  Functions without an object are in the last
 * image.  Returns an array, to be free()d, that is indexed by text of M.  An element is 1 + the
 * number of the image whose path is this text, or 0 if there is no such image. */
static uint32_t *
make_images(struct profile *p, const struct measured *m)
{
	uint32_t *of = mem_new(m->ntexts, sizeof(*of)), n = 0;
	const char **paths = mem_new((size_t)m->nfuncs + 1, sizeof(*paths));
	bool has_other = m->nfuncs == 0;

	for (uint32_t f = 0; f < m->nfuncs && n == 0 && m->program != NULL; f++)
		if (measured_text_of(m, m->funcs[f].object) == m->program) {
			paths[n++] = m->program;
			of[m->funcs[f].object] = n;
		}
	for (uint32_t f = 0; f < m->nfuncs; f++) {
		uint32_t object = m->funcs[f].object;

		has_other |= object == NOBODY;
		if (object == NOBODY || of[object] != 0)
			continue;
		paths[n++] = m->texts[object];
		of[object] = n;
	}
	p->nimages = n + has_other;
	p->images = mem_new(p->nimages, sizeof(*p->images));
	p->samples = mem_new(p->nimages, sizeof(*p->samples));
	p->spans = mem_new(p->nimages, sizeof(*p->spans));
	for (uint32_t im = 0; im < p->nimages; im++) {
		p->images[im] = (struct image){ .fd = -1, .path = im < n ? paths[im] : "" };
		spans_add(&p->spans[im], 0, NOBODY, false);
		spans_index(&p->spans[im]);
	}
	free(paths);
	return of;
}

/* Makes the functions of P, sorted by image, and P->func_of. */
static void
make_funcs(struct profile *p, const struct measured *m)
{
	uint32_t *image_of = make_images(p, m), n = 0;
	uint32_t *at = mem_new((size_t)p->nimages + 1, sizeof(*at));

	p->funcs = mem_new(m->nfuncs, sizeof(*p->funcs));
	p->func_of = mem_new(m->nfuncs, sizeof(*p->func_of));
	for (uint32_t f = 0; f < m->nfuncs; f++) {
		uint32_t object = m->funcs[f].object;
		uint32_t im = object != NOBODY ? image_of[object] - 1 : p->nimages - 1;

		p->func_of[f] = im;
		at[im + 1]++;
	}
	for (uint32_t im = 0; im < p->nimages; im++)
		at[im + 1] += at[im];
	for (uint32_t f = 0; f < m->nfuncs; f++) {
		uint32_t im = p->func_of[f];

		n = at[im]++;
		p->funcs[n] = (struct func){ .name = m->texts[m->funcs[f].name], .image = im,
			.kind = FUNC_SYMBOL, .is_func = true, .in_gprof = true,
			.is_profiler = m->funcs[f].is_profiler };
		p->func_of[f] = n;
	}
	p->nfuncs = m->nfuncs;
	free(image_of);
	free(at);
}

/* Sets what the frames of each function are.  A function has frames of one kind, apart from those
 * that are inlined. */
static void
make_frames(struct profile *p, const struct measured *m)
{
	bool *is_own = mem_new(p->nfuncs, sizeof(*is_own));

	for (uint32_t i = 0; i < m->nframes; i++) {
		const struct measured_frame *frame = &m->frames[i];
		struct func *f = &p->funcs[p->func_of[frame->func]];

		if ((frame->flags & MEASURED_KERNEL) != 0)
			f->frames = FRAME_KERNEL;
		else if ((frame->flags & MEASURED_JIT) != 0)
			f->frames = FRAME_JIT;
		else if ((frame->flags & MEASURED_INLINED) == 0)
			is_own[f - p->funcs] = true;
		else if (f->frames == FRAME_USER)
			f->frames = FRAME_INLINED;
	}
	for (uint32_t f = 0; f < p->nfuncs; f++)
		if (p->funcs[f].frames == FRAME_INLINED && is_own[f])
			p->funcs[f].frames = FRAME_USER;
	free(is_own);
}

/* Sets the line on which each function begins.  If M does not know this line, uses the line of a
 * frame of the function that is in the source file of the function.  In a profile of costs, uses
 * the first such frame, because the costs in the file are in the order of the code.  In a profile
 * of stacks, uses the frame with the smallest line.  P->has_lines becomes true if any frame has a
 * line of a known file. */
static void
make_lines(struct profile *p, const struct measured *m)
{
	for (uint32_t f = 0; f < m->nfuncs; f++)
		p->places[p->func_of[f]].line = m->funcs[f].line;
	for (uint32_t i = 0; i < m->nframes; i++) {
		const struct measured_frame *frame = &m->frames[i];
		const struct measured_func *func = &m->funcs[frame->func];
		uint32_t *line = &p->places[p->func_of[frame->func]].line;

		if (frame->line == 0 || (frame->file == NOBODY && func->file == NOBODY))
			continue;
		p->has_lines = true;
		if (func->line == 0 && (frame->file == NOBODY || frame->file == func->file)
		    && (*line == 0 || (!m->has_costs && frame->line < *line)))
			*line = frame->line;
	}
}

/* Sets the source file and the line of each function, as far as M knows them. */
static void
make_places(struct profile *p, const struct measured *m)
{
	uint32_t *number = mem_new(m->ntexts, sizeof(*number));

	p->places = mem_new(p->nfuncs, sizeof(*p->places));
	p->nplaces = p->nfuncs;
	p->files = mem_new(m->ntexts, sizeof(*p->files));
	for (uint32_t f = 0; f < m->nfuncs; f++) {
		uint32_t file = m->funcs[f].file;

		p->places[p->func_of[f]].file = NOBODY;
		if (file == NOBODY)
			continue;
		if (number[file] == 0) {
			p->files[p->nfiles++] = m->texts[file];
			number[file] = p->nfiles;
		}
		p->places[p->func_of[f]].file = number[file] - 1;
	}
	make_lines(p, m);
	free(number);
}

void
open_measured_funcs(struct profile *p, const struct measured *m)
{
	make_funcs(p, m);
	make_frames(p, m);
	make_places(p, m);
}
