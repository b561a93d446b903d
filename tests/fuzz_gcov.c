/* fuzz_gcov.c - fuzzer: the output of gcov
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "fuzz.h"
#include "source/gcovjson.h"

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct gcov_output out = {
		.name = "gcov",
		.fd = open(fuzz_file(0, bytes, size), O_RDONLY | O_CLOEXEC),
	};
	struct gcov g = { 0 };
	struct err e = { 0 };

	if (!gcovjson_read(&g, &out, NULL, &e))
		FUZZ_ASSERT(e.text[0] != '\0');
	close(out.fd);
	gcov_add_up(&g);
	for (size_t i = 0; i < g.nlines; i++) {
		const struct line_count *l = &g.lines[i];

		FUZZ_ASSERT(l->ncounts > 0 && l->line > 0);
		for (size_t k = 2; k < l->ncounts; k++)
			FUZZ_ASSERT(l->counts[k - 1] <= l->counts[k]);
		FUZZ_ASSERT(strlen(l->path) < size + 2);
	}
	gcov_release(&g);
	return 0;
}
