/* fuzz_names.c - fuzzer: mangled and long names
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "fuzz.h"
#include "profile/names.h"
#include "screen/pen.h"
#include "text/shorten.h"

/* Shorten NAME in every way and draw it. */
static void
check_name(const char *name, int width, struct grid *g)
{
	size_t n;
	const char *own = shorten_own(name, &n);
	char *plain = shorten_plain(name), *shorter = shorten_name(name, width, width % 2);
	char *bare = shorten_bare(name);
	struct pen pen = pen_at(g, 0, 0, g->width);

	FUZZ_ASSERT(own >= name && own + n <= name + strlen(name));
	pen_short(&pen, shorter);
	fuzz_check_grid(g);
	FUZZ_ASSERT(bare == NULL || strlen(bare) <= strlen(name));
	free(bare);
	free(plain);
	free(shorter);
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	char *name = mem_new(size + 1, 1);
	struct grid g = { 0 };

	grid_resize(&g, 100, 1);
	if (size > 0)
		memcpy(name, bytes, size);
	check_name(name, (int)(size % 90) + 1, &g);
	for (int style = DEMANGLE_NONE; style <= DEMANGLE_RUST; style++) {
		char *text = names_demangle(name, (enum demangling)style);

		if (text != NULL)
			check_name(text, (int)(size % 90) + 1, &g);
		free(text);
	}
	grid_release(&g);
	free(name);
	return 0;
}
