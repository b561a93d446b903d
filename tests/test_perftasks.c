/* test_perftasks.c - what the processes of a perf.data file have mapped, and how long it is kept
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

#include "bytes.h"
#include "measured/formats/perfdata_tasks.h"

enum {
	OWNERS = 6,
	ADDRESSES = 400,
	STEPS = 4000,
};

/* What is mapped at each address: the image, and the offset in it.  No image: 0. */
struct model {
	uint32_t image[ADDRESSES];
	uint64_t offset[ADDRESSES];
};

static void
check_maps(const struct perfdata_maps *maps, const struct model *model)
{
	for (uint64_t i = 0; i < ADDRESSES; i++) {
		const struct perfdata_map *map = perfdata_maps_at(maps, i);

		if (map == NULL) {
			assert_int_equal(model->image[i], 0);
			continue;
		}
		assert_int_equal(map->image, model->image[i]);
		assert_int_equal(map->offset + (i - map->lo), model->offset[i]);
	}
}

/* Mappings, most of them short, are added in any order, copied to other processes and dropped, and
 * hide what was there before in none but their own process. */
static void
test_maps(void **state)
{
	struct perfdata_tasks t = { 0 };
	struct perfdata_maps maps[OWNERS] = { 0 };
	static struct model models[OWNERS];
	uint64_t seed = 7;

	for (uint32_t i = 1; i <= STEPS; i++) {
		uint32_t to = random_below(&seed, OWNERS), from = random_below(&seed, OWNERS);
		uint32_t what = random_below(&seed, 40), lo = random_below(&seed, ADDRESSES);
		uint32_t hi = lo + random_below(&seed, what == 2 ? ADDRESSES : 8);
		struct perfdata_map map = { .lo = lo, .hi = hi, .offset = 1000 * i, .image = i };
		uint64_t number = maps[to].number;

		if (what == 0) {
			perfdata_maps_copy(&t, &maps[to], &maps[from]);
			models[to] = models[from];
			assert_int_equal(maps[to].number, maps[from].number);
			continue;
		}
		if (what == 1 && i % 4 == 0) {
			perfdata_maps_drop(&t, &maps[to]);
			memset(&models[to], 0, sizeof(models[to]));
			continue;
		}
		perfdata_maps_add(&t, &maps[to], &map);
		assert_true(lo == hi ? maps[to].number == number : maps[to].number > number);
		for (uint32_t k = lo; k < hi && k < ADDRESSES; k++) {
			models[to].image[k] = i;
			models[to].offset[k] = map.offset + (k - lo);
		}
		check_maps(&maps[to], &models[to]);
		if (i % 50 == 0)
			for (uint32_t k = 0; k < OWNERS; k++)
				check_maps(&maps[k], &models[k]);
	}
	for (uint32_t k = 0; k < OWNERS; k++)
		perfdata_maps_drop(&t, &maps[k]);
	assert_int_equal(t.nmaps, 0);
	(void)state;
}

/* Adds a mapping at ADDRESS to process PID. */
static void
add_map(struct perfdata_tasks *t, uint32_t pid, uint64_t address)
{
	uint32_t process = perfdata_process(t, pid);

	perfdata_maps_add(t, &t->processes[process].maps,
		&(struct perfdata_map){ .lo = address, .hi = address + 8, .image = 1 });
}

static bool
has_map(struct perfdata_tasks *t, uint32_t pid, uint64_t address)
{
	return perfdata_maps_at(&t->processes[perfdata_process(t, pid)].maps, address) != NULL;
}

/* Lets other processes begin and end until those that ended before have lost their mappings. */
static void
let_others_end(struct perfdata_tasks *t)
{
	for (uint32_t pid = 100000; pid < 100000 + PERFDATA_ENDED; pid++) {
		(void)perfdata_thread(t, pid, pid);
		add_map(t, pid, 0);
		perfdata_thread_ends(t, pid, pid);
	}
}

/* A process keeps its mappings until its last thread has ended, and some time longer. */
static void
test_ends(void **state)
{
	struct perfdata_tasks t = { 0 };

	(void)perfdata_thread(&t, 10, 10);
	(void)perfdata_thread(&t, 10, 11);
	add_map(&t, 10, 64);
	perfdata_thread_ends(&t, 10, 10);
	perfdata_thread_ends(&t, 10, 10);	/* twice the same one */
	perfdata_thread_ends(&t, 9, 11);	/* of another process */
	perfdata_thread_ends(&t, 10, 12);	/* unknown */
	let_others_end(&t);
	assert_true(has_map(&t, 10, 64));
	perfdata_thread_ends(&t, 10, 11);
	assert_true(has_map(&t, 10, 64));
	let_others_end(&t);
	assert_false(has_map(&t, 10, 64));
	assert_int_equal(t.nmaps, PERFDATA_ENDED);
	perfdata_tasks_release(&t);
	(void)state;
}

/* A process whose number is used again keeps its new mappings; so does one with a thread that goes
 * on, as the one that executes a program takes the number of the first thread, which has ended. */
static void
test_again(void **state)
{
	struct perfdata_tasks t = { 0 };
	uint32_t thread = perfdata_thread(&t, 10, 10);

	add_map(&t, 10, 64);
	perfdata_thread_ends(&t, 10, 10);
	assert_int_equal(perfdata_thread(&t, 10, 10), thread);
	add_map(&t, 10, 128);
	let_others_end(&t);
	assert_true(has_map(&t, 10, 128));

	/* A thread whose number is used by another process leaves its own. */
	assert_int_equal(perfdata_thread(&t, 20, 10), thread);
	add_map(&t, 20, 64);
	perfdata_thread_ends(&t, 10, 10);
	let_others_end(&t);
	assert_true(has_map(&t, 20, 64));
	perfdata_thread_ends(&t, 20, 10);
	let_others_end(&t);
	assert_false(has_map(&t, 20, 64));
	perfdata_tasks_release(&t);
	(void)state;
}

/* Samples that wait for a part of their stacks still need the mappings. */
static void
test_waiting(void **state)
{
	struct perfdata_tasks t = { 0 };
	uint32_t thread = perfdata_thread(&t, 10, 10);

	add_map(&t, 10, 64);
	t.threads[thread].held = 0;
	perfdata_thread_ends(&t, 10, 10);
	let_others_end(&t);
	assert_true(has_map(&t, 10, 64));
	perfdata_tasks_release(&t);
	(void)state;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_maps),
		cmocka_unit_test(test_ends),
		cmocka_unit_test(test_again),
		cmocka_unit_test(test_waiting),
	};

	watch_for_hangs();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
