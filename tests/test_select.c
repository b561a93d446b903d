/* test_select.c - functions and arcs that symspecs select
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "elf/image.h"
#include "profile/profile.h"

/* Eight functions of 16 bytes each.  Two of them are called "st". */
enum { A, B, C, ST1, D, ST2, MCOUNT, LAST, NFUNCS };

static struct func funcs[NFUNCS];

/* File number and line of each function. */
static struct func_place places[NFUNCS] = {
	{ 0, 1 }, { 0, 9 }, { 1, 1 }, { 1, 5 }, { 2, 9 }, { 2, 30 }, { NOBODY, 0 }, { 1, 9 },
};

static const char *files[] = { "/x/a.c", "b.c", "/y/a.c" };

static struct image image;

static const struct profile profile = {
	.images = &image, .nimages = 1,
	.funcs = funcs, .nfuncs = NFUNCS, .places = places, .files = files, .nfiles = 3,
};

static int
setup(void **state)
{
	static const char *const names[] = { "a", "b", "c", "st", "d.1", "st", "mcount", "last" };

	(void)state;
	for (uint32_t f = 0; f < NFUNCS; f++)
		funcs[f] = (struct func){ .name = names[f], .lo = 0x1000 + 16 * f,
			.hi = 0x1010 + 16 * f, .is_func = true };
	return 0;
}

/* Resolves the N symspecs TEXTS of TABLE, by gprof's rules if GPROF. */
static struct named
resolve(enum select_table table, const char *const *texts, size_t n, bool gprof)
{
	struct symspec specs[8] = { 0 };
	struct named sel;

	for (size_t i = 0; i < n; i++)
		specs[i] = (struct symspec){ table, texts[i] };
	select_resolve(&sel, &profile, specs, n, gprof);
	return sel;
}

/* Asserts that TABLE of SEL selects the functions in WANT, which has "x" for a selected function
 * and "." for another. */
static void
assert_has(const struct named *sel, enum select_table table, const char *want)
{
	char got[NFUNCS + 1] = "";

	for (uint32_t f = 0; f < NFUNCS; f++)
		got[f] = select_has(sel, table, f) ? 'x' : '.';
	assert_string_equal(got, want);
}

/* Asserts that the symspecs TEXTS, which end with NULL, select the functions in WANT for INCL_FLAT.
 * WANT is as in assert_has(). */
static void
assert_names(const char *const *texts, bool gprof, const char *want)
{
	struct named sel;
	size_t n = 0;

	while (texts[n] != NULL)
		n++;
	sel = resolve(INCL_FLAT, texts, n, gprof);
	assert_has(&sel, INCL_FLAT, want);
	select_release(&sel);
}

#define NAMES(gprof, want, ...) \
	assert_names((const char *const[]){ __VA_ARGS__, NULL }, gprof, want)

static void
test_no_symspecs(void **state)
{
	struct named sel = resolve(INCL_FLAT, NULL, 0, false);

	(void)state;
	assert_has(&sel, EXCL_FLAT, "........");
	assert_true(select_chosen(&sel, INCL_FLAT, A));
	assert_true(select_has_arc(&sel, funcs, A, B));
	select_release(&sel);
}

static void
test_profiler_is_excluded(void **state)
{
	struct named sel = resolve(INCL_FLAT, NULL, 0, true);

	(void)state;
	assert_has(&sel, EXCL_FLAT, "......x.");
	assert_has(&sel, EXCL_TIME, "......x.");
	assert_has(&sel, EXCL_GRAPH, "......x.");
	assert_has(&sel, EXCL_ANNO, "........");
	assert_false(select_chosen(&sel, INCL_FLAT, MCOUNT));
	assert_true(select_chosen(&sel, INCL_FLAT, LAST));
	assert_true(select_chosen(&sel, INCL_ANNO, MCOUNT));
	select_release(&sel);
}

static void
test_names_of_functions(void **state)
{
	(void)state;
	for (int gprof = 0; gprof < 2; gprof++) {
		NAMES(gprof, "x.......", "a");
		NAMES(gprof, "...x.x..", "st");
		NAMES(gprof, "xx.x.x..", "b", "st", "a");
	}
}

static void
test_colons_before_names(void **state)
{
	(void)state;
	NAMES(true, ".x......", ":b");
	NAMES(true, "....x...", ":d.1");
	NAMES(true, "xxxxxxxx", "");
	NAMES(true, "xxxxxxxx", ":");
}

static void
test_unknown_counts_as_not_given(void **state)
{
	static const char *const texts[] = { "nosuch" };
	struct named sel = resolve(INCL_FLAT, texts, 1, true);

	(void)state;
	assert_true(select_chosen(&sel, INCL_FLAT, A));
	assert_false(select_chosen(&sel, INCL_FLAT, MCOUNT));
	select_release(&sel);
}

static void
test_given_include_beats_exclude(void **state)
{
	static const struct symspec specs[] = { { EXCL_FLAT, "a" }, { INCL_FLAT, "a" } };
	struct named sel;

	(void)state;
	select_resolve(&sel, &profile, specs, 2, true);
	assert_true(select_chosen(&sel, INCL_FLAT, A));
	assert_false(select_chosen(&sel, INCL_FLAT, B));
	select_release(&sel);
}

/* By gprof's rules, if two spans begin at one address, the span that is given first is ignored.
 * The spans of "" (all functions) and "a" are such spans. */
static void
test_lost_span(void **state)
{
	(void)state;
	NAMES(true, "x.......", "", "a");
	NAMES(true, "xxxxxxxx", "a", "");
	NAMES(false, "xxxxxxxx", "", "a");
}

/* By gprof's rules, only the last span that begins at or before an address is tried. */
static void
test_hidden_end_of_span(void **state)
{
	(void)state;
	NAMES(true, "xxx.....", "", "c");
	NAMES(true, "xxxx.x..", "", "st");
	NAMES(false, "xxxxxxxx", "", "c");
}

/* By gprof's rules, the last symbol may begin after the end that gprof sets for it.  No address
 * then belongs to this symbol. */
static void
test_last_begins_after_its_end(void **state)
{
	(void)state;
	funcs[LAST].hi = funcs[MCOUNT].lo + 8;
	NAMES(true, "........", "last");
	NAMES(true, "xxxxxxx.", "");
	NAMES(false, ".......x", "last");
	setup(NULL);
}

static void
test_aliases(void **state)
{
	static const char *const also[] = { "alias", "b" };

	(void)state;
	funcs[B].also = also;
	funcs[B].nalso = 2;
	NAMES(false, ".x......", "alias");
	NAMES(false, ".x......", "b");
	setup(NULL);
}

static void
test_excluded_arcs(void **state)
{
	static const char *const texts[] = { "a/b", "a/st", "/last" };
	struct named sel = resolve(EXCL_ARCS, texts, 1, true);

	(void)state;
	assert_false(select_has_arc(&sel, funcs, A, B));
	assert_true(select_has_arc(&sel, funcs, A, C));
	assert_true(select_has_arc(&sel, funcs, B, A));
	select_release(&sel);
	sel = resolve(EXCL_ARCS, texts, 2, true);
	assert_true(select_has_arc(&sel, funcs, A, B));
	assert_false(select_has_arc(&sel, funcs, A, ST1));
	assert_false(select_has_arc(&sel, funcs, A, ST2));
	assert_true(select_has_arc(&sel, funcs, A, D));
	select_release(&sel);
	sel = resolve(EXCL_ARCS, texts, 3, false);
	assert_false(select_has_arc(&sel, funcs, A, B));
	assert_false(select_has_arc(&sel, funcs, A, ST2));
	assert_false(select_has_arc(&sel, funcs, D, LAST));
	assert_true(select_has_arc(&sel, funcs, D, A));
	select_release(&sel);
}

static void
test_included_arcs(void **state)
{
	static const char *const texts[] = { "a/b", "a" }, *const none[] = { "a/nosuch" };
	struct named sel = resolve(INCL_ARCS, texts, 1, true);

	(void)state;
	assert_true(select_has_arc(&sel, funcs, A, B));
	assert_false(select_has_arc(&sel, funcs, B, A));
	assert_false(select_has_arc(&sel, funcs, C, D));
	select_release(&sel);
	sel = resolve(INCL_ARCS, none, 1, true);
	assert_false(select_has_arc(&sel, funcs, A, B));
	select_release(&sel);
	sel = resolve(EXCL_ARCS, texts + 1, 1, true);
	assert_true(select_has_arc(&sel, funcs, A, B));
	select_release(&sel);
}

/* Asserts that pair I has the functions LEFT and RIGHT. */
static void
assert_pair(const struct select_pairs *pairs, size_t i, uint32_t left, uint32_t right)
{
	assert_true(i < pairs->n);
	assert_int_equal(pairs->funcs[pairs->v[i].left], left);
	assert_int_equal(pairs->funcs[pairs->v[i].right], right);
}

static void
test_pairs_of_arcs(void **state)
{
	static const char *const texts[] = { "a/b", "c/last", "st/b" };
	struct named sel = resolve(EXCL_ARCS, texts, 2, true);
	struct select_pairs pairs;

	(void)state;
	select_pairs(&sel, &profile, &pairs);
	assert_int_equal(pairs.n, 2);
	assert_pair(&pairs, 0, C, LAST);
	assert_pair(&pairs, 1, A, B);
	select_pairs_release(&pairs);
	select_release(&sel);
	sel = resolve(EXCL_ARCS, texts + 2, 1, true);
	select_pairs(&sel, &profile, &pairs);
	assert_int_equal(pairs.n, 2);
	assert_pair(&pairs, 0, ST2, B);
	assert_pair(&pairs, 1, ST1, B);
	assert_int_equal(pairs.v[0].right, pairs.v[1].right);
	select_pairs_release(&pairs);
	select_release(&sel);
}

/* By gprof's rules, the pair a/c is ignored, because the pair b/c replaces it. */
static void
test_pairs_of_lost_entries(void **state)
{
	static const char *const texts[] = { "b/c", "a/c", "a/:d.1" };
	struct named sel = resolve(EXCL_ARCS, texts, 3, true);
	struct select_pairs pairs;

	(void)state;
	select_pairs(&sel, &profile, &pairs);
	assert_int_equal(pairs.n, 3);
	assert_pair(&pairs, 0, A, D);
	assert_pair(&pairs, 1, B, C);
	assert_pair(&pairs, 2, B, C);
	select_pairs_release(&pairs);
	select_release(&sel);
}

static void
test_no_pairs_with_exact(void **state)
{
	static const char *const texts[] = { "a/b" };
	struct named sel = resolve(EXCL_ARCS, texts, 1, false);
	struct select_pairs pairs;

	(void)state;
	select_pairs(&sel, &profile, &pairs);
	assert_int_equal(pairs.n, 0);
	select_pairs_release(&pairs);
	select_release(&sel);
}

/* Symspecs can name files and lines.  If several files have the same name, gprof finds only the
 * last one. */
static void
test_files_and_lines(void **state)
{
	static const struct {
		const char *text, *exact, *gprof;
	} cases[] = {
		{ "b.c", "..xx...x", "..xx...x" },
		{ "b.c:", "..xx...x", "..xx...x" },
		{ "a.c", "xx..xx..", "....xx.." },
		{ "a.c:9", ".x..x...", "....x..." },
		{ ":9", ".x..x..x", ".x..x..x" },
		{ "9", ".x..x..x", ".x..x..x" },
		{ "a.c:st", ".....x..", ".....x.." },
		{ "b.c:st", "...x....", "...x...." },
		{ "a.c:a", "x.......", "........" },
		{ ":0", "xxxxxxxx", "xxxxxxxx" },
		{ ":4294967296", "........", "xxxxxxxx" },
		{ "b.c:4294967301", "........", "...x...." },
		{ "c.c", "........", "........" },
		{ "ns::f", "........", "........" },
		{ "x/a.c", "........", "........" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		const char *texts[] = { cases[i].text, NULL };

		assert_names(texts, false, cases[i].exact);
		assert_names(texts, true, cases[i].gprof);
	}
}

/* With -l, a symspec of a function also selects the other lines in the function's span, whatever
 * their names. */
static void
test_lines_of_function(void **state)
{
	struct named sel;

	(void)state;
	funcs[A].hi = funcs[ST1].lo;
	sel = resolve(EXCL_FLAT, (const char *const[]){ "a" }, 1, true);
	assert_has(&sel, EXCL_FLAT, "xxx...x.");
	select_release(&sel);
	funcs[A].hi = funcs[B].lo;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_no_symspecs),
		cmocka_unit_test(test_profiler_is_excluded),
		cmocka_unit_test(test_names_of_functions),
		cmocka_unit_test(test_colons_before_names),
		cmocka_unit_test(test_unknown_counts_as_not_given),
		cmocka_unit_test(test_given_include_beats_exclude),
		cmocka_unit_test(test_lost_span),
		cmocka_unit_test(test_hidden_end_of_span),
		cmocka_unit_test(test_last_begins_after_its_end),
		cmocka_unit_test(test_aliases),
		cmocka_unit_test(test_excluded_arcs),
		cmocka_unit_test(test_included_arcs),
		cmocka_unit_test(test_pairs_of_arcs),
		cmocka_unit_test(test_pairs_of_lost_entries),
		cmocka_unit_test(test_no_pairs_with_exact),
		cmocka_unit_test(test_files_and_lines),
		cmocka_unit_test(test_lines_of_function),
	};

	return cmocka_run_group_tests(tests, setup, NULL);
}
