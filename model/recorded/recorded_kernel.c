/* recorded_kernel.c - the functions of the kernel and its modules
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

#include "base/byteorder.h"
#include "base/cursor.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/sort.h"
#include "elf/image.h"
#include "recorded/recorded_places.h"

enum { LAST_BYTES = 4096 };		/* the size of a function with no function behind it */

/* Adds the symbol of LINE, which ends at END. */
static void
add_line(struct symbols *all, const char *line, const char *end, struct arena *text)
{
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

/* Reads the symbols in the file PATH into FS.  False: there are none. */
static bool
read_file(struct functions *fs, const char *path, struct arena *text)
{
	static const struct image none;
	struct symbols all = { 0 };
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
		add_line(&all, at, next, text);
		at = next < end ? next + 1 : end;
	}
	file_release(&f);
	if (all.n == 0) {
		free(all.v);
		return false;
	}
	set_sizes(&all);
	*fs = (struct functions){ 0 };
	symbols_layout(fs, &all, &none, text);
	free(all.v);
	return true;
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

bool
recorded_kernel_read(struct functions *fs, const struct image_places *places,
	const struct recorded_image *im, struct arena *text, const char **why)
{
	const char *path;

	for (unsigned i = 0; (path = recorded_kernel_place(text, places, i, im->id,
			im->id_size)) != NULL; i++)
		if (*path != '\0' && read_file(fs, path, text))
			return true;
	if (im->id_size > 0 ? !is_this_kernel(im->id, im->id_size)
	    : im->kind != CODE_IN_OWN_KERNEL) {
		*why = "it is not the kernel of this machine, and its list of symbols is not in ~/.debug, "
			"where perf record keeps it";
		return false;
	}
	if (!read_file(fs, "/proc/kallsyms", text)) {
		*why = "only root may see its addresses (kernel.kptr_restrict)";
		return false;
	}
	if (im->id_size > 0 || has_function(fs, im->low))
		return true;
	*why = "the kernel was started again since, at another address";
	free(fs->v);
	spans_release(&fs->spans);
	return false;
}
