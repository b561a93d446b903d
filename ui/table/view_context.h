/* view_context.h - what all views show, and how: borrowed values and a few switches
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef VIEW_CONTEXT_H
#define VIEW_CONTEXT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/stop.h"
#include "callgraph/exclusions.h"
#include "callgraph/graph.h"
#include "lookup/lookup.h"
#include "profile/names.h"
#include "profile/profile.h"
#include "text/figures.h"

struct keymap;

struct scene {
	const struct profile *profile;	/* that of the graph; borrowed, as the next two */
	const struct graph *graph;
	struct names *names;
	struct origin *origin;		/* borrowed */
	struct scale scale;
	bool ascii;			/* the locale is not UTF-8 */
	bool mangled;			/* names as in the symbol table */
	const struct keymap *keymap;	/* borrowed; NULL: keys are as in the table */
	const uint32_t *into;		/* borrowed; functions folded into others; NULL: none */
	const struct cut_set *cuts;	/* borrowed; what is out; NULL: nothing can be */
	unsigned changes;		/* of what rows are made of: so often */
	bool all;			/* rows without time and calls, too */
	bool has_time, has_calls;	/* anywhere in the profile */
	uint32_t most_index;		/* greatest index of a node */
	struct stop *stop;		/* borrowed; gives up long work; NULL: nobody can */
	bool stopped;			/* it was given up, until somebody clears this */
	size_t path_start, path_end;	/* bytes that the paths of all
					 * profiles begin and end with */

	struct names own_names;		/* opened when NAMES does not demangle */
	bool owns_names;
	const char **plain;		/* owned; names people say, by node; NULL: not asked yet */
	struct arena text;

	uint32_t *ranks;		/* owned; see scene_rank(); NULL: not asked yet ... */
	const struct graph *ranked;	/* ... or asked of names as they are no more */
	bool ranked_mangled;
};

/* All are borrowed.  ASCII: the locale is not UTF-8. */
void scene_open(struct scene *s, const struct graph *g, struct names *names, bool ascii);
void scene_release(struct scene *s);

/* spreadcells.c: find out what the paths of all profiles have in common. */
void labels_find(struct scene *s);

/* The name of node N as it is shown; valid until scene_release(). */
const char *scene_name(struct scene *s, uint32_t n);

/* Is long work given up?  DONE turns of it were done. */
static inline bool
scene_is_stopped(struct scene *s, size_t done)
{
	if (!s->stopped && stop_asked(s->stop, done))
		s->stopped = true;
	return s->stopped;
}

/* Find out where names stand among all names; false: it was stopped. */
bool scene_rank_names(struct scene *s);

/* Where the name of node N stands among all names, by their bytes; equal names, equal ranks. */
uint32_t scene_rank(struct scene *s, uint32_t n);

/* The name of function F as it was read, demangled, whatever it is folded into. */
const char *scene_own_name(struct scene *s, uint32_t f);

/* Show mangled names or stop doing so. */
void scene_mangle(struct scene *s, bool mangled);

/* The node that stands for function F; whether that is another one. */
uint32_t scene_stands_for(const struct scene *s, uint32_t f);
bool scene_is_folded(const struct scene *s, uint32_t n);

/* How many functions there are, those that are folded into others not counted. */
uint32_t scene_functions(const struct scene *s);

/* Whom ARC of the profile as it was read calls. */
uint32_t scene_callee(const struct scene *s, uint32_t arc);

/* Was function N taken out?  Arc ARC? */
bool scene_is_out(const struct scene *s, uint32_t n);
bool scene_is_cut(const struct scene *s, uint32_t arc);

/* Show from now on what is left without what is out; its graph may have other cycles. */
void scene_take(struct scene *s, const struct cut_set *c);

bool scene_is_cycle(const struct scene *s, uint32_t n);

/* name_lookup.c: the first node called TEXT, or NOBODY: a name as in the symbol table, as it is
 * shown, or that without its arguments; "[7]", "7". */
uint32_t scene_find(struct scene *s, const char *text);

/* How a text fits a name, the best first. */
enum fit {
	FIT_WHOLE,			/* as for scene_find() */
	FIT_END,			/* "detail::f" of "int geo::detail::f<int>(int)" ... */
	FIT_PARTS,			/* ... "geo::detail" of it: whole parts ... */
	FIT_BEGIN,			/* ... "detail::slo": the last part only begins so */
	FIT_INSIDE,			/* anywhere; capitals count if there are some */
	FIT_NONE,
};

struct sought {
	uint32_t node;			/* or NOBODY: none, or it was stopped */
	enum fit fit;
	uint32_t n;			/* so many fit as well as this one */
};

/* The node that TEXT fits best after AFTER (NOBODY: best of all); the lower index where
 * several fit equally well. */
struct sought scene_seek(struct scene *s, const char *text, uint32_t after);

/* The node with the index INDEX, or NOBODY. */
uint32_t scene_at_index(const struct scene *s, uint64_t index);

/* How many findings there are, as far as is known by now. */
size_t scene_findings(const struct scene *s);

/* Does N have neither time nor calls? */
bool scene_is_idle(const struct scene *s, uint32_t n);

/* The hottest caller or callee of N by time handed up, then calls; NOBODY: none. */
uint32_t scene_hottest(const struct scene *s, uint32_t n, bool callers);

#endif
