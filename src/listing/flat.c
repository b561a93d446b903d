/* flat.c - the flat profile: a line for each function, the most expensive first
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "listing/listing.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/sort.h"
#include "listing/explain.h"

/* The prefix of a unit: its letter, and the factor by which times per call are multiplied. */
struct prefix {
	char letter;
	double factor;
};

static const struct prefix prefixes[] = {
	{ 'T', 1e-12 }, { 'G', 1e-9 }, { 'M', 1e-6 }, { 'K', 1e-3 }, { ' ', 1 },
	{ 'm', 1e3 }, { 'u', 1e6 }, { 'n', 1e9 }, { 'p', 1e12 }, { 'f', 1e15 }, { 'a', 1e18 },
};

enum { NPREFIXES = sizeof(prefixes) / sizeof(*prefixes), MILLI = 5 };

/* Returns the prefix of the unit for times per call.  With -T, this is milli.  Otherwise, as in
 * gprof, it is the prefix with which the greatest total time per call is at least 1 and less than
 * 1000 or, if there is no such prefix, 'T'. */
static const struct prefix *
choose_prefix(const struct listing *l)
{
	double most = 0;

	if (l->options->traditional)
		return &prefixes[MILLI];
	for (uint32_t f = 0; f < l->graph->nfuncs; f++) {
		uint64_t calls = l->graph->nodes[f].calls;
		double time = graph_time(l->graph, f) + graph_children_time(l->graph, f);
		double each = time / (double)calls;

		if (calls > 0 && each > most)
			most = each;
	}
	most /= l->rate;
	for (size_t i = 0; most > 0 && i < NPREFIXES; i++)
		if (prefixes[i].factor * most >= 1 && prefixes[i].factor * most < 1000)
			return &prefixes[i];
	return &prefixes[0];
}

/* Prints a unit such as "ms/call". */
static void
print_unit(const struct listing *l, char letter)
{
	char text[] = "__/call";

	text[0] = letter;
	text[1] = l->abbreviation;
	out_cell(l->out, 8, text);
}

/* Prints TEXT, which comes from a file, right-aligned in WIDTH columns. */
static void
print_right(struct out *o, size_t width, const char *text)
{
	size_t n = strlen(text);

	out_blanks(o, n < width ? width - n : 0);
	out_name(o, text);
}

/* Prints the titles for a profile whose totals are known, without columns of times per call. */
static void
print_known_titles(const struct listing *l)
{
	struct out *o = l->out;
	size_t extra = (size_t)l->extra;

	out_text(o, "  %   ");
	out_blanks(o, extra);
	out_text(o, "cumulative   ");
	out_blanks(o, extra);
	out_text(o, "self              \n time ");
	print_right(o, 9 + extra, l->dimension);
	out_text(o, "  ");
	print_right(o, 8 + extra, l->dimension);
	out_text(o, "    calls  name    \n");
}

static void
print_titles(const struct listing *l, char letter)
{
	struct out *o = l->out;

	if (profile_has(l->profile, HAS_TOTALS)) {
		print_known_titles(l);
		return;
	}
	out_text(o, "  %   cumulative   self              self     total           \n");
	out_text(o, " time ");
	out_cell(o, 9, l->dimension);
	out_text(o, "  ");
	out_cell(o, 8, l->dimension);
	out_text(o, "    calls ");
	print_unit(l, letter);
	out_text(o, " ");
	print_unit(l, letter);
	out_text(o, "  name    \n");
}

/* Prints everything above the titles.  Returns the number of samples that is 100 %. */
static double
print_heading(struct listing *l)
{
	double total = l->graph->measure.total;
	struct out *o = l->out;

	if (!l->options->traditional && profile_has(l->profile, HAS_EVENTS)) {
		out_text(o, "Flat profile:\n\n");
		listing_put_known(l);
	} else if (!l->options->traditional) {
		out_printf(o, "Flat profile:\n\nEach sample counts as %g %s.\n", 1.0 / l->rate,
			l->dimension);
	} else {
		if (!l->options->brief) {
			out_text(o, "\n\n\nflat profile:\n\n");
			out_text(o, profile_has(l->profile, HAS_TOTALS) ? explain_known_flat
				: explain_flat);
		}
		listing_put_granularity(l, total, l->dimension);
	}
	if (total > 0)
		return total;
	out_text(o, " no time accumulated\n\n");
	return 1;
}

/* Sets *KEY to the sort key of function F at LEVEL.  As in gprof, functions are sorted by time,
 * then by calls, both descending, then by name.  Returns true if F has another key, for the next
 * level. */
static bool
key_of_line(uint32_t f, uint32_t level, uint64_t *key, const void *with)
{
	enum { TIME, CALLS, NAME };
	const struct listing *l = with;

	if (level >= NAME)
		return sort_key_text(l->profile->funcs[f].name, level - NAME, key);
	*key = level == TIME ? sort_key_greatest(graph_size(l->graph, graph_time(l->graph, f)))
		: ~l->graph->nodes[f].calls;
	return true;
}

/* Returns the *N functions that have a line, in the order of their lines.  The caller frees the
 * array. */
static uint32_t *
choose_lines(const struct listing *l, size_t *n)
{
	uint32_t *lines = mem_new(l->graph->nfuncs, sizeof(*lines));

	*n = 0;
	for (uint32_t f = 0; f < l->graph->nfuncs; f++)
		if (select_chosen(&l->profile->named, INCL_FLAT, f)
				&& (l->options->unused || !listing_is_unused(l, f)))
			lines[(*n)++] = f;
	sort_by_levels(lines, *n, key_of_line, l);
	return lines;
}

enum { AHEAD = 8 };			/* a name is prefetched this number of lines before it is
					 * printed */

/* Prints the columns of the calls of F, and of its times per call, multiplied by FACTOR. */
static void
print_calls(const struct listing *l, uint32_t f, double factor)
{
	uint64_t count = l->graph->nodes[f].calls;
	double calls = (double)count, time = graph_time(l->graph, f);
	struct out *o = l->out;

	if (count == 0) {
		out_blanks(o, profile_has(l->profile, HAS_TOTALS) ? 9 + 2 : 3 * 9 + 2);
		return;
	}
	out_text(o, " ");
	out_count(o, 8, count);
	if (!profile_has(l->profile, HAS_TOTALS)) {
		out_text(o, " ");
		out_fixed(o, 8, 2, factor * time / l->rate / calls);
		out_text(o, " ");
		time += graph_children_time(l->graph, f);
		out_fixed(o, 8, 2, factor * time / l->rate / calls);
	}
	out_text(o, "  ");
}

/* The sum of the times of all lines so far, in samples, and modulo 2^64 (sum64.h). */
struct running {
	double time;
	uint64_t time64;
};

static void
print_line(struct listing *l, uint32_t f, double share, const struct running *sum, double factor)
{
	bool traditional = l->options->traditional;
	struct out *o = l->out;

	out_fixed(o, traditional ? 5 : 6, traditional ? 1 : 2, share);
	out_text(o, " ");
	listing_put_time(l, (traditional ? 10 : 9) + l->extra, sum->time, sum->time64);
	out_text(o, " ");
	listing_put_time(l, 8 + l->extra, graph_time(l->graph, f),
		graph_node_sums64(l->graph, f).self);
	print_calls(l, f, factor);
	if (traditional)
		listing_put_full_name(l, f);
	else
		listing_put_name(l, f);
	out_text(o, "\n");
}

void
flat_print(struct listing *l)
{
	const struct prefix *prefix = choose_prefix(l);
	struct running sum = { .time = 0 };
	double total;
	uint32_t *lines;
	size_t n;

	listing_begin_page(l);
	total = print_heading(l);
	print_titles(l, prefix->letter);
	lines = choose_lines(l, &n);
	for (size_t i = 0; i < n && l->out->error == 0; i++) {
		double time = graph_time(l->graph, lines[i]);

		if (i + 2 * AHEAD < n)
			listing_prefetch(l, lines[i + 2 * AHEAD]);
		if (i + AHEAD < n)
			listing_prefetch_name(l, lines[i + AHEAD]);
		sum.time += time;
		sum.time64 += graph_node_sums64(l->graph, lines[i]).self;
		print_line(l, lines[i], 100 * time / total, &sum, prefix->factor);
	}
	free(lines);
	if (!l->options->brief && !l->options->traditional) {
		out_text(l->out, "\n");
		out_text(l->out, profile_has(l->profile, HAS_TOTALS) ? explain_known_flat
			: explain_flat);
	}
}
