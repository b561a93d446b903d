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
#include "text/bare.h"
#include "text/shorten.h"

/* Shortens NAME in every way, draws a shortened name, and aborts if a result is impossible. */
static void
check_name(const char *name, int width, struct grid *g)
{
	size_t n;
	const char *own = shorten_own(name, &n);
	char *plain = shorten_plain(name), *shorter = shorten_name(name, width, width % 2);
	char *scopes = bare_scopes(name, width % 2);
	size_t length = strlen(name), kept;
	char *bare = mem_new(length + 1, 1);
	uint32_t *from = mem_new(length + 1, sizeof(*from));
	struct pen pen = pen_at(g, 0, 0, g->width);

	FUZZ_ASSERT(own >= name && own + n <= name + strlen(name));
	pen_short(&pen, shorter);
	fuzz_check_grid(g);
	kept = bare_write(name, length, bare, from);
	FUZZ_ASSERT(kept <= length && kept == bare_write(name, length, bare, NULL));
	for (n = 0; n < kept; n++)
		FUZZ_ASSERT(from[n] < length && name[from[n]] == bare[n]
			&& (n == 0 || from[n] > from[n - 1]));
	FUZZ_ASSERT(scopes == NULL || strlen(scopes) < length);
	free(scopes);
	free(bare);
	free(from);
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
