/* test_viewout.c - views as files, with hostile names
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "export/viewout.h"
#include "fixture.h"

/* A name, and how each format writes the name. */
static const struct hostile {
	const char *name, *csv, *tsv, *json;
} hostiles[] = {
	{ "=cmd|'/c calc'!A0", "\"'=cmd|'/c calc'!A0\"", "=cmd|'/c calc'!A0",
		"=cmd|'/c calc'!A0" },
	{ "+1", "\"'+1\"", "+1", "+1" },
	{ "-[Object free]", "\"'-[Object free]\"", "-[Object free]", "-[Object free]" },
	{ "@sum", "\"'@sum\"", "@sum", "@sum" },
	{ "\uff1d1", "\"'\uff1d1\"", "\uff1d1", "\uff1d1" },
	{ "\uff20x", "\"'\uff20x\"", "\uff20x", "\uff20x" },
	{ "a\"b,c;d", "\"a\"\"b,c;d\"", "a\"b,c;d", "a\"b,c;d" },
	{ "\"", "\"\"\"\"", "\"", "\"" },
	{ "a\nb\rc", "\"a^Jb^Mc\"", "a^Jb^Mc", "a\nb\rc" },
	{ "a\tb", "\"a       b\"", "a       b", "a\tb" },
	{ "a\\b", "\"a\\b\"", "a\\b", "a\\b" },
	{ "\033]52;c;x\a", "\"^[]52;c;x^G\"", "^[]52;c;x^G", "\033]52;c;x\a" },
	{ "\xc2\x9bm", "\"<U+009B>m\"", "<U+009B>m", "\xc2\x9bm" },
	{ "a\xe2\x80\xae" "b", "\"a<U+202E>b\"", "a<U+202E>b", "a\xe2\x80\xae" "b" },
	{ "a\xff\xc3", "\"a\xef\xbf\xbd\xef\xbf\xbd\"", "a\xef\xbf\xbd\xef\xbf\xbd",
		"a\xef\xbf\xbd\xef\xbf\xbd" },
	{ "\x7f", "\"^?\"", "^?", "\x7f" },
	{ "", "\"\"", "", "" },
	{ "gr\xc3\xb6\xc3\x9f" "e", "\"gr\xc3\xb6\xc3\x9f" "e\"", "gr\xc3\xb6\xc3\x9f" "e",
		"gr\xc3\xb6\xc3\x9f" "e" },
};

enum { NHOSTILES = sizeof(hostiles) / sizeof(*hostiles), ROOM = 1 << 20 };

/* Returns the current view of F, written in FORMAT.  The caller frees the text. */
static char *
written_view(struct fixture *f, enum viewout_format format)
{
	FILE *file = tmpfile();
	char *text = malloc(ROOM);
	size_t n;

	assert_non_null(file);
	assert_non_null(text);
	assert_true(viewout_write(app_view(&f->app), format, file));
	rewind(file);
	n = fread(text, 1, ROOM - 1, file);
	text[n] = '\0';
	fclose(file);
	return text;
}

static void
open_hostile(struct fixture *f)
{
	uint32_t i;

	assert_true((int)NHOSTILES <= (int)STORY_FUNCS);
	fixture_profile(f);
	for (i = 0; i < NHOSTILES; i++)
		f->profile.funcs[i].name = hostiles[i].name;
	fixture_start(f, 80, 24, false);
	press(f, "z");
}

/* Asserts that every line of TEXT has as many separators as the first, the names of the columns.
 * If QUOTES, separators inside quotes are not included, and each quote must be closed on its
 * line. */
static void
assert_table(const char *text, char separator, bool quotes)
{
	bool inside = false;
	int found = 0, names = 0;

	for (; *text != '\0'; text++) {
		if (quotes && *text == '"')
			inside = !inside;
		else if (*text == separator && !inside)
			found++;
		if (*text != '\n')
			continue;
		assert_false(inside);
		if (names == 0)
			names = found;
		assert_int_equal(found, names);
		found = 0;
	}
	assert_false(inside);
	assert_true(names > 20);
}

static void
test_names_in_csv(void **state)
{
	struct fixture f;
	char *text, cell[100];
	uint32_t i;

	(void)state;
	open_hostile(&f);
	text = written_view(&f, VIEWOUT_CSV);
	assert_table(text, ',', true);
	for (i = 0; i < NHOSTILES; i++) {
		snprintf(cell, sizeof(cell), ",%s,", hostiles[i].csv);
		if (strstr(text, cell) == NULL)
			fail_msg("there is no %s in\n%s", cell, text);
	}
	free(text);
	fixture_close(&f);
}

static void
test_names_in_tsv(void **state)
{
	struct fixture f;
	char *text, cell[100];
	uint32_t i;

	(void)state;
	open_hostile(&f);
	text = written_view(&f, VIEWOUT_TSV);
	assert_table(text, '\t', false);
	for (i = 0; i < NHOSTILES; i++) {
		snprintf(cell, sizeof(cell), "\t%s\t", hostiles[i].tsv);
		if (strstr(text, cell) == NULL)
			fail_msg("there is no %s in\n%s", cell, text);
	}
	free(text);
	fixture_close(&f);
}

static void
test_names_in_json(void **state)
{
	struct fixture f;
	json_t *doc, *rows, *name;
	char *text, *s;
	size_t i, at;

	(void)state;
	open_hostile(&f);
	text = written_view(&f, VIEWOUT_JSON);
	for (s = text; *s != '\0'; s++)
		assert_true((unsigned char)*s >= 0x20 || *s == '\n');
	doc = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
	assert_non_null(doc);
	rows = json_object_get(doc, "rows");
	assert_int_equal(json_array_size(rows), STORY_FUNCS);
	for (i = 0; i < NHOSTILES; i++) {
		for (at = 0; at < STORY_FUNCS; at++) {
			name = json_object_get(json_array_get(rows, at), "name");
			if (strcmp(json_string_value(name), hostiles[i].json) == 0)
				break;
		}
		if (at == STORY_FUNCS)
			fail_msg("there is no %s in\n%s", hostiles[i].json, text);
	}
	json_decref(doc);
	free(text);
	fixture_close(&f);
}

/* Eight views that need no source lines can be written in every format. */
static void
test_every_view_in_every_format(void **state)
{
	static const char *const keys[] = { "f", "<Enter>", "C", "t", "T", "!", "?", "i" };
	enum viewout_format format;
	struct fixture f;
	json_t *doc;
	char *text;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(keys) / sizeof(*keys); i++) {
		fixture_open(&f, 80, 24);
		press(&f, keys[i]);
		for (format = VIEWOUT_TEXT; format <= VIEWOUT_JSON; format++) {
			text = written_view(&f, format);
			assert_true(strlen(text) > 20);
			doc = format == VIEWOUT_JSON ? json_loads(text, 0, NULL) : NULL;
			assert_int_equal(doc != NULL, format == VIEWOUT_JSON);
			json_decref(doc);
			free(text);
		}
		fixture_close(&f);
	}
}

/* Rows are written filtered and sorted as on the screen. */
static void
test_rows_as_on_the_screen(void **state)
{
	struct fixture f;
	char *text, *at;

	(void)state;
	fixture_open(&f, 80, 24);
	press(&f, "&parse_<Enter>snI");
	text = written_view(&f, VIEWOUT_TSV);
	at = strstr(text, "parse_term");
	assert_non_null(at);
	assert_non_null(strstr(at, "parse_sum"));
	assert_null(strstr(text, "mcount"));
	free(text);
	fixture_close(&f);
}

static void
test_stopped_writing_is_an_error(void **state)
{
	struct stop stop = { .asked = 1 };
	struct fixture f;
	int format;

	(void)state;
	fixture_open(&f, 80, 24);
	for (format = VIEWOUT_TEXT; format <= VIEWOUT_JSON; format++) {
		FILE *file = tmpfile();

		assert_non_null(file);
		f.app.ctx.stop = &stop;
		errno = 0;
		assert_false(viewout_write(app_view(&f.app), (enum viewout_format)format, file));
		assert_int_equal(errno, ECANCELED);
		f.app.ctx.stopped = false;
		f.app.ctx.stop = NULL;
		assert_true(viewout_write(app_view(&f.app), (enum viewout_format)format, file));
		fclose(file);
	}
	fixture_close(&f);
}

/* The names of functions that were written are not kept. */
static void
test_names_pass(void **state)
{
	struct fixture f;
	const char *name;

	(void)state;
	for (int format = VIEWOUT_TEXT; format <= VIEWOUT_JSON; format++) {
		fixture_open(&f, 80, 24);
		sparsetexts_resize(&f.app.ctx.plain, 0, f.graph.nnodes);
		free(written_view(&f, (enum viewout_format)format));
		for (uint32_t i = 0; i < f.graph.nfuncs; i++)
			assert_null(sparsetexts_at(&f.app.ctx.plain, i));
		name = view_context_name(&f.app.ctx, 0);
		(void)view_context_name(&f.app.ctx, 1);
		assert_ptr_equal(view_context_name(&f.app.ctx, 0), name);
		assert_ptr_equal(sparsetexts_at(&f.app.ctx.plain, 0), name);
		fixture_close(&f);
	}
}

static void
test_names_of_formats(void **state)
{
	enum viewout_format format;
	struct err e;

	(void)state;
	assert_true(viewout_format_named("text", &format, &e));
	assert_int_equal(format, VIEWOUT_TEXT);
	assert_true(viewout_format_named("tsv", &format, &e));
	assert_int_equal(format, VIEWOUT_TSV);
	assert_true(viewout_format_named("csv", &format, &e));
	assert_int_equal(format, VIEWOUT_CSV);
	assert_true(viewout_format_named("json", &format, &e));
	assert_int_equal(format, VIEWOUT_JSON);
	assert_false(viewout_format_named("xml", &format, &e));
	assert_non_null(strstr(e.text, "use text, tsv, csv or json"));
	assert_int_equal(viewout_format_of_path("a/b.c/profile.json"), VIEWOUT_JSON);
	assert_int_equal(viewout_format_of_path("X.TSV"), VIEWOUT_TSV);
	assert_int_equal(viewout_format_of_path("x.csv"), VIEWOUT_CSV);
	assert_int_equal(viewout_format_of_path("csv"), VIEWOUT_TEXT);
	assert_int_equal(viewout_format_of_path("x.log"), VIEWOUT_TEXT);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_names_in_csv),
		cmocka_unit_test(test_names_in_tsv),
		cmocka_unit_test(test_names_in_json),
		cmocka_unit_test(test_every_view_in_every_format),
		cmocka_unit_test(test_rows_as_on_the_screen),
		cmocka_unit_test(test_stopped_writing_is_an_error),
		cmocka_unit_test(test_names_pass),
		cmocka_unit_test(test_names_of_formats),
	};

	return cmocka_run_group_tests_name("viewout", tests, NULL, NULL);
}
