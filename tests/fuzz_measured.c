/* fuzz_measured.c - fuzzer: a profile whose totals are known, of any format, from file to screen
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <locale.h>
#include <math.h>
#include <string.h>

#include "figures/graph_solve.h"
#include "fuzz.h"
#include "load/open.h"
#include "measured/measured.h"
#include "notes/notes.h"

static void
check_funcs(const struct measured *m)
{
	for (uint32_t f = 0; f < m->nfuncs; f++) {
		FUZZ_ASSERT(m->funcs[f].name < m->ntexts);
		FUZZ_ASSERT(m->funcs[f].object < m->ntexts || m->funcs[f].object == NOBODY);
		FUZZ_ASSERT(m->funcs[f].file < m->ntexts || m->funcs[f].file == NOBODY);
	}
	for (uint32_t i = 0; i < m->nframes; i++) {
		FUZZ_ASSERT(m->frames[i].func < m->nfuncs);
		FUZZ_ASSERT(m->frames[i].file < m->ntexts || m->frames[i].file == NOBODY);
	}
}

/* Aborts unless all numbers of elements in M are in range. */
static void
check_measured(const struct measured *m)
{
	check_funcs(m);
	for (uint32_t i = 0; i < m->npaths; i++)
		FUZZ_ASSERT(m->paths[i].frame < m->nframes
			&& (m->paths[i].parent < i || m->paths[i].parent == NOBODY));
	for (uint32_t i = 0; i < m->nsamples; i++)
		FUZZ_ASSERT(m->samples[i].path < m->npaths
			&& (m->samples[i].part < m->nparts || m->samples[i].part == NOBODY));
	for (uint32_t i = 0; i < m->ncosts; i++)
		FUZZ_ASSERT(m->costs[i].frame < m->nframes
			&& (m->costs[i].part < m->nparts || m->costs[i].part == NOBODY));
	for (uint32_t i = 0; i < m->ncalls; i++)
		FUZZ_ASSERT(m->calls[i].caller < m->nframes && m->calls[i].callee < m->nfuncs
			&& (m->calls[i].part < m->nparts || m->calls[i].part == NOBODY));
	FUZZ_ASSERT(m->event < m->nevents);
	for (uint32_t k = 0; k < m->nevents; k++)
		FUZZ_ASSERT(m->events[k].name != NULL && m->events[k].unit != NULL);
	for (uint32_t i = 0; i < m->nparts; i++)
		FUZZ_ASSERT(m->parts[i].name != NULL && m->parts[i].kind != NULL);
}

static void
check_times(const struct graph *g)
{
	for (uint32_t n = 0; n < g->nnodes; n++)
		FUZZ_ASSERT(isfinite(g->nodes[n].self) && isfinite(g->nodes[n].children)
			&& isfinite(g->bounds[n].lo) && isfinite(g->bounds[n].hi));
	for (uint32_t a = 0; a < g->profile->narcs; a++) {
		struct share share = graph_share(g, a);

		FUZZ_ASSERT(isfinite(share.self) && isfinite(share.children));
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct open_options how = { .image = fuzz_file(0, bytes, size), .rules = RULES_EXACT,
		.inlined = size % 2 == 0, .counts = size % 3 == 0 ? "samples" : size % 3 == 1 ? "seconds" : NULL };
	struct err e = { 0 };
	struct profile p;
	struct graph graph;

	setlocale(LC_ALL, "C.UTF-8");
	if (!open_profile(&p, &how, &e)) {
		FUZZ_ASSERT(e.text[0] != '\0');
		return 0;
	}
	if (p.measured != NULL) {
		check_measured(p.measured);
		FUZZ_ASSERT(graph_solve(&graph, &p, NULL, NULL));
		notes_find_measured(&p, &graph);
		graph_release(&graph);
		fuzz_browse(&p, "<Enter>kk<Enter>j<Enter>fCljt*!<Enter>iFRf=x=jx==<Enter>tu",
			p.nfuncs % 2, check_times);
	}
	profile_release(&p);
	return 0;
}
