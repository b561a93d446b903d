/* inlining.h - inlined functions as functions of their own
 *
 * The compiler inlines the code of a function into other functions, its hosts.  Usually the
 * samples of inlined code count for the host.  Here they count for the function that the code comes
 * from.  That function has one row for all its code, inlined or not.  If all its code is inlined,
 * the row is new.
 *
 * Inlined code that has samples or calls becomes an instance: the code that is inlined by one
 * chain of functions into one host.  An arc leads to it from the host, or from the function into
 * which it is inlined.  This arc carries the time of the instance and no calls.  Calls that an
 * instance makes become calls of its function.  But a call from one member of a cycle to another,
 * or of a function by itself, remains a call of the host: no new cycle appears.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef INLINING_H
#define INLINING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/stop.h"
#include "profile/profile.h"

/* A function that is inlined into a host, by one chain of functions. */
struct inlined_instance {
	uint32_t func;			/* the function that the code comes from */
	uint32_t host;			/* the function that contains the code */
	uint32_t up;			/* the instance into which this instance is inlined; it has
					 * a smaller number; NOBODY: this instance is inlined into
					 * .host directly */
	uint32_t arc;			/* the arc that leads to the instance; NOBODY: the instance
					 * is inlined into its own function */
	double ticks;			/* samples of the instance */
};

/* Calls that an instance makes. */
struct inlined_calls {
	uint32_t instance;
	uint32_t host_arc;		/* the arc of the host to the callee */
	uint32_t arc;			/* the arc of the instance's function to the callee */
	uint64_t count;
};

struct inlining {
	uint32_t first;			/* functions with this number or a higher one have only
					 * inlined code */
	uint32_t first_arc, narcs;	/* arcs .first_arc to .narcs - 1 exist only because inlined
					 * functions are shown: they are arcs to instances, or have
					 * calls that instances make */
	struct inlined_instance *instances;	/* owned */
	uint32_t ninstances;
	struct inlined_calls *calls;	/* owned */
	size_t ncalls;
	bool *funcs;			/* owned; indexed by function: does it have instances? */
	bool *arcs;			/* owned; indexed by arc: does it lead to instances? */
	struct spans *spans;		/* owned; indexed by image: the instance at each address, or
					 * NOBODY */
	uint32_t nimages;
	bool lent_spans;		/* .spans belong to another struct inlining */
};

/* Makes Q a copy of P that shows inlined functions.  Q borrows arrays of P; release Q before P.  P
 * must follow RULES_EXACT, must not be measured, and must not show inlined functions yet.  HEADS[f]
 * is the head of the cycle of function f, or f itself if f is in no cycle (cycles.head in
 * cycles.h).  Returns false if STOP stopped the work; then Q needs no release. */
bool inlining_open(struct profile *q, const struct profile *p, const uint32_t *heads,
	struct stop *stop);

/* Returns the inlined code of P with folded functions and arcs.  INTO and ARCS_INTO are as in
 * struct fold.  P must outlive the result. */
struct inlining *inlining_fold(const struct profile *p, const uint32_t *into,
	const uint32_t *arcs_into);

/* Releases X, which may be NULL. */
void inlining_free(struct inlining *x);

/* Returns the function that gets the samples at ADDR of image IMAGE.  If P shows inlined functions,
 * this is the innermost inlined function.  Returns NOBODY if no function covers ADDR. */
uint32_t inlining_func_at(const struct profile *p, uint32_t image, uint64_t addr);

/* Does the code at ADDR of image IMAGE belong to function F, or is it inlined into F? */
bool inlining_is_in(const struct profile *p, uint32_t image, uint64_t addr, uint32_t f);

/* Does arc A of P lead to inlined code?  The arc may have calls, too. */
bool inlining_is_arc(const struct profile *p, uint32_t a);

/* Is function F of P inlined anywhere? */
bool inlining_has_instances(const struct profile *p, uint32_t f);

/* Does function F of P have a row only because P shows inlined functions?  Then all its code is
 * inlined into other functions. */
static inline bool
inlining_is_row(const struct profile *p, uint32_t f)
{
	return p->inlining != NULL && f >= p->inlining->first && f < p->nfuncs;
}

#endif
