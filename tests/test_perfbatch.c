/* test_perfbatch.c - stacks of a perf.data file are remembered, and forgotten when they are many
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/mem.h"
#include "bytes.h"
#include "measured/formats/perf_parts.h"
#include "measured/formats/perfdata.h"

enum {
	LENGTH = 4000,			/* addresses of a stack */
	STACKS = 3 * (PERFDATA_MOST_KEYS / (LENGTH * 8)),	/* different ones */
	FUNCS = 1000,
};

/* Names the code at ADDRESS by its last digits.  WITH is the measured profile. */
static uint32_t
frames_at(void *with, const struct code_place *place, const uint32_t **frames)
{
	static uint32_t frame;
	struct measured *m = with;
	char name[] = "f000";

	for (unsigned i = 3, n = (unsigned)(place->address % FUNCS); i > 0; i--, n /= 10)
		name[i] = (char)('0' + n % 10);
	frame = measured_frame(m, &(struct measured_frame){ .file = NOBODY,
		.func = measured_func(m, &(struct measured_func){ .object = NOBODY, .file = NOBODY,
			.name = measured_text(m, name, 4) }) });
	*frames = &frame;
	return 1;
}

/* Puts stack NUMBER into the batch of P: its addresses are all different from those of others, but
 * stacks whose numbers differ by FUNCS have the same functions. */
static void
put_stack_number(struct perfdata *p, uint64_t number)
{
	struct perfdata_batched b = { .key = p->key_used, .n = PERFDATA_KEY_HEAD + LENGTH,
		.mode = MODE_USER, .value = p->nvalues, .nvalues = 1 };
	uint64_t *key;

	p->key = mem_grow(p->key, p->key_used + b.n, &p->key_room, sizeof(*p->key));
	key = p->key + p->key_used;
	memset(key, 0, PERFDATA_KEY_HEAD * sizeof(*key));
	key += PERFDATA_KEY_HEAD;
	*key = FUNCS * 1000 + number;
	for (uint64_t i = 1; i < LENGTH; i++)
		key[i] = FUNCS * (1000 + number);
	p->key_used += b.n;
	p->values = mem_grow(p->values, p->nvalues + 1, &p->values_room, sizeof(*p->values));
	p->values[p->nvalues++] = (struct perfdata_value){ .period = 1 };
	perfdata_batch_put(p, &b);
}

/* Most stacks occur once, and one again and again: the others must not fill the memory. */
static void
test_forgotten(void **state)
{
	struct measured *m = measured_new();
	const struct codes codes = { .with = m, .frames = frames_at };
	const struct measured_options options = { .codes = &codes };
	struct perfdata_attr attr = { .event = 0 };
	struct perfdata *p = mem_new(1, sizeof(*p));
	uint64_t often = 0, forgotten = 0, all = 0;
	size_t most = 0, last = 0;

	measured_allow(m, UINT32_MAX);
	p->m = m;
	p->options = &options;
	p->attrs = &attr;
	p->weights = mem_new(1, sizeof(*p->weights));
	assert_int_equal(perf_event_number(m, "cycles", 6, true), 0);
	(void)perfdata_thread(&p->tasks, 1, 1);
	(void)perf_part_of(m, BY_COMM, &(struct perf_facts){ .comm = "prog", .ncomm = 4 });
	for (uint64_t i = 1; i <= STACKS; i++) {
		put_stack_number(p, i);
		put_stack_number(p, 0);
		most = p->nkeys > most ? p->nkeys : most;
		forgotten += p->nkeys < last;
		last = p->nkeys;
	}
	perfdata_batch_end(p);
	assert_in_range(most, PERFDATA_MOST_KEYS / 2, PERFDATA_MOST_KEYS + 64 * LENGTH * 8);
	assert_in_range(forgotten, 2, 4);

	/* Whatever was forgotten, each sample was added to its stack. */
	assert_int_equal(m->nsamples, FUNCS);
	for (uint32_t i = 0; i < m->nsamples; i++) {
		all += m->weights[i].samples;
		often = m->weights[i].samples > often ? m->weights[i].samples : often;
	}
	assert_int_equal(all, 2 * STACKS);
	assert_int_equal(often, STACKS + STACKS / FUNCS);
	free(p->seen);
	free(p->key);
	free(p->values);
	free(p->queries);
	free(p->frames);
	free(p->weights);
	perfdata_tasks_release(&p->tasks);
	known_stacks_release(&p->known);
	arena_release(&p->known_keys);
	free(p);
	measured_release(m);
	(void)state;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_forgotten),
	};

	watch_for_hangs();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
