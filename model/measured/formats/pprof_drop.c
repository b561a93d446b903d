/* pprof_drop.c - the patterns of a pprof profile for functions that are not to be shown
 *
 * The patterns have the syntax of RE2, of which PCRE2 knows all that occurs.  A crafted file may
 * have patterns and names that need very much time, so PCRE2 calls spend() before each step, and
 * all comparisons of a file are paid from one budget.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define PCRE2_CODE_UNIT_WIDTH 8
#include "measured/formats/pprof_drop.h"

#include <pcre2.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum {
	LONGEST = 4096,			/* greatest length of a pattern in bytes */
	DEEPEST = 50,			/* greatest depth of groups in groups */
	SPARE_STEPS = 1 << 24,		/* in a file of N bytes, comparisons may take SPARE_STEPS +
					 * STEPS_PER_BYTE * N steps */
	STEPS_PER_BYTE = 16,
	MOST_STEPS = 1 << 28,		/* but never more: a small compressed file can be long */
	BYTES_PER_STEP = 32,		/* of a name */
	STATE_PER_STEP = 512,		/* bytes that PCRE2 copies */
	MOST_MEMORY = 16 << 10,		/* for a comparison, in KB */
};

struct pattern_of_names {
	pcre2_code *code;		/* owned */
	pcre2_match_data *data;		/* owned */
	pcre2_match_context *context;	/* owned */
	uint64_t cost;			/* of a step, for short names */
	struct budget *budget;		/* borrowed */
};

static int
spend(pcre2_callout_block *block, void *with)
{
	const struct pattern_of_names *p = with;
	size_t rest = block->subject_length - block->current_position;

	return budget_spend(p->budget, p->cost + rest / BYTES_PER_STEP)
		? 0 : PCRE2_ERROR_CALLOUT;
}

static void
free_pattern(struct pattern_of_names *p)
{
	if (p == NULL)
		return;
	pcre2_match_data_free(p->data);
	pcre2_match_context_free(p->context);
	pcre2_code_free(p->code);
	free(p);
}

/* Compiles the N bytes at S, a pattern of functions to do WHAT with.  Returns NULL on an error, as
 * E says. */
static struct pattern_of_names *
open_pattern(const char *what, const char *s, size_t n, struct budget *budget, struct err *e)
{
	pcre2_compile_context *context = pcre2_compile_context_create(NULL);
	struct pattern_of_names *p = mem_new(1, sizeof(*p));
	unsigned char why[160];
	PCRE2_SIZE at, state = 0;
	int error;

	if (context == NULL)
		mem_exhausted();
	pcre2_set_max_pattern_length(context, LONGEST);
	pcre2_set_parens_nest_limit(context, DEEPEST);
	p->code = pcre2_compile((PCRE2_SPTR)s, n, PCRE2_ANCHORED | PCRE2_ENDANCHORED
		| PCRE2_AUTO_CALLOUT | PCRE2_DOLLAR_ENDONLY | PCRE2_NO_AUTO_CAPTURE,
		&error, &at, context);
	pcre2_compile_context_free(context);
	if (p->code == NULL) {
		free_pattern(p);
		pcre2_get_error_message(error, why, sizeof(why));
		(void)err_set(e, ERR_FORMAT, "its pattern of functions to %s cannot be used, so nothing "
			"is dropped: %s: %.*s", what, (const char *)why, n < 100 ? (int)n : 100, s);
		return NULL;
	}
	p->data = pcre2_match_data_create_from_pattern(p->code, NULL);
	p->context = pcre2_match_context_create(NULL);
	if (p->data == NULL || p->context == NULL)
		mem_exhausted();
	(void)pcre2_pattern_info(p->code, PCRE2_INFO_FRAMESIZE, &state);
	p->cost = 1 + state / STATE_PER_STEP;
	p->budget = budget;
	pcre2_set_callout(p->context, spend, p);
	pcre2_set_heap_limit(p->context, MOST_MEMORY);
	return p;
}

/* If a limit of PCRE2 is reached, the budget is exceeded, too. */
static bool
matches(const struct pattern_of_names *p, const char *name, size_t n)
{
	int result;

	if (p == NULL)
		return false;
	result = pcre2_match(p->code, (PCRE2_SPTR)name, n, 0, 0, p->data, p->context);
	if (result < PCRE2_ERROR_NOMATCH)
		p->budget->exceeded = true;
	return result >= 0;
}

bool
pprof_drop_open(struct pprof_drop *d, const char *drop, size_t ndrop, const char *keep,
	size_t nkeep, size_t size, struct err *e)
{
	uint64_t steps = SPARE_STEPS + STEPS_PER_BYTE * (uint64_t)size;

	*d = (struct pprof_drop){ .budget.left = steps < MOST_STEPS ? steps : MOST_STEPS };
	if (ndrop == 0)
		return true;
	d->drop = open_pattern("drop", drop, ndrop, &d->budget, e);
	if (d->drop != NULL && nkeep > 0)
		d->keep = open_pattern("keep", keep, nkeep, &d->budget, e);
	d->is_used = d->drop != NULL && (nkeep == 0 || d->keep != NULL);
	if (!d->is_used)
		pprof_drop_release(d);
	return d->is_used;
}

void
pprof_drop_release(struct pprof_drop *d)
{
	free_pattern(d->drop);
	free_pattern(d->keep);
	d->drop = d->keep = NULL;
}

/* Returns how many of the N bytes at NAME stand before its arguments, "a::f" of "a::f(int)". */
static size_t
length_without_arguments(const char *name, size_t n)
{
	static const char *const other[] = { "(anonymous namespace)", "operator()" };
	static const size_t before[] = { 0, sizeof("operator") - 1 };
	size_t i = 0;

	while (i < n) {
		size_t skipped = 0;

		for (size_t k = 0; k < 2; k++) {
			size_t length = strlen(other[k]);

			if (i >= before[k] && n - (i - before[k]) >= length
			    && memcmp(name + i - before[k], other[k], length) == 0)
				skipped = length - before[k];
		}
		if (name[i] == '(' && skipped == 0)
			break;
		i += name[i] == '(' ? skipped : 1;
	}
	return i;
}

bool
pprof_is_dropped(struct pprof_drop *d, const char *name, size_t n)
{
	if (!d->is_used || n == 0)
		return false;
	if (*name == '.') {
		name++;
		n--;
	}
	n = length_without_arguments(name, n);
	return budget_spend(&d->budget, n) && matches(d->drop, name, n)
		&& !matches(d->keep, name, n) && !d->budget.exceeded;
}
