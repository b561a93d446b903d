/* funcmatch.c - which functions of two profiles of one program are the same
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/funcmatch.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/mem.h"
#include "base/pathname.h"
#include "base/sort.h"
#include "profile/names.h"

/* What is compared.  First, functions are compared by a name.  Functions with the same name are
 * then compared by the base name of their source file, then by its path. */
enum key { BY_SYMBOL, BY_DEMANGLED_NAME, BY_BARE_NAME, BY_FILE, BY_PATH };

/* State of the comparison.  One numbering has the functions of both profiles: first the functions
 * here, then the functions there. */
struct matching {
	struct funcmatch *m;
	struct callsites *here, *there;	/* borrowed */
	struct names names[2];		/* [0]: names of the functions here; [1]: names of the
					 * functions there */
	uint32_t nhere, nthere;
	const char **keys;		/* owned; indexed by number of a function: the last key by
					 * which sort_by() sorted the function */
	struct arena text;		/* owns bare names */
};

static bool
is_here(const struct matching *x, uint32_t i)
{
	return i < x->nhere;
}

static uint32_t *
result_of(const struct matching *x, uint32_t i)
{
	return is_here(x, i) ? &x->m->there_of[i] : &x->m->here_of[i - x->nhere];
}

/* Returns SYMBOL demangled without parameters, or SYMBOL itself. */
static const char *
bare_name(struct matching *x, const char *symbol)
{
	char *name = names_demangle_bare(symbol);
	const char *copy = name != NULL ? arena_text(&x->text, name, strlen(name)) : symbol;

	free(name);
	return copy;
}

/* Returns KEY of function number I, a name or a path.  Returns NULL if it is not known. */
static const char *
key_of(struct matching *x, uint32_t i, enum key key)
{
	struct callsites *side = is_here(x, i) ? x->here : x->there;
	uint32_t f = is_here(x, i) ? i : i - x->nhere;
	const char *path;

	if (key == BY_SYMBOL)
		return side->profile->funcs[f].name;
	if (key == BY_BARE_NAME)
		return bare_name(x, side->profile->funcs[f].name);
	if (key == BY_DEMANGLED_NAME)
		return names_of(&x->names[!is_here(x, i)], f);
	path = callsites_func_place(side, f).file;
	return path != NULL && key == BY_FILE ? pathname_base(path) : path;
}

/* The functions of a group that have no result yet. */
struct rest {
	uint32_t here, there;		/* one such function here, and one there; not set if .nhere
					 * or .nthere is 0 */
	uint32_t nhere, nthere;
};

/* Counts the functions without a result among the N functions V, for each profile.  The result also
 * has one such function of each profile. */
static struct rest
count_rest(const struct matching *x, const uint32_t *v, uint32_t n)
{
	struct rest r = { 0 };

	for (uint32_t i = 0; i < n; i++) {
		if (*result_of(x, v[i]) != NOBODY)
			continue;
		if (is_here(x, v[i])) {
			r.here = v[i];
			r.nhere++;
		} else {
			r.there = v[i];
			r.nthere++;
		}
	}
	return r;
}

static void
join(struct matching *x, const struct rest *r)
{
	*result_of(x, r->here) = r->there - x->nhere;
	*result_of(x, r->there) = r->here;
	x->m->n++;
}

/* Sorts the N functions V by KEY, and moves functions without a key to the end.  Returns how many
 * functions have a key. */
static uint32_t
sort_by(struct matching *x, uint32_t *v, uint32_t n, enum key key)
{
	uint32_t *none = mem_new(n, sizeof(*none)), nkeys = 0, nnone = 0;

	for (uint32_t i = 0; i < n; i++) {
		x->keys[v[i]] = key_of(x, v[i], key);
		if (x->keys[v[i]] != NULL)
			v[nkeys++] = v[i];
		else
			none[nnone++] = v[i];
	}
	if (nnone > 0)
		memcpy(v + nkeys, none, nnone * sizeof(*v));
	free(none);
	sort_texts(v, x->keys, nkeys, false);
	return nkeys;
}

/* Joins a function here and a function there if they have the same KEY, and no other function in V
 * without a result has this key.  V has N functions, all with the same name. */
static void
join_by_place(struct matching *x, uint32_t *v, uint32_t n, enum key key)
{
	uint32_t nkeys = sort_by(x, v, n, key), end;

	for (uint32_t begin = 0; begin < nkeys; begin = end) {
		struct rest r;

		end = sort_end_of_equal(v, x->keys, begin, nkeys);
		r = count_rest(x, v + begin, end - begin);
		if (r.nhere == 1 && r.nthere == 1)
			join(x, &r);
	}
}

/* Joins functions among the N functions V, which all have the same name.  If functions of both
 * profiles still have no result, their results become FUNCMATCH_UNSURE. */
static void
join_group(struct matching *x, uint32_t *v, uint32_t n)
{
	struct rest r = count_rest(x, v, n);

	if (r.nhere == 0 || r.nthere == 0)
		return;
	if (r.nhere == 1 && r.nthere == 1) {
		join(x, &r);
		return;
	}
	join_by_place(x, v, n, BY_FILE);
	join_by_place(x, v, n, BY_PATH);
	r = count_rest(x, v, n);
	for (uint32_t i = 0; i < n && r.nhere > 0 && r.nthere > 0; i++)
		if (*result_of(x, v[i]) == NOBODY)
			*result_of(x, v[i]) = FUNCMATCH_UNSURE;
}

/* Joins functions with the same KEY, which is a name, if they have no result yet. */
static void
join_by_name(struct matching *x, enum key key)
{
	uint32_t all = x->nhere + x->nthere, n = 0, end;
	uint32_t *v = mem_new(all, sizeof(*v)), *group = mem_new(all, sizeof(*group));

	for (uint32_t i = 0; i < all; i++)
		if (*result_of(x, i) == NOBODY)
			v[n++] = i;
	n = sort_by(x, v, n, key);
	for (uint32_t begin = 0; begin < n; begin = end) {
		end = sort_end_of_equal(v, x->keys, begin, n);
		memcpy(group, v + begin, (end - begin) * sizeof(*v));
		/* join_group() changes the order of GROUP and the keys of its functions, but not V
		 * and not the keys of other functions. */
		join_group(x, group, end - begin);
	}
	free(group);
	free(v);
}

/* Returns an array, indexed by function of P, in which no symbol has a result yet.  Rows that are
 * no symbols are unsure. */
static uint32_t *
new_results(const struct profile *p)
{
	uint32_t *of = mem_new(p->nfuncs, sizeof(*of));

	for (uint32_t f = 0; f < p->nfuncs; f++)
		of[f] = p->funcs[f].kind == FUNC_SYMBOL ? NOBODY : FUNCMATCH_UNSURE;
	return of;
}

void
funcmatch_open(struct funcmatch *m, struct callsites *here, struct callsites *there)
{
	struct matching x = { .m = m, .here = here, .there = there,
		.nhere = here->profile->nfuncs, .nthere = there->profile->nfuncs };

	*m = (struct funcmatch){ .there_of = new_results(here->profile),
		.here_of = new_results(there->profile) };
	x.keys = mem_new((size_t)x.nhere + x.nthere, sizeof(*x.keys));
	names_open(&x.names[0], here->profile, DEMANGLE_AUTO);
	names_open(&x.names[1], there->profile, DEMANGLE_AUTO);
	join_by_name(&x, BY_SYMBOL);
	join_by_name(&x, BY_DEMANGLED_NAME);
	join_by_name(&x, BY_BARE_NAME);
	arena_release(&x.text);
	names_release(&x.names[0]);
	names_release(&x.names[1]);
	free(x.keys);
}

void
funcmatch_release(struct funcmatch *m)
{
	free(m->there_of);
	free(m->here_of);
}
