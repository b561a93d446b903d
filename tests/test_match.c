/* test_match.c - search results are right although search does not draw every row
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "brief.h"
#include "bytes.h"
#include "fixture.h"
#include "table/match.h"
#include "table/view_find.h"

static const char *const views[] = { "", "z", "sc", "j<Enter>", ":fact<Enter><Enter>", "C*", "t",
	"T", "l", "F", "!", "%", "?" };

static const char *const patterns[] = {
	"parse_sum", "PARSE_SUM", "Parse", "parse_(sum|term)", "sum|term", "sum$", "^sum", "m$|n$",
	"solve(", "solve\\(", "double", "x", "q", "z", ".", "..*", "", "[0-9]", "[0-9]+$",
	"\\[7\\]",
	"[[:digit:]]x", "[[:upper:]]", "[[:lower:]]{30}", "[^a-z]", "[^ ]+", " ", "  +p", "0.*sum",
	"7.*parse", "[0-9] +<", "0 ?1", "1 *p", "0 0*", "\\.[0-9]0 ", " +~", "%x|00 +", "ms", "µs",
	"µ", "größe", "GRÖ", "~", "~[0-9]", "+", "\\+", "-", "<", "<0", "%",
	"a{3}", "pa?rse", "par*se", "pars+e", "()", "(a|)", "a||b", "profiler", "(profiler)",
	"\\(profiler", "functions", "cycle", "<cycle", "spontaneous", "\\bsum", "\\<sum", "sum\\>",
	"\\w_\\w", "evil", "\\^\\[", "U\\+202E", "u\\+202e", "[]]", "[^]]]", "[a]]", "[!-~]{20}",
	"[ -~]{60}", "mcount$", "leaf_[ab]$", "_a$", "e$", "impl<", ", 1>", "::", ":::", "a.b",
	"[[.a.]]", "[[=a=]]", "_~++?", "sum+*$", "m++", "sx{0}um", "par{1}se", "1e", "k", "M", "/",
	"inf", "nan", "m", "nm", "[4]", "(main)", "main)",
	"7|zzz$", "[0-9]|zzz$", "zzz$|7", "7|[0-9]$", "a|zz*$", "main|7$|x+$",
	"^main$", "^PARSE_(sum|term)$", "^_|^leaf", "^$",
};

/* Does the pattern match row R?  If SHORTCUTS, the matcher may decide without drawing the row. */
static bool
is_match(struct view *v, const struct row *r, bool shortcuts)
{
	struct matcher *m = v->pattern.matcher;
	bool ready = m->ready, found;

	m->ready = ready && shortcuts;
	found = match_one(m, v, r, &v->pattern.regex);
	m->ready = ready;
	return found;
}

/* Asserts that match_row() finds a match in a row if and only if the drawn line matches.  Adds the
 * number of matching rows to *HITS. */
static void
compare_matches(struct fixture *f, const char *pattern, unsigned *hits)
{
	struct view *v = app_view(&f->app);
	struct err e;
	size_t i;

	if (!view_find_set_pattern(v, pattern, &e) || v->pattern.text == NULL)
		return;
	for (i = 0; i < v->rows.n; i++) {
		bool want = is_match(v, &v->rows.v[i], false);

		if (is_match(v, &v->rows.v[i], true) != want)
			fail_msg("%s: /%s/ %s row %zu", v->ops->info->name, pattern,
				want ? "misses" : "should not find", i);
		*hits += want;
	}
}

static void
test_patterns(void **state)
{
	size_t i, k;

	(void)state;
	for (i = 0; i < sizeof(views) / sizeof(*views); i++)
		for (k = 0; k < 2; k++) {
			struct fixture f;
			unsigned hits = 0;
			size_t p;

			fixture_profile(&f);
			fixture_start(&f, 80, 24, k == 1);
			press(&f, views[i]);
			for (p = 0; p < sizeof(patterns) / sizeof(*patterns); p++)
				compare_matches(&f, patterns[p], &hits);
			assert_true(hits > 0 || app_view(&f.app)->rows.n == 0);
			fixture_close(&f);
		}
}

/* Random regular expressions, made of operators and of strings that rows contain, find the right
 * rows. */
static void
test_random_patterns(void **state)
{
	static const char *const atoms[] = { "a", "e", "s", "m", "_", "sum", "parse", "fac",
		"solve", "0", "1", "4", "7", ".", " ", "[0-9]", "[a-z]", "[^ ]", "\\[", "\\]",
		"\\.", "(", ")", "|", "*", "+", "?", "$", "^", "{2}", "::", "<", "~", "k", "n",
		"[[:alpha:]]", "E", "R" };
	uint64_t seed = 20240607;
	struct fixture f;
	unsigned hits = 0;
	int i;

	(void)state;
	for (i = 0; i < brief_rounds(4000); i++) {
		char pattern[100] = "";
		uint32_t n = 1 + random_below(&seed, 5);

		if (i % 1000 == 0) {
			if (i > 0)
				fixture_close(&f);
			fixture_open(&f, 80, 24);
			press(&f, views[i / 1000 * 2 % 8]);
		}
		while (n-- > 0)
			strcat(pattern, atoms[random_below(&seed, sizeof(atoms) / sizeof(*atoms))]);
		compare_matches(&f, pattern, &hits);
	}
	fixture_close(&f);
	assert_true(hits > 1000);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_patterns),
		cmocka_unit_test(test_random_patterns),
	};

	return cmocka_run_group_tests_name("match", tests, NULL, NULL);
}
