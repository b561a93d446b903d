/* listing.h - the listings of gprof
 *
 * With -b the output is the same, byte for byte, as that of GNU gprof 2.40.  Without -b the
 * explanations differ.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef LISTING_H
#define LISTING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "cli/options.h"
#include "figures/graph.h"
#include "io/out.h"
#include "profile/names.h"
#include "profile/profile.h"
#include "source/blockcounts.h"
#include "source/gcov.h"

/* The full name of a function, ready for printing.  A short label fills one cache line. */
struct label {
	union {
		char short_text[56];
		const char *long_text;	/* the full name if it does not fit into .short_text */
	};
	uint16_t columns, name;		/* length of the name in bytes, without cycle and index:
					 * .columns before control characters are spelled out, .name
					 * after that */
	uint16_t length;		/* bytes of the full name; 0: there is no label */
};

/* The input of a listing, and its state. */
struct listing {
	struct out *out;
	const struct options *options;
	const struct profile *profile;
	const struct graph *graph;
	struct names *names;
	const struct blockcounts *blocks;
	const struct gcov *gcov;	/* counts for annotated source, or NULL */
	uint64_t last_count;		/* the count that was printed last in annotated source,
					 * perhaps in the previous file */
	bool annotated;			/* an annotated file was printed */
	bool failed;			/* writing a file of -y failed after it was opened */
	double rate;			/* samples per unit of time, or values per unit of what is
					 * counted; .dimension names the unit */
	const char *dimension;		/* name of the unit of time, such as "seconds" */
	char abbreviation;		/* abbreviation of .dimension, such as 's' */
	int extra;			/* columns of times are wider than in gprof's layout by this
					 * number of characters, for large values of events */
	bool started;			/* a listing was printed, so the next begins a new page */
	bool graph_printed;		/* the call graph was printed */
	struct label *labels;		/* owned; indexed by function */
	struct arena text;		/* owns the text of long labels */
};

/* Prepares L for printing.  The caller has set all members except .labels and .text.  If LABELLED
 * is set, makes labels, because names will be printed often.  listing_release() releases only what
 * this function allocates. */
void listing_open(struct listing *l, bool labelled);
void listing_release(struct listing *l);

/* Each of these functions prints one listing.  ordering_print_functions() is for -r,
 * ordering_print_objects() for -R. */
void flat_print(struct listing *l);
void callgraph_print(struct listing *l);
void index_print(struct listing *l);
void fileinfo_print(struct listing *l);
void execcounts_print(struct listing *l);
void annotate_print(struct listing *l);
void ordering_print_functions(struct listing *l);
void ordering_print_objects(struct listing *l);

/* Prints the line "granularity: ...", which says how many bytes of code a sample covers.  If TOTAL
 * > 0, also prints TOTAL, a number of samples, as time in UNIT, and one sample in percent of TOTAL.
 * For a measured profile, prints the line of listing_put_known() instead. */
/* Prints SAMPLES, which are SUM64 modulo 2^64 (sum64.h), as a time with two decimals in a column of
 * WIDTH. */
void listing_put_time(struct listing *l, int width, double samples, uint64_t sum64);

void listing_put_granularity(struct listing *l, double total, const char *unit);

/* Prints the line about the totals of a measured profile: whether they are known or estimated, the
 * event, the total and the number of samples. */
void listing_put_known(struct listing *l);

/* Begins a new page if a listing was printed before. */
void listing_begin_page(struct listing *l);

/* Returns the name of function F as the listing shows it. */
const char *listing_name(const struct listing *l, uint32_t f);

/* Prints the name of function F and, if the options ask for them, its file and line.  Returns the
 * length of the text in bytes, before control characters are spelled out. */
size_t listing_put_name(struct listing *l, uint32_t f);

/* Returns PATH as the listing shows it: the base name or, with -L, the whole path. */
const char *listing_path(const struct listing *l, const char *path);

/* Prefetches the figures and the label of function F.  listing_prefetch_name(), called some time
 * later, prefetches the text of a long label.  Functions are printed in another order than they
 * have in memory: without prefetching, most of the time would be spent waiting. */
void listing_prefetch(const struct listing *l, uint32_t f);
void listing_prefetch_name(const struct listing *l, uint32_t f);

/* Prints the name of function N, as listing_put_name() does, and " <cycle C>" if N is in a cycle.
 * If the profile has calls, the index follows: " [I]", or " (I)" if options hide the entry of N. */
void listing_put_full_name(struct listing *l, uint32_t n);

/* Writes the index of node N to TEXT: "[I]", or "(I)" if options hide the entry of N.  Returns
 * TEXT. */
const char *listing_tag(const struct listing *l, uint32_t n, char text[16]);

/* Like listing_tag(), but always writes "[I]", for the entry of NODE itself. */
const char *listing_entry_tag(const struct node *node, char text[16]);

/* Returns the number, from 1, of the cycle that is or contains node N, or 0 if there is no such
 * cycle. */
uint32_t listing_cycle(const struct listing *l, uint32_t n);

/* Is node N unused: no self time, no calls by others, no sample and, if totals are known, no total?
 * Such nodes are shown only with -z. */
bool listing_is_unused(const struct listing *l, uint32_t n);

/* Does node N have an entry in the call graph, as in gprof? */
bool listing_has_entry(const struct listing *l, uint32_t n);

#endif
