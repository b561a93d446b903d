/* recorded_kernel.c - the functions of the kernel and its modules
 *
 * They come from a list of symbols, or from an ELF file (recorded_kernel_elf.c).  The kernel may be
 * at another address each time it starts, so the profile has the address of one symbol: all are
 * moved by the same distance.
 *
 * /proc/kallsyms has a line "ADDRESS TYPE NAME" for each symbol, and behind the name of a module's
 * symbol "[MODULE]".  A function has the type T, t, W or w, and ends where the next one begins.  For
 * users who may not see addresses, all are 0.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "recorded/recorded_kernel.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/bisect.h"
#include "base/byteorder.h"
#include "base/cursor.h"
#include "base/mem.h"
#include "base/sort.h"
#include "recorded/recorded_images.h"
#include "recorded/recorded_places.h"

enum { LAST_BYTES = 4096 };		/* the size of a function with no function behind it */

void
recorded_kernel_add(struct recorded_kernel *k, uint64_t address, const char *name, size_t length,
	unsigned rank)
{
	unsigned underscores = 0;

	while (underscores < length && underscores < KERNEL_WEAK - 1 && name[underscores] == '_')
		underscores++;
	k->v = mem_grow(k->v, k->n + 1, &k->room, sizeof(*k->v));
	k->v[k->n++] = (struct kernel_symbol){ .address = address, .name = name,
		.length = (uint32_t)length, .rank = (uint8_t)(rank + underscores) };
}

/* Hexadecimal digits: each has its value + 1. */
static const uint8_t digits[256] = { ['0'] = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, ['a'] = 11, 12, 13, 14,
	15, 16 };

/* Sets *NUMBER to the eight hexadecimal digits at TEXT, all at once: there are a hundred thousand
 * lines with 16 digits each.  False: not all eight are digits. */
static bool
eight_digits(const char *text, uint64_t *number)
{
	const uint64_t ones = UINT64_C(0x0101010101010101);
	uint64_t bytes = byteorder_u64((const unsigned char *)text, true), v, letters;

	/* Each byte becomes the value of its digit, which is turned into a digit again. */
	v = (bytes & 15 * ones) + 9 * (bytes >> 6 & ones);
	letters = (v + 6 * ones) >> 4 & ones;
	if (v + '0' * ones + ('a' - 10 - '0') * letters != bytes)
		return false;
	v = (v >> 4 | v) & UINT64_C(0x00ff00ff00ff00ff);
	v = (v >> 8 | v) & UINT64_C(0x0000ffff0000ffff);
	*number = (v >> 16 | v) & UINT32_MAX;
	return true;
}

/* Returns the number at TEXT, which ends at END or before, of at most 16 hexadecimal digits, and
 * sets *BEHIND to what follows. */
static uint64_t
read_address(const char *text, const char *end, const char **behind)
{
	uint64_t high, low, address = 0;
	const char *at = text;
	unsigned digit;

	if (end - text > 16 && eight_digits(text, &high) && eight_digits(text + 8, &low)) {
		*behind = text + 16;
		return high << 32 | low;
	}
	while (at < end && at < text + 16 && (digit = digits[(unsigned char)*at]) > 0) {
		address = address << 4 | (digit - 1);
		at++;
	}
	*behind = at;
	return address;
}

/* Returns where the name at NAME ends, in a line that ends at END. */
static const char *
end_of_name(const char *name, const char *end)
{
	const char *at = name;

	/* Only symbols of modules have something behind the name. */
	if (name == end || end[-1] != ']')
		return end;
	while (at < end && *at != '\t' && *at != ' ')
		at++;
	return at;
}

/* Adds the symbol of LINE, which ends at END.  Returns whether it is one of a module. */
static bool
add_line(struct recorded_kernel *k, const char *line, const char *end)
{
	const char *at, *name;
	uint64_t address = read_address(line, end, &at);

	if (address == 0 || end - at < 4 || at[0] != ' ' || at[2] != ' '
	    || (at[1] != 'T' && at[1] != 't' && at[1] != 'W' && at[1] != 'w'))
		return false;
	name = at + 3;
	at = end_of_name(name, end);
	if (at == name)
		return false;
	recorded_kernel_add(k, address, name, (size_t)(at - name), name[-2] == 'T' ? 0
		: name[-2] == 't' ? KERNEL_LOCAL : KERNEL_WEAK);
	return at < end;
}

/* Sorts the symbols of K by address, unless they are sorted. */
static void
sort_symbols(struct recorded_kernel *k)
{
	struct kernel_symbol *sorted;
	uint64_t *keys;
	uint32_t *order;
	size_t i = 1;

	while (i < k->n && k->v[i - 1].address <= k->v[i].address)
		i++;
	if (i >= k->n)
		return;
	order = mem_new(k->n, sizeof(*order));
	keys = mem_new(k->n, sizeof(*keys));
	sorted = mem_new(k->n, sizeof(*sorted));
	for (i = 0; i < k->n; i++) {
		order[i] = (uint32_t)i;
		keys[i] = k->v[i].address;
	}
	sort_by_keys(order, keys, k->n);
	for (i = 0; i < k->n; i++)
		sorted[i] = k->v[order[i]];
	memcpy(k->v, sorted, k->n * sizeof(*sorted));
	free(order);
	free(keys);
	free(sorted);
}

/* Keeps only the symbol with the lowest rank at each address. */
static void
keep_best(struct recorded_kernel *k)
{
	size_t n = 0;

	for (size_t i = 0; i < k->n; i++) {
		if (n == 0 || k->v[n - 1].address != k->v[i].address)
			k->v[n++] = k->v[i];
		else if (k->v[i].rank < k->v[n - 1].rank)
			k->v[n - 1] = k->v[i];
	}
	k->n = n;
}

/* Returns the index of the symbol NAME, or the number of symbols if there is none. */
static size_t
find_named(const struct recorded_kernel *k, const char *name)
{
	size_t n = strlen(name), i = 0;

	while (i < k->n && (k->v[i].length != n || memcmp(k->v[i].name, name, n) != 0))
		i++;
	return i;
}

bool
recorded_kernel_move(struct recorded_kernel *k, const struct recorded_image *im, size_t ncore)
{
	uint64_t distance = 0;
	size_t i = im->symbol != NULL ? find_named(k, im->symbol) : k->n;

	if (i < k->n)
		distance = im->symbol_at - k->v[i].address;
	if (distance != 0 && k->n > ncore)
		k->n = ncore;
	for (i = 0; i < k->n; i++)
		k->v[i].address += distance;
	sort_symbols(k);
	keep_best(k);
	return k->n > 0;
}

/* Sets K->text to the contents of PATH.  A file of a few megabytes is mapped, so that no memory is
 * cleared and copied for it; files in /proc do not know their size.  False: it cannot be read. */
static bool
read_text(struct recorded_kernel *k, const char *path)
{
	enum { MOST_BYTES = 64 << 20 };
	struct file text;
	struct stat st;
	struct err e;
	void *mapped = NULL;
	int fd = file_open_regular(path, &st, &e);

	if (fd < 0)
		return false;
	if (st.st_size > 0 && st.st_size <= MOST_BYTES)
		mapped = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, fd,
			0);
	close(fd);
	if (mapped != NULL && mapped != MAP_FAILED) {
		recorded_kernel_release(k);
		k->mapped = mapped;
		k->text = (struct file){ mapped, (size_t)st.st_size };
		return true;
	}
	if (!file_read(&text, path, FILE_SMALL, NULL, &e))
		return false;
	recorded_kernel_release(k);
	k->text = text;
	return true;
}

/* Reads the list of symbols PATH.  False: there are none. */
static bool
read_list(struct recorded_kernel *k, const char *path, const struct recorded_image *im)
{
	const char *at, *end;
	size_t ncore = SIZE_MAX;

	if (!read_text(k, path))
		return false;
	at = (const char *)k->text.bytes;
	end = at + k->text.size;
	while (at < end) {
		const char *next = memchr(at, '\n', (size_t)(end - at));

		next = next != NULL ? next : end;
		if (add_line(k, at, next) && ncore == SIZE_MAX)
			ncore = k->n - 1;
		at = next < end ? next + 1 : end;
	}
	return recorded_kernel_move(k, im, ncore);
}

/* Has the kernel of this machine the build-id of N bytes at ID? */
static bool
is_this_kernel(const unsigned char *id, uint32_t n)
{
	enum { GNU_BUILD_ID = 3 };
	struct cursor c;
	struct file f;
	struct err e;
	bool is_same = false;

	if (!file_read(&f, "/sys/kernel/notes", FILE_SMALL, NULL, &e))
		return false;
	c = (struct cursor){ .p = f.bytes, .end = f.bytes + f.size,
		.big = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ };
	while (!is_same && cursor_left(&c) >= 12) {
		uint32_t name = cursor_u32(&c), size = cursor_u32(&c), type = cursor_u32(&c);
		const unsigned char *owner = cursor_bytes(&c, ((uint64_t)name + 3) / 4 * 4);
		const unsigned char *bytes = cursor_bytes(&c, ((uint64_t)size + 3) / 4 * 4);

		is_same = bytes != NULL && type == GNU_BUILD_ID && name == 4
			&& memcmp(owner, "GNU", 4) == 0 && size == n && memcmp(bytes, id, n) == 0;
	}
	file_release(&f);
	return is_same;
}

/* Reads the symbols of the kernel IM from the list in its recording, or from files that have its
 * build-id. */
static bool
read_known(struct recorded_kernel *k, const struct image_places *places,
	const struct recorded_image *im, struct arena *text)
{
	const char *path;

	if (im->list != NULL && read_list(k, im->list, im))
		return true;
	if (im->id_size == 0)
		return false;
	for (unsigned i = 0; (path = recorded_kernel_place(text, places, i, im->id,
			im->id_size)) != NULL; i++)
		if (*path != '\0' && read_list(k, path, im))
			return true;
	if (is_this_kernel(im->id, im->id_size) && read_list(k, "/proc/kallsyms", im))
		return true;
	for (unsigned i = 0; (path = recorded_vmlinux_place(text, places, i, im->id,
			im->id_size)) != NULL; i++)
		if (*path != '\0' && recorded_kernel_read_elf(k, path, im))
			return true;
	return false;
}

/* Begins a function of K at ADDRESS? */
static bool
has_function(const struct recorded_kernel *k, uint64_t address)
{
	const struct kernel_symbol *s = recorded_kernel_at(k, address);

	return s != NULL && s->address == address;
}

void
recorded_kernel_read(struct recorded_kernel *k, const struct image_places *places,
	const struct recorded_image *im)
{
	bool is_own = im->id_size > 0 ? is_this_kernel(im->id, im->id_size)
		: im->kind == CODE_IN_OWN_KERNEL;
	struct arena text = { 0 };
	const char *why = NULL;

	if (read_known(k, places, im, &text))
		;
	else if (im->low == 0 && im->id_size == 0)
		why = "the profile does not say where it was, because perf was not permitted to know "
			"(kernel.kptr_restrict)";
	else if (!is_own)
		why = "it is not the kernel of this machine, and neither its list of symbols is in "
			"~/.debug, where perf record keeps it, nor its vmlinux in /usr/lib/debug";
	else if (im->id_size > 0 || !read_list(k, "/proc/kallsyms", im))
		why = "only root may see its addresses (kernel.kptr_restrict)";
	else if (!has_function(k, im->low))
		why = "the kernel was started again since, at another address";
	arena_release(&text);
	if (why != NULL)
		recorded_kernel_release(k);
	k->is_read = true;
	k->why = why;
}

void
recorded_kernel_read_module(struct recorded_kernel *k, const struct image_places *places,
	const struct recorded_image *im)
{
	struct arena text = { 0 };
	const char *path;
	bool is_found = false;

	for (unsigned i = 0; im->id_size > 0 && !is_found && (path = recorded_place(&text, places,
			i, im->path, im->id, im->id_size)) != NULL; i++)
		is_found = *path != '\0' && recorded_kernel_read_elf(k, path, im);
	arena_release(&text);
	k->is_read = true;
}

const struct kernel_symbol *
recorded_kernel_at(const struct recorded_kernel *k, uint64_t address)
{
	size_t i;

	BISECT(i, k->n, k->v[i].address > address);
	return i == 0 || (i == k->n && address - k->v[i - 1].address >= LAST_BYTES) ? NULL
		: &k->v[i - 1];
}

void
recorded_kernel_release(struct recorded_kernel *k)
{
	free(k->v);
	if (k->mapped != NULL)
		munmap(k->mapped, k->text.size);
	else
		file_release(&k->text);
	memset(k, 0, sizeof(*k));
}
