/* listing.h - the text that gprof prints
 *
 * With BRIEF every byte is that of GNU gprof 2.40; the explanations that are printed
 * otherwise are our own.  SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef LISTING_H
#define LISTING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "callgraph/graph.h"
#include "cli/options.h"
#include "io/out.h"
#include "profile/names.h"
#include "profile/profile.h"
#include "source/blockcounts.h"
#include "source/gcov.h"

/* A function's full name as it is printed: a line of the processor's cache, if it is short. */
struct label {
	union {
		char short_text[56];		/* the text, ... */
		const char *long_text;	/* or where it is, if it does not fit */
	};
	uint16_t columns, name;		/* of listing_put_name(): what it returns; bytes */
	uint16_t length;		/* bytes of everything; 0: it is not known */
};

/* What a listing is printed from, and how. */
struct listing {
	struct out *out;
	const struct options *options;
	const struct profile *profile;
	const struct graph *graph;
	struct names *names;
	const struct blockcounts *blocks;
	const struct gcov *gcov;	/* for annotated source; NULL: not asked for */
	uint64_t last_count;		/* in annotated source, of whatever file */
	bool annotated;			/* a file was printed */
	bool failed;			/* a file of its own could not be written */
	double rate;			/* samples in a second, or in what DIMENSION says */
	const char *dimension;		/* "seconds" */
	char abbreviation;		/* 's' */
	bool started;			/* something was printed:
					 * the next listing is on a new page */
	bool graph_printed;		/* the call graph was */
	struct label *labels;		/* owned; by function */
	struct arena text;		/* of those that are long */
};

/* Make L, whose other members are set, ready to be printed.  LABELLED: names will be printed so
 * often that they are put together beforehand.  listing_release() frees what this takes, and no
 * more. */
void listing_open(struct listing *l, bool labelled);
void listing_release(struct listing *l);

/* The parts; the two orders are in ordering.c.  Each prints its heading, its lines and its
 * explanation. */
void flat_print(struct listing *l);
void callgraph_print(struct listing *l);
void index_print(struct listing *l);
void fileinfo_print(struct listing *l);
void execcounts_print(struct listing *l);
void annotate_print(struct listing *l);
void ordering_print_functions(struct listing *l);
void ordering_print_objects(struct listing *l);

/* "granularity: ...": bytes of code per sample and, if TOTAL > 0 samples, how long that is in
 * UNIT. */
void listing_put_granularity(struct listing *l, double total, const char *unit);

/* Begin a new page unless it is the first. */
void listing_begin_page(struct listing *l);

/* The name of function F as this listing shows it. */
const char *listing_name(const struct listing *l, uint32_t f);

/* Print that name and, where the options ask for it, file and line after it.  Returns how many
 * characters that is. */
size_t listing_put_name(struct listing *l, uint32_t f);

/* PATH as the listing shows it: its base name, or all of it. */
const char *listing_path(const struct listing *l, const char *path);

/* Functions lie scattered in memory, and waiting for one after the other would take most
 * of the time: have on its way what will be printed of function F, first its figures and
 * its name, some time later the rest of a long name. */
void listing_prefetch(const struct listing *l, uint32_t f);
void listing_prefetch_name(const struct listing *l, uint32_t f);

/* Node N as "name <cycle C> [I]", or (I) when it has no entry. */
void listing_put_full_name(struct listing *l, uint32_t n);

/* The index of node N: "[I]" or "(I)". */
const char *listing_tag(const struct listing *l, uint32_t n, char text[16]);

/* The same for the beginning of an entry, which always has brackets. */
const char *listing_entry_tag(const struct node *node, char text[16]);

/* The number of the cycle that is, or contains, node N: from 1; 0: none. */
uint32_t listing_cycle(const struct listing *l, uint32_t n);

/* Has node N neither time nor calls, so that it is shown only with -z? */
bool listing_is_unused(const struct listing *l, uint32_t n);

/* gprof: does node N have an entry in the call graph? */
bool listing_has_entry(const struct listing *l, uint32_t n);

#endif
