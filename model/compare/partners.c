/* partners.c - which functions of two profiles are compared with each other
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "compare/partners.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/mem.h"
#include "base/pathname.h"
#include "base/sort.h"
#include "compare/samename.h"
#include "elf/image.h"
#include "profile/origin.h"

/* What functions have in common, one after the other: functions whose keys are equal are
 * partners. */
enum key {
	BY_PLACE,			/* image, symbol and, if several have these, source file */
	BY_SYMBOL,			/* image and symbol */
	BY_NAME,			/* image and demangled name */
	BY_BARE_NAME,			/* name without parameters, in any image */
};

/* Functions that are partners so far.  A group is known by its first function. */
struct group {
	uint32_t first[2];		/* its first function on each side, as a number of this
					 * file; NOBODY: it has none */
	uint32_t n[2];			/* number of its functions on each side */
	enum partner_match match;	/* valid if both sides have functions */
};

/* The functions of both profiles have one numbering: first those of profile 0. */
struct matching {
	struct callsites *sides;	/* borrowed; of both profiles */
	const struct rename *renames;	/* borrowed */
	size_t nrenames;
	uint32_t nfirst, n;		/* number of functions of profile 0; of both */
	const char **images[2];		/* owned; indexed by image: name for comparisons */
	const char **keys;		/* owned; indexed by function */
	bool *is_alike;			/* owned; indexed by function: its profile has several
					 * functions of this symbol in this image */
	bool *is_renamed;		/* owned; indexed by function */
	uint32_t *group;		/* owned; indexed by function: the first function of its
					 * group */
	struct group *groups;		/* owned; indexed by first function */
	struct arena text;
};

static int
side_of(const struct matching *x, uint32_t i)
{
	return i >= x->nfirst;
}

static const struct profile *
profile_of(const struct matching *x, uint32_t i, uint32_t *f)
{
	*f = i - (side_of(x, i) ? x->nfirst : 0);
	return x->sides[side_of(x, i)].profile;
}

/* Returns the name of image IMAGE of P for comparisons.  The program itself has no name, because
 * two builds of it may be called differently; libraries are compared without their versions. */
static const char *
image_name(struct matching *x, const struct profile *p, uint32_t image)
{
	const char *path = p->images[image].path, *name = pathname_base(path), *so;
	const char *program = origin_of(p).program;

	if (image == 0 && program != NULL && strcmp(program, path) == 0)
		return "";
	so = strstr(name, ".so");
	return so != NULL ? arena_text(&x->text, name, (size_t)(so - name)) : name;
}

static const char *
file_name(struct matching *x, uint32_t i)
{
	uint32_t f;
	const struct profile *p = profile_of(x, i, &f);
	const char *path;

	if (p->places != NULL)
		path = p->places[f].file != NOBODY ? p->files[p->places[f].file] : NULL;
	else
		path = callsites_func_place(&x->sides[side_of(x, i)], f).file;
	return path != NULL ? pathname_base(path) : "";
}

/* Returns NAME of function I, as the user has renamed it. */
static const char *
renamed(struct matching *x, uint32_t i, const char *name)
{
	const char *other = name;

	if (side_of(x, i) == 0)
		other = rename_of(x->renames, x->nrenames, &x->text, name);
	x->is_renamed[i] |= other != name;
	return other;
}

/* Is function I only inlined into others, and part of them, so that the profile shows nothing of
 * it? */
static bool
is_absorbed(const struct matching *x, uint32_t i)
{
	uint32_t f;
	const struct profile *p = profile_of(x, i, &f);

	return p->funcs[f].frames == FRAME_INLINED && !p->inlined;
}

/* Returns KEY of function I. */
static const char *
key_of(struct matching *x, uint32_t i, enum key key)
{
	uint32_t f;
	const struct profile *p = profile_of(x, i, &f);
	const char *symbol = p->funcs[f].name, *name, *image;

	image = x->images[side_of(x, i)][p->funcs[f].image];
	if (key == BY_BARE_NAME)
		return renamed(x, i, samename_bare(&x->text, symbol));
	if (key == BY_NAME || samename_is_numbered(symbol))
		name = samename_demangled(&x->text, symbol);
	else
		name = samename_of(&x->text, symbol);
	name = renamed(x, i, name);
	if (key == BY_PLACE && x->is_alike[i])
		return arena_printf(&x->text, "%s\n%s\n%s", name, image, file_name(x, i));
	return *image != '\0' ? arena_printf(&x->text, "%s\n%s", name, image) : name;
}

/* Puts group B into group A.  KEY has shown that they are the same. */
static void
join(struct matching *x, uint32_t a, uint32_t b, enum key key)
{
	struct group *to = &x->groups[a], *from = &x->groups[b];

	for (int side = 0; side < 2; side++) {
		if (to->first[side] == NOBODY)
			to->first[side] = from->first[side];
		to->n[side] += from->n[side];
	}
	if (key != BY_PLACE || from->match == PARTNER_NAME)
		to->match = PARTNER_NAME;
	x->group[b] = a;
}

static bool
has_both(const struct group *g)
{
	return g->n[0] > 0 && g->n[1] > 0;
}

/* Returns the first function of the group of function I. */
static uint32_t
group_of(struct matching *x, uint32_t i)
{
	while (x->group[i] != i)
		i = x->group[i] = x->group[x->group[i]];
	return i;
}

/* Joins the groups V[BEGIN] to V[END - 1], which have the same KEY, if that gives partners to
 * some. */
static void
join_equal(struct matching *x, const uint32_t *v, uint32_t begin, uint32_t end, enum key key)
{
	bool has[2] = { false, false };

	for (uint32_t i = begin; i < end; i++)
		for (int side = 0; side < 2; side++)
			has[side] |= x->groups[v[i]].n[side] > 0;
	if (key == BY_PLACE || (has[0] && has[1]))
		for (uint32_t i = begin + 1; i < end; i++)
			join(x, v[begin], v[i], key);
}

/* Joins groups without partners that have the same KEY. */
static void
join_by(struct matching *x, enum key key)
{
	uint32_t *v = mem_new(x->n, sizeof(*v)), n = 0, end;

	for (uint32_t i = 0; i < x->n; i++)
		if (x->group[i] == i && !has_both(&x->groups[i])) {
			x->keys[i] = key_of(x, i, key);
			if (is_absorbed(x, i))
				x->keys[i] = arena_printf(&x->text, "%s\ninlined", x->keys[i]);
			v[n++] = i;
		}
	sort_texts(v, x->keys, n, false);
	for (uint32_t begin = 0; begin < n; begin = end) {
		end = sort_end_of_equal(v, x->keys, begin, n);
		join_equal(x, v, begin, end, key);
	}
	free(v);
}

/* Finds the functions whose symbol and image several functions of one of the profiles have. */
static void
find_alike(struct matching *x)
{
	uint32_t *v = mem_new(x->n, sizeof(*v)), end, f;

	for (uint32_t i = 0; i < x->n; i++) {
		const struct profile *p = profile_of(x, i, &f);
		const char *image = x->images[side_of(x, i)][p->funcs[f].image];

		x->keys[i] = *image == '\0' ? p->funcs[f].name
			: arena_printf(&x->text, "%s\n%s", p->funcs[f].name, image);
		v[i] = i;
	}
	sort_texts(v, x->keys, x->n, false);
	for (uint32_t begin = 0; begin < x->n; begin = end) {
		uint32_t n[2] = { 0, 0 };

		end = sort_end_of_equal(v, x->keys, begin, x->n);
		for (uint32_t i = begin; i < end; i++)
			n[side_of(x, v[i])]++;
		for (uint32_t i = begin; i < end && (n[0] > 1 || n[1] > 1); i++)
			x->is_alike[v[i]] = true;
	}
	free(v);
}

static void
open_side(struct matching *x, int side)
{
	const struct profile *p = x->sides[side].profile;

	x->images[side] = mem_new(p->nimages, sizeof(*x->images[side]));
	for (uint32_t im = 0; im < p->nimages; im++)
		x->images[side][im] = image_name(x, p, im);
	for (uint32_t f = 0; f < p->nfuncs; f++) {
		uint32_t i = side == 0 ? f : x->nfirst + f;

		x->group[i] = i;
		x->groups[i] = (struct group){ .first = { NOBODY, NOBODY } };
		x->groups[i].first[side] = i;
		x->groups[i].n[side] = 1;
	}
}

/* Does the symbol of function I have the ending of a clone, or a number that may differ? */
static bool
is_variant(struct matching *x, uint32_t i)
{
	uint32_t f;
	const char *symbol = profile_of(x, i, &f)->funcs[f].name;

	return samename_of(&x->text, symbol) != symbol;
}

/* Finds the functions that show the functions of each group on each side: the first one that is no
 * clone or, if all are, the first one.  HEADS is indexed by side and group. */
static void
find_heads(struct matching *x, uint32_t *heads[2])
{
	for (uint32_t i = 0; i < x->n; i++) {
		uint32_t *head = &heads[side_of(x, i)][group_of(x, i)];

		if (*head == NOBODY || (is_variant(x, *head) && !is_variant(x, i)))
			*head = i;
	}
}

static enum partner_match
match_of(const struct matching *x, const struct group *g)
{
	if (!has_both(g))
		return g->n[0] > 0 ? PARTNER_GONE : PARTNER_NEW;
	if (x->is_renamed[g->first[0]])
		return PARTNER_RENAMED;
	if (g->match == PARTNER_NAME)
		return PARTNER_NAME;
	return g->n[0] > 1 || g->n[1] > 1 ? PARTNER_FOLDED : PARTNER_SAME;
}

/* Returns an array, to be free()d: the function of SIDE that shows each of its functions.  HEADS
 * has this function for each group.  Returns NULL if every function shows itself. */
static uint32_t *
find_into(struct matching *x, int side, const uint32_t *heads)
{
	uint32_t first = side == 0 ? 0 : x->nfirst, n = x->sides[side].profile->nfuncs;
	uint32_t *into = mem_new(n, sizeof(*into));
	bool is_folded = false;

	for (uint32_t f = 0; f < n; f++) {
		into[f] = heads[group_of(x, first + f)] - first;
		is_folded |= into[f] != f;
	}
	if (is_folded)
		return into;
	free(into);
	return NULL;
}

/* Makes the rows of P, and the arrays that say which function shows which. */
static void
make_rows(struct matching *x, struct partners *p)
{
	uint32_t *heads[2] = { mem_new(x->n, sizeof(*heads[0])), mem_new(x->n, sizeof(*heads[1])) };

	for (uint32_t i = 0; i < x->n; i++)
		heads[0][i] = heads[1][i] = NOBODY;
	find_heads(x, heads);
	p->rows = mem_new(x->n, sizeof(*p->rows));
	for (uint32_t i = 0; i < x->n; i++) {
		uint32_t a = heads[0][i], b = heads[1][i];

		if (group_of(x, i) == i)
			p->rows[p->nrows++] = (struct partner_row){ { a,
				b != NOBODY ? b - x->nfirst : NOBODY },
				match_of(x, &x->groups[i]) };
	}
	for (int side = 0; side < 2; side++) {
		p->into[side] = find_into(x, side, heads[side]);
		free(heads[side]);
	}
}

void
partners_open(struct partners *p, struct callsites sides[2], const struct rename *r, size_t n)
{
	struct matching x = { .sides = sides, .renames = r, .nrenames = n,
		.nfirst = sides[0].profile->nfuncs };

	*p = (struct partners){ .nrows = 0 };
	x.n = x.nfirst + sides[1].profile->nfuncs;
	x.keys = mem_new(x.n, sizeof(*x.keys));
	x.is_alike = mem_new(x.n, sizeof(*x.is_alike));
	x.is_renamed = mem_new(x.n, sizeof(*x.is_renamed));
	x.group = mem_new(x.n, sizeof(*x.group));
	x.groups = mem_new(x.n, sizeof(*x.groups));
	open_side(&x, 0);
	open_side(&x, 1);
	find_alike(&x);
	for (enum key key = BY_PLACE; key <= BY_BARE_NAME; key++)
		join_by(&x, key);
	make_rows(&x, p);
	free(x.keys);
	free(x.is_alike);
	free(x.is_renamed);
	free(x.group);
	free(x.groups);
	free(x.images[0]);
	free(x.images[1]);
	arena_release(&x.text);
}

void
partners_release(struct partners *p)
{
	free(p->into[0]);
	free(p->into[1]);
	free(p->rows);
}

const char *
partners_match_name(enum partner_match match)
{
	static const char *const names[PARTNER_MATCHES] = { [PARTNER_SAME] = "same",
		[PARTNER_FOLDED] = "folded", [PARTNER_RENAMED] = "renamed",
		[PARTNER_NAME] = "name", [PARTNER_NEW] = "new", [PARTNER_GONE] = "gone" };

	return names[match];
}
