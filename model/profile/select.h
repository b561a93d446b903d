/* select.h - which functions and arcs the options name
 *
 * Many of gprof's options have an argument called a symspec: FUNC, FILE:FUNC, LEFT/RIGHT ...  Each
 * symspec goes into one of twelve tables, which say for every function whether a symspec names it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SELECT_H
#define SELECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Each table that includes functions (INCL_) is followed by the table that excludes them
 * (EXCL_). */
enum select_table {
	INCL_GRAPH, EXCL_GRAPH,
	INCL_ARCS, EXCL_ARCS,
	INCL_FLAT, EXCL_FLAT,
	INCL_TIME, EXCL_TIME,
	INCL_ANNO, EXCL_ANNO,
	INCL_EXEC, EXCL_EXEC,
	NTABLES,
};

/* A symspec of the command line. */
struct symspec {
	enum select_table table;
	const char *text;
};

struct func;
struct profile;

/* What the symspecs name. */
struct named {
	uint16_t *tables;		/* owned; indexed by function: bit 1 << table is set if the
					 * table names the function; NULL: no bit is set */
	uint32_t nfuncs;		/* length of .tables */
	uint16_t given;			/* bit 1 << table is set if the table is not empty */
	const char *unmatched;		/* borrowed; the first spec that names nothing, by exact
					 * rules; NULL: there is none */
	struct arc_filter *arcs;	/* owned; the specs with a slash, which name arcs; NULL: no
					 * spec names arcs */
};

/* Finds the functions and arcs of P that SPECS name.  Specs with files or lines need P->places.  If
 * BY_GPROF is set, specs match as in gprof, and the functions of the profiler, such as mcount, are
 * excluded in EXCL_TIME, EXCL_GRAPH and EXCL_FLAT. */
void select_resolve(struct named *sel, const struct profile *p,
	const struct symspec *specs, size_t nspecs, bool by_gprof);

/* Is F named in TABLE? */
bool select_has(const struct named *sel, enum select_table table, uint32_t f);

/* Does table INCL (INCL_GRAPH, INCL_FLAT, INCL_TIME, INCL_ANNO or INCL_EXEC) include F?  If table
 * INCL is empty, it includes all functions that the table after it, such as EXCL_GRAPH, does not
 * name. */
bool select_chosen(const struct named *sel, enum select_table incl, uint32_t f);

/* Are calls from CALLER to CALLEE included?  If INCL_ARCS names arcs, only these are included.
 * Otherwise, all arcs are included except those that EXCL_ARCS names. */
bool select_has_arc(const struct named *sel, const struct func *funcs,
	uint32_t caller, uint32_t callee);

/* A spec with a slash names pairs of runs of functions (struct func_run).  For each pair gprof
 * makes an arc between two nodes, which are copies of the first function of each run.  Only -r
 * shows these arcs. */
struct select_pair {
	uint32_t left, right;		/* numbers of nodes */
};

struct select_pairs {
	struct select_pair *v;		/* owned; n pairs, in gprof's order */
	uint32_t *funcs;		/* owned; the function of each node */
	size_t n;
	uint32_t nnodes;
};

/* Finds the pairs of P that SEL names.  By exact rules there are no pairs. */
void select_pairs(const struct named *sel, const struct profile *p,
	struct select_pairs *pairs);
void select_pairs_release(struct select_pairs *pairs);

void select_release(struct named *sel);

#endif
