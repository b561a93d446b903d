/* facts.h - what is known of a subject: the numbers, names and conditions in its sentences
 *
 * A fact has a name, by which sentences.def refers to it.  A fact that was not set is false and has
 * no text.  A fact that is set again has the later value.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef FACTS_H
#define FACTS_H

#include <stdbool.h>
#include <stdint.h>

#include "table/cost.h"
#include "table/view_context.h"

enum { MOST_FACTS = 96, FACT_ROOM = 2 * FIGURE };

struct facts {
	struct view_context *ctx;	/* borrowed */
	unsigned n;
	struct facts_item {
		const char *name;	/* constant */
		const char *text;	/* borrowed, or .own */
		bool is;		/* the value of the fact as a condition */
		bool is_one;		/* the fact is the number 1: a noun after it is singular */
		char own[FACT_ROOM];
	} v[MOST_FACTS];
};

/* Makes F, of CTX, empty but for the abilities of the profile: "bins", "stacks" and so on. */
void facts_begin(struct facts *f, struct view_context *ctx);

/* facts_find(): returns the fact of F whose name is the N bytes at NAME, or NULL if it was not set.
 * facts_hold(): is the fact NAME true? */
const struct facts_item *facts_find(const struct facts *f, const char *name, size_t n);
bool facts_hold(const struct facts *f, const char *name);

/* Sets a condition. */
void fact_is(struct facts *f, const char *name, bool is);

/* Sets TEXT, which is borrowed.  The fact is true unless TEXT is NULL or "". */
void fact_text(struct facts *f, const char *name, const char *text);

/* Returns FACT_ROOM bytes, which have no text yet, for the text of the fact NAME, which becomes
 * IS. */
char *fact_room(struct facts *f, const char *name, bool is);

/* Sets a formatted text of less than FACT_ROOM bytes.  The fact is true. */
void fact_printf(struct facts *f, const char *name, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* The following facts are true if the number is not 0.  fact_samples(): a number of samples.
 * fact_time(): a time with its unit; fact_time64(): as figure_spoken64();
 * fact_sampled(): with its sampling error.  fact_share(): PART of WHOLE in percent, without the
 * sign; false and "" if it is not known. */
void fact_count(struct facts *f, const char *name, uint64_t count);
void fact_samples(struct facts *f, const char *name, double samples);
void fact_time(struct facts *f, const char *name, double time);
void fact_time64(struct facts *f, const char *name, double time, uint64_t sum64);
void fact_sampled(struct facts *f, const char *name, double time);
void fact_share(struct facts *f, const char *name, double part, double whole, int decimals);

/* Sets the bounds of a time: "lo" and "hi" are numbers, "hi_time" has the unit. */
void fact_bounds(struct facts *f, double lo, double hi);

/* Sets "total" and how reliable it is, of the cost C in a profile whose totals are known. */
void fact_cost(struct facts *f, const struct cost *c);

/* fact_bound(): sets the bounds B of a time; "few" if no more than these is to be said, because few
 * calls, which are "entering", share the time of a cycle (bounds_have_few_calls()).
 * fact_estimate(): sets the estimate E of a time inside a cycle, "total", or why there is none. */
void fact_bound(struct facts *f, const struct bound *b);
void fact_estimate(struct facts *f, const struct cycle_figure *e);

/* Sets the fact NAME to the name of node N, and the fact INDEX to its index. */
void fact_node(struct facts *f, const char *name, const char *index, uint32_t n);

#endif
