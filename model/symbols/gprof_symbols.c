/* gprof_symbols.c - which symbols GNU gprof turns into functions, and which it ignores
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "symbols/symbols.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/sort.h"
#include "elf/symtab.h"

enum verdict { UNKNOWN, ACCEPTED, REJECTED };

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* If P begins with ".clone." or ".constprop." and more text follows, returns the last dot of this
 * prefix; otherwise returns P.  P must point to a dot. */
static const char *
skip_prefix(const char *p)
{
	static const char *const prefixes[] = { ".clone.", ".constprop." };

	for (size_t i = 0; i < sizeof(prefixes) / sizeof(*prefixes); i++) {
		size_t n = strlen(prefixes[i]);

		if (strncmp(p, prefixes[i], n) == 0 && p[n] != '\0')
			return p + n - 1;
	}
	return p;
}

/* Returns whether gprof accepts the text from P to the end of the string.  UNKNOWN: the string ends
 * in a number, so gprof reads on at *NEXT.  Stores the verdict REMEMBER for most positions that are
 * read.  At a position that already has a verdict, stops and returns this verdict. */
static enum verdict
scan_string(struct name_filter *f, const char *p, enum verdict remember, const char **next)
{
	while (*p != '\0') {
		uint8_t *verdict = &f->verdicts[p - f->strings];
		const char *number;

		if (*verdict != UNKNOWN)
			return (enum verdict)*verdict;
		*verdict = (uint8_t)remember;
		if (*p == '$')
			return REJECTED;
		if (*p != '.') {
			p++;
			continue;
		}
		number = p = skip_prefix(p) + 1;
		while (is_digit(*p))
			p++;
		if (*p == '.' && p > number)
			continue;
		if (*p != '\0')
			return REJECTED;
		*next = p + 1;
		return UNKNOWN;
	}
	return ACCEPTED;
}

/* Returns whether gprof accepts the string at START.  If a string ends in a number, also reads the
 * next string, as gprof does.  Stores the verdict REMEMBER as scan_string() does; the verdict
 * UNKNOWN changes nothing. */
static enum verdict
read_verdict(struct name_filter *f, const char *start, enum verdict remember)
{
	const char *end = f->strings + f->size;
	enum verdict verdict = UNKNOWN;

	for (const char *p = start, *next = end; verdict == UNKNOWN && p < end; p = next)
		verdict = scan_string(f, p, remember, &next);
	return verdict != UNKNOWN ? verdict : ACCEPTED;	/* a name also ends at the end of the
							 * table */
}

/* Returns whether gprof accepts the string at START.  Stores the verdict for each position that is
 * read, so that later calls do not read this position again.  Without stored verdicts, a position
 * could be read very often: many names may share one long suffix, and gprof reads on after a name
 * that ends in a number. */
static enum verdict
judge_name(struct name_filter *f, const char *start)
{
	enum verdict verdict;

	if (f->verdicts == NULL)
		f->verdicts = mem_new(f->size, sizeof(*f->verdicts));
	verdict = read_verdict(f, start, UNKNOWN);
	read_verdict(f, start, verdict);
	return verdict;
}

static bool
is_good_local(struct name_filter *f, const struct elf_symbol *symbol)
{
	const char *name = symbol->name;

	if (*name == '\0' || (f->leading != '\0' && *name != f->leading))
		return false;
	if (strncmp(name, "__gnu_compiled", 14) == 0 || strncmp(name, "___gnu_compiled", 15) == 0)
		return false;
	return judge_name(f, name) == ACCEPTED;
}

/* Is S a function, as BFD reads it?  In PE files, BFD takes static functions for labels. */
static bool
is_func(const struct elf_symbol *s, bool is_pe)
{
	return s->type == STT_FUNC && !(is_pe && s->bind == STB_LOCAL);
}

void
gprof_symbols_open_filter(struct name_filter *filter, const struct image *im,
	const struct elf_symtab *table)
{
	*filter = (struct name_filter){ .is_pe = im->is_pe, .leading = im->leading };
	filter->strings = symtab_strings(table, &filter->size);
}

enum gprof_verdict
gprof_symbols_judge(struct name_filter *filter, const struct elf_symbol *s,
	const struct open_options *options)
{
	bool undefined = !s->special && s->section == SHN_UNDEF;
	bool common = s->special && s->section == SHN_COMMON;

	/* In PE files, gprof takes the symbols of sections for labels. */
	if ((s->type == STT_SECTION && !filter->is_pe) || s->type == STT_FILE)
		return GPROF_REJECTS;
	if (options->no_static && s->bind == STB_LOCAL)
		return GPROF_REJECTS;
	if (undefined || common || s->type == STT_GNU_IFUNC)
		return GPROF_REJECTS;
	if (s->bind == STB_WEAK)
		return s->type == STT_OBJECT || s->type == STT_COMMON ? GPROF_REJECTS
			: GPROF_GLOBAL;
	if (s->bind != STB_GLOBAL && s->bind != STB_LOCAL)
		return GPROF_REJECTS;
	if (!s->in_code)
		return GPROF_REJECTS;
	if (s->bind == STB_GLOBAL)
		return GPROF_GLOBAL;
	if (options->functions_only && !is_func(s, filter->is_pe))
		return GPROF_REJECTS;
	return is_good_local(filter, s) ? GPROF_STATIC : GPROF_REJECTS;
}

void
gprof_symbols_release_filter(struct name_filter *filter)
{
	free(filter->verdicts);
}

/* Collects the symbols of .symtab that gprof turns into functions. */
static void
collect_symbols(struct symbols *all, const struct image *im,
	const struct open_options *options, const struct object_map *map)
{
	struct name_filter filter;
	struct elf_symbol s;

	gprof_symbols_open_filter(&filter, im, im->symtab);
	for (size_t i = 1; i < symtab_count(im->symtab); i++) {
		const struct mapping *m = NULL;
		enum gprof_verdict says;

		symtab_get(im->symtab, i, &s);
		says = gprof_symbols_judge(&filter, &s, options);
		if (says == GPROF_REJECTS)
			continue;
		if (map != NULL)
			m = symbols_map_find(map, s.name);
		if (m != NULL && !m->is_first)
			continue;
		all->v = mem_grow(all->v, all->n + 1, &all->room, sizeof(*all->v));
		all->v[all->n++] = (struct symbol){
			.name = m != NULL ? m->object : s.name,
			.addr = s.value,
			.is_func = is_func(&s, im->is_pe),
			.is_static = says == GPROF_STATIC,
			.is_mapped = m != NULL,
			.in_gprof = true,
		};
	}
	gprof_symbols_release_filter(&filter);
}

/* Sorts by address.  At one address, functions come before labels; among functions and among
 * labels, global symbols come before local ones.  The sort is stable. */
static bool
key_of_symbol(uint32_t number, uint32_t level, uint64_t *key, const void *with)
{
	const struct symbol *s = (const struct symbol *)with + number;

	*key = level == 0 ? s->addr : (s->is_func ? 0u : 2u) + s->is_static;
	return level == 0;
}

bool
gprof_symbols_prefers(const struct func *new, const struct func *old)
{
	if (new->is_static != old->is_static)
		return old->is_static;
	if (new->is_func != old->is_func)
		return new->is_func;
	if (new->name[0] != '_')
		return old->name[0] == '_';
	return old->name[0] == '_' && new->name[1] != '_' && old->name[1] == '_';
}

static struct func
func_of(const struct symbol *s)
{
	return (struct func){
		.name = s->name,
		.lo = s->addr,
		.is_func = s->is_func,
		.is_static = s->is_static,
		.is_mapped = s->is_mapped,
		.in_gprof = true,
	};
}

/* Makes a function for each address that has symbols.  A function ends where the next function
 * begins; the last function ends at TEXT_END. */
static void
make_functions(struct functions *fs, const struct symbols *all, uint64_t text_end)
{
	uint32_t *order = mem_new(all->n, sizeof(*order));
	struct func *last;

	for (size_t i = 0; i < all->n; i++)
		order[i] = (uint32_t)i;
	sort_by_levels(order, all->n, key_of_symbol, all->v);
	fs->v = mem_new(all->n, sizeof(*fs->v));
	fs->n = 0;
	for (size_t i = 0; i < all->n; i++) {
		struct func f = func_of(&all->v[order[i]]);

		if (fs->n > 0 && fs->v[fs->n - 1].lo == f.lo) {
			if (gprof_symbols_prefers(&f, &fs->v[fs->n - 1]))
				fs->v[fs->n - 1] = f;
			continue;
		}
		if (fs->n > 0)
			fs->v[fs->n - 1].hi = f.lo;
		fs->v[fs->n++] = f;
	}
	last = &fs->v[fs->n - 1];
	last->hi = text_end;		/* if TEXT_END is below last->lo, the function has no
					 * code */
	free(order);
}

void
gprof_symbols_spans(struct functions *fs)
{
	spans_release(&fs->spans);
	spans_add(&fs->spans, 0, NOBODY, false);
	for (uint32_t f = 0; f < fs->n; f++) {
		const struct func *func = &fs->v[f];

		spans_add(&fs->spans, func->lo, f, false);
		if (f + 1 == fs->n || func->hi < func[1].lo)
			spans_add(&fs->spans, func->hi > func->lo ? func->hi : func->lo,
				NOBODY, false);
	}
	spans_index(&fs->spans);
}

static void
list_found(struct functions *fs, const struct symbols *all)
{
	fs->found = mem_new(all->n, sizeof(*fs->found));
	fs->nfound = all->n;
	for (size_t i = 0; i < all->n; i++)
		fs->found[i] = all->v[i].addr;
}

static void
list_objects(struct functions *fs, const struct object_map *map)
{
	fs->objects = mem_new(map->n, sizeof(*fs->objects));
	for (size_t i = 0; i < map->n; i++)
		if (map->v[i].is_first)
			fs->objects[fs->nobjects++] = map->v[i].object;
}

bool
symbols_gprof(const struct image *im, const struct open_options *options,
	struct arena *names, struct functions *fs, struct err *e)
{
	struct symbols all = { 0 };
	struct object_map map = { 0 };

	*fs = (struct functions){ 0 };
	if (im->text == NULL)
		return err_set(e, ERR_FORMAT, "has no .text section; give the program that was run");
	if (options->map_file != NULL
	    && !symbols_map_read(&map, options->map_file, names, options->stop, e))
		return false;
	if (options->symbol_file != NULL) {
		if (!symbols_from_file(&all, options->symbol_file, names, options->stop, e))
			goto fail;
	} else if (im->symtab != NULL) {
		collect_symbols(&all, im, options, options->map_file != NULL ? &map : NULL);
	}
	if (all.n == 0) {
		if (im->symtab != NULL && map.n > 0)
			(void)err_set(e, ERR_FORMAT, "has no function that is the first of "
				"an object file in %s; make %s with nm -o from the object files "
				"of this program, and keep only the lines of functions",
				options->map_file, options->map_file);
		else
			(void)symbols_none(im, e);
		goto fail;
	}
	make_functions(fs, &all, im->text->hi);
	gprof_symbols_spans(fs);
	if (options->symbol_file == NULL)
		list_found(fs, &all);
	list_objects(fs, &map);
	free(all.v);
	symbols_map_release(&map);
	return true;
fail:
	free(all.v);
	symbols_map_release(&map);
	return false;
}
