/* recorded_places.c - where the file of a recorded image may be
 *
 * perf record copies what it has recorded to ~/.debug.  Its name there is made from the build-id.
 * The client of debuginfod keeps what it has fetched in another directory, by build-id, too.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "recorded/recorded_places.h"

#include <stddef.h>
#include <sys/utsname.h>

/* Returns the N bytes at ID in hexadecimal, with SEPARATOR behind the first byte. */
static const char *
hexadecimal(struct arena *text, const unsigned char *id, uint32_t n, const char *separator)
{
	static const char digits[] = "0123456789abcdef";
	char *s = arena_new(text, 2 * (size_t)n + 1, 1);

	for (uint32_t i = 1; i < n; i++) {
		s[2 * i - 2] = digits[id[i] >> 4];
		s[2 * i - 1] = digits[id[i] & 15];
	}
	return arena_printf(text, "%02x%s%s", id[0], separator, s);
}

/* Returns the file NAME in the directory of perf for the build-id. */
static const char *
in_perf(struct arena *text, const struct image_places *places, const unsigned char *id, uint32_t n,
	const char *name)
{
	return places->home != NULL && n > 1 ? arena_printf(text, "%s/.debug/.build-id/%s/%s",
		places->home, hexadecimal(text, id, n, "/"), name) : "";
}

/* Returns the file NAME in the directory of the client of debuginfod for the build-id. */
static const char *
in_cache(struct arena *text, const struct image_places *places, const unsigned char *id,
	uint32_t n, const char *name)
{
	return places->cache != NULL && n > 1 ? arena_printf(text, "%s/%s/%s", places->cache,
		hexadecimal(text, id, n, ""), name) : "";
}

/* Returns the file of the build-id in the directory ROOT/usr/lib/debug; ROOT may be NULL. */
static const char *
in_system(struct arena *text, const char *root, const unsigned char *id, uint32_t n)
{
	return root != NULL && n > 1 ? arena_printf(text, "%s/usr/lib/debug/.build-id/%s.debug",
		root, hexadecimal(text, id, n, "/")) : "";
}

const char *
recorded_place(struct arena *text, const struct image_places *places, unsigned i,
	const char *path, const unsigned char *id, uint32_t n)
{
	switch (i) {
	case 0: return places->symfs != NULL && *path == '/'
			? arena_printf(text, "%s%s", places->symfs, path) : "";
	case 1: return *path == '/' && (places->symfs == NULL || n > 0) ? path : "";
	case 2: return in_perf(text, places, id, n, "elf");
	case 3: return in_cache(text, places, id, n, "executable");
	case 4: return in_perf(text, places, id, n, "vdso");
	case 5: return in_system(text, "", id, n);
	default: return recorded_debug_place(text, places, i - 6, id, n);
	}
}

const char *
recorded_debug_place(struct arena *text, const struct image_places *places, unsigned i,
	const unsigned char *id, uint32_t n)
{
	switch (i) {
	case 0: return in_system(text, places->symfs, id, n);
	case 1: return in_perf(text, places, id, n, "debug");
	case 2: return in_cache(text, places, id, n, "debuginfo");
	default: return NULL;
	}
}

const char *
recorded_kernel_place(struct arena *text, const struct image_places *places, unsigned i,
	const unsigned char *id, uint32_t n)
{
	switch (i) {
	case 0: return in_perf(text, places, id, n, "kallsyms");
	case 1: return places->home != NULL && n > 1
			? arena_printf(text, "%s/.debug/[kernel.kallsyms]/%s/kallsyms",
				places->home, hexadecimal(text, id, n, "")) : "";
	default: return NULL;
	}
}

const char *
recorded_vmlinux_place(struct arena *text, const struct image_places *places, unsigned i,
	const unsigned char *id, uint32_t n)
{
	/* Where distributions have it, for the kernel that runs. */
	static const char *const begins[] = { "/usr/lib/debug/boot/vmlinux-",
		"/usr/lib/debug/lib/modules/", "/lib/modules/", "/boot/vmlinux-" };
	static const char *const ends[] = { "", "/vmlinux", "/build/vmlinux", "" };
	enum { NAMES = sizeof(begins) / sizeof(*begins), FIRST = 3 };
	struct utsname own;

	if (i == 0)
		return in_perf(text, places, id, n, "vmlinux");
	if (i == 1)
		return in_perf(text, places, id, n, "elf");
	if (i == 2)
		return in_system(text, "", id, n);
	if (i < FIRST + NAMES)
		return uname(&own) == 0 ? arena_printf(text, "%s%s%s%s",
			places->symfs != NULL ? places->symfs : "", begins[i - FIRST], own.release,
			ends[i - FIRST]) : "";
	return recorded_debug_place(text, places, i - FIRST - NAMES, id, n);
}
