/* gprof_elffuncs.c - the symbol that GNU gprof finds for an address
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gprof/gprof_elffuncs.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "base/bisect.h"
#include "base/mem.h"
#include "elf/codekinds.h"
#include "elf/symtab.h"

/* Sorts by address.  At one address, the largest symbol comes first.  Symbols with the same address
 * and size keep the order of the symbol table. */
static int
by_addr(const void *a, const void *b)
{
	const struct elf_func *f = a, *g = b;

	if (f->addr != g->addr)
		return f->addr < g->addr ? -1 : 1;
	if (f->size != g->size)
		return f->size > g->size ? -1 : 1;
	return f->order < g->order ? -1 : f->order > g->order;
}

static bool
is_function(const struct elf_symbol *s, const struct code_section *text)
{
	if (s->special || !s->in_code || s->value < text->lo || s->value >= text->hi)
		return false;
	if (s->type == STT_OBJECT || s->type == STT_COMMON || s->type == STT_TLS
	    || s->type == STT_SECTION || s->type == STT_FILE)
		return false;
	return s->size > 0 || s->type != STT_NOTYPE || s->bind != STB_LOCAL || !s->is_hidden;
}

void
gprof_elffuncs_open(struct elf_funcs *fs, const struct image *im)
{
	size_t n = im->symtab != NULL && !im->is_pe ? symtab_count(im->symtab) : 0, kept = 0;
	struct elf_symbol s;

	*fs = (struct elf_funcs){ .lo = im->text->lo };
	fs->v = mem_new(n, sizeof(*fs->v));
	for (size_t i = 1; i < n; i++) {
		symtab_get(im->symtab, i, &s);
		if (is_function(&s, im->text) && !codekinds_is_bfd_mark(&s, im->machine))
			fs->v[fs->n++] = (struct elf_func){ s.name, s.value, s.size, (uint32_t)i };
	}
	if (fs->n > 0)
		qsort(fs->v, fs->n, sizeof(*fs->v), by_addr);
	for (size_t i = 0; i < fs->n; i++)
		if (kept == 0 || fs->v[kept - 1].addr != fs->v[i].addr)
			fs->v[kept++] = fs->v[i];
	fs->n = kept;
}

void
gprof_elffuncs_release(struct elf_funcs *fs)
{
	free(fs->v);
	*fs = (struct elf_funcs){ 0 };
}

static bool
covers(const struct elf_func *f, uint64_t addr)
{
	return f != NULL && addr >= f->addr && addr - f->addr < f->size;
}

/* Returns the last function that begins at or before ADDR, or NULL. */
static const struct elf_func *
find_func(const struct elf_funcs *fs, uint64_t addr)
{
	size_t i;

	BISECT(i, fs->n, fs->v[i].addr > addr);
	return i > 0 ? &fs->v[i - 1] : NULL;
}

const struct elf_func *
gprof_elffuncs_at(struct elf_funcs *fs, uint64_t addr, uint64_t *next)
{
	const struct elf_func *f = fs->last, *after;

	/* gprof subtracts the beginning of .text in unsigned arithmetic, so an address before .text
	 * becomes a very high one. */
	if (addr < fs->lo)
		addr = UINT64_MAX;
	if (!covers(f, addr))
		f = fs->last = find_func(fs, addr);
	after = f == NULL ? fs->v : f + 1;
	*next = after < fs->v + fs->n ? after->addr : UINT64_MAX;
	if (covers(f, addr))
		*next = f->addr + f->size > f->addr ? f->addr + f->size : UINT64_MAX;
	return f;
}
