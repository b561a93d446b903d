/* test_series.c - the values of all events of a function or a call
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "figures/graph_solve.h"
#include "figures/series.h"
#include "load/open_measured.h"
#include "lookup/eventratios.h"
#include "measured/measured.h"

enum { CYCLES, INSTRUCTIONS, BYTES, EVENTS };

struct fixture {
	struct measured *m;
	struct profile p;
	struct graph g;
	struct series v;
};

static uint32_t
func_of(struct measured *m, const char *name)
{
	const struct measured_func func = { .name = measured_text(m, name, strlen(name)),
		.object = NOBODY, .file = NOBODY };

	return measured_func(m, &func);
}

static uint32_t
path_of(struct measured *m, uint32_t parent, const char *name, uint32_t flags)
{
	const struct measured_frame frame = { .func = func_of(m, name), .file = NOBODY,
		.flags = flags };

	return measured_path(m, parent, measured_frame(m, &frame));
}

static void
add(struct measured *m, uint32_t path, uint32_t part, int64_t cycles, int64_t bytes)
{
	const struct measured_weight w[EVENTS] = { { .value = cycles, .samples = 1 },
		{ .value = 2 * cycles }, { .value = bytes } };

	measured_add_sample(m, path, part, w);
}

static void
add_events(struct measured *m)
{
	measured_add_event(m, "cycles:u", 8, "");
	measured_add_event(m, "instructions:u", 14, "");
	measured_add_event(m, "alloc_space", 11, "bytes");
}

/* Opens a profile of the stacks main;a, main;a;a, main;b and main;b;i.  i is inlined into b.  If
 * INLINED, the profile shows i as a function of its own. */
static void
open_stacks_of_events(struct fixture *f, bool inlined)
{
	struct measured *m = f->m = measured_new();
	uint32_t main_path, a, b, one, two;

	m->format = "folded";
	add_events(m);
	one = measured_part(m, "thread", "1", 1);
	two = measured_part(m, "thread", "2", 1);
	main_path = path_of(m, NOBODY, "main", 0);
	a = path_of(m, main_path, "a", 0);
	b = path_of(m, main_path, "b", 0);
	add(m, a, one, 10, 100);
	add(m, path_of(m, a, "a", 0), two, 20, 1);
	add(m, b, two, 40, 0);
	add(m, path_of(m, b, "i", MEASURED_INLINED), one, 80, 7);
	f->p = (struct profile){ .rules = RULES_EXACT };
	open_measured(&f->p, m, inlined);
	measured_release(m);
	assert_true(graph_solve(&f->g, &f->p, NULL, NULL));
}

static void
look_up(struct fixture *f, const char *caller, const char *name)
{
	series_make(&f->v, &f->g, caller != NULL ? f->p.func_of[func_of(f->m, caller)] : NOBODY,
		f->p.func_of[func_of(f->m, name)]);
}

static void
check(struct fixture *f, uint32_t event, double self, double total)
{
	assert_true(f->v.events[event].self == self);
	assert_true(f->v.events[event].total == total);
}

static void
close_fixture(struct fixture *f)
{
	graph_release(&f->g);
	profile_release(&f->p);
}

static void
test_recursion_counts_once(void **state)
{
	struct fixture f;

	(void)state;
	open_stacks_of_events(&f, false);
	look_up(&f, NULL, "a");
	check(&f, CYCLES, 30, 30);
	check(&f, INSTRUCTIONS, 60, 60);
	check(&f, BYTES, 101, 101);
	assert_true(f.v.events[CYCLES].all == 150 && f.v.events[BYTES].all == 108);
	assert_true(f.v.parts[0].total == 10 && f.v.parts[1].total == 20);
	series_release(&f.v);
	look_up(&f, "a", "a");
	check(&f, CYCLES, 20, 20);
	series_release(&f.v);
	look_up(&f, "main", "a");
	check(&f, CYCLES, 10, 30);
	series_release(&f.v);
	look_up(&f, NULL, "main");
	check(&f, BYTES, 0, 108);
	series_release(&f.v);
	close_fixture(&f);
}

static void
test_inlined_frames(void **state)
{
	struct fixture f;

	(void)state;
	open_stacks_of_events(&f, false);
	look_up(&f, NULL, "b");
	check(&f, CYCLES, 120, 120);
	assert_true(f.v.inlined_self == 80);
	series_release(&f.v);
	close_fixture(&f);
	open_stacks_of_events(&f, true);
	look_up(&f, NULL, "b");
	check(&f, CYCLES, 40, 120);
	assert_true(f.v.inlined_self == 0 && f.v.inlined_total == 0);
	series_release(&f.v);
	look_up(&f, NULL, "i");
	check(&f, CYCLES, 80, 80);
	assert_true(f.v.inlined_total == 80);
	series_release(&f.v);
	close_fixture(&f);
}

static void
test_excluded_stacks(void **state)
{
	bool excluded[4] = { false };
	struct fixture f;

	(void)state;
	open_stacks_of_events(&f, false);
	excluded[f.p.func_of[func_of(f.m, "b")]] = true;
	graph_release(&f.g);
	assert_true(graph_solve(&f.g, &f.p, &(struct selection){ .part = NOBODY,
		.no_func = excluded }, NULL));
	look_up(&f, NULL, "main");
	check(&f, CYCLES, 0, 30);
	assert_true(f.v.events[CYCLES].all == 30);
	series_release(&f.v);
	close_fixture(&f);
}

/* main calls a, and b calls c.  a and b call each other, and values do not include the costs of
 * these calls. */
static void
test_costs(void **state)
{
	struct fixture f = { .m = measured_new() };
	static const char *const names[] = { "main", "a", "b", "c" };
	static const uint32_t calls[][3] = { { 0, 1, 60 }, { 1, 2, 999 }, { 2, 1, 999 },
		{ 2, 3, 8 } };
	uint32_t frames[4];

	(void)state;
	f.m->has_costs = true;
	f.m->format = "callgrind";
	add_events(f.m);
	for (uint32_t i = 0; i < 4; i++) {
		const struct measured_frame frame = { .func = func_of(f.m, names[i]),
			.file = NOBODY };
		const int64_t values[EVENTS] = { 4, 8, 1 };

		frames[i] = measured_frame(f.m, &frame);
		measured_add_cost(f.m, frames[i], NOBODY, values);
	}
	for (uint32_t i = 0; i < 4; i++) {
		const struct measured_call call = { frames[calls[i][0]],
			func_of(f.m, names[calls[i][1]]), NOBODY, NOBODY, 1 };
		const int64_t values[EVENTS] = { calls[i][2], 2 * calls[i][2], 0 };

		measured_add_call(f.m, &call, values);
	}
	f.p = (struct profile){ .rules = RULES_EXACT };
	open_measured(&f.p, f.m, false);
	measured_release(f.m);
	assert_true(graph_solve(&f.g, &f.p, NULL, NULL));
	assert_int_equal(f.g.ncycles, 1);
	look_up(&f, NULL, "main");
	check(&f, CYCLES, 4, 64);
	check(&f, INSTRUCTIONS, 8, 128);
	series_release(&f.v);
	look_up(&f, NULL, "b");
	check(&f, CYCLES, 4, 12);
	series_release(&f.v);
	look_up(&f, "b", "a");
	check(&f, CYCLES, 0, 0);
	series_release(&f.v);
	look_up(&f, "main", "a");
	check(&f, CYCLES, 0, 60);
	series_release(&f.v);
	close_fixture(&f);
}

static void
test_ratios(void **state)
{
	struct measured *m = measured_new();
	struct event_ratio r;

	(void)state;
	add_events(m);
	assert_true(eventratios_at(m, 0, &r));
	assert_string_equal(r.name, "instructions per cycle");
	assert_int_equal(r.part, INSTRUCTIONS);
	assert_int_equal(r.whole, CYCLES);
	assert_false(eventratios_at(m, 1, &r));
	measured_release(m);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_recursion_counts_once),
		cmocka_unit_test(test_inlined_frames),
		cmocka_unit_test(test_excluded_stacks),
		cmocka_unit_test(test_costs),
		cmocka_unit_test(test_ratios),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
