/* browser.c - the browser on an emulated terminal
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "browser.h"

#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

enum { MOST_ROWS = 100, DIFFERS = 512 };

/* Stand-ins for the attributes of curses that styles.def names. */
enum { A_NORMAL, A_BOLD, A_UNDERLINE, A_REVERSE = 4, A_DIM = 8 };

static const struct look {
	char letter;
	int color, with, without;
} looks[] = {
#define STYLE(name, letter, color, with, without) { letter, color, with, without },
#include "screen/styles.def"
#undef STYLE
};

char folder[] = "/tmp/gprowse-XXXXXX";
char program[4096], image[64], profile[64];

static const char *const browser[] = { program, image, profile, NULL };
const struct start usual = { .words = browser, .type = "xterm-256color",
	.locale = "C.UTF-8", .width = 80, .height = 24 };

/* The expected screen: lines of text, and of styles if they are compared. */
struct screen {
	char *text[MOST_ROWS], *styles[MOST_ROWS];
	bool color;
	char *differs;			/* the first difference that the last comparison found */
};

static const struct look *
find_look(char letter, int *attributes, bool color)
{
	static const struct look text = { '.', -1, 0, 0 };
	const struct look *look = &text;
	char low = letter >= 'A' && letter <= 'Z' ? (char)(letter - 'A' + 'a') : letter;
	size_t i;

	for (i = 0; i < sizeof(looks) / sizeof(*looks); i++)
		if (looks[i].letter == low)
			look = &looks[i];
	*attributes = color ? look->with : look->without;
	if (low == 'f')
		*attributes |= A_BOLD | A_UNDERLINE;
	if (letter == '>' || low != letter)
		*attributes |= A_REVERSE;
	return look;
}

static bool
is_style(const VTermScreenCell *cell, char letter, bool color)
{
	int want, have = 0;
	const struct look *look = find_look(letter, &want, color);
	bool plain = VTERM_COLOR_IS_DEFAULT_FG(&cell->fg) && VTERM_COLOR_IS_DEFAULT_BG(&cell->bg);

	if (cell->attrs.bold)
		have |= A_BOLD;
	if (cell->attrs.underline)
		have |= A_UNDERLINE;
	if (cell->attrs.reverse)
		have |= A_REVERSE;
	if (have != (want & ~A_DIM))
		return false;
	if (letter == 'f' || letter == 'F')
		return color || plain;
	if (!color || look->color < 0)
		return plain;
	return VTERM_COLOR_IS_INDEXED(&cell->fg) && cell->fg.indexed.idx == look->color
		&& VTERM_COLOR_IS_DEFAULT_BG(&cell->bg);
}

static bool
is_screen(struct terminal *t, const void *with)
{
	const struct screen *s = with;
	VTermScreenCell cell;
	int x, y, unlike;
	char *line;

	for (y = 0; y < t->height; y++) {
		line = terminal_line(t, y);
		unlike = strcmp(line, s->text[y]);
		free(line);
		if (unlike) {
			snprintf(s->differs, DIFFERS, "line %d should be |%.400s", y, s->text[y]);
			return false;
		}
		for (x = 0; s->styles[y] != NULL && x < t->width; x++) {
			cell = terminal_cell(t, x, y);
			if (cell.chars[0] == (uint32_t)-1
			    || is_style(&cell, s->styles[y][x], s->color))
				continue;
			snprintf(s->differs, DIFFERS, "line %d, column %d should look like %c: "
				"bold %d, underline %d, reverse %d", y, x, s->styles[y][x],
				cell.attrs.bold, cell.attrs.underline, cell.attrs.reverse);
			return false;
		}
	}
	snprintf(s->differs, DIFFERS, "it should be on the alternate screen");
	return t->alternate;
}

static char *
next_line(FILE *in)
{
	char *line = NULL;
	size_t room = 0;
	ssize_t n = getline(&line, &room, in);

	assert_true(n > 0);
	line[n - 1] = '\0';
	return line;
}

void
browser_shows(struct terminal *t, const char *locale, const char *keys, int styles)
{
	char command[9000], differs[DIFFERS];
	struct screen s = { .color = styles == COLORED, .differs = differs };
	FILE *in;
	int y;

	snprintf(command, sizeof(command),
		"LC_ALL=%s '%s' --screen=%dx%d%s --keys='%s' %s %s 2>&1", locale, program, t->width,
		t->height, styles ? ",styles" : "", keys, image, profile);
	in = popen(command, "r");
	assert_non_null(in);
	for (y = 0; y < t->height; y++) {
		s.text[y] = next_line(in);
		s.styles[y] = styles ? next_line(in) : NULL;
	}
	assert_int_equal(pclose(in), 0);
	terminal_wait(t, is_screen, &s, differs);
	for (y = 0; y < t->height; y++) {
		free(s.text[y]);
		free(s.styles[y]);
	}
}

static bool
has_plain_line(struct terminal *t, const void *with)
{
	VTermScreenCell cell;
	int x, y;
	char *line;

	for (y = 0; y < t->height; y++) {
		line = terminal_line(t, y);
		x = strcmp(line, with) == 0 ? 0 : -1;
		free(line);
		if (x < 0)
			continue;
		cell = terminal_cell(t, 0, y);
		return is_style(&cell, '.', true);
	}
	return false;
}

void
browser_assert_restored(struct terminal *t)
{
	terminal_assert_restored(t);
	/* Erase the line, because keys may have been typed on it before the program began. */
	assert_int_equal(write(t->slave, "\r\n\033[2Kafter\r\n", 13), 13);
	terminal_wait(t, has_plain_line, "after", "text written afterwards is plain");
}

void
browser_exits(struct terminal *t, int status)
{
	terminal_wait(t, terminal_has_ended, NULL, "the program has ended");
	assert_true(WIFEXITED(t->status));
	assert_int_equal(WEXITSTATUS(t->status), status);
	browser_assert_restored(t);
	terminal_close(t);
}

int
browser_prepare(void **state)
{
	const char *top = getenv("top_builddir");
	char command[9000], here[4096];

	(void)state;
	setlocale(LC_ALL, "C.UTF-8");
	if (getcwd(here, sizeof(here)) == NULL || mkdtemp(folder) == NULL)
		return -1;
	if (top == NULL)
		top = ".";
	snprintf(program, sizeof(program), "%.3000s/%.1000s/gprowse", here, top);
	snprintf(image, sizeof(image), "%s/cfd", folder);
	snprintf(profile, sizeof(profile), "%s/gmon.out", folder);
	snprintf(command, sizeof(command), "'%s/tests/make_story' %s %s", top, image, profile);
	return system(command);
}

int
browser_clean_up(void **state)
{
	(void)state;
	unlink(image);
	unlink(profile);
	return rmdir(folder);
}
