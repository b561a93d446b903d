/* recorded_kernel.c - the functions of the kernel and its modules
 *
 * They come from a list of symbols, or from the ELF file of the kernel.  The kernel may be at
 * another address each time it starts, so the profile has the address of one symbol: all are moved
 * by the same distance.
 *
 * /proc/kallsyms has a line "ADDRESS TYPE NAME" for each symbol, and behind the name of a module's
 * symbol "[MODULE]".  A function has the type T, t, W or w, and ends where the next one begins.  For
 * users who may not see addresses, all are 0.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "recorded/recorded_kernel.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "base/byteorder.h"
#include "base/cursor.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/sort.h"
#include "dwarf/debugfile.h"
#include "elf/codekinds.h"
#include "elf/image.h"
#include "elf/symtab.h"
#include "recorded/recorded_places.h"

enum { LAST_BYTES = 4096 };		/* the size of a function with no function behind it */

/* The symbols of a source. */
struct source {
	struct symbols all;
	size_t ncore;			/* those from here on are of modules */
	bool has_modules;
};

/* Adds the symbol of LINE, which ends at END. */
static void
add_line(struct source *source, const char *line, const char *end, struct arena *text)
{
	struct symbols *all = &source->all;
	struct symbol s = { .is_func = true };
	const char *name;
	unsigned digits;

	for (digits = 0; line < end && digits < 16 && strchr("0123456789abcdef", *line) != NULL;
	     line++, digits++)
		s.addr = s.addr << 4 | (uint64_t)(*line <= '9' ? *line - '0' : *line - 'a' + 10);
	if (digits == 0 || s.addr == 0 || end - line < 4 || line[0] != ' ' || line[2] != ' '
	    || strchr("TtWw", line[1]) == NULL)
		return;
	name = line + 3;
	for (line = name; line < end && *line != '\t' && *line != ' '; line++)
		;
	if (line < end && !source->has_modules) {
		source->has_modules = true;
		source->ncore = all->n;
	}
	s.name = arena_text(text, name, (size_t)(line - name));
	s.is_static = name[-2] == 't';
	s.rank = (uint8_t)(32 * (name[-2] == 'T' ? 0 : name[-2] == 't' ? 2 : 1)
		+ (strspn(s.name, "_") < 31 ? strspn(s.name, "_") : 31));
	all->v = mem_grow(all->v, all->n + 1, &all->room, sizeof(*all->v));
	all->v[all->n++] = s;
}

/* Sets the sizes of ALL symbols: each ends where the next one begins. */
static void
set_sizes(struct symbols *all)
{
	uint32_t *order = mem_new(all->n, sizeof(*order));
	uint64_t *keys = mem_new(all->n, sizeof(*keys)), next = 0, last = 0;

	for (size_t i = 0; i < all->n; i++) {
		order[i] = (uint32_t)i;
		keys[i] = all->v[i].addr;
	}
	sort_by_keys(order, keys, all->n);
	for (size_t i = all->n; i-- > 0;) {
		struct symbol *s = &all->v[order[i]];

		if (i + 1 == all->n || s->addr != last) {
			next = i + 1 == all->n ? s->addr + LAST_BYTES : last;
			last = s->addr;
		}
		s->size = next - s->addr;
	}
	free(order);
	free(keys);
}

/* Returns how far the kernel of IM was from where the symbols ALL are. */
static uint64_t
distance_of(const struct symbols *all, const struct recorded_image *im)
{
	for (size_t i = 0; im->symbol != NULL && i < all->n; i++)
		if (strcmp(all->v[i].name, im->symbol) == 0)
			return im->symbol_at - all->v[i].addr;
	return 0;
}

/* Makes the functions FS of the kernel IM from SOURCE, and releases it.  False: it is empty. */
static bool
use_source(struct functions *fs, struct source *source, const struct recorded_image *im,
	struct arena *text)
{
	static const struct image none;
	struct symbols *all = &source->all;
	uint64_t distance = distance_of(all, im);
	bool is_usable;

	/* Modules do not move with the kernel. */
	if (distance != 0 && source->has_modules)
		all->n = source->ncore;
	for (size_t i = 0; i < all->n; i++)
		all->v[i].addr += distance;
	is_usable = all->n > 0;
	if (is_usable) {
		set_sizes(all);
		*fs = (struct functions){ 0 };
		symbols_layout(fs, all, &none, text);
	}
	free(all->v);
	return is_usable;
}

/* Reads the symbols in the file PATH, a list, into FS.  False: there are none. */
static bool
read_file(struct functions *fs, const char *path, const struct recorded_image *im,
	struct arena *text)
{
	struct source source = { .has_modules = false };
	struct file f;
	struct err e;
	const char *at, *end;

	if (!file_read(&f, path, FILE_REGULAR, NULL, &e))
		return false;
	at = (const char *)f.bytes;
	end = at + f.size;
	while (at < end) {
		const char *next = memchr(at, '\n', (size_t)(end - at));

		next = next != NULL ? next : end;
		add_line(&source, at, next, text);
		at = next < end ? next + 1 : end;
	}
	file_release(&f);
	return use_source(fs, &source, im, text);
}

/* Adds the functions of the symbol table of the ELF file IMAGE. */
static void
add_table(struct source *source, const struct image *image, struct arena *text)
{
	struct elf_symbol s;

	for (size_t i = 1; image->symtab != NULL && i < symtab_count(image->symtab); i++) {
		symtab_get(image->symtab, i, &s);
		if (!s.in_code || *s.name == '\0' || s.section == SHN_UNDEF
		    || (s.type != STT_FUNC && s.type != STT_NOTYPE) || *s.name == '.'
		    || codekinds_named(s.name) != CODE_UNKNOWN)
			continue;
		source->all.v = mem_grow(source->all.v, source->all.n + 1, &source->all.room,
			sizeof(*source->all.v));
		source->all.v[source->all.n++] = (struct symbol){ .is_func = true, .addr = s.value,
			.name = arena_text(text, s.name, strlen(s.name)),
			.is_static = s.bind == STB_LOCAL,
			.rank = (uint8_t)((s.type == STT_FUNC ? 0 : 96)
				+ (s.bind == STB_LOCAL ? 64 : s.bind == STB_WEAK ? 32 : 0)) };
	}
}

/* Reads the symbols of the ELF file PATH into FS.  False: it is not the kernel IM. */
static bool
read_elf(struct functions *fs, const char *path, const struct recorded_image *im,
	struct arena *text)
{
	struct source source = { .has_modules = false };
	const unsigned char *id;
	struct image image;
	struct err e;
	bool is_same;
	size_t n;

	if (!image_open(&image, path, &e))
		return false;
	n = debugfile_build_id(&image, &id);
	is_same = n == im->id_size && memcmp(id, im->id, n) == 0;
	if (is_same)
		add_table(&source, &image, text);
	image_release(&image);
	return is_same && use_source(fs, &source, im, text);
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

	if (!file_read(&f, "/sys/kernel/notes", FILE_REGULAR, NULL, &e))
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

/* Begins a function of FS at ADDRESS?  The kernel is at a random address each time it starts. */
static bool
has_function(const struct functions *fs, uint64_t address)
{
	uint32_t f = fs->spans.v[spans_at(&fs->spans, address)].func;

	return f != NOBODY && fs->v[f].lo == address && fs->v[f].kind == FUNC_SYMBOL;
}

/* Reads the functions of the kernel IM from files that have its build-id. */
static bool
read_known(struct functions *fs, const struct image_places *places,
	const struct recorded_image *im, struct arena *text)
{
	const char *path;

	for (unsigned i = 0; (path = recorded_kernel_place(text, places, i, im->id,
			im->id_size)) != NULL; i++)
		if (*path != '\0' && read_file(fs, path, im, text))
			return true;
	if (is_this_kernel(im->id, im->id_size) && read_file(fs, "/proc/kallsyms", im, text))
		return true;
	for (unsigned i = 0; (path = recorded_vmlinux_place(text, places, i, im->id,
			im->id_size)) != NULL; i++)
		if (*path != '\0' && read_elf(fs, path, im, text))
			return true;
	return false;
}

bool
recorded_kernel_read(struct functions *fs, const struct image_places *places,
	const struct recorded_image *im, struct arena *text, const char **why)
{
	bool is_own = im->id_size > 0 ? is_this_kernel(im->id, im->id_size)
		: im->kind == CODE_IN_OWN_KERNEL;

	if (im->id_size > 0 && read_known(fs, places, im, text))
		return true;
	if (!is_own) {
		*why = "it is not the kernel of this machine, and neither its list of symbols is in "
			"~/.debug, where perf record keeps it, nor its vmlinux in /usr/lib/debug";
		return false;
	}
	if (im->id_size > 0 || !read_file(fs, "/proc/kallsyms", im, text)) {
		*why = "only root may see its addresses (kernel.kptr_restrict)";
		return false;
	}
	if (has_function(fs, im->low))
		return true;
	*why = "the kernel was started again since, at another address";
	free(fs->v);
	spans_release(&fs->spans);
	return false;
}
