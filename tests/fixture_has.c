/* fixture_has.c - checks of the screen of a fixture
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "fixture_has.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void
print_screen(struct fixture *f)
{
	for (int y = 0; y < f->grid.height; y++)
		print_message("|%s\n", line_of(f, y));
}

void
fixture_has(struct fixture *f, const char *text)
{
	if (find_line(f, text) >= 0)
		return;
	print_screen(f);
	fail_msg("not on the screen: %s", text);
}

void
fixture_has_not(struct fixture *f, const char *text)
{
	if (find_line(f, text) < 0)
		return;
	print_screen(f);
	fail_msg("on the screen: %s", text);
}

void
fixture_has_at(struct fixture *f, int y, const char *text)
{
	if (strstr(line_of(f, y), text) != NULL)
		return;
	print_screen(f);
	fail_msg("not in line %d: %s", y, text);
}

void
fixture_has_selected(struct fixture *f, const char *text)
{
	if (strstr(cursor_line(f), text) != NULL)
		return;
	print_screen(f);
	fail_msg("not in the selected row, \"%s\": %s", cursor_line(f), text);
}

void
fixture_has_line(struct fixture *f, const char *text)
{
	for (int y = 0; y < f->grid.height; y++)
		if (strcmp(line_of(f, y), text) == 0)
			return;
	print_screen(f);
	fail_msg("no line of the screen is: %s", text);
}

static void
write_screen(struct fixture *f, const char *path)
{
	FILE *out = fopen(path, "w");

	if (out == NULL)
		fail_msg("%s cannot be written", path);
	for (int y = 0; y < f->grid.height; y++)
		fprintf(out, "%s\n", line_of(f, y));
	assert_int_equal(fclose(out), 0);
}

void
fixture_has_screen(struct fixture *f, const char *path)
{
	char *want = NULL;
	size_t room = 0;
	FILE *file;

	if (getenv("ACCEPT_SCREENS") != NULL) {
		write_screen(f, path);
		return;
	}
	file = fopen(path, "r");
	if (file == NULL)
		fail_msg("%s cannot be opened", path);
	for (int y = 0; y < f->grid.height; y++) {
		assert_true(getline(&want, &room, file) > 0);
		want[strcspn(want, "\n")] = '\0';
		if (strcmp(want, line_of(f, y)) == 0)
			continue;
		print_screen(f);
		fail_msg("%s: line %d should be: %s", path, y + 1, want);
	}
	assert_int_equal(getline(&want, &room, file), -1);
	free(want);
	fclose(file);
}
