/* fuzz_symfiles.c - fuzzer: symbols and object maps in text files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "fuzz.h"
#include "symbols/symbols.h"

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	const char *path = fuzz_file(0, bytes, size);
	struct arena names = { 0 };
	struct symbols symbols = { 0 };
	struct object_map map = { 0 };
	struct err e = { 0 };

	if (!symbols_from_file(&symbols, path, &names, NULL, &e))
		FUZZ_ASSERT(e.text[0] != '\0');
	for (size_t i = 0; i < symbols.n; i++)
		FUZZ_ASSERT(strlen(symbols.v[i].name) <= size);
	free(symbols.v);
	if (symbols_map_read(&map, path, &names, NULL, &e))
		for (size_t i = 0; i < map.n; i++)
			FUZZ_ASSERT(symbols_map_find(&map, map.v[i].function) != NULL);
	symbols_map_release(&map);
	arena_release(&names);
	return 0;
}
