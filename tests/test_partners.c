/* test_partners.c - which functions of two profiles are the same: names, renames, partners
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/mem.h"
#include "compare/partners.h"
#include "compare/samename.h"
#include "made.h"

static void
test_names(void **state)
{
	static const char *const pairs[][2] = {
		{ "work", "work" },
		{ "work.constprop.0", "work" },
		{ "work.isra.0.cold", "work" },
		{ "work.part.3", "work" },
		{ "work.lto_priv.7", "work" },
		{ "work.llvm.1234567890", "work" },
		{ "work [clone .cold]", "work" },
		{ "run()::{lambda(int)#1}::operator()", "run()::{lambda(int)#}::operator()" },
		{ "f(auto#2)", "f(auto#)" },
		{ "table$_0", "table$_" },
		{ "stub_0x7f00a1", "stub_0x" },
		{ "Main$$Lambda$17", "Main$$Lambda$" },
		{ "main.run.func2.1", "main.run.func" },
		{ "LazyCompile:*parse", "LazyCompile:parse" },
		{ "0x", "0x" },
		{ "a0b", "a0b" },
		{ ".cold", ".cold" },
		{ "", "" },
	};
	struct arena text = { 0 };

	(void)state;
	for (size_t i = 0; i < sizeof(pairs) / sizeof(*pairs); i++)
		assert_string_equal(samename_of(&text, pairs[i][0]), pairs[i][1]);
	/* A name in which nothing varies is not copied. */
	assert_ptr_equal(samename_of(&text, pairs[0][0]), pairs[0][0]);
	assert_string_equal(samename_demangled(&text, "_ZN1a1bEi"), "a::b(int)");
	assert_string_equal(samename_demangled(&text, "_ZN1a1bEi.cold"), "a::b(int)");
	assert_string_equal(samename_bare(&text, "_ZN1a1bEi.part.0"), "a::b");
	assert_string_equal(samename_bare(&text, "plain"), "plain");
	assert_true(samename_is_numbered("_ZZ4mainENKUlvE_clEv"));
	assert_true(samename_is_numbered("_ZN4core3fmt17h0123456789abcdefE"));
	assert_false(samename_is_numbered("_ZN1a1bEi"));
	assert_false(samename_is_numbered("main"));
	arena_release(&text);
}

/* Returns NAME after the substitution HOW. */
static const char *
renamed(struct arena *text, const char *how, const char *name)
{
	struct rename r;
	struct err e;
	const char *made;

	assert_true(rename_open(&r, how, &e));
	made = rename_of(&r, 1, text, name);
	made = arena_text(text, made, strlen(made));
	rename_release(&r);
	return made;
}

static void
test_renames(void **state)
{
	static const char *const wrong[] = { "", "s", "s/", "s/a", "s/a/b", "s//b/", "s/a/b/x", "s/(/b/",
		"y/a/b/", "s\\a\\b\\", "s/a/b/gp" };
	struct arena text = { 0 };
	struct rename r[3];
	const char *name = "other";
	struct err e;

	(void)state;
	assert_string_equal(renamed(&text, "s/old/new/", "old_old"), "new_old");
	assert_string_equal(renamed(&text, "s/old/new/g", "old_old"), "new_new");
	assert_string_equal(renamed(&text, "s|^(a+)_(b)|\\2_\\1&|", "aa_b_c"), "b_aaaa_b_c");
	assert_string_equal(renamed(&text, "s/a\\/b/\\&/", "xa/by"), "x&y");
	assert_string_equal(renamed(&text, "s/x*/-/g", "abc"), "-a-b-c");
	assert_string_equal(renamed(&text, "s/^a/b/g", "aaa"), "baa");
	/* Names without a name stay. */
	assert_string_equal(renamed(&text, "s/.*//", "all"), "all");
	for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++)
		assert_false(rename_open(&r[0], wrong[i], &e));
	/* One after the other; names as a whole. */
	assert_true(rename_open(&r[0], "s/a/b/", &e));
	rename_open_names(&r[1], "bb", "cc");
	assert_true(rename_open(&r[2], "s/c$/d/", &e));
	assert_string_equal(rename_of(r, 3, &text, "ab"), "cd");
	assert_string_equal(rename_of(r, 3, &text, "bbb"), "bbb");
	assert_ptr_equal(rename_of(r, 3, &text, name), name);
	for (int i = 0; i < 3; i++)
		rename_release(&r[i]);
	arena_release(&text);
}

/* Two profiles whose functions have the given names, and what partners were found. */
struct two {
	struct profile p[2];
	struct callsites sites[2];
	struct partners partners;
};

/* Opens X for the names in A and B, which end with NULL.  Names of a library begin with "lib:", those of
 * functions that are only inlined with "inl:". */
static void
open_two(struct two *x, const char *const *a, const char *const *b, const struct rename *r,
	size_t n)
{
	static const char *const libraries[2] = { "/old/libm.so.1.2", "/new/libm.so.6" };
	const char *const *names[2] = { a, b };

	for (int side = 0; side < 2; side++) {
		struct profile *p = &x->p[side];
		uint32_t nfuncs = 0;

		while (names[side][nfuncs] != NULL)
			nfuncs++;
		made_profile(p, RULES_EXACT, nfuncs);
		p->nimages = 2;
		p->images = mem_new(2, sizeof(*p->images));
		p->samples = mem_new(2, sizeof(*p->samples));
		p->images[0].fd = p->images[1].fd = -1;
		p->images[0].path = "program";
		p->images[1].path = libraries[side];
		for (uint32_t f = 0; f < nfuncs; f++) {
			bool in_library = strncmp(names[side][f], "lib:", 4) == 0;
			bool is_inlined = strncmp(names[side][f], "inl:", 4) == 0;

			p->funcs[f].name = names[side][f] + (in_library || is_inlined ? 4 : 0);
			p->funcs[f].image = in_library;
			if (is_inlined)
				p->funcs[f].frames = FRAME_INLINED;
		}
		callsites_open(&x->sites[side], p);
	}
	partners_open(&x->partners, x->sites, r, n);
}

static void
release_two(struct two *x)
{
	partners_release(&x->partners);
	for (int side = 0; side < 2; side++) {
		callsites_release(&x->sites[side]);
		profile_release(&x->p[side]);
	}
}

/* Asserts that some row of X has function A of profile 0 and B of profile 1 (-1: none), matched as
 * MATCH says. */
static void
assert_row(const struct two *x, int a, int b, const char *match)
{
	for (uint32_t i = 0; i < x->partners.nrows; i++) {
		const struct partner_row *row = &x->partners.rows[i];

		if (row->func[0] == (a < 0 ? NOBODY : (uint32_t)a)
		    && row->func[1] == (b < 0 ? NOBODY : (uint32_t)b)) {
			assert_string_equal(partners_match_name(row->match), match);
			return;
		}
	}
	fail_msg("no row of %d and %d", a, b);
}

static void
test_partners(void **state)
{
	static const char *const a[] = { "main", "_ZN1a1bEi", "old_name", "gone", "lib:sin", "sin", NULL };
	static const char *const b[] = { "lib:sin", "main", "_ZN1a1bEl", "new_name", "added", NULL };
	struct rename r;
	struct err e;
	struct two x;

	(void)state;
	open_two(&x, a, b, NULL, 0);
	assert_int_equal(x.partners.nrows, 8);
	assert_row(&x, 0, 1, "same");
	assert_row(&x, 1, 2, "name");
	assert_row(&x, 2, -1, "gone");
	assert_row(&x, -1, 3, "new");
	assert_row(&x, 4, 0, "same");
	assert_null(x.partners.into[0]);
	release_two(&x);
	assert_true(rename_open(&r, "s/^old_/new_/", &e));
	open_two(&x, a, b, &r, 1);
	assert_row(&x, 2, 3, "renamed");
	assert_row(&x, 3, -1, "gone");
	assert_row(&x, -1, 4, "new");
	release_two(&x);
	rename_release(&r);
}

/* Clones are one row, which the function that is no clone shows. */
static void
test_clones(void **state)
{
	static const char *const a[] = { "work.cold", "work", "work.constprop.0", "twin", "twin", NULL };
	static const char *const b[] = { "work.isra.0", "work.part.1", "twin", NULL };
	struct two x;

	(void)state;
	open_two(&x, a, b, NULL, 0);
	assert_int_equal(x.partners.nrows, 2);
	assert_row(&x, 1, 0, "folded");
	assert_row(&x, 3, 2, "folded");
	assert_non_null(x.partners.into[0]);
	assert_int_equal(x.partners.into[0][0], 1);
	assert_int_equal(x.partners.into[0][2], 1);
	assert_int_equal(x.partners.into[0][4], 3);
	assert_int_equal(x.partners.into[1][1], 0);
	release_two(&x);
}

/* A function that is part of its callers on one side is not that of the other side. */
static void
test_inlined(void **state)
{
	static const char *const a[] = { "main", "work", "inl:both", NULL };
	static const char *const b[] = { "inl:both", "inl:work", "main", NULL };
	struct two x;

	(void)state;
	open_two(&x, a, b, NULL, 0);
	assert_int_equal(x.partners.nrows, 4);
	assert_row(&x, 0, 2, "same");
	assert_row(&x, 1, -1, "gone");
	assert_row(&x, -1, 1, "new");
	assert_row(&x, 2, 0, "same");
	partners_release(&x.partners);
	x.p[0].inlined = x.p[1].inlined = true;
	partners_open(&x.partners, x.sites, NULL, 0);
	assert_int_equal(x.partners.nrows, 3);
	assert_row(&x, 1, 1, "same");
	release_two(&x);
}

/* Exchanging both profiles gives the same rows, turned round. */
static void
test_exchange(void **state)
{
	static const char *const a[] = { "f", "g.cold", "g", "_Z1hi", "only_a", "k(int)", NULL };
	static const char *const b[] = { "_Z1hl", "g", "f", "only_b", "k(long)", "f.part.0", NULL };
	struct two x, y;

	(void)state;
	open_two(&x, a, b, NULL, 0);
	open_two(&y, b, a, NULL, 0);
	assert_int_equal(x.partners.nrows, y.partners.nrows);
	for (uint32_t i = 0; i < x.partners.nrows; i++) {
		const struct partner_row *row = &x.partners.rows[i];
		enum partner_match match = row->match == PARTNER_NEW ? PARTNER_GONE
			: row->match == PARTNER_GONE ? PARTNER_NEW : row->match;

		assert_row(&y, row->func[1] == NOBODY ? -1 : (int)row->func[1],
			row->func[0] == NOBODY ? -1 : (int)row->func[0],
			partners_match_name(match));
	}
	release_two(&x);
	release_two(&y);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_renames),
		cmocka_unit_test(test_partners),
		cmocka_unit_test(test_clones),
		cmocka_unit_test(test_inlined),
		cmocka_unit_test(test_exchange),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
