/* test_keys.c - the table of keys, and the user's keys
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

#include "bytes.h"
#include "screen/keymap.h"

static uint32_t
key(const char *name)
{
	uint32_t k = 0;

	assert_true(key_parse(&name, &k));
	assert_string_equal(name, "");
	return k;
}

static void
test_names(void **state)
{
	(void)state;
	assert_int_equal(key("j"), 'j');
	assert_int_equal(key(" j"), 'j');
	assert_int_equal(key("é"), 0xe9);
	assert_int_equal(key("<Enter>"), KEY_RETURN);
	assert_int_equal(key("<C-d>"), 4);
	assert_int_equal(key("<A-Left>"), KEY_ALT | KEY_CURSOR_LEFT);
	assert_int_equal(key("<lt>"), '<');
	assert_int_equal(key(">"), '>');
	assert_int_equal(key("<Space>"), ' ');
	assert_int_equal(key("<F10>"), KEY_FUNCTION + 10);
	assert_int_equal(key_width(key("<Resize:40x10>")), 40);
	assert_int_equal(key_height(key("<Resize:40x10>")), 10);
}

static void
test_wrong_names(void **state)
{
	static const char *const bad[] = {
		"<", "<Nope>", "<>", "<F13>", "<F0>", "<Resize:0x10>", "<Resize:40>", "<C-1>",
		"<Resize:40x10y>", "<A->", "\001", "\233", "<Resize:99999x9>",
		"<Resize:9999x9999>", "<Resize:-1x-1>", "<Resize:+40x10>", "<Resize:40x 10>",
		"<Click:-1x5>", "<WheelUp: 1x5>",
	};
	const char *at;
	uint32_t k;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		at = bad[i];
		assert_false(key_parse(&at, &k));
		assert_string_not_equal(at, "");
	}
	at = "  ";
	assert_false(key_parse(&at, &k));
	assert_string_equal(at, "");
}

/* Every key in the table can be parsed, and no key has two actions in a view. */
static void
test_one_meaning(void **state)
{
	size_t i, j, n = 0;
	const char *a, *b;
	uint32_t x, y;

	(void)state;
	for (i = 0; i < nkey_bindings; i++) {
		if (key_bindings[i].keys == NULL)
			continue;
		a = key_bindings[i].keys;
		while (key_parse(&a, &x)) {
			n++;
			for (j = i + 1; j < nkey_bindings; j++) {
				if (key_bindings[j].keys == NULL
				    || (key_bindings[i].where & key_bindings[j].where) == 0)
					continue;
				b = key_bindings[j].keys;
				while (key_parse(&b, &y))
					if (x == y)
						fail_msg("%s: %s, %s", key_bindings[i].keys,
							key_bindings[i].help, key_bindings[j].help);
			}
		}
		assert_string_equal(a, "");
	}
	assert_true(n > 60);
}

/* In every view that shows a hint, the keys of the hint have actions. */
static void
test_hints(void **state)
{
	const char *keys;
	char names[80];
	uint32_t k;
	size_t i;
	unsigned bit;

	(void)state;
	for (i = 0; i < nkey_bindings; i++) {
		const char *tab = strchr(key_bindings[i].hint, '\t');

		if (key_bindings[i].rank > 0)
			assert_true(key_bindings[i].hint[0] != '\0');
		if (tab == NULL)
			continue;
		snprintf(names, sizeof(names), "%.*s", (int)(tab - key_bindings[i].hint),
			key_bindings[i].hint);
		for (keys = names; key_parse(&keys, &k);)
			for (bit = 1; bit <= ANY; bit <<= 1)
				if (key_bindings[i].where & bit)
					assert_non_null(keymap_binding(NULL, bit, k));
		assert_string_equal(keys, "");
	}
}

/* These keys have an action in every view: help, back, quit, moving, searching and others. */
static void
test_keys_of_every_view(void **state)
{
	static const char *const names[] = { "?", "<Esc>", "q", "Q", "j", "/", "<C-c>", ":",
		"<lt>" };
	unsigned bit;
	size_t i;

	(void)state;
	for (bit = 1; bit <= ANY; bit <<= 1)
		for (i = 0; i < sizeof(names) / sizeof(*names); i++)
			assert_non_null(keymap_binding(NULL, bit, key(names[i])));
}

static void
test_readable(void **state)
{
	char text[80];

	(void)state;
	key_names("<lt> <Backspace> x", text, sizeof(text));
	assert_string_equal(text, "< Backspace x");
	key_names("<lt> <Backspace> x", text, 12);
	assert_true(strlen(text) < 12);
}

/* The user's keys replace the keys of keys.def.  Wrong lines are reported and ignored. */
static void
test_user_keymap(void **state)
{
	static const char text[] = "# keys\n"
		"down e <Down>\n"
		"\n"
		"nosuch x\n"
		"up <Nokey>\n"
		"  page-up  <F3>\r\n"
		"down x\0y\n"
		"set unit percent\n"
		"edit";
	struct keymap m = { 0 };
	char *said = NULL;
	size_t n;
	FILE *out = open_memstream(&said, &n);

	(void)state;
	keymap_read(&m, text, sizeof(text) - 1, "conf", out);
	fclose(out);
	assert_non_null(strstr(said, "conf:4: unknown action"));
	assert_non_null(strstr(said, "conf:5: unknown key"));
	assert_non_null(strstr(said, "conf:7: it contains a NUL byte"));
	assert_non_null(strstr(said, "conf:8: unknown"));
	assert_null(strstr(said, "conf:2"));
	assert_null(strstr(said, "conf:6"));
	assert_int_equal(keymap_binding(&m, FUNCTIONS, 'e')->action, ACT_DOWN);
	assert_null(keymap_binding(&m, FUNCTIONS, 'j'));
	assert_int_equal(keymap_binding(&m, FUNCTIONS, 'k')->action, ACT_UP);
	assert_int_equal(keymap_binding(&m, FUNCTIONS, key("<F3>"))->action, ACT_PAGE_UP);
	assert_null(keymap_binding(&m, FUNCTIONS, 'b'));
	assert_int_equal(keymap_binding(NULL, FUNCTIONS, 'e')->action, ACT_EDIT);
	free(said);
	keymap_release(&m);
}

/* Random files of keys cause no crash. */
static void
test_random_keymap(void **state)
{
	static const char some[] = "down up <>\n\t#jk\0C-A\377 ";
	struct keymap m = { 0 };
	FILE *out = tmpfile();
	uint64_t seed = 7;
	char text[300];

	(void)state;
	assert_non_null(out);
	for (int i = 0; i < 2000; i++) {
		size_t n = random_below(&seed, sizeof(text)), k;

		for (k = 0; k < n; k++)
			text[k] = some[random_below(&seed, sizeof(some))];
		keymap_read(&m, text, n, "conf", out);
	}
	fclose(out);
	keymap_release(&m);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_wrong_names),
		cmocka_unit_test(test_one_meaning),
		cmocka_unit_test(test_hints),
		cmocka_unit_test(test_keys_of_every_view),
		cmocka_unit_test(test_readable),
		cmocka_unit_test(test_user_keymap),
		cmocka_unit_test(test_random_keymap),
	};

	return cmocka_run_group_tests_name("keys", tests, NULL, NULL);
}
