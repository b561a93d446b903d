/* test_grid.c - cells, pens, and untrusted text
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bytes.h"
#include "screen/pen.h"
#include "text/text.h"

/* Asserts that TEXT drawn in WIDTH cells is WANT.  ASCII says that only ASCII can be shown. */
static void
check_text(const char *text, int width, bool ascii, const char *want)
{
	struct grid g = { .ascii = ascii };
	struct pen pen;
	char *line;

	grid_resize(&g, width, 1);
	pen = pen_at(&g, 0, 0, width);
	pen_text(&pen, text);
	line = grid_line(&g, 0);
	assert_string_equal(line, want);
	free(line);
	grid_release(&g);
}

static void
test_plain_text(void **state)
{
	(void)state;
	check_text("main", 10, false, "main");
	check_text("main", 2, false, "ma");
	check_text("", 2, false, "");
	check_text("größe", 10, false, "größe");
}

static void
test_controls_are_spelled(void **state)
{
	(void)state;
	check_text("a\033[31mb", 20, false, "a^[[31mb");
	check_text("\a\177\001", 20, false, "^G^?^A");
	check_text("\302\233m", 20, false, "<U+009B>m");
	check_text("\233m", 20, false, "<9b>m");
	check_text("\342\200\256x", 20, false, "<U+202E>x");
	check_text("\342\201\246\357\273\277", 20, false, "<U+2066><U+FEFF>");
	check_text("a\u200bb\u2060\ufe0f", 30, false, "a<U+200B>b<U+2060><U+FE0F>");
	check_text("\u3164\u115f\u034f\U000e0041", 40, false, "<U+3164><U+115F><U+034F><U+E0041>");
	check_text("\355\240\200", 20, false, "<ed><a0><80>");	/* half a surrogate pair */
	check_text("\300\200", 20, false, "<c0><80>");		/* overlong NUL */
	check_text("\364\220\200\200", 20, false, "<f4><90><80><80>");
	check_text("a\tb\nc", 20, false, "a^Ib^Jc");
}

static void
test_wide_characters(void **state)
{
	(void)state;
	check_text("計算", 4, false, "計算");
	check_text("計算", 3, false, "計");
	check_text("a計", 2, false, "a");
	assert_int_equal(text_width("計算_x", false), 6);
	assert_int_equal(text_fit("計算", strlen("計算"), 3, false), strlen("計"));
}

static void
test_combining(void **state)
{
	struct grid g = { 0 };
	struct pen pen;
	int i;

	(void)state;
	check_text("e\314\201x", 2, false, "e\314\201x");
	assert_int_equal(text_width("e\314\201x", false), 2);
	/* Combining characters that do not fit into a cell are dropped. */
	grid_resize(&g, 4, 1);
	pen = pen_at(&g, 0, 0, 4);
	pen_text(&pen, "e");
	for (i = 0; i < 100; i++)
		pen_text(&pen, "\314\201");
	assert_true(strlen(grid_cell(&g, 0, 0)->text) < CELL_BYTES);
	assert_int_equal(pen.x, 1);
	grid_release(&g);
}

static void
test_ascii(void **state)
{
	(void)state;
	check_text("~ ▼ → ↻ ≥ ± µ █ …", 40, true, "~ v -> @ >= +- u # ..");
	check_text("größe", 10, true, "gr??e");
	check_text("\033", 10, true, "^[");
}

static void
test_fields(void **state)
{
	struct grid g = { 0 };
	struct pen pen;
	char *line;

	(void)state;
	grid_resize(&g, 20, 2);
	pen = pen_at(&g, 2, 0, 6);
	pen_right(&pen, "12");
	pen = pen_at(&g, 8, 0, 5);
	pen_short(&pen, "abcdefgh");
	assert_true(pen.cut || pen.x == 13);
	line = grid_line(&g, 0);
	assert_string_equal(line, "      12abcd…");
	free(line);
	pen = pen_at(&g, 0, 1, 20);
	pen.skip = 3;
	pen_text(&pen, "計算abc");
	line = grid_line(&g, 1);
	assert_string_equal(line, " abc");
	free(line);
	/* Nothing is written outside the grid. */
	pen = pen_at(&g, 0, 7, 20);
	pen_text(&pen, "x");
	pen = pen_at(&g, 25, 0, 20);
	pen_text(&pen, "x");
	pen = pen_at(&g, 3, 7, 20);
	pen_text(&pen, "\314\201");
	grid_release(&g);
}

static void
test_styles(void **state)
{
	struct grid g = { 0 };
	struct pen pen;
	char *line;

	(void)state;
	grid_resize(&g, 8, 1);
	pen = pen_at(&g, 0, 0, 8);
	pen_style(&pen, STYLE_HOT);
	pen_text(&pen, "ab");
	pen.style |= STYLE_CURSOR;
	pen_text(&pen, "cd");
	pen_style(&pen, STYLE_TEXT);
	pen_text(&pen, "ef");
	grid_cell(&g, 6, 0)->style |= STYLE_FOUND;
	line = grid_styles(&g, 0);
	assert_string_equal(line, "rrRR>>f.");
	free(line);
	grid_release(&g);
}

/* Random bytes are drawn as complete, printable characters. */
static void
test_random_bytes(void **state)
{
	uint64_t seed = 3;
	char bytes[40];
	int i, n, k;

	(void)state;
	for (i = 0; i < 20000; i++) {
		struct grid g = { .ascii = random_below(&seed, 2) };
		struct pen pen;
		char *line, *c;

		n = (int)random_below(&seed, sizeof(bytes) - 1);
		for (k = 0; k < n; k++)
			bytes[k] = (char)(1 + random_below(&seed, 255));
		bytes[n] = '\0';
		grid_resize(&g, 1 + (int)random_below(&seed, 30), 1);
		pen = pen_at(&g, 0, 0, g.width);
		pen_text(&pen, bytes);
		assert_true(pen.x <= g.width);
		line = grid_line(&g, 0);
		for (c = line; *c; c++)
			assert_true((unsigned char)*c >= 0x20 && *c != 0x7f);
		assert_true(text_width(line, false) <= g.width);
		assert_true(mbstowcs(NULL, line, 0) != (size_t)-1);
		assert_null(strstr(line, "\302\233"));
		free(line);
		grid_release(&g);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_plain_text),
		cmocka_unit_test(test_controls_are_spelled),
		cmocka_unit_test(test_wide_characters),
		cmocka_unit_test(test_combining),
		cmocka_unit_test(test_ascii),
		cmocka_unit_test(test_fields),
		cmocka_unit_test(test_styles),
		cmocka_unit_test(test_random_bytes),
	};

	setlocale(LC_ALL, "C.UTF-8");
	return cmocka_run_group_tests_name("grid", tests, NULL, NULL);
}
