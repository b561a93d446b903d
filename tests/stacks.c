/* stacks.c - random stacks for tests, as arrays and as a profile
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "stacks.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "bytes.h"
#include "load/open_measured.h"
#include "measured/measured.h"

void
make_stacks(struct stack stacks[STACKS], uint64_t *seed)
{
	for (int i = 0; i < STACKS; i++) {
		stacks[i].n = 1 + random_below(seed, DEEPEST);
		for (uint32_t k = 0; k < stacks[i].n; k++)
			stacks[i].funcs[k] = random_below(seed, FUNCS);
		stacks[i].value = random_below(seed, 50);
		stacks[i].square = stacks[i].value == 0 ? 0 : random_below(seed, 100);
	}
}

void
open_stacks_of(struct profile *p, const struct stack *stacks, uint32_t n, uint32_t nfuncs)
{
	struct measured *m = measured_new();

	measured_add_event(m, "cpu", 3, "");
	m->events[0].is_sampled = true;
	for (uint32_t f = 0; f < nfuncs; f++) {
		char name[16];
		struct measured_func func = { .object = NOBODY, .file = NOBODY };

		snprintf(name, sizeof(name), "f%u", f);
		func.name = measured_text(m, name, strlen(name));
		assert_int_equal(measured_func(m, &func), f);
	}
	for (uint32_t i = 0; i < n; i++) {
		const struct measured_weight weight = { .value = (int64_t)stacks[i].value,
			.samples = 1, .squares = stacks[i].square };
		uint32_t path = NOBODY;

		for (uint32_t k = 0; k < stacks[i].n; k++) {
			const struct measured_frame frame = { .func = stacks[i].funcs[k],
				.file = NOBODY };

			path = measured_path(m, path, measured_frame(m, &frame));
		}
		measured_add_sample(m, path, NOBODY, &weight);
	}
	*p = (struct profile){ .rules = RULES_EXACT };
	open_measured(p, m, false);
	measured_release(m);
}

void
open_stacks(struct profile *p, const struct stack stacks[STACKS])
{
	open_stacks_of(p, stacks, STACKS, FUNCS);
}

uint32_t
first_frame(const struct stack *s, const struct excluded *x)
{
	uint32_t first = 0;

	for (uint32_t k = 0; k < s->n; k++) {
		if (x->funcs[s->funcs[k]])
			return s->n;
		if (k > 0 && x->calls[s->funcs[k - 1]][s->funcs[k]])
			first = k;
	}
	return first;
}
