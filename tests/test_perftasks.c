/* test_perftasks.c - what the processes of a perf.data file have mapped
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

/* Each mapping is below those before it, as Linux maps libraries.  Long lists are not changed in
 * place, which would take time in proportion to the square of their length, but merged. */
static void
test_downwards(void **state)
{
	enum { N = 5000 };
	struct perfdata_tasks t = { 0 };
	struct perfdata_maps maps = { 0 };

	for (uint32_t i = N; i > 0; i--)
		perfdata_maps_add(&t, &maps, &(struct perfdata_map){ .lo = i, .hi = i + 1,
			.image = i });
	assert_in_range(t.work, N, 20 * N);
	assert_int_equal(t.nmaps, N);
	for (uint32_t i = N; i > 0; i--)
		assert_int_equal(perfdata_maps_at(&maps, i)->image, i);
	perfdata_maps_drop(&t, &maps);
	assert_int_equal(t.nmaps, 0);
	(void)state;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_maps),
		cmocka_unit_test(test_downwards),
	};

	watch_for_hangs();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
