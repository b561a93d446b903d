/* fuzz_keys.c - fuzzer: keys that are pressed, as names or as single bytes, over odd profiles
 *
 * The first byte chooses the profile, the second the size of the screen and the charset.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "fixture.h"
#include "fuzz.h"
#include "opened.h"

enum {
	MOST_DRAWN = 100 * 30,
	MOST_KEYS = 64,
	SELDOM = 16,			/* keys per drawn screen, because drawing is slow */
};

/* Profiles with values below 0, figures of 12 digits, recursion, cycles, calls without costs. */
static const char *const profiles[] = {
	"main;a;b -50\nmain;a;c 20\nmain 179352000000\nmain;\033[31m;\302\233;größe_計算 7\n"
	"a;b;a;b;a;b;a;b;c 9\nmain;ns::of<int>::f(int);ns::of<long>::f(long) 3\n",
	"events: Ir Dr\nfl=x.c\nfn=main\n3 5 6\ncfn=f\ncalls=179352000 1\n4 179352000321 1\n"
	"fn=f\n7 -100 3\ncfn=main\ncalls=2 1\n8 1 1\ncfn=none\ncalls=0 0\n9 5 0\n",
	"events: Ir\nfl=x.c\nfn=f\n1 1\ncfn=f\ncalls=3 1\n2 5\ncfn=g\ncalls=1 1\n2 9\nfn=g\n9 0\n"
	"cfn=f\ncalls=1 1\n4 5\npart: 2\nfn=h\n4 12\n",
	"main;nothing 0\n",
	"",
};

static const struct { int width, height; } sizes[] = {
	{ 40, 8 }, { 80, 24 }, { 120, 12 }, { 161, 9 }, { 39, 3 }, { 1, 1 }, { 64, 40 },
};

static void
draw_if_small(struct app *a, struct grid *g)
{
	if (a->width * a->height > MOST_DRAWN)
		return;
	grid_resize(g, a->width, a->height);
	app_draw(a, g);
}

/* Presses the SIZE keys at BYTES in A, and draws some screens into G. */
static void
press_keys(struct app *a, struct grid *g, const uint8_t *bytes, size_t size)
{
	char *names = mem_new(size + 1, 1), *text = mem_new(size + 16, 1);
	const char *at = names;
	uint32_t key;
	unsigned n = 0;

	if (size > 0)
		memcpy(names, bytes, size);
	key_names(names, text, size + 16);
	while (a->request != REQUEST_QUIT && n++ < MOST_KEYS) {
		if (!key_parse(&at, &key)) {
			if (*at == '\0')
				break;
			key = (unsigned char)*at++;
		}
		app_key(a, key);
		if (n % SELDOM == size % SELDOM)
			draw_if_small(a, g);
	}
	draw_if_small(a, g);
	fuzz_check_grid(g);
	free(text);
	free(names);
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	unsigned which = size > 0 ? bytes[0] % (1 + sizeof(profiles) / sizeof(*profiles)) : 0;
	unsigned kind = size > 1 ? bytes[1] : 0;
	unsigned shape = kind / 2 % (sizeof(sizes) / sizeof(*sizes));
	int width = sizes[shape].width, height = sizes[shape].height;
	const char *text = which > 0 ? profiles[which - 1] : "";
	struct open_options how = { .rules = RULES_EXACT };
	struct fixture f;
	struct opened o;
	struct err e;

	setlocale(LC_ALL, "C.UTF-8");
	bytes += size < 2 ? size : 2;
	size -= size < 2 ? size : 2;
	if (which == 0) {
		fixture_profile(&f);
		fixture_begin(&f, width, height, kind % 2);
		press_keys(&f.app, &f.grid, bytes, size);
		fixture_close(&f);
		return 0;
	}
	how.image = fuzz_file(0, text, strlen(text));
	if (opened_begin(&o, &how, width, height, kind % 2, &e)) {
		press_keys(&o.app, &o.grid, bytes, size);
		opened_end(&o);
	}
	return 0;
}
