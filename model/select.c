/* Which functions and arcs the options name.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "select.h"

#include <stdlib.h>
#include <string.h>

#include "profile.h"

/* Functions that follow one another in the table of functions: FIRST to LAST. */
struct range {
	uint32_t first, last;
};

/* One half of a spec, and what it names. */
struct side {
	const char *name;		/* NULL: every function */
	struct range *ranges;		/* owned; ascending, apart from each other */
	size_t n, room;
};

struct pattern {
	enum table table;
	struct side left, right;
	bool has_right;
};

/* What is in one table of arcs.  Function f is the caller of what the patterns
 * which[at[f]] to which[at[f + 1] - 1] have on their right-hand side. */
struct arc_table {
	size_t *at;			/* owned; NULL: the table is empty */
	uint32_t *which;		/* owned */
};

struct arc_filter {
	struct pattern *patterns;	/* owned */
	size_t npatterns;
	struct arena names;
	struct arc_table include, exclude;
	bool to_the_end;		/* gprof: a callee must end before its range does */
};

/* An entry of a table: a range that PATTERN put there. */
struct entry {
	struct range range;
	uint32_t pattern;
};

struct entries {
	struct entry *v;		/* owned */
	size_t n, room;
};

/* To find the sides that a name belongs to. */
struct named {
	const char *name;
	struct side *side;
};

struct finder {
	struct named *v;		/* owned; by name */
	struct side **all;		/* owned; those that take every function */
	size_t n, nall;
	bool begins[256];		/* some name begins with this byte */
};

/* The names gprof never shows: the machinery of profiling. */
static const char *const machinery[] = {
	"_gprof_mcount", "mcount", "_mcount", "__mcount", "__mcount_internal", "__mcleanup",
};

static const enum table machinery_in[] = { EXCL_TIME, EXCL_GRAPH, EXCL_FLAT };

enum {
	NMACHINERY = sizeof(machinery) / sizeof(*machinery),
	NMACHINERY_IN = sizeof(machinery_in) / sizeof(*machinery_in),
};

/* SIDE is what the N characters at TEXT say. */
static bool
parse_side(struct side *side, struct arena *names, const char *text, size_t n, struct err *e)
{
	const char *colon = memrchr(text, ':', n);
	const char *name = colon != NULL ? colon + 1 : text;
	size_t left = n - (size_t)(name - text);
	bool by_file = colon != NULL ? colon > text : memchr(text, '.', n) != NULL;

	if (by_file || (left > 0 && *name >= '0' && *name <= '9'))
		return err_set(e, ERR_USAGE, "%.*s: naming functions by file or line is not "
			"supported yet; name a function", n < 200 ? (int)n : 200, text);
	if (left > 0)
		side->name = arena_text(names, name, left);
	return true;
}

static bool
parse(struct pattern *p, struct arena *names, const struct spec *spec, struct err *e)
{
	const char *slash = strchr(spec->text, '/');
	size_t n = slash != NULL ? (size_t)(slash - spec->text) : strlen(spec->text);

	p->table = spec->table;
	if (!parse_side(&p->left, names, spec->text, n, e))
		return false;
	if (slash == NULL)
		return true;
	p->has_right = true;
	return parse_side(&p->right, names, slash + 1, strlen(slash + 1), e);
}

/* The patterns in the order in which gprof tries them: from the last one back. */
static bool
parse_all(struct arc_filter *a, const struct spec *specs, size_t nspecs, bool exclude_profiler,
	struct err *e)
{
	a->patterns = mem_new(nspecs + NMACHINERY * NMACHINERY_IN, sizeof(*a->patterns));
	for (size_t i = 0; exclude_profiler && i < NMACHINERY; i++)
		for (size_t k = 0; k < NMACHINERY_IN; k++) {
			struct pattern *p = &a->patterns[a->npatterns++];

			p->table = machinery_in[k];
			p->left.name = machinery[i];
		}
	for (size_t i = nspecs; i-- > 0;)
		if (!parse(&a->patterns[a->npatterns++], &a->names, &specs[i], e))
			return false;
	return true;
}

static int
by_name(const void *a, const void *b)
{
	const struct named *n = a, *m = b;

	return strcmp(n->name, m->name);
}

static void
finder_add(struct finder *f, struct side *side)
{
	if (side->name == NULL) {
		f->all[f->nall++] = side;
		return;
	}
	f->begins[(unsigned char)*side->name] = true;
	f->v[f->n++] = (struct named){ side->name, side };
}

static void
finder_make(struct finder *f, struct arc_filter *a)
{
	memset(f, 0, sizeof(*f));
	f->v = mem_new(2 * a->npatterns, sizeof(*f->v));
	f->all = mem_new(2 * a->npatterns, sizeof(*f->all));
	for (size_t i = 0; i < a->npatterns; i++) {
		finder_add(f, &a->patterns[i].left);
		if (a->patterns[i].has_right)
			finder_add(f, &a->patterns[i].right);
	}
	qsort(f->v, f->n, sizeof(*f->v), by_name);
}

/* SIDE names function F too; F grows from call to call. */
static void
extend(struct side *side, uint32_t f)
{
	struct range *last = side->n > 0 ? &side->ranges[side->n - 1] : NULL;

	if (last != NULL && last->last + 1 >= f) {
		last->last = f;
		return;
	}
	side->ranges = mem_room(side->ranges, side->n + 1, &side->room, sizeof(*side->ranges));
	side->ranges[side->n++] = (struct range){ f, f };
}

/* NAME is a name of function F. */
static void
match(const struct finder *finder, const char *name, uint32_t f)
{
	size_t lo = 0, hi = finder->n;

	if (!finder->begins[(unsigned char)*name])
		return;
	while (lo < hi) {
		size_t middle = lo + (hi - lo) / 2;

		if (strcmp(finder->v[middle].name, name) < 0)
			lo = middle + 1;
		else
			hi = middle;
	}
	for (; lo < finder->n && strcmp(finder->v[lo].name, name) == 0; lo++)
		extend(finder->v[lo].side, f);
}

static void
match_all(struct arc_filter *a, const struct func *funcs, uint32_t nfuncs)
{
	struct finder finder;

	finder_make(&finder, a);
	for (uint32_t f = 0; f < nfuncs; f++) {
		for (size_t i = 0; i < finder.nall; i++)
			extend(finder.all[i], f);
		match(&finder, funcs[f].name, f);
		for (uint32_t i = 0; i < funcs[f].nalso; i++)
			match(&finder, funcs[f].also[i], f);
	}
	free(finder.v);
	free(finder.all);
}

static int
by_first(const void *a, const void *b)
{
	const struct entry *s = a, *t = b;

	if (s->range.first != t->range.first)
		return s->range.first < t->range.first ? -1 : 1;
	return s->pattern < t->pattern ? -1 : s->pattern > t->pattern;
}

/* gprof compares addresses, and the last function of an image may begin behind the end
 * that it has: leave out of RANGE what begins behind its end.  False: nothing is left. */
static bool
shorten(struct range *range, const struct func *funcs)
{
	const struct func *end = &funcs[range->last];

	while (funcs[range->last].image == end->image && funcs[range->last].lo >= end->hi) {
		if (range->last == range->first)
			return false;
		range->last--;
	}
	return true;
}

/* Everything that the patterns put into TABLE, by first function. */
static void
entries_collect(struct entries *t, const struct arc_filter *a, enum table table)
{
	t->n = 0;
	for (size_t i = 0; i < a->npatterns; i++) {
		const struct side *side = &a->patterns[i].left;

		if (a->patterns[i].table != table || side->n == 0)
			continue;
		t->v = mem_room(t->v, t->n + side->n, &t->room, sizeof(*t->v));
		for (size_t k = 0; k < side->n; k++)
			t->v[t->n++] = (struct entry){ side->ranges[k], (uint32_t)i };
	}
	if (t->n > 0)
		qsort(t->v, t->n, sizeof(*t->v), by_first);
}

/* gprof: of the entries that begin alike only the first is there.  In a table of functions
 * (not ARCS) a lookup finds in an entry only what comes before the next one begins. */
static void
entries_reduce(struct entries *t, const struct func *funcs, bool arcs)
{
	size_t n = 0;

	for (size_t i = 0; i < t->n; i++) {
		struct entry entry = t->v[i];
		struct range *before = n > 0 ? &t->v[n - 1].range : NULL;

		if (!shorten(&entry.range, funcs))
			continue;
		if (before != NULL && before->first == entry.range.first)
			continue;
		if (!arcs && before != NULL && before->last >= entry.range.first)
			before->last = entry.range.first - 1;
		t->v[n++] = entry;
	}
	t->n = n;
}

static void
mark(struct selection *sel, enum table table, const struct entries *t, uint32_t nfuncs)
{
	if (t->n == 0)
		return;
	sel->given |= (uint16_t)(1u << table);
	if (sel->tables == NULL)
		sel->tables = mem_new(nfuncs, sizeof(*sel->tables));
	for (size_t i = 0; i < t->n; i++)
		for (uint32_t f = t->v[i].range.first; f <= t->v[i].range.last; f++)
			sel->tables[f] |= (uint16_t)(1u << table);
}

/* Fill a table of arcs: the patterns of T by caller. */
static void
arc_table_make(struct arc_table *arcs, const struct entries *t, uint32_t nfuncs)
{
	size_t *at = mem_new((size_t)nfuncs + 2, sizeof(*at));

	for (size_t i = 0; i < t->n; i++)
		for (uint32_t f = t->v[i].range.first; f <= t->v[i].range.last; f++)
			at[f + 2]++;
	for (size_t f = 0; f < nfuncs; f++)
		at[f + 2] += at[f + 1];
	arcs->which = mem_new(at[nfuncs + 1], sizeof(*arcs->which));
	for (size_t i = 0; i < t->n; i++)
		for (uint32_t f = t->v[i].range.first; f <= t->v[i].range.last; f++)
			arcs->which[at[f + 1]++] = t->v[i].pattern;
	arcs->at = at;
}

static void
filter_free(struct arc_filter *a)
{
	if (a == NULL)
		return;
	for (size_t i = 0; i < a->npatterns; i++) {
		free(a->patterns[i].left.ranges);
		free(a->patterns[i].right.ranges);
	}
	free(a->patterns);
	free(a->include.at);
	free(a->include.which);
	free(a->exclude.at);
	free(a->exclude.which);
	arena_release(&a->names);
	free(a);
}

/* Make the tables from what the patterns have matched. */
static void
tables_make(struct selection *sel, struct arc_filter *a, const struct func *funcs,
	uint32_t nfuncs, bool reduce)
{
	struct entries t = { 0 };

	for (int table = 0; table < NTABLES; table++) {
		entries_collect(&t, a, (enum table)table);
		if (reduce)
			entries_reduce(&t, funcs, table == INCL_ARCS || table == EXCL_ARCS);
		mark(sel, (enum table)table, &t, nfuncs);
		if (t.n > 0 && table == INCL_ARCS)
			arc_table_make(&a->include, &t, nfuncs);
		if (t.n > 0 && table == EXCL_ARCS)
			arc_table_make(&a->exclude, &t, nfuncs);
	}
	free(t.v);
}

/* Is there a function on either side of some spec with a slash? */
static bool
has_pairs(const struct arc_filter *a)
{
	for (size_t i = 0; i < a->npatterns; i++)
		if (a->patterns[i].has_right && a->patterns[i].left.n > 0)
			return true;
	return a->include.at != NULL || a->exclude.at != NULL;
}

bool
select_resolve(struct selection *sel, const struct func *funcs, uint32_t nfuncs,
	const struct spec *specs, size_t nspecs, bool exclude_profiler, struct err *e)
{
	struct arc_filter *a;

	memset(sel, 0, sizeof(*sel));
	if (nspecs == 0 && !exclude_profiler)
		return true;
	a = mem_new(1, sizeof(*a));
	a->to_the_end = exclude_profiler;
	if (!parse_all(a, specs, nspecs, exclude_profiler, e)) {
		filter_free(a);
		return false;
	}
	match_all(a, funcs, nfuncs);
	tables_make(sel, a, funcs, nfuncs, exclude_profiler);
	if (has_pairs(a))
		sel->arcs = a;
	else
		filter_free(a);
	return true;
}

bool
select_has(const struct selection *sel, enum table table, uint32_t f)
{
	return sel->tables != NULL && (sel->tables[f] >> table & 1) != 0;
}

bool
select_chosen(const struct selection *sel, enum table incl, uint32_t f)
{
	if ((sel->given >> incl & 1) != 0)
		return select_has(sel, incl, f);
	return !select_has(sel, (enum table)(incl + 1), f);
}

/* The range of SIDE that function F is in, or NULL. */
static const struct range *
range_of(const struct side *side, uint32_t f)
{
	size_t lo = 0, hi = side->n;

	while (lo < hi) {
		size_t middle = lo + (hi - lo) / 2;

		if (side->ranges[middle].last < f)
			lo = middle + 1;
		else
			hi = middle;
	}
	return lo < side->n && side->ranges[lo].first <= f ? &side->ranges[lo] : NULL;
}

/* Again the last function of an image may end before those in front of it do. */
static bool
arc_table_has(const struct arc_filter *a, const struct arc_table *t, const struct func *funcs,
	uint32_t caller, uint32_t callee)
{
	for (size_t i = t->at[caller]; i < t->at[caller + 1]; i++) {
		const struct range *r = range_of(&a->patterns[t->which[i]].right, callee);

		if (r != NULL && (!a->to_the_end || funcs[callee].hi <= funcs[r->last].hi))
			return true;
	}
	return false;
}

bool
select_arc(const struct selection *sel, const struct func *funcs,
	uint32_t caller, uint32_t callee)
{
	const struct arc_filter *a = sel->arcs;

	if (a == NULL)
		return true;
	if (a->include.at != NULL)
		return arc_table_has(a, &a->include, funcs, caller, callee);
	return a->exclude.at == NULL || !arc_table_has(a, &a->exclude, funcs, caller, callee);
}

struct select_pair *
select_pairs(const struct selection *sel, size_t *n)
{
	const struct arc_filter *a = sel->arcs;
	struct select_pair *pairs = NULL;
	size_t npairs = 0, room = 0;

	for (size_t i = 0; a != NULL && i < a->npatterns; i++) {
		const struct side *left = &a->patterns[i].left, *right = &a->patterns[i].right;

		pairs = mem_room(pairs, npairs + left->n * right->n, &room, sizeof(*pairs));
		for (size_t k = 0; k < left->n; k++)
			for (size_t j = 0; j < right->n; j++)
				pairs[npairs++] = (struct select_pair){ left->ranges[k].first,
					right->ranges[j].first };
	}
	*n = npairs;
	return pairs;
}

void
select_release(struct selection *sel)
{
	free(sel->tables);
	filter_free(sel->arcs);
	memset(sel, 0, sizeof(*sel));
}
