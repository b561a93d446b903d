/* symbols_exact.c - the symbols of an image that are functions by exact rules
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "symbols/symbols.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "dwarf/debugfile.h"
#include "elf/codekinds.h"
#include "elf/symtab.h"

/* Is S a mapping symbol, such as "$a" on ARM, or a label made by a compiler, such as ".L2"?  In PE
 * files, other names of labels and sections begin with a dot, too. */
static bool
is_marker(const struct elf_symbol *s, bool is_pe)
{
	return strncmp(s->name, ".L", 2) == 0 || codekinds_named(s->name) != CODE_UNKNOWN
		|| (is_pe && s->bind == STB_LOCAL && *s->name == '.');
}

/* Returns the number of underscores at the beginning of NAME, or MOST if it has more. */
static unsigned
underscores(const char *name, unsigned most)
{
	unsigned n = 0;

	while (n < most && name[n] == '_')
		n++;
	return n;
}

/* Returns the rank of S.  Of the symbols at one address, the one with the lowest rank names the
 * function.  In PE files, no symbol has a size. */
static uint8_t
rank_of(const struct elf_symbol *s, bool is_pe, bool is_func, bool excluded)
{
	unsigned bind = s->bind == STB_LOCAL ? 2 : s->bind == STB_WEAK ? 1 : 0;

	if (excluded)
		return UINT8_MAX;
	return (uint8_t)((is_func && (s->size > 0 || is_pe) ? 0 : 96) + bind * 32
		+ underscores(s->name, 31));
}

bool
symbols_may_take(const struct elf_symbol *s)
{
	return s->in_code && s->section != SHN_UNDEF
		&& (s->type == STT_FUNC || s->type == STT_GNU_IFUNC || s->type == STT_NOTYPE);
}

/* May S be a function or a label in code?  *IS_FUNC becomes true for a function. */
static bool
is_function(const struct elf_symbol *s, bool is_pe, bool *is_func)
{
	*is_func = s->type == STT_FUNC || s->type == STT_GNU_IFUNC;
	return symbols_may_take(s) && *s->name != '\0' && (*is_func || !is_marker(s, is_pe));
}

/* Do OPTIONS (-a, -D) exclude S?  IS_FUNC is as set by is_function(). */
static bool
is_excluded(const struct elf_symbol *s, const struct open_options *options, bool is_func)
{
	return s->bind == STB_LOCAL
		&& (options->no_static || (options->functions_only && !is_func));
}

/* Returns NAME without the character that the compiler puts in front of all names of IM. */
static const char *
bare_name(const struct image *im, const char *name)
{
	return im->leading != '\0' && *name == im->leading ? name + 1 : name;
}

bool
symbols_take(struct symbol *to, const struct image *im, const struct elf_symbol *s,
	const struct open_options *options)
{
	bool is_func, excluded;

	if (!is_function(s, im->is_pe, &is_func))
		return false;
	excluded = is_excluded(s, options, is_func);
	*to = (struct symbol){
		.name = bare_name(im, s->name),
		.addr = s->value,
		.size = is_func ? s->size : 0,
		.is_func = is_func,
		.is_static = s->bind == STB_LOCAL,
		.excluded = excluded,
		.rank = rank_of(s, im->is_pe, is_func, excluded),
	};
	return true;
}

static void
collect_symbols(struct symbols *all, const struct image *im, const struct elf_symtab *table,
	const struct open_options *options)
{
	struct name_filter filter;
	struct elf_symbol s;

	gprof_symbols_open_filter(&filter, im, table);
	for (size_t i = 1; i < symtab_count(table); i++) {
		symtab_get(table, i, &s);
		if (!symbols_may_take(&s))
			continue;
		all->v = mem_grow(all->v, all->n + 1, &all->room, sizeof(*all->v));
		if (symbols_take(&all->v[all->n], im, &s, options))
			all->v[all->n++].in_gprof = gprof_symbols_judge(&filter, &s, options)
				!= GPROF_REJECTS;
	}
	gprof_symbols_release_filter(&filter);
}

bool
symbols_none(const struct image *im, struct err *e)
{
	const char *debug_file = debugfile_link(im);

	if (debug_file != NULL)
		return err_set(e, ERR_FORMAT, "has no symbols: they were moved to %s; give that file "
			"instead", debug_file);
	return err_set(e, ERR_FORMAT, "has no symbols: %s; give a copy that was not stripped, or link "
		"without -s", im->is_pe ? "it was stripped, or they are in a .pdb file"
		: "it was stripped");
}

const struct elf_symtab *
symbols_table(struct image *im)
{
	return im->symtab != NULL ? im->symtab : debugfile_symtab(im);
}

bool
symbols_exact(struct image *im, const struct open_options *options,
	struct arena *names, struct functions *fs, bool *dynamic, struct err *e)
{
	struct symbols all = { 0 };

	*fs = (struct functions){ 0 };
	*dynamic = false;
	if (options->symbol_file != NULL) {
		if (!symbols_from_file(&all, options->symbol_file, names, options->stop, e)) {
			free(all.v);
			return false;
		}
		for (size_t i = 0; i < all.n; i++)
			all.v[i].name = bare_name(im, all.v[i].name);
	} else {
		const struct elf_symtab *table = symbols_table(im);

		if (table != NULL)
			collect_symbols(&all, im, table, options);
	}
	if (all.n == 0 && im->dynsym != NULL && options->symbol_file == NULL) {
		collect_symbols(&all, im, im->dynsym, options);
		*dynamic = all.n > 0;
	}
	if (all.n == 0) {
		free(all.v);
		return symbols_none(im, e);
	}
	symbols_layout(fs, &all, im, names, 0, UINT64_MAX);
	free(all.v);
	return true;
}
