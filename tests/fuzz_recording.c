/* fuzz_recording.c - fuzzer: the recording of a process, from file to screen
 *
 * A recording is long and mostly empty.  The input is a short form of a recording: the structs of
 * the head and of the control page, then the first 1024 bytes of every 4096 bytes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "figures/graph_solve.h"
#include "fuzz.h"
#include "load/open.h"
#include "measured/recording.h"
#include "notes/notes.h"
#include "record/recording.h"

enum { PIECE = 1024, HEADS = sizeof(struct rec_head) + sizeof(struct rec_control) };

/* Returns the recording with the short form BYTES, to be free()d, and sets *N to its length. */
static unsigned char *
lengthen(const uint8_t *bytes, size_t size, size_t *n)
{
	size_t pieces = size > HEADS ? (size - HEADS + PIECE - 1) / PIECE : 0;
	size_t head = size < sizeof(struct rec_head) ? size : sizeof(struct rec_head);
	size_t control = size < HEADS ? size - head : HEADS - head;
	unsigned char *file;

	*n = 2 * (size_t)REC_PAGE + pieces * REC_ALIGN;
	file = mem_new(*n, 1);
	memcpy(file, bytes, head);
	memcpy(file + REC_PAGE, bytes + head, control);
	for (size_t i = 0; i < pieces; i++) {
		size_t at = HEADS + i * PIECE, left = size - at;

		memcpy(file + 2 * (size_t)REC_PAGE + i * REC_ALIGN, bytes + at,
			left < PIECE ? left : PIECE);
	}
	return file;
}

static void
check_recording(const struct recording *r)
{
	for (uint32_t i = 0; i < r->nstacks; i++) {
		FUZZ_ASSERT(r->stacks[i].parent < i || r->stacks[i].parent == NOBODY);
		FUZZ_ASSERT(r->stacks[i].table < r->ntables);
	}
	for (uint32_t i = 0; i < r->narcs; i++)
		FUZZ_ASSERT(r->arcs[i].table < r->ntables && r->arcs[i].count > 0);
	for (uint32_t i = 0; i < r->nobjects; i++)
		FUZZ_ASSERT(r->objects[i].low < r->objects[i].high
			&& r->objects[i].id_size <= RECORDING_ID && r->objects[i].path != NULL);
}

static void
check_times(const struct graph *g)
{
	for (uint32_t n = 0; n < g->nnodes; n++)
		FUZZ_ASSERT(isfinite(g->nodes[n].self) && isfinite(g->nodes[n].children));
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct open_options how = { .rules = RULES_EXACT, .inlined = size % 2 == 0,
		.only_image = size % 7 == 0 ? "none" : NULL };
	struct err e = { 0 };
	struct recording r;
	struct profile p;
	struct graph graph;
	unsigned char *file;
	size_t n;

	setlocale(LC_ALL, "C.UTF-8");
	file = lengthen(bytes, size, &n);
	how.image = fuzz_file(0, file, n);
	free(file);
	if (recording_read(&r, how.image, NULL, &e)) {
		check_recording(&r);
		recording_release(&r);
	}
	if (!open_profile(&p, &how, &e)) {
		FUZZ_ASSERT(e.text[0] != '\0');
		return 0;
	}
	if (p.measured != NULL) {
		FUZZ_ASSERT(graph_solve(&graph, &p, NULL, NULL));
		notes_find_measured(&p, &graph);
		graph_release(&graph);
		fuzz_browse(&p, "<Enter>kk<Enter>j<Enter>fCljt*!<Enter>iFRP<Enter>f=x=jx==<Enter>tu",
			p.nfuncs % 2, check_times);
	}
	profile_release(&p);
	return 0;
}
