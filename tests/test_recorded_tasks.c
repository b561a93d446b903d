/* test_recorded_tasks.c - how many processes and threads files say that there are
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "record/recording.h"
#include "recorded/recorded_tasks.h"

/* Checks that the N files R have so many PROCESSES, THREADS and RESETS. */
static void
check(const struct recording *r, size_t n, uint32_t processes, uint32_t threads, uint32_t resets)
{
	struct recorded_tasks tasks = { 0 }, copy = { 0 };

	for (size_t i = 0; i < n; i++)
		recorded_tasks_add(&tasks, &r[i], NULL);
	recorded_tasks_copy(&copy, &tasks);
	recorded_tasks_release(&tasks);
	assert_int_equal(recorded_tasks_count(&copy).processes, processes);
	assert_int_equal(recorded_tasks_count(&copy).threads, threads);
	assert_int_equal(recorded_tasks_count(&copy).resets, resets);
	recorded_tasks_release(&copy);
}

static void
test_tables(void **state)
{
	/* Two threads begin.  The first thread gets a larger table.  After the end of this thread,
	 * three other threads use the larger table.  No thread used the last table.  This happens
	 * only in damaged files. */
	struct recording_table tables[] = {
		{ .tid = 1, .threads = 1 }, { .tid = 2, .threads = 1 },
		{ .tid = 5, .threads = 4, .generation = 1 },
		{ .tid = 1, .threads = 1, .has_stacks = true }, { .generation = 2 },
	};
	struct recording r = { .pid = 1, .tables = tables, .ntables = 5 };

	(void)state;
	check(&r, 1, 1, 5, 0);
	r.ntables = 2;
	check(&r, 1, 1, 2, 0);
	r.ntables = 0;
	check(&r, 1, 1, 1, 0);
}

/* A process forks: its child is sampled, then executes a program, which makes a thread.  The
 * program is also looked at from outside, which finds a thread that only waits.  Another process
 * has the number of a thread. */
static void
test_files(void **state)
{
	struct recording_table child = { .tid = 7, .threads = 1, .has_stacks = true };
	struct recording_table program[] = {
		{ .tid = 7, .threads = 1, .has_stacks = true },
		{ .tid = 8, .threads = 1, .has_stacks = true },
	};
	struct recording_table waits[] = {
		{ .tid = 9, .threads = 1, .has_stacks = true },
		{ .tid = 8, .threads = 1, .has_stacks = true },
	};
	struct recording r[] = {
		{ .pid = 7, .start_real = 20, .tables = program, .ntables = 2 },
		{ .pid = 7, .start_real = 10, .ended = true, .gone = true, .reset = 15,
			.tables = &child, .ntables = 1 },
		{ .pid = 7, .start_real = 20, .has_waits = true, .ended = true, .tables = waits,
			.ntables = 2 },
		{ .pid = 7, .start_real = 21, .from_outside = REC_OUTSIDE | REC_BESIDE,
			.ended = true, .tables = program, .ntables = 2 },
		{ .pid = 8, .start_real = 20 },
	};

	(void)state;
	check(r, 2, 1, 2, 1);
	check(r, 4, 1, 3, 1);
	check(r, 5, 2, 4, 1);
}

/* A number is used again after a process exits, but not in another session. */
static void
test_used_again(void **state)
{
	struct recording r[] = {
		{ .pid = 7, .start_real = 20, .ended = true },
		{ .pid = 7, .start_real = 10, .ended = true },
		{ .pid = 7, .start_real = 10, .ended = true, .has_waits = true },
		{ .pid = 7, .start_real = 10, .session = { 1 } },
	};

	(void)state;
	check(r, 3, 2, 2, 0);
	check(r, 4, 3, 3, 0);
	r[1].gone = true;
	check(r, 3, 1, 1, 0);
}

/* The tables of a child without a file are in the file of its parent.  Then it executes a program,
 * which has one. */
static void
test_in_parent(void **state)
{
	struct recording_table tables[] = {
		{ .pid = 7, .tid = 7, .threads = 1 }, { .pid = 9, .tid = 9, .threads = 1 },
	};
	struct recording r[] = {
		{ .pid = 7, .tables = tables, .ntables = 2, .problems = REC_IN_PARENT },
		{ .pid = 9, .start_real = 5 },
	};

	(void)state;
	check(r, 1, 2, 2, 0);
	check(r, 2, 2, 2, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_tables),
		cmocka_unit_test(test_files),
		cmocka_unit_test(test_used_again),
		cmocka_unit_test(test_in_parent),
	};

	return cmocka_run_group_tests_name("recorded_tasks", tests, NULL, NULL);
}
