/* fuzz_keys.c - fuzzer: keys that are pressed, as names or as single bytes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "fixture.h"
#include "fuzz.h"

enum {
	MOST_DRAWN = 100 * 30,
	MOST_KEYS = 64,
	SELDOM = 16,			/* keys per drawn screen, because drawing is slow */
};

static void
draw_if_small(struct fixture *f)
{
	if (f->app.width * f->app.height > MOST_DRAWN)
		return;
	grid_resize(&f->grid, f->app.width, f->app.height);
	app_draw(&f->app, &f->grid);
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	char *names = mem_new(size + 1, 1), *text = mem_new(size + 16, 1);
	const char *at = names;
	struct fixture f;
	uint32_t key;
	unsigned n = 0;

	if (size > 0)
		memcpy(names, bytes, size);
	key_names(names, text, size + 16);
	fixture_profile(&f);
	fixture_begin(&f, 40, 8, false);
	while (f.app.request != REQUEST_QUIT && n++ < MOST_KEYS) {
		if (!key_parse(&at, &key)) {
			if (*at == '\0')
				break;
			key = (unsigned char)*at++;
		}
		app_key(&f.app, key);
		if (n % SELDOM == size % SELDOM)
			draw_if_small(&f);
	}
	draw_if_small(&f);
	fuzz_check_grid(&f.grid);
	fixture_close(&f);
	free(text);
	free(names);
	return 0;
}
