/* notes_measured.c - findings about measured profiles
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "notes/notes.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/mem.h"
#include "base/sum64.h"
#include "measured/measured.h"
#include "profile/names.h"
#include "profile/paths.h"

/* Notes about code without names are added for so many percent of the total. */
static const double much_unknown = 2;

/* Returns PART in percent of the total of G. */
static double
percent(const struct graph *g, double part)
{
	return g->measure.total > 0 ? 100 * part / g->measure.total : 0;
}

/* Returns the amount of the own samples of path I. */
static double
amount_of(const struct graph *g, uint32_t i)
{
	return g->paths.amounts != NULL ? g->paths.amounts[i] : g->paths.self[i];
}

/* Returns the square of the sampling error of all samples; 0: it is not known. */
static double
variance_of(const struct graph *g)
{
	double sum = g->measure.weight * g->measure.total;

	for (uint32_t i = 0; g->paths.squares != NULL && i < g->profile->paths->n; i++)
		sum += g->paths.squares[i];
	return sum;
}

/* Adds a note if the total comes from few samples.  The variance of a sum of samples is the sum of
 * their squares. */
static void
note_few(struct profile *p, const struct graph *g)
{
	enum { FEW = 100 };

	const struct measure *m = &g->measure;
	double variance = m->nsamples < FEW ? variance_of(g) : 0;

	if (m->nsamples > 0 && m->nsamples < FEW && variance > 0 && m->total > 0)
		profile_note(p, NOBODY, arena_printf(&p->names, "%" PRIu64 " sample%s: the total is "
			"accurate to ±%.0f %%, the figures of a function are less accurate.",
			m->nsamples, m->nsamples == 1 ? "" : "s",
			100 * sqrt(variance) / m->total),
			"Record for a longer time, or more samples per second, or open several recordings "
			"together: gprowse adds them up.");
}

static void
note_undeclared(struct profile *p, const struct graph *g)
{
	if (strcmp(p->measured->format, "folded") == 0 && graph_event(g)->is_unsaid
	    && *graph_event(g)->unit == '\0' && !p->measured->estimated)
		profile_note(p, NOBODY, "The file does not say what its numbers are.",
			"They are shown as counts, without sampling errors. If each is a number of samples, "
			"--counts=samples adds the errors; if they are times, --counts=microseconds or "
			"another unit shows seconds.");
}

static void
note_estimated(struct profile *p)
{
	const struct measured *m = p->measured;

	if (m->estimated && m->ntotals > 0 && m->base_part == NOBODY)
		profile_note(p, NOBODY, arena_printf(&p->names, "The costs of calls are estimates, from "
			"%s.", m->estimated_why),
			"They are marked with ~. Self and the totals that the file states are no estimates.");
	else if (m->estimated && m->base_part == NOBODY)
		profile_note(p, NOBODY, m->estimated_why != NULL
			? arena_printf(&p->names, "The file says that its totals are estimates: %s.",
			m->estimated_why) : "The file says that its totals are estimates.",
			"They are marked with ~. Self is not an estimate.");
}

/* Sets UNKNOWN[f] for each function f of P that has no name: the profile says so, or its name is
 * one that profilers write for code without a symbol.  Sets NOWHERE[f] instead if it is all
 * addresses in no program or library. */
static void
find_unknown(const struct profile *p, bool *unknown, bool *nowhere)
{
	for (uint32_t i = 0; i < p->measured->nfuncs; i++) {
		uint32_t f = p->func_of[i];
		const char *name = p->funcs[f].name;

		if (p->measured->funcs[i].is_nowhere)
			nowhere[f] = true;
		else
			unknown[f] |= p->measured->funcs[i].is_unnamed
				|| strstr(name, "[unknown") != NULL || strcmp(name, "??") == 0
				|| strcmp(name, "???") == 0 || strncmp(name, "0x", 2) == 0;
	}
}

/* Returns the sum of the amounts of all stacks of G that contain any function f with IS_IN[f]. */
static double
amount_with(const struct graph *g, const bool *is_in)
{
	const struct paths *paths = g->profile->paths;
	double sum = 0;

	for (uint32_t i = 0; i < paths->n;) {
		if (!is_in[paths->v[i].func]) {
			i++;
			continue;
		}
		for (uint32_t end = paths->v[i].end; i < end; i++)
			sum += amount_of(g, i);
	}
	return sum;
}

/* Returns text that names the images with the most time of their own in functions f with
 * UNKNOWN[f], or "" if the images are not known. */
static const char *
name_unknown_images(struct profile *p, const struct graph *g, const bool *unknown)
{
	enum { MOST = 3 };
	const double much = 0.5;	/* percent */
	double *sums = mem_new(p->nimages, sizeof(*sums));
	const char *text = "";

	for (uint32_t f = 0; f < p->nfuncs; f++)
		if (unknown[f])
			sums[p->funcs[f].image] += fabs(g->in.self[f]);
	for (int n = 0; n < MOST; n++) {
		uint32_t most = 0;

		for (uint32_t im = 1; im < p->nimages; im++)
			if (sums[im] > sums[most])
				most = im;
		if (p->nimages == 0 || *p->images[most].path == '\0' || percent(g, sums[most]) < much)
			break;
		text = arena_printf(&p->names, "%s%s %.0f %% is code of %s", text, n > 0 ? "," : "",
			percent(g, sums[most]), p->images[most].path);
		sums[most] = 0;
	}
	free(sums);
	return *text != '\0' ? arena_printf(&p->names, "%s.", text) : "";
}

/* Returns the sum of the own amounts of all functions f with IS_IN[f].  *MOST becomes the one with
 * the largest amount, or NOBODY. */
static double
own_amount(const struct graph *g, const bool *is_in, uint32_t *most)
{
	double sum = 0;

	*most = NOBODY;
	for (uint32_t f = 0; f < g->profile->nfuncs; f++) {
		if (!is_in[f])
			continue;
		sum += fabs(g->in.self[f]);
		if (*most == NOBODY || fabs(g->in.self[f]) > fabs(g->in.self[*most]))
			*most = f;
	}
	return sum;
}

/* Adds a note if much of the total is in functions without names, UNKNOWN, or, if the profile has
 * stacks, in stacks that contain such functions. */
static void
note_unknown(struct profile *p, const struct graph *g, const bool *unknown)
{
	bool has_stacks = profile_has(p, HAS_STACKS);
	uint32_t most;
	double sum = own_amount(g, unknown, &most);

	if (most != NOBODY && has_stacks)
		sum = amount_with(g, unknown);
	if (percent(g, sum) >= much_unknown)
		profile_note(p, most, arena_printf(&p->names, "%.0f %% of the total is in %s whose name "
			"the profiler did not find.%s", percent(g, sum), has_stacks
			? "stacks with code" : "code", name_unknown_images(p, g, unknown)),
			"Install the debug symbols of the program and its libraries where the profile was "
			"recorded, and record or convert it again.");
}

/* Likewise about addresses in no program or library, NOWHERE. */
static void
note_nowhere(struct profile *p, const struct graph *g, const bool *nowhere)
{
	bool has_stacks = profile_has(p, HAS_STACKS);
	uint32_t most;
	double own = own_amount(g, nowhere, &most), sum = own;

	if (most != NOBODY && has_stacks)
		sum = amount_with(g, nowhere);
	if (percent(g, sum) >= much_unknown)
		profile_note(p, most, arena_printf(&p->names, "%.0f %% of the total is in %s at which the "
			"profile knows no program or library.", percent(g, sum), has_stacks
			? "stacks with addresses" : "code at addresses"),
			own >= sum / 2 ? "Debug symbols cannot name them. The profile does not say what was "
			"mapped there, or the program made the code while it ran."
			: "Debug symbols cannot name them. In code without frame pointers, the profiler may "
			"take other data for the address of a caller.");
}

/* Adds notes about functions without names. */
static void
note_unnamed(struct profile *p, const struct graph *g)
{
	bool *unknown = mem_new(p->nfuncs, sizeof(*unknown));
	bool *nowhere = mem_new(p->nfuncs, sizeof(*nowhere));

	find_unknown(p, unknown, nowhere);
	note_nowhere(p, g, nowhere);
	note_unknown(p, g, unknown);
	free(nowhere);
	free(unknown);
}

/* Returns the amount of the deepest stacks.  *MOST becomes the number of functions in each of
 * them. */
static double
amount_of_deepest(const struct graph *g, uint32_t *most)
{
	const struct paths *paths = g->profile->paths;
	uint32_t *depth = mem_new(paths->n, sizeof(*depth));
	double sum = 0;

	*most = 0;
	for (uint32_t i = 0; i < paths->n; i++) {
		uint32_t parent = paths->v[i].parent;

		depth[i] = parent != NOBODY ? depth[parent] + 1 : 1;
		if (depth[i] > *most) {
			*most = depth[i];
			sum = 0;
		}
		if (depth[i] == *most)
			sum += amount_of(g, i);
	}
	free(depth);
	return sum;
}

/* Sets MAY[f] for each function f of P that may be the first of a whole stack, even if other stacks
 * have callers of f: code of several functions without names, and functions of the kernel, which
 * has threads without code of a program. */
static void
find_beginners(const struct profile *p, bool *may)
{
	const struct measured *m = p->measured;

	for (uint32_t f = 0; f < p->nfuncs; f++)
		may[f] = p->funcs[f].frames == FRAME_KERNEL || profile_is_unnamed(p, f)
			|| strstr(p->funcs[f].name, "[unknown") != NULL;
	for (uint32_t i = 0; i < m->nfuncs; i++)
		may[p->func_of[i]] |= m->funcs[i].is_unnamed;
}

/* Finds stacks that seem to lack their outermost frames: in other stacks, another function calls
 * their first function, which is none of find_beginners().  BEGIN[f] becomes the amount of such
 * stacks that begin with function f.  BEGIN must be all zero before.  Returns the sum of BEGIN. */
static double
find_cut_stacks(const struct graph *g, double *begin)
{
	enum { IS_FIRST = 1, IS_CALLED = 2 };
	bool *may = mem_new(g->nfuncs, sizeof(*may));
	const struct paths *paths = g->profile->paths;
	const struct path *v = paths->v;
	uint8_t *is = mem_new(g->nfuncs, sizeof(*is));
	double sum = 0;

	find_beginners(g->profile, may);
	for (uint32_t i = 0; i < paths->n; i = v[i].end)
		is[v[i].func] = may[v[i].func] ? 0 : IS_FIRST;
	for (uint32_t i = 0; i < paths->n; i++)
		if (is[v[i].func] == IS_FIRST && v[i].parent != NOBODY
		    && v[v[i].parent].func != v[i].func)
			is[v[i].func] |= IS_CALLED;
	for (uint32_t i = 0; i < paths->n; i = v[i].end) {
		double amount = 0;

		for (uint32_t k = i; (is[v[i].func] & IS_CALLED) != 0 && k < v[i].end; k++)
			amount += amount_of(g, k);
		begin[v[i].func] += amount;
		sum += amount;
	}
	free(is);
	free(may);
	return sum;
}

/* Are at least LEAST paths without a parent? */
static bool
has_roots(const struct paths *paths, uint32_t least)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < paths->n && n < least; i = paths->v[i].end)
		n++;
	return n >= least;
}

/* Returns what to do about stacks that seem to be cut, of a format with STACKS.  IS_LIMITED: they
 * seem to have as many frames as the profiler records. */
static const char *
advise_on_cut(enum measured_stacks stacks, bool is_limited)
{
	if (stacks == STACKS_LIMITED)
		return "Totals of the missing callers are too low. The profiler limits the frames of a "
			"stack: Go before 1.23 to 32 for memory and locks.";
	if (is_limited)
		return "Totals of the missing callers are too low. Record deeper stacks.";
	return stacks == STACKS_UNWOUND
		? "Totals of the missing callers are too low. Record deeper stacks, or build with "
		"-fno-omit-frame-pointer."
		: "If so, totals of the missing callers are too low: record deeper stacks, or build native "
		"code with -fno-omit-frame-pointer. Functions that an event loop calls may have no "
		"callers.";
}

/* Adds a note if many stacks seem to lack their outermost frames. */
static void
note_cut_stacks(struct profile *p, const struct graph *g)
{
	enum { FEWEST = 3,		/* no note if the cut stacks begin with fewer different
					 * functions */
		DEEP = 16 };		/* no profiler limits stacks to a smaller depth */
	const double much = 2;		/* percent */
	double *begin, sum, deepest;
	uint32_t most = 0, n = 0, depth;
	const char *limit = "";

	if (p->measured->stacks == STACKS_WHOLE || !has_roots(p->paths, FEWEST))
		return;
	begin = mem_new(p->nfuncs, sizeof(*begin));
	sum = find_cut_stacks(g, begin);
	for (uint32_t f = 0; f < p->nfuncs; f++) {
		n += begin[f] > 0;
		if (begin[f] > begin[most])
			most = f;
	}
	free(begin);
	if (n < FEWEST || percent(g, sum) < much)
		return;
	deepest = amount_of_deepest(g, &depth);
	if (depth >= DEEP && percent(g, deepest) >= much)
		limit = arena_printf(&p->names, " Many stacks have %" PRIu32 " functions, which may be the "
			"limit of the profiler.", depth);
	profile_note(p, most, arena_printf(&p->names, "%.0f %% of the total is in stacks that seem to be "
		"cut: they begin with one of %" PRIu32 " functions that have callers in other stacks.%s",
		percent(g, sum), n, limit), advise_on_cut(p->measured->stacks, *limit != '\0'));
}

/* Adds a note if sums are not exact. */
static void
note_large(struct profile *p, const struct graph *g)
{
	char digits[SUM64_ROOM];

	if (g->measure.total >= SUM64_EXACT
	    && !sum64_text(digits, g->measure.total, g->measure.total64))
		profile_note(p, NOBODY, g->measure.total64 == 0
			? "The total is 2^53, which is 9007199254740992, or more."
			: "The total is 2^64, which is 18446744073709551616, or more.",
			"Such sums are not exact, and are shown with fewer digits.");
}

static void
note_negative(struct profile *p, const struct graph *g)
{
	bool any = false;
	uint32_t least = NOBODY;

	if (graph_is_difference(g))
		return;
	for (uint32_t i = 0; profile_has(p, HAS_STACKS) && !any && i < p->paths->n; i++)
		any = g->paths.self[i] < 0;
	for (uint32_t f = 0; f < p->nfuncs; f++)
		if (g->in.self[f] < 0 && (least == NOBODY || g->in.self[f] < g->in.self[least]))
			least = f;
	if (any || least != NOBODY)
		profile_note(p, least, profile_has(p, HAS_COSTS) ? "Some costs are negative."
			: "Some figures are negative: the profile is a difference.",
			strcmp(p->measured->format, "pprof") == 0
			? "Percentages are parts of the sum of all amounts, which are the values "
			"without their signs. If go tool pprof -diff_base wrote the profile, the "
			"sum is only of the amounts of the base. Sampling errors are not known."
			: "Percentages are parts of the sum of all amounts, which are the values "
			"without their signs. Sampling errors are not known.");
}

/* Adds a note if the event that is shown has no values. */
static void
note_zero(struct profile *p, const struct graph *g)
{
	const struct measured *m = p->measured;
	const char *others = "", *part = "";

	if (g->measure.total != 0 || g->measure.net != 0)
		return;
	for (uint32_t k = 0; k < m->nevents; k++)
		if (k != g->selection.event && measured_has_values(m, k))
			others = arena_printf(&p->names, "%s%s%s", others, *others != '\0' ? ", " : "",
				m->events[k].name);
	if (g->selection.part != NOBODY)
		part = arena_printf(&p->names, " in %s %s", m->parts[g->selection.part].kind,
			m->parts[g->selection.part].name);
	profile_note(p, NOBODY, arena_printf(&p->names, "All values of %s%s are 0.",
		graph_event(g)->name, part), *others != '\0'
		? arena_printf(&p->names, "E or --event=NAME shows another event that has values: %s.",
			others)
		: *part != '\0' ? "P shows the next part." : "The profile has no other events with values.");
}

/* Adds a note if some files do not have the event that is shown. */
static void
note_lacking(struct profile *p, const struct graph *g)
{
	const struct measured *m = p->measured;
	const char *event = graph_event(g)->name, *first = NULL;
	uint32_t n = 0;

	for (uint32_t i = 0; i < m->nfiles && m->file_events != NULL; i++) {
		if (m->file_events[i] == 0 || (m->file_events[i] >> g->selection.event & 1) != 0)
			continue;
		first = n++ == 0 ? m->files[i] : first;
	}
	if (n == 0 || graph_event(g)->formula != NULL)
		return;
	profile_note(p, NOBODY, n == 1
		? arena_printf(&p->names, "%s has no event %s: the figures are those of the other files.",
			first, event)
		: arena_printf(&p->names, "%u of %u files have no event %s, such as %s: the figures are those "
			"of the other files.", (unsigned)n, (unsigned)m->nfiles, event, first),
		"E or --event=NAME shows another event; or open files that have the same events.");
}

/* Adds a note for each function of the profiler that took much time.  Its time is the cost of
 * counting calls, if any were counted. */
static void
note_profiler(struct profile *p, const struct graph *g)
{
	const double much = 10;		/* percent */
	bool counts = profile_has(p, HAS_COUNTS);

	if (g->measure.omitted >= much / 100 * g->measure.total && g->measure.omitted > 0)
		profile_note(p, NOBODY, arena_printf(&p->names,
			"%s took %.0f %% of the time. This time is omitted.",
			counts ? "Counting calls" : "The recorder",
			100 * g->measure.omitted / g->measure.total),
			counts ? "$ shows it. A program that was compiled without -pg is sampled without "
			"this cost." : "$ shows it. No calls were counted: it is the time in which the "
			"recorder began, ended, or followed a fork. A longer run has less of it.");
	for (uint32_t f = 0; f < p->nfuncs; f++)
		if (p->funcs[f].is_profiler && percent(g, fabs(g->in.self[f])) >= much)
			profile_note(p, f, arena_printf(&p->names,
				"%s took %.0f %% of the time: this is the cost of %s.", p->funcs[f].name,
				percent(g, fabs(g->in.self[f])), counts ? "counting calls"
				: "the recorder"),
				counts ? "x excludes it from all figures. A program that was compiled "
				"without -pg is sampled without this cost."
				: "x excludes it from all figures. No calls were counted.");
}

/* Does function F of G take so little time for each call that counting the call takes a part of it
 * that matters? */
static bool
is_distorted(const struct graph *g, uint32_t f)
{
	const double short_call = 50e-9, much = 1;	/* seconds; percent */
	double calls = (double)(g->nodes[f].calls + graph_self_calls(g, f));

	return calls > 0 && g->in.self[f] / g->measure.rate < short_call * calls
		&& percent(g, g->in.self[f]) >= much;
}

/* If counting calls changes the shares of functions, adds a note that names the one with the most
 * time. */
static void
note_distorted(struct profile *p, const struct graph *g)
{
	uint32_t most = NOBODY, n = 0;
	const char *name;
	char *bare;

	if (!profile_has(p, HAS_COUNTS) || p->measured->propagate || g->measure.rate == 0)
		return;
	for (uint32_t f = 0; f < p->nfuncs; f++) {
		if (!is_distorted(g, f))
			continue;
		n++;
		if (most == NOBODY || g->in.self[f] > g->in.self[most])
			most = f;
	}
	if (n == 0)
		return;
	bare = names_demangle_bare(p->funcs[most].name);
	name = bare != NULL ? bare : p->funcs[most].name;
	profile_note(p, most, n == 1
		? arena_printf(&p->names, "Calls of %s take less than 50 ns. Counting them changes its share.",
			name)
		: arena_printf(&p->names, "Calls of %u functions, such as %s, take less than 50 ns. Counting "
			"them changes their shares.", n, name),
		"Numbers of calls are exact. If the program is compiled without -pg, gprowse record samples "
		"its time without this cost.");
	free(bare);
}

void
notes_find_measured(struct profile *p, const struct graph *g)
{
	note_profiler(p, g);
	note_distorted(p, g);
	note_estimated(p);
	note_undeclared(p, g);
	note_large(p, g);
	note_negative(p, g);
	note_zero(p, g);
	note_lacking(p, g);
	note_unnamed(p, g);
	if (profile_has(p, HAS_STACKS))
		note_cut_stacks(p, g);
	note_few(p, g);
}

/* Returns text for the general note: what the figures of G are. */
static const char *
say_figures(struct arena *text, const struct graph *g)
{
	const struct measured *m = g->profile->measured;
	const struct measured_event *event = graph_event(g);
	const char *title = event->title != NULL ? arena_printf(text, " (%s)", event->title) : "";
	uint64_t n = g->measure.nsamples;

	if (n > 0 && (m->nparts > 1 || n < m->nsamples))
		return arena_printf(text, "Event %s%s: %" PRIu64 " sample%s.", event->name, title, n,
			n == 1 ? "" : "s");
	if (n > 0)
		return arena_printf(text, "Event %s%s: %" PRIu64 " sample%s in %" PRIu32
			"%s.", event->name, title, n, n == 1 ? "" : "s", m->nsamples,
			m->nsamples == 1 ? " stack" : " different stacks");
	if (m->has_costs)
		return arena_printf(text, "Event %s%s: costs of functions and calls%s.", event->name, title,
			event->is_unsaid ? ". The file does not say whether they were counted or sampled"
			: event->is_sampled ? ", which were sampled"
			: measured_is_time(event) ? ", which were measured" : ", which were counted");
	return arena_printf(text, "Event %s%s: %" PRIu32 "%s.", event->name, title, m->nsamples,
		m->nsamples == 1 ? " stack" : " different stacks");
}

/* Says where the time in the kernel is, or returns "" if that is not known. */
static const char *
say_kernel(const struct profile *p)
{
	const struct measured *m = p->measured;

	if (m->has_costs || m->nsamples == 0)
		return "";
	if (measured_has_frames(m, MEASURED_KERNEL))
		return p->folds_kernel ? " Time in the kernel is part of the functions that entered it; "
			"U shows it in rows of its own." : " Time in the kernel is in rows of its own, "
			"callees of the functions that entered it; U adds it to these functions.";
	return strcmp(m->format, "recording") == 0
		? " Time in the kernel is part of the function that entered it." : "";
}

/* Says whether inlined functions are part of their callers, or returns "" if that is not known. */
static const char *
say_inlined(const struct profile *p)
{
	if (p->measured->propagate || !measured_has_frames(p->measured, MEASURED_INLINED))
		return "";
	return p->inlined ? " Inlined functions are functions of their own; L adds them to their callers."
		: " Inlined functions are part of their callers; L shows them as functions of their own.";
}

/* Returns text for the general note: which events and parts M has, and how totals are known. */
static const char *
say_choices(struct arena *text, const struct profile *p)
{
	const struct measured *m = p->measured;
	enum { MOST = 8 };
	const char *list = "", *parts = "";

	for (uint32_t i = 0; m->nevents > 1 && i < m->nevents; i++)
		list = i == MOST ? arena_printf(text, "%s ...", list) : i > MOST ? list
			: arena_printf(text, "%s%s%s", list, i > 0 ? ", " : "", m->events[i].name);
	if (m->nparts > 1)
		parts = arena_printf(text, "%" PRIu32 " parts, such as %s %s: P or --part=NAME shows one. ",
			m->nparts, m->parts[0].kind, m->parts[0].name);
	return arena_printf(text, "%s%s%s%s%s%s%s", m->nevents > 1 ? arena_printf(text, "%" PRIu32 " events: ",
		m->nevents) : "", list, m->nevents > 1 ? "; E or --event=NAME shows another one. " : "",
		parts, m->has_costs && m->ntotals > 0 ? m->ncalls == 0 ? "Totals are those that the file states."
			: "Totals are sums of recorded costs of calls, or those that the file states."
		: m->has_costs && m->ncalls == 0 ? "The file has only own costs, as cachegrind writes "
			"them: totals and calls are not known."
		: m->has_costs ? "Totals are sums of recorded costs of calls."
		: m->propagate ? "Stacks were not recorded: totals are estimated from counts of "
			"calls, and inlined functions are part of their callers."
		: m->ncalls > 0 ? "Totals are known: a stack counts once for each function in it. Only "
			"calls of functions that were compiled for counting, as with -pg, are counted."
		: "Totals are known: a stack counts once for each function in it. Calls are not counted.",
		say_inlined(p), say_kernel(p));
}

void
notes_measured_general(struct late_notes *l, const struct graph *g)
{
	if (graph_is_difference(g)) {
		l->general = (struct note){ .func = NOBODY,
			.text = "The figures are those of B less those of A.",
			.advice = "Percentages are parts of the total of A. | shows A and B, where more is "
				"known: their events, parts, lines and sampling errors." };
		return;
	}
	l->general = (struct note){ .func = NOBODY, .text = say_figures(&l->text, g),
		.advice = say_choices(&l->text, g->profile) };
}
