/* fuzz_profile.c - fuzzer: a profile file, of every format
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <string.h>

#include "fuzz.h"
#include "samples/format.h"

/* Decodes RAW.  Whether decoding succeeds or fails, the samples must be usable. */
static void
decode_raw(const struct raw *raw)
{
	struct samples s;
	struct err e = { 0 };
	bool ok = format_decode(raw, &s, &e);

	FUZZ_ASSERT(ok == (s.damage.kind == E_NONE));
	FUZZ_ASSERT(ok || e.text[0] != '\0');
	fuzz_check_samples(&s);
	samples_sum_up(&s);
	if (samples_finish(&s, raw->size % 2 + 1, &e))
		fuzz_check_samples(&s);
	samples_release(&s);
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	static const char *const names[] = { "gnu", "ldprofile", "apple", "solaris_prof",
		"solaris_rtld", "bsd44", "oldbsd", "monout", "rawprofil" };
	struct format_options how = { 0 };
	struct raw raw = { .bytes = bytes, .size = size, .options = &how };

	decode_raw(&raw);
	raw.address_size = size / 2 % 2 ? 4 : 8;
	raw.big_endian = size % 2;
	decode_raw(&raw);
	how.format = format_named(names[size % (sizeof(names) / sizeof(*names))]);
	how.address_size = size % 3 == 0 ? 0 : size % 3 * 4;
	how.buffer = (struct raw_buffer){ .given = how.format == FORMAT_RAWPROFIL,
		.offset = 0x1000, .scale = (uint32_t)(size << size % 16), .width = 8u << size % 4 };
	decode_raw(&raw);
	return 0;
}
