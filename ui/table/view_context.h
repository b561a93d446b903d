/* view_context.h - what all views share: profile, graph, names, switches
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef VIEW_CONTEXT_H
#define VIEW_CONTEXT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/sparsetexts.h"
#include "base/stop.h"
#include "compare/comparison.h"
#include "figures/cycle_estimate.h"
#include "figures/exclusions.h"
#include "figures/graph.h"
#include "figures/ranking.h"
#include "figures/sharecheck.h"
#include "lookup/lookup.h"
#include "profile/names.h"
#include "profile/profile.h"
#include "text/figures.h"

struct keymap;

enum { REST_ROOM = 256 };		/* greatest size of the text of a struct rest, in bytes */

/* What is shown of a comparison.  All members are borrowed. */
struct compared_shown {
	enum compared_side side;
	double unit;			/* times of the comparison, multiplied by this, are times of
					 * the graph that is shown */
	struct names *names[2];		/* names of each side */
	const uint32_t *funcs;		/* indexed by row of the comparison: the function of the
					 * difference; NULL: one of the sides is shown */
	const uint32_t *rows;		/* indexed by function of the difference: its row; NULL: as
					 * for .funcs */
	const struct graph *read[2];	/* each side with the functions, calls and stacks of the
					 * difference, as it was read; NULL: as for .funcs */
	const struct graph *graph[2];	/* the same, of what is shown: without what is excluded, of
					 * the folded profile; NULL: as for .funcs */
};

/* Graphs of both sides of a difference, with exclusions or folded. */
struct side_graphs {
	struct graph *v[2];		/* owned; NULL: those as read are shown */
};

struct view_context {
	const struct profile *profile;	/* borrowed; the profile of .graph */
	const struct graph *graph;	/* borrowed */
	struct names *names;		/* borrowed */
	struct lookup *lookup;		/* borrowed */
	struct scale scale;
	bool ascii;			/* the locale is not UTF-8 */
	bool has_color;			/* cells may be distinguished by colours alone */
	enum frame_colors {
		COLOR_BY_HEAT, COLOR_BY_IMAGE, COLOR_BY_NAME, FRAME_COLORS
	} frame_colors;			/* what the colours of frames mean */
	bool mangled;			/* show names as in the symbol table */
	const struct keymap *keymap;	/* borrowed; NULL: the keys of keys.def */
	const uint32_t *into;		/* borrowed, indexed by function: the function into which it
					 * is folded; NULL: nothing is folded */
	const char *folded;		/* constant; what is folded, for titles of views; valid if
					 * .into is not NULL */
	const char *folded_rows;	/* constant; title of the column of folded functions; NULL:
					 * the usual title */
	const struct exclusions *exclusions;	/* borrowed; NULL: nothing can be excluded */
	unsigned changes;		/* number of changes so far that make rows of views out of
					 * date */
	bool all;			/* show rows without time and calls, too */
	bool shows_idle;		/* functions without time and calls stay in the views,
					 * because only a part of a running program's time is
					 * shown */
	bool has_time;			/* some function has time */
	bool has_calls;			/* some function has calls */
	double least_variance, most_variance;	/* least and greatest variance of a self time, in
						 * samples squared; 0: no self time has a sampling
						 * error */
	uint32_t most_index;		/* greatest index of a node */
	const struct sharecheck *check;	/* borrowed; comparison of the graph, as it was read, with
					 * known times; NULL: --check was not given */
	const struct comparison *comparison;	/* borrowed; of the profile before with the graph,
						 * as it was read; NULL: --compare was not given */
	bool only_changed;		/* of .comparison, only rows are shown whose change is more
					 * than noise explains */
	struct compared_shown compared;	/* which side of .comparison is shown; valid if .comparison
					 * is set */
	struct side_graphs sides;	/* of .compared.graph */
	struct side_graphs sides_before;	/* those before the last change of exclusions */
	struct cycle_estimate estimate;	/* owned; see view_context_estimate() */
	struct stop *stop;		/* borrowed; stops long work; NULL: it cannot be stopped */
	bool stopped;			/* the user stopped the work; the code that began the work
					 * clears this */
	size_t path_start, path_end;	/* lengths of the common prefix and the common suffix of
					 * the paths of profile files (file_label.h) */

	struct names own_names;		/* used instead of .names if .names does not demangle */
	bool owns_names;		/* .own_names is open */
	struct sparse_texts plain;	/* indexed by node: the demangled name, in the form of
					 * shorten_plain(); NULL: not made yet */
	struct sparse_texts own;	/* indexed by function: the name in the form of
					 * shorten_plain(); NULL: it was not made yet, or the name
					 * has no such form */
	struct arena text;		/* owns the text of .plain and .own */
	struct brief_names {
		bool is_on;		/* names of functions that are not in .plain are made when
					 * they are asked for, and not kept */
		uint32_t func;		/* the last of these functions */
		const char *name;	/* its name; NULL: there is none */
		struct arena text;	/* owns the text of such names */
	} brief_names;

	struct rest {
		bool is_known;		/* the members below are valid; set to false when the graph
					 * changes */
		uint32_t node, file;
		char text[REST_ROOM];
	} rest;				/* the last result of nodelines_rest() */

	uint32_t *ranks;		/* owned, indexed by node: results of view_context_rank();
					 * or NULL */
	const struct graph *ranked;	/* the graph for which .ranks was made; NULL: .ranks is out
					 * of date */
	bool ranked_mangled;		/* .ranks was made from names as in the symbol table */
};

/* Sets CTX up for graph G and its profile; G and NAMES are borrowed.  ASCII: the locale is not
 * UTF-8. */
void view_context_open(struct view_context *ctx, const struct graph *g, struct names *names,
	bool ascii);
void view_context_release(struct view_context *ctx);

/* Returns the name of node N as it is shown, or "<spontaneous>" if N is NOBODY.  The name is valid
 * until view_context_release() or, if names are not kept, view_context_keep_names(). */
const char *view_context_name(struct view_context *ctx, uint32_t n);

/* If KEEP is false, names of functions that were not needed before are not kept from now on.  Frees
 * those that were not kept so far.  This is for long tables that are written row by row, in which
 * each function has one row: only then, each name is made once. */
void view_context_keep_names(struct view_context *ctx, bool keep);

/* Must the work stop?  If so, sets CTX->stopped.  DONE is the number of steps done so far. */
static inline bool
view_context_is_stopped(struct view_context *ctx, size_t done)
{
	if (!ctx->stopped && stop_asked(ctx->stop, done))
		ctx->stopped = true;
	return ctx->stopped;
}

/* Sorts all names for view_context_rank(); returns false if the work was stopped. */
bool view_context_rank_names(struct view_context *ctx);

/* Returns the rank of the name of node N: its position among all names, sorted by bytes.  Equal
 * names have equal ranks.  Returns 0 if the work was stopped. */
uint32_t view_context_rank(struct view_context *ctx, uint32_t n);

/* Returns the demangled name of function F itself, even if F is folded into another function. */
const char *view_context_own_name(struct view_context *ctx, uint32_t f);

/* If MANGLED, shows names as in the symbol table, otherwise demangled names. */
void view_context_set_mangled(struct view_context *ctx, bool mangled);

/* Returns the function that F is folded into.  If F is not folded, returns F. */
uint32_t view_context_node_of(const struct view_context *ctx, uint32_t f);

/* Returns the profile before functions were folded.  It has the notes. */
const struct profile *view_context_unfolded(const struct view_context *ctx);

/* view_context_compared_time(): returns TIME, of the comparison of CTX, in the unit of the times
 * that are shown.  view_context_compared(): returns the function that CTX shows for ROW of its
 * comparison; NOBODY: there is none on the side that is shown. */
static inline double
view_context_compared_time(const struct view_context *ctx, double time)
{
	return time * ctx->compared.unit;
}

uint32_t view_context_compared(const struct view_context *ctx, const struct comparison_row *row);

/* Returns the row of the comparison that function F of the difference is in, or NULL. */
const struct comparison_row *view_context_compared_row(const struct view_context *ctx, uint32_t f);

/* Is N folded into another function? */
bool view_context_is_folded(const struct view_context *ctx, uint32_t n);

/* Returns the number of functions that are not folded into other functions. */
uint32_t view_context_count_functions(const struct view_context *ctx);

/* Returns the callee of ARC, an arc of the unfolded profile.  If the callee is folded, returns the
 * function that it is folded into. */
uint32_t view_context_callee(const struct view_context *ctx, uint32_t arc);

/* view_context_is_excluded(): is function N excluded, and is it not one that is omitted
 * (graph_is_omitted())?  view_context_is_arc_excluded(): is arc ARC
 * excluded? */
bool view_context_is_excluded(const struct view_context *ctx, uint32_t n);
bool view_context_is_arc_excluded(const struct view_context *ctx, uint32_t arc);

/* Lets CTX show the graph of C, which is computed without the excluded functions and calls.  Its
 * cycles may differ from those of the graph that CTX showed before. */
void view_context_set_exclusions(struct view_context *ctx, const struct exclusions *c);

/* The same, for the exclusions that were in force before the last view_context_set_exclusions(). */
void view_context_restore_exclusions(struct view_context *ctx, const struct exclusions *c);

/* Are the values of the profile counts, not sums of samples? */
bool view_context_is_counted(const struct view_context *ctx);

/* Is node N a cycle, not a function? */
bool view_context_is_cycle(const struct view_context *ctx, uint32_t n);

/* Is node N a function that has only inlined frames, which are shown as part of their callers? */
bool view_context_is_inlined(const struct view_context *ctx, uint32_t n);

/* Returns the node with the index INDEX, or NOBODY. */
uint32_t view_context_at_index(const struct view_context *ctx, uint64_t index);

/* Returns the data for ranking the callers and callees of node N (struct ranking).  These data
 * contain estimates only if N is in a cycle. */
struct ranking view_context_ranking(struct view_context *ctx, uint32_t n);

/* Returns the number of notes known so far. */
size_t view_context_count_notes(const struct view_context *ctx);

/* Returns the estimates inside the cycles of the graph, which are computed when they are first
 * needed.  If the user stops this work, sets CTX->stopped; then there are no estimates. */
const struct cycle_estimate *view_context_estimate(struct view_context *ctx);

/* Lets view_context_estimate() compute the estimates again if the user has stopped this work
 * before. */
void view_context_estimate_again(struct view_context *ctx);

/* Is all time of the profile excluded? */
bool view_context_is_nothing_left(const struct view_context *ctx);

/* Does N have neither time nor calls, or is it omitted?  Functions that have neither stay if
 * CTX->shows_idle. */
bool view_context_is_idle(const struct view_context *ctx, uint32_t n);

#endif
