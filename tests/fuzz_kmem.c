/* fuzz_kmem.c - fuzzer: the profiling arrays of a kernel
 *
 * The input begins with the size of each array except the last, in two bytes each.  The arrays
 * follow.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "fuzz.h"
#include "samples/format.h"

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct file parts[NPARTS] = { { NULL, 0 } };
	struct raw raw = { .parts = parts };
	struct err e = { 0 };
	struct samples s;
	size_t at = 2 * (NPARTS - 1);

	if (size < at)
		return 0;
	for (size_t i = 0; i < NPARTS; i++) {
		size_t n = i < NPARTS - 1 ? bytes[2 * i] + 256u * bytes[2 * i + 1] : size - at;

		parts[i].bytes = (unsigned char *)bytes + at;
		parts[i].size = n < size - at ? n : size - at;
		at += parts[i].size;
	}
	FUZZ_ASSERT(format_decode(&raw, &s, &e) == (s.damage.kind == E_NONE));
	fuzz_check_samples(&s);
	(void)samples_finish(&s, 1, &e);
	fuzz_check_samples(&s);
	samples_release(&s);
	return 0;
}
