/* fuzz_unpack.c - fuzzer: a compressed profile
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <string.h>

#include "fuzz.h"
#include "samples/format.h"
#include "samples/unpack.h"

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	const struct compression *how = compression_of(bytes, size);
	struct file in = { (unsigned char *)(uintptr_t)bytes, size }, out;
	struct raw none = { 0 };
	struct samples s;
	struct err e = { 0 };
	size_t damaged;
	uint64_t length;
	bool ok;

	if (how == NULL)
		return 0;
	ok = unpack_file(how, &in, &out, NULL, &damaged, &e);
	FUZZ_ASSERT(ok || e.text[0] != '\0');
	FUZZ_ASSERT(damaged <= size && out.size <= unpack_limit(size) + 1);
	/* Read a byte of every 4096 of OUT, so that the sanitizer finds missing bytes. */
	for (size_t i = 0; i < out.size; i += 4096)
		FUZZ_ASSERT(out.bytes[i] <= UINT8_MAX);
	file_release(&out);

	/* Unpack the same bytes through a file. */
	ok = format_read(fuzz_file(0, bytes, size), &none, &s, &length, &e);
	FUZZ_ASSERT(ok == (s.damage.kind == E_NONE) && length == size);
	fuzz_check_samples(&s);
	samples_release(&s);
	return 0;
}
