/* listing_requests.c - prints the listings that the options ask for
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "listing/listing_requests.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/loaded.h"
#include "figures/graph_solve.h"
#include "io/message.h"
#include "io/status.h"
#include "listing/listing.h"
#include "load/open_measured.h"

/* Sets *KINDS to the listings that O asks for or, if O asks for none, to the listings that the
 * profile has data for.  Returns false and sets E if there is no data for a listing, or if the
 * profile is damaged. */
static bool
choose_listings(const struct options *o, const struct profile *p, unsigned *kinds, struct err *e)
{
	bool has_calls = p->has_arcs || p->npossible > 0;

	*kinds = o->listings;
	if (*kinds == 0)
		*kinds = (p->has_histogram ? LIST_FLAT : 0) | (has_calls ? LIST_GRAPH : 0);
	if (*kinds == 0 && p->samples->has_blocks)
		*kinds = LIST_EXEC_COUNTS;
	if (o->listings == 0)
		*kinds &= ~o->listings_named;
	if (p->damaged)
		return profile_damage(p, e);
	if ((*kinds & (LIST_FLAT | LIST_GRAPH)) && !p->has_histogram && !has_calls)
		return err_set(e, ERR_EMPTY, "%s: contains neither samples nor calls; run the program "
			"again until it exits normally", o->profile.files[0]);
	if ((*kinds & LIST_FLAT) && !p->has_histogram)
		return err_set(e, ERR_EMPTY, "%s: contains no histogram, so there is no flat profile; "
			"try -q, the call graph", o->profile.files[0]);
	if ((*kinds & LIST_GRAPH) && !has_calls && profile_has(p, HAS_EVENTS))
		return err_set(e, ERR_EMPTY, "%s: contains no function that calls another, so there "
			"is no call graph; try -p", o->profile.image);
	if ((*kinds & LIST_GRAPH) && !has_calls)
		return err_set(e, ERR_EMPTY, "%s: contains no calls, so there is no call graph; compile the "
			"program with -pg, do not only link it with -pg", o->profile.files[0]);
	return true;
}

/* Reads the counts of gcov into GCOV.  Returns GCOV, or NULL if there are no counts.  Tells the
 * user about problems. */
static const struct gcov *
read_gcov(const struct options *o, const struct profile *p, struct gcov *gcov)
{
	struct err e;

	if (gcov_read(gcov, &p->images[0], o->gcov_dir, NULL, &e)) {
		if (gcov->trouble.kind != ERR_NONE)
			message("%s", gcov->trouble.text);
		return gcov;
	}
	message("%s", e.text);
	*gcov = (struct gcov){ 0 };
	return NULL;
}

/* Prints the listings KINDS, bits of enum listing_kind, in gprof's order. */
static void
print_kinds(struct listing *l, unsigned kinds)
{
	bool graph_first = l->options->traditional;

	listing_open(l, (kinds & (LIST_GRAPH | LIST_FLAT)) != 0);
	if (kinds & LIST_FILE_INFO)
		fileinfo_print(l);
	if ((kinds & LIST_GRAPH) && graph_first)
		callgraph_print(l);
	if (kinds & LIST_FLAT)
		flat_print(l);
	if ((kinds & LIST_GRAPH) && !graph_first)
		callgraph_print(l);
	if (kinds & LIST_GRAPH)
		index_print(l);
	if (kinds & LIST_EXEC_COUNTS)
		execcounts_print(l);
	if (kinds & LIST_SOURCE)
		annotate_print(l);
	if (kinds & LIST_FUNCTION_ORDER)
		ordering_print_functions(l);
	if (kinds & LIST_FILE_ORDER)
		ordering_print_objects(l);
	listing_release(l);
}

/* Returns the number of characters by which columns of times must be wider than in gprof's layout,
 * so that the values of a measured profile fit. */
static int
extra_width(const struct listing *l)
{
	enum { USUAL = 7, MOST = 20 };
	int need = snprintf(NULL, 0, "%.2f", l->graph->measure.total / l->rate);

	if (profile_has(l->profile, HAS_BINS) || need <= USUAL)
		return 0;
	return need < MOST ? need - USUAL : MOST - USUAL;
}

static int
print_listings(const struct options *o, const struct profile *p, unsigned kinds)
{
	struct selection selection = { .part = NOBODY, .no_profiler = o->no_profiler };
	struct graph graph;
	struct listing l = { .options = o, .profile = p, .graph = &graph,
		.dimension = p->dimension, .abbreviation = p->abbreviation };
	struct gcov gcov = { 0 };
	struct blockcounts blocks;
	struct names names;
	struct out out;
	struct err e;
	int status;

	if (o->gcov && (kinds & LIST_SOURCE))
		l.gcov = read_gcov(o, p, &gcov);
	(void)open_measured_choose(p->measured, &o->profile, &selection.event, &selection.part, &e);
	graph_solve_times(&graph, p, &selection);
	l.rate = graph.measure.rate;
	if ((o->exact || profile_has(p, HAS_EVENTS)) && l.rate == 0) {
		l.rate = graph.measure.per_unit;
		l.dimension = graph.measure.unit;
		l.abbreviation = '#';
	}
	l.extra = extra_width(&l);
	names_open(&names, p, o->demangling);
	blockcounts_open(&blocks, p, !o->profile.lines);
	out_open(&out, STDOUT_FILENO);
	l.out = &out;
	l.names = &names;
	l.blocks = &blocks;
	print_kinds(&l, kinds);
	out_close(&out);
	gcov_release(&gcov);
	blockcounts_release(&blocks);
	names_release(&names);
	graph_release(&graph);
	status = status_written(out.error);
	return l.failed ? EXIT_FAILURE : status;
}

/* Warns if profiles have different rates, because gprof's rules use the first rate for all. */
static void
warn_of_rates(const struct samples *s)
{
	const char *other, *first;

	if (s->other_rate == 0)
		return;
	other = s->files[s->other_rate].path;
	first = s->files[s->histograms->file].path;
	message("%s: %" PRIu32 " samples a second; %s: %" PRIu32 ". Listings use the rate of %s for all "
		"files, as gprof does: times of %s are wrong", other, s->other_hz, first,
		s->histograms->rate, first, other);
}

/* Warns if the line table is incomplete, because the listing does not show this. */
static void
warn_of_truncated(const struct profile *p)
{
	if (p->lines_truncated)
		message("%s: " CALLSITES_TRUNCATED, p->images[0].path);
}

/* Warns if the image is not the image that was run. */
static void
warn_of_image(const struct profile *p)
{
	if (p->nimages == 1 && p->wrong_image)
		message("%s: not the image that was run, or was built again since: figures belong to "
			"other functions; --view=notes says more", p->images[0].path);
}

/* Warns if the program is one of 64-bit Windows, and all its counts are absurd, because listings by
 * gprof's rules have all 8 bytes of a count, of which the program sets only 4. */
static void
warn_of_counts(const struct profile *p)
{
	const struct samples *s = p->samples;
	size_t i = 0;

	while (i < s->narcs && samples_arc(s, i).count > UINT32_MAX)
		i++;
	if (p->rules == RULES_GPROF && p->images[0].is_pe && s->narcs > 0 && i == s->narcs)
		message("%s: the program wrote only 4 of the 8 bytes of each count; listings show all 8, "
			"as gprof does: --exact shows the calls", s->files[0].path);
}

int
listing_requests_print(const struct options *o, bool (*before)(const struct options *o,
	const struct samples *s, const struct image *image, struct err *e))
{
	struct open_options wanted = o->profile;
	struct profile p;
	unsigned kinds;
	struct err e;
	bool chosen;
	int status;

	if ((!o->exact || wanted.sum_up) && !options_check_one_image(o, &e))
		return status_failed(&e);
	wanted.rules = o->exact ? RULES_EXACT : RULES_GPROF;
	wanted.places = o->inline_file_names || (o->listings & (LIST_EXEC_COUNTS | LIST_SOURCE));
	wanted.any_rate = !wanted.sum_up;
	/* For gprof, time in the kernel belongs to the function that entered it. */
	wanted.folds_kernel = o->has_kernel ? wanted.folds_kernel : true;
	if (!loaded_open_profile(&p, o, &wanted, &e))
		return status_failed(&e);
	if (o->profile.inlined && profile_has(&p, HAS_BINS)) {
		profile_release(&p);
		(void)err_set(&e, ERR_USAGE, "--inlined: listings of samples of addresses do not show "
			"inlined functions; use --view or --export");
		return status_failed(&e);
	}
	warn_of_rates(p.samples);
	warn_of_image(&p);
	warn_of_counts(&p);
	warn_of_truncated(&p);
	if (p.samples->nblocks > 0 && !o->profile.lines)
		message("the counts of basic blocks are ignored; use -l");
	chosen = choose_listings(o, &p, &kinds, &e)
		&& (before == NULL || before(o, p.samples, p.images, &e));
	if (chosen && (kinds & LIST_EXEC_COUNTS) && p.places == NULL) {
		/* The profile has only counts of blocks, so their listing was chosen.  It needs
		 * places in the source: load the profile again with places. */
		profile_release(&p);
		wanted.places = true;
		if (!loaded_open_profile(&p, o, &wanted, &e))
			return status_failed(&e);
	}
	if (!chosen)
		status = status_failed(&e);
	else
		status = print_listings(o, &p, kinds);
	if (o->listings_named == 0 && kinds == 0 && status == EXIT_SUCCESS)
		message("nothing to list: the profile contains neither samples nor calls");
	profile_release(&p);
	return status;
}
