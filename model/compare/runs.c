/* runs.c - the samples of each function in each of several runs of a program
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "compare/runs.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/sort.h"
#include "figures/graph_solve.h"
#include "measured/measured.h"
#include "profile/spread.h"
#include "samples/samples.h"

static int
by_run(uint32_t a, uint32_t b, const void *with)
{
	const struct measured_part *v = with;

	return v[a].run < v[b].run ? -1 : v[a].run > v[b].run;
}

/* Returns the parts of M whose run is known and that no other part contains, sorted by run, to be
 * free()d.  Sets *N to their number. */
static uint32_t *
parts_of_runs(const struct measured *m, uint32_t *n)
{
	uint32_t *parts = mem_uncleared(m->nparts, sizeof(*parts));

	*n = 0;
	for (uint32_t i = 0; i < m->nparts; i++)
		if (m->parts[i].run != 0 && m->parts[i].whole == NOBODY)
			parts[(*n)++] = i;
	sort_numbers(parts, *n, by_run, m->parts);
	return parts;
}

/* Returns the index after the last one of the parts V[BEGIN], V[BEGIN + 1] ... of one run. */
static uint32_t
end_of_run(const struct measured *m, const uint32_t *v, uint32_t n, uint32_t begin)
{
	uint32_t end = begin;

	while (end < n && m->parts[v[end]].run == m->parts[v[begin]].run)
		end++;
	return end;
}

uint32_t
runs_count(const struct measured *m, bool *are_parts)
{
	uint32_t n, *parts = parts_of_runs(m, &n), nruns = 0;

	for (uint32_t i = 0; i < n; i = end_of_run(m, parts, n, i))
		nruns++;
	if (are_parts != NULL)
		*are_parts = nruns == n;
	free(parts);
	return nruns;
}

/* Returns the path of run RUN of M. */
static const char *
path_of_run(const struct measured *m, uint32_t run)
{
	uint32_t n, *parts = parts_of_runs(m, &n), i = 0;
	const char *path = "";

	for (uint32_t k = 0; k < run && i < n; k++)
		i = end_of_run(m, parts, n, i);
	if (i < n)
		path = measured_text_of(m, m->parts[parts[i]].run - 1);
	free(parts);
	return path;
}

const char *
runs_path(const struct profile *p, uint32_t func, uint32_t run)
{
	if (profile_has(p, HAS_EVENTS))
		return path_of_run(p->measured, run);
	return p->samples[p->funcs[func].image].files[run].path;
}

double
runs_weight(const struct graph *g, uint32_t func, bool total)
{
	double value, variance;

	if (g->measure.weight > 0)
		return g->measure.weight;
	if (g->node_variances == NULL)
		return 0;
	if (func == NOBODY)
		return g->measure.nsamples > 0 ? g->measure.total / (double)g->measure.nsamples : 0;
	value = total ? graph_node_time(&g->nodes[func]) : g->nodes[func].self;
	variance = total ? g->node_variances[func].total : g->node_variances[func].self;
	return value > 0 && variance > 0 ? variance / value : runs_weight(g, NOBODY, total);
}

/* Adds the samples of each function of G in part PART to SAMPLES. */
static void
add_part(double *samples, const struct graph *g, uint32_t part, struct stop *stop)
{
	struct selection selection = g->selection;
	struct graph one;

	selection.part = part;
	if (!graph_solve(&one, g->profile, &selection, stop))
		return;
	for (uint32_t f = 0; f < one.nfuncs; f++) {
		double weight = runs_weight(g, f, false);

		samples[f] += weight > 0 ? one.nodes[f].self / weight : 0;
	}
	graph_release(&one);
}

/* Adds run number RUN, with N samples, to S. */
static void
add_run(struct run_sums *s, double n, uint32_t run)
{
	if (run == 0 || n < s->least) {
		s->least = n;
		s->least_run = run;
	}
	if (run == 0 || n > s->most) {
		s->most = n;
		s->most_run = run;
	}
	s->sum += n;
	s->squares += n * n;
	s->nruns++;
}

/* Adds the samples of each function of G, whose profile is measured, in each run to SUMS.  Returns
 * false if STOP stopped the work. */
static bool
add_parts(struct run_sums *sums, const struct graph *g, struct stop *stop)
{
	const struct measured *m = g->profile->measured;
	double *samples = mem_new(g->nfuncs, sizeof(*samples));
	uint32_t n, *parts = parts_of_runs(m, &n), end = 0, run = 0;

	stop_begin(stop, "comparing", runs_count(m, NULL), "runs");
	for (uint32_t i = 0; i < n && !stop_asked(stop, run); i = end) {
		end = end_of_run(m, parts, n, i);
		memset(samples, 0, g->nfuncs * sizeof(*samples));
		for (uint32_t k = i; k < end; k++)
			add_part(samples, g, parts[k], stop);
		for (uint32_t f = 0; f < g->nfuncs; f++)
			add_run(&sums[f], samples[f], run);
		run++;
	}
	stop_end(stop);
	free(parts);
	free(samples);
	return end == n && (stop == NULL || stop->asked == 0);
}

/* Sets SUMS to the samples of each function of P in each file. */
static void
set_files(struct run_sums *sums, const struct profile *p, const bool *groups)
{
	for (uint32_t f = 0; f < p->nfuncs; f++) {
		struct spread_figures s;

		if ((groups != NULL && groups[f]) || !spread_of(p, f, &s))
			continue;
		sums[f] = (struct run_sums){ .sum = p->spread[f].sum,
			.squares = p->spread[f].squares, .least = s.least, .most = s.most,
			.least_run = s.least_file, .most_run = s.file,
			.nruns = (uint32_t)p->samples[p->funcs[f].image].nfiles };
	}
}

struct run_sums *
runs_sum(const struct graph *g, const bool *groups, struct stop *stop)
{
	const struct profile *p = g->profile->fold != NULL ? g->profile->borrowed : g->profile;
	struct run_sums *sums;

	if (profile_has(p, HAS_EVENTS) ? runs_count(p->measured, NULL) < 2
	    || g->selection.part != NOBODY : p->spread == NULL)
		return NULL;
	sums = mem_new(p->nfuncs, sizeof(*sums));
	if (!profile_has(p, HAS_EVENTS)) {
		set_files(sums, p, groups);
	} else if (!add_parts(sums, g, stop)) {
		free(sums);
		return NULL;
	}
	return sums;
}
