/* comparison.h - two profiles, A and B, function by function
 *
 * Side 0 is A, the profile before, side 1 is B, the profile after.  Figures of both sides are in
 * the unit of the figures of B, for one run: how often the program ran and how often a second was
 * sampled does not matter.  If the sides are spans of the time of a running program, figures of B
 * are for as long as the span of A is.
 *
 * The figures are those of the graphs of both profiles.  If functions of a profile are one row (see
 * partners.h), they are folded, and the folded profile has a graph of its own.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef COMPARISON_H
#define COMPARISON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/stop.h"
#include "compare/dispersion.h"
#include "compare/outliers.h"
#include "compare/partners.h"
#include "compare/rates.h"
#include "compare/rename.h"
#include "figures/graph.h"
#include "profile/callsites.h"
#include "profile/fold.h"
#include "profile/profile.h"

/* What is shown of a comparison. */
enum compared_side {
	COMPARED_A, COMPARED_B,		/* the profile of one side */
	COMPARED_CHANGE,		/* the difference of both (difference.h) */
	COMPARED_SIDES
};

/* By what the figures of B are multiplied before they are compared. */
enum comparison_scale {
	SCALE_NONE,			/* 1 */
	SCALE_TOTAL,			/* both totals become the same: shares are compared */
	SCALE_MEDIAN,			/* the median of all changes becomes 0, as if one machine
					 * were slower */
};

struct comparison_options {
	enum comparison_scale scale;
	const struct rename *renames;	/* borrowed */
	size_t nrenames;
	uint32_t nruns[2];		/* how many measured profiles, each of a run, a side has; 0:
					 * one */
	double seconds[2];		/* the length of the span of time that a side is of, not of
					 * a whole run; 0: it is not known */
	double dispersion;		/* that of one run, as the user knows it; 0: not known, and
					 * taken as 1 if there is only one run */
};

/* What can be said about a difference. */
enum comparison_mark {
	MARK_EQUAL,			/* there is none; nothing was sampled, so this is certain */
	MARK_MORE, MARK_LESS,		/* B has more, or less, than noise explains */
	MARK_NOISE,			/* it may be noise */
	MARK_FEW,			/* too few samples for a test, or it is not known how many
					 * there are, or how much measured times vary */
	MARK_NEW, MARK_GONE,		/* only B, or only A, has the function */
	COMPARISON_MARKS
};

/* A time of both sides, compared. */
struct compared {
	double value[2];
	bool is_tested;
	double p;			/* if .is_tested: how likely noise alone gives such a
					 * difference */
	double q;			/* if .is_tested: rate of false discoveries if this and all
					 * differences with a smaller .p are called real */
	double finding;			/* if .is_tested: how likely any such difference would be
					 * found by noise alone (Holm) */
};

struct comparison_row {
	uint32_t func[2];		/* a function of each side's graph; NOBODY: it has none */
	enum partner_match match;
	enum comparison_mark mark;
	struct compared self, total;
	bool has_total;			/* both totals are known, or estimated */
	uint64_t calls[2];		/* counted calls in all runs, recursive ones too */
	double dispersion, df;		/* of the samples in .self, see struct rates */
};

struct comparison_side {
	const struct profile *profile;	/* borrowed; as read */
	const struct graph *read;	/* borrowed; its graph */
	const struct graph *graph;	/* the graph of rows: .read, or .folded_graph */
	struct fold fold;		/* arrays are owned; .into is NULL if nothing is folded */
	bool *is_group;			/* owned; indexed by function: it shows other functions,
					 * too; NULL if nothing is folded */
	struct profile folded;		/* owned if .fold.into is set */
	struct graph folded_graph;	/* owned if .fold.into is set */
	uint32_t nruns;			/* number of runs: of profile files */
	double amount;			/* of how many runs, or spans as long as that of A, the
					 * times and calls of .graph are */
	double unit;			/* times of .graph, multiplied by this, are times of
					 * comparison_row */
	double total;			/* sum of all self times */
	double unmatched;		/* the part of it in functions that only this side has */
	bool has_calls;			/* calls were counted */
	struct outliers outliers;	/* functions of .graph of which a run differs from the other
					 * runs of this side; .v is NULL if that is not known */
};

struct comparison {
	struct comparison_side side[2];
	struct comparison_options options;
	struct comparison_row *rows;	/* owned; with time or calls on a side */
	uint32_t nrows;
	uint32_t nmarked[COMPARISON_MARKS];	/* number of rows with each mark */
	double factor;			/* by which figures of B were multiplied: see enum
					 * comparison_scale */
	struct compared total;		/* of all functions, before this multiplication */
	struct dispersion dispersion;
	double total_dispersion, total_df;	/* of the samples in .total, see struct rates */
	bool is_unlike;			/* the profiles measure different things, as .remarks say */
	bool has_noise;			/* figures are of samples, whose number is known */
	bool is_measured;		/* figures are times that were measured, not sampled: they
					 * vary from run to run, but it is not known how much */
	bool knows_runs;		/* the dispersion was found from several runs, or the user
					 * has stated it */
	struct arena text;		/* owns .remarks */
	const char *remarks[8];		/* how A and B differ as a whole, which the user must know
					 * first */
	uint32_t nremarks;
};

/* Compares graph A with graph B; both are borrowed.  SITES finds source lines of both profiles.
 * Returns false if they cannot be compared, or if STOP, which may be NULL, stopped the work, as E
 * says; then there is nothing to release. */
bool comparison_open(struct comparison *c, const struct graph *a, const struct graph *b,
	struct callsites sites[2], const struct comparison_options *o, struct stop *stop,
	struct err *e);
void comparison_release(struct comparison *c);

/* comparison_rates(): sets R to what is tested of the self time of ROW.  comparison_total_rates():
 * sets R to what is tested of the time of all functions. */
void comparison_rates(const struct comparison *c, const struct comparison_row *row,
	struct rates *r);
void comparison_total_rates(const struct comparison *c, struct rates *r);

/* Is the change of ROW more than noise explains, or certain? */
bool comparison_is_change(const struct comparison_row *row);

/* Returns what can be said about the difference of the times of all functions, before B was
 * multiplied by the factor. */
enum comparison_mark comparison_total_mark(const struct comparison *c);

/* Returns the difference of V, B less A. */
static inline double
comparison_difference(const struct compared *v)
{
	return v->value[1] - v->value[0];
}

/* Are the sides of C spans of time of known length? */
bool comparison_is_of_spans(const struct comparison *c);

/* comparison_calls(): returns the calls of ROW in one run, or span, of SIDE.
 * comparison_cost_change(): sets *COST to the part of the difference in self time that comes from
 * the cost of a call, not from their number.  Returns false if it is not known.  Exchanging A and B
 * negates it. */
double comparison_calls(const struct comparison *c, const struct comparison_row *row, int side);
bool comparison_cost_change(const struct comparison *c, const struct comparison_row *row,
	double *cost);

/* Returns the name of MARK, as in the column mark: "more", "less", ... */
const char *comparison_mark_name(enum comparison_mark mark);

#endif
