/* fuzz_names.c - names as they stand in symbol tables
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "fuzz.h"
#include "profile/names.h"
#include "screen/grid.h"
#include "text/shorten.h"

/* NAME and what is made of it, as long as it is short. */
static void
show(const char *name, int width, struct grid *g)
{
	size_t n;
	const char *own = own_name(name, &n);
	char *plain = plain_name(name), *shorter = shorten(name, width, width % 2);
	char *bare = bare_name(name);
	struct pen pen = pen_at(g, 0, 0, g->width);

	FUZZ_ASSERT(own >= name && own + n <= name + strlen(name));
	pen_short(&pen, shorter);
	fuzz_check_grid(g);
	FUZZ_ASSERT(!bare || strlen(bare) <= strlen(name));
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
	show(name, (int)(size % 90) + 1, &g);
	for (int style = DEMANGLE_NONE; style <= DEMANGLE_RUST; style++) {
		char *text = demangled(name, (enum demangling)style);

		if (text != NULL)
			show(text, (int)(size % 90) + 1, &g);
		free(text);
	}
	grid_release(&g);
	free(name);
	return 0;
}
