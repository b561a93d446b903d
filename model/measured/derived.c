/* derived.c - events that are computed from other events, and titles of events
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "measured/derived.h"

#include <string.h>

#include "base/mem.h"

/* Titles and formulas that KCachegrind has for events of callgrind. */
static const struct measured_formula known[] = {
	{ "Ir", "Instruction Fetch", NULL, 0 },
	{ "Dr", "Data Read Access", NULL, 0 },
	{ "Dw", "Data Write Access", NULL, 0 },
	{ "I1mr", "L1 Instr. Fetch Miss", NULL, 0 },
	{ "D1mr", "L1 Data Read Miss", NULL, 0 },
	{ "D1mw", "L1 Data Write Miss", NULL, 0 },
	{ "ILmr", "LL Instr. Fetch Miss", NULL, 0 },
	{ "DLmr", "LL Data Read Miss", NULL, 0 },
	{ "DLmw", "LL Data Write Miss", NULL, 0 },
	{ "Bc", "Conditional Branch", NULL, 0 },
	{ "Bcm", "Mispredicted Cond. Branch", NULL, 0 },
	{ "Bi", "Indirect Branch", NULL, 0 },
	{ "Bim", "Mispredicted Ind. Branch", NULL, 0 },
	{ "Ge", "Global Bus Event", NULL, 0 },
	{ "L1m", "L1 Miss Sum", "I1mr + D1mr + D1mw", 2 },
	{ "L2m", "L2 Miss Sum", "I2mr + D2mr + D2mw", 2 },
	{ "LLm", "Last-level Miss Sum", "ILmr + DLmr + DLmw", 2 },
	{ "Bm", "Mispredicted Branch", "Bim + Bcm", 2 },
	{ "CEst", "Cycle Estimation", "Ir + 10 Bm + 10 L1m + 20 Ge + 100 L2m + 100 LLm", 2 },
};

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* Removes the blanks at both ends of the *N bytes at *S. */
static void
trim(const char **s, size_t *n)
{
	for (; *n > 0 && is_blank(**s); --*n)
		++*s;
	while (*n > 0 && is_blank((*s)[*n - 1]))
		--*n;
}

/* Adds FORMULA to M.  If M already has a formula for the same event, keeps that formula.  If that
 * formula has no title, it gets the title of FORMULA. */
static void
declare(struct measured *m, const struct measured_formula *formula)
{
	for (uint32_t i = 0; i < m->nformulas; i++)
		if (strcmp(m->formulas[i].name, formula->name) == 0) {
			if (m->formulas[i].title == NULL)
				m->formulas[i].title = formula->title;
			return;
		}
	m->formulas = mem_grow(m->formulas, (size_t)m->nformulas + 1, &m->formulas_room,
		sizeof(*m->formulas));
	m->formulas[m->nformulas++] = *formula;
}

void
derived_declare(struct measured *m, const char *s, size_t n)
{
	struct measured_formula formula = { .least = 1 };
	const char *end = s + n, *sum, *title = memchr(s, ':', n);
	size_t length;

	if (m->nformulas == DERIVED_MOST)
		return;
	sum = memchr(s, '=', n);
	if (title != NULL && sum > title)
		sum = NULL;
	if (title != NULL) {
		const char *at = title + 1;

		length = (size_t)(end - at);
		trim(&at, &length);
		if (length > 0)
			formula.title = arena_text(&m->text, at, length);
		end = title;
	}
	if (sum != NULL) {
		const char *at = sum + 1;

		length = (size_t)(end - at);
		trim(&at, &length);
		formula.formula = arena_text(&m->text, at, length);
		end = sum;
	}
	length = (size_t)(end - s);
	trim(&s, &length);
	formula.name = arena_text(&m->text, s, length);
	if (length > 0)
		declare(m, &formula);
}

void
derived_declare_known(struct measured *m)
{
	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++)
		declare(m, &known[i]);
}

/* Reads the term at *S without its sign, such as "10 * Name" or "Name", and moves *S behind it.
 * Sets *FACTOR to the number, or to 1 if there is none, and *NAME to the name, which has *N bytes.
 * Returns false if there is no name. */
static bool
read_term(const char **s, int64_t *factor, const char **name, size_t *n)
{
	*factor = 1;
	*s += strspn(*s, " \t");
	if (**s >= '0' && **s <= '9')
		for (*factor = 0; **s >= '0' && **s <= '9' && *factor < 1000000; ++*s)
			*factor = 10 * *factor + (**s - '0');
	*s += strspn(*s, " \t*");
	*name = *s;
	*n = strcspn(*s, " \t+-*");
	*s += *n;
	*s += strspn(*s, " \t");
	return *n > 0;
}

/* Sets FACTORS, indexed by event of M, to the factors in FORMULA, a sum of events.  Ignores terms
 * whose event M does not have.  Returns the number of the other terms, or 0 if FORMULA is no
 * sum. */
static unsigned
read_formula(const struct measured *m, const char *formula, int64_t *factors)
{
	const char *s = formula, *name;
	unsigned nfound = 0;
	bool minus = *s == '-';
	int64_t factor;
	size_t n;

	memset(factors, 0, m->nevents * sizeof(*factors));
	for (s += minus;; minus = *s++ == '-') {
		if (!read_term(&s, &factor, &name, &n))
			return 0;
		for (uint32_t k = 0; k < m->nevents; k++) {
			const char *event = m->events[k].name;

			if (strlen(event) != n || memcmp(event, name, n) != 0)
				continue;
			factors[k] += minus ? -factor : factor;
			nfound++;
		}
		if (*s == '\0')
			return nfound;
		if (*s != '+' && *s != '-')
			return 0;
	}
}

/* VALUES has COUNT elements of N values each.  Sets the last value of each element to the sum of
 * its other values, each multiplied by the number with the same index in FACTORS. */
static void
compute(int64_t *values, uint32_t count, uint32_t n, const int64_t *factors)
{
	for (uint32_t i = 0; i < count; i++, values += n) {
		int64_t sum = 0, product;

		for (uint32_t k = 0; k + 1 < n; k++) {
			if (__builtin_mul_overflow(values[k], factors[k], &product))
				product = (values[k] < 0) == (factors[k] < 0) ? INT64_MAX
					: INT64_MIN;
			sum = measured_sum(sum, product);
		}
		values[n - 1] = sum;
	}
}

/* Adds the event of FORMULA, unless M already has this event, or has too few of the events in
 * FORMULA. */
static void
add_event(struct measured *m, const struct measured_formula *formula)
{
	int64_t factors[2 * DERIVED_MOST];
	uint32_t k;

	if (m->nevents >= 2 * DERIVED_MOST || measured_event_named(m, formula->name) != NOBODY
	    || read_formula(m, formula->formula, factors) < formula->least)
		return;
	k = measured_add_event(m, formula->name, strlen(formula->name), "");
	m->events[k].formula = formula->formula;
	compute(m->cost_values, m->ncosts, m->nevents, factors);
	compute(m->total_values, m->ntotals, m->nevents, factors);
	compute(m->call_values, m->ncalls, m->nevents, factors);
}

void
derived_add(struct measured *m)
{
	uint32_t k;

	/* Known formulas come first, because a formula in the file may use their events. */
	for (int is_declared = 0; is_declared <= 1; is_declared++)
		for (uint32_t i = 0; i < m->nformulas; i++)
			if (m->formulas[i].formula != NULL
			    && (m->formulas[i].least == 1) == is_declared)
				add_event(m, &m->formulas[i]);
	for (uint32_t i = 0; i < m->nformulas; i++) {
		k = measured_event_named(m, m->formulas[i].name);
		if (k != NOBODY && m->formulas[i].title != NULL)
			m->events[k].title = m->formulas[i].title;
	}
}
