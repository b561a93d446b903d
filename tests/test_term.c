/* The program on a terminal: keys go in, cells and attributes come out, and whatever ends
 * it, the terminal is as before.  --screen says what must be seen.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifndef HAVE_VTERM

int
main(void)
{
	puts("1..0 # SKIP without libvterm there is no terminal to type into");
	return 77;
}

#else

#include <assert.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "term.h"
#include "terminal.h"

enum { MOST_ROWS = 100, DIFFERS = 512 };

/* What styles.def says in words of curses. */
enum { A_NORMAL, A_BOLD, A_UNDERLINE, A_REVERSE = 4, A_DIM = 8 };
enum { COLOR_RED = 1 };

static const struct look {
	char letter;
	int color, with, without;
} looks[] = {
#define STYLE(name, letter, color, with, without) { letter, color, with, without },
#include "styles.def"
#undef STYLE
};

static char folder[] = "/tmp/gprowse-XXXXXX";
static char program[4096], image[64], profile[64];

/* The browser on the profile of story.h. */
static const char *const browser[] = { program, image, profile, NULL };
static const struct start usual = { .words = browser, .type = "xterm-256color",
	.locale = "C.UTF-8", .width = 80, .height = 24 };

/* What must be on the screen: lines of text, and of styles if they count. */
struct screen {
	char *text[MOST_ROWS], *styles[MOST_ROWS];
	bool color;
	char *differs;			/* where it does, at the last look */
};

static const struct look *
look_of(char letter, int *attributes, bool color)
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
	const struct look *look = look_of(letter, &want, color);
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
		for (x = 0; s->styles[y] && x < t->width; x++) {
			cell = terminal_cell(t, x, y);
			if (cell.chars[0] == (uint32_t)-1 || is_style(&cell, s->styles[y][x], s->color))
				continue;
			snprintf(s->differs, DIFFERS, "line %d, column %d should look like %c: "
				"bold %d, underline %d, reverse %d", y, x, s->styles[y][x],
				cell.attrs.bold, cell.attrs.underline, cell.attrs.reverse);
			return false;
		}
	}
	snprintf(s->differs, DIFFERS, "it should be on the other screen");
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

/* T must show what --screen shows after KEYS; STYLES: 0 they do not count, else without
 * colours or with. */
enum { TEXT_ALONE, MONOCHROME, COLORED };

static void
shows(struct terminal *t, const char *locale, const char *keys, int styles)
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

/* Is that all there is on the last line? */
static bool
last_line_is(struct terminal *t, const void *with)
{
	char *line = terminal_line(t, t->height - 1);
	bool same = strcmp(line, with) == 0;

	free(line);
	return same;
}

static bool
is_plain(struct terminal *t, const void *with)
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

/* Is the terminal as it was before: its screen, its cursor, its modes, its colours? */
static void
restored(struct terminal *t)
{
	terminal_is_given_back(t);
	assert_int_equal(write(t->slave, "\r\nafter\r\n", 9), 9);
	terminal_wait(t, is_plain, "after", "what is written afterwards is plain");
}

static void
exits(struct terminal *t, int status)
{
	terminal_wait(t, terminal_has_ended, NULL, "the program has ended");
	assert_true(WIFEXITED(t->status));
	assert_int_equal(WEXITSTATUS(t->status), status);
	restored(t);
	terminal_close(t);
}

static void
test_screen(void **state)
{
	struct terminal t;
	VTermScreenCell cell;
	char *line;

	(void)state;
	terminal_start(&t, &usual);
	shows(&t, "C.UTF-8", "", COLORED);
	line = terminal_line(&t, 1);
	assert_non_null(strstr(line, "%self▼"));
	free(line);
	cell = terminal_cell(&t, 79, 0);
	assert_true(cell.attrs.reverse);
	cell = terminal_cell(&t, 2, 1);
	assert_true(cell.attrs.bold);
	cell = terminal_cell(&t, 79, 2);
	assert_true(cell.attrs.reverse);
	cell = terminal_cell(&t, 10, 2);
	assert_true(cell.attrs.bold && cell.attrs.reverse);
	assert_int_equal(cell.fg.indexed.idx, COLOR_RED);
	cell = terminal_cell(&t, 79, 3);
	assert_false(cell.attrs.reverse);
	terminal_type(&t, "j");
	shows(&t, "C.UTF-8", "j", COLORED);
	cell = terminal_cell(&t, 79, 2);
	assert_false(cell.attrs.reverse);
	cell = terminal_cell(&t, 79, 3);
	assert_true(cell.attrs.reverse);
	terminal_type(&t, "q");
	exits(&t, 0);
}

/* Keys as terminals send them, and what they are. */
static void
test_keys(void **state)
{
	static const struct { VTermKey key; VTermModifier with; const char *name; } keys[] = {
		{ VTERM_KEY_DOWN, VTERM_MOD_NONE, "<Down>" },
		{ VTERM_KEY_DOWN, VTERM_MOD_NONE, "<Down>" },
		{ VTERM_KEY_UP, VTERM_MOD_NONE, "<Up>" },
		{ VTERM_KEY_END, VTERM_MOD_NONE, "<End>" },
		{ VTERM_KEY_HOME, VTERM_MOD_NONE, "<Home>" },
		{ VTERM_KEY_PAGEDOWN, VTERM_MOD_NONE, "<PgDn>" },
		{ VTERM_KEY_PAGEUP, VTERM_MOD_NONE, "<PgUp>" },
		{ VTERM_KEY_RIGHT, VTERM_MOD_NONE, "<Right>" },
		{ VTERM_KEY_LEFT, VTERM_MOD_NONE, "<Left>" },
		{ VTERM_KEY_ENTER, VTERM_MOD_NONE, "<Enter>" },
		{ VTERM_KEY_FUNCTION_0 + 1, VTERM_MOD_NONE, "<F1>" },
		{ VTERM_KEY_LEFT, VTERM_MOD_ALT, "<A-Left>" },
		{ VTERM_KEY_BACKSPACE, VTERM_MOD_NONE, "<Backspace>" },
		{ VTERM_KEY_RIGHT, VTERM_MOD_ALT, "<A-Right>" },
		{ VTERM_KEY_ESCAPE, VTERM_MOD_NONE, "<Esc>" },
		{ VTERM_KEY_FUNCTION_0 + 6, VTERM_MOD_NONE, "<F6>" },
		{ VTERM_KEY_ESCAPE, VTERM_MOD_NONE, "<Esc>" },
	};
	struct terminal t;
	char names[256] = "";
	size_t i;

	(void)state;
	terminal_start(&t, &usual);
	shows(&t, "C.UTF-8", "", COLORED);
	for (i = 0; i < sizeof(keys) / sizeof(*keys); i++) {
		strcat(names, keys[i].name);
		terminal_key(&t, keys[i].key, keys[i].with);
		shows(&t, "C.UTF-8", names, COLORED);
	}
	terminal_key(&t, VTERM_KEY_FUNCTION_0 + 10, VTERM_MOD_NONE);
	exits(&t, 0);
}

/* Much typed at once is all taken, in its order; so is what is not ASCII. */
static void
test_typing(void **state)
{
	struct terminal t;

	(void)state;
	terminal_start(&t, &usual);
	terminal_type(&t, "jjkscS%C*jjf?q:größe_計\r/parse\rn\rKi\x0f\x0c<<>12\rjx");
	shows(&t, "C.UTF-8", "jjkscS%C*jjf?q:größe_計<Enter>/parse<Enter>n<Enter>Ki<C-o><C-l>"
		"<lt><lt>>12<Enter>jx", COLORED);
	terminal_type(&t, ":計é");
	terminal_wait(&t, terminal_has_text, "): 計é", "wide characters in the prompt");
	terminal_type(&t, "\x03");
	terminal_type(&t, "Q");
	exits(&t, 0);
}

static void
test_monochrome(void **state)
{
	static const char *const always[] = { program, "--color=always", image, profile, NULL };
	static const char *const never[] = { program, "--color=never", image, profile, NULL };
	struct start how = usual;
	struct terminal t;

	(void)state;
	how.no_color = "1";
	terminal_start(&t, &how);
	shows(&t, "C.UTF-8", "", MONOCHROME);
	terminal_type(&t, "/parse\r\r");
	shows(&t, "C.UTF-8", "/parse<Enter><Enter>", MONOCHROME);
	terminal_type(&t, "Q");
	exits(&t, 0);

	how.words = always;
	terminal_start(&t, &how);
	shows(&t, "C.UTF-8", "", COLORED);
	terminal_type(&t, "Q");
	exits(&t, 0);

	how.words = never;
	how.no_color = NULL;
	terminal_start(&t, &how);
	shows(&t, "C.UTF-8", "", MONOCHROME);
	terminal_type(&t, "Q");
	exits(&t, 0);
}

static void
test_resize(void **state)
{
	static const int sizes[][2] = {
		{ 160, 50 }, { 40, 8 }, { 39, 5 }, { 1, 1 }, { 250, 90 }, { 41, 60 }, { 80, 24 },
	};
	struct terminal t;
	size_t i;

	(void)state;
	terminal_start(&t, &usual);
	shows(&t, "C.UTF-8", "", COLORED);
	for (i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
		terminal_resize(&t, sizes[i][0], sizes[i][1]);
		shows(&t, "C.UTF-8", "", COLORED);
	}
	terminal_type(&t, "C*jj");
	shows(&t, "C.UTF-8", "C*jj", COLORED);
	terminal_resize(&t, 100, 30);
	shows(&t, "C.UTF-8", "C*jj", COLORED);
	terminal_type(&t, "Q");
	exits(&t, 0);
}

/* Keys that wait when a new size is noticed are taken before anything is drawn: no frame of
 * before is seen at the new size. */
static void
test_no_stale_frame(void **state)
{
	struct terminal t;

	(void)state;
	terminal_start(&t, &usual);
	shows(&t, "C.UTF-8", "", COLORED);
	terminal_signal(&t, SIGSTOP);
	terminal_wait(&t, terminal_has_stopped, NULL, "stopped");
	terminal_resize(&t, 100, 30);
	terminal_type(&t, "jjjjjjjj");
	t.logged = 0;
	terminal_continue(&t);
	shows(&t, "C.UTF-8", "jjjjjjjj", COLORED);
	assert_non_null(strstr(t.log, "[14] "));
	assert_null(strstr(t.log, "[3] pressure"));
	terminal_type(&t, "Q");
	exits(&t, 0);
}

static void
test_signals(void **state)
{
	static const int signals[] = { SIGTERM, SIGHUP, SIGQUIT, SIGABRT, SIGPIPE, SIGXCPU };
	struct terminal t;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(signals) / sizeof(*signals); i++) {
		terminal_start(&t, &usual);
		terminal_type(&t, "C");
		shows(&t, "C.UTF-8", "C", COLORED);
		terminal_signal(&t, signals[i]);
		terminal_wait(&t, terminal_has_ended, NULL, "a signal ends the program");
		assert_true(WIFSIGNALED(t.status));
		assert_int_equal(WTERMSIG(t.status), signals[i]);
		restored(&t);
		terminal_close(&t);
	}
}

/* C-c and SIGINT stop what is going on; when nothing is, the program. */
static void
test_interrupt(void **state)
{
	struct terminal t;

	(void)state;
	terminal_start(&t, &usual);
	terminal_type(&t, "/");
	shows(&t, "C.UTF-8", "/", COLORED);
	terminal_type(&t, "\x03");
	shows(&t, "C.UTF-8", "/<C-c>", COLORED);
	terminal_type(&t, "\x03");
	exits(&t, 0);
	terminal_start(&t, &usual);
	shows(&t, "C.UTF-8", "", COLORED);
	terminal_signal(&t, SIGINT);
	exits(&t, 0);
}

/* One function file by file: it is seen how far that is, and C-c leaves all as it was.  Files
 * that became pipes keep it waiting for as long as the test wants. */
static void
test_by_file(void **state)
{
	char more[3][80];
	const char *const words[] = { program, image, profile, more[0], more[1], more[2], NULL };
	struct start how = usual;
	struct terminal t;
	int i, fd;

	(void)state;
	how.words = words;
	for (i = 0; i < 3; i++) {
		snprintf(more[i], sizeof(more[i]), "%s/gmon.%d", folder, i);
		assert_int_equal(link(profile, more[i]), 0);
	}
	terminal_start(&t, &how);
	terminal_wait(&t, terminal_has_text, "4 files", "all files are read");
	for (i = 0; i < 2; i++) {
		assert_int_equal(unlink(more[i]), 0);
		assert_int_equal(mkfifo(more[i], 0600), 0);
	}
	terminal_type(&t, "R");
	terminal_wait(&t, terminal_has_text, "reading 1 of 4 files ...", "it is said that this takes a while");
	fd = open(more[0], O_WRONLY);
	assert_true(fd >= 0);
	close(fd);
	terminal_wait(&t, terminal_has_text, "reading 2 of 4 files ...  C-c stops it", "and how far it is");
	terminal_type(&t, "\x03");
	terminal_wait(&t, last_line_is, "stopped", "C-c stops it, and the last line says only that");
	assert_true(terminal_has_text(&t, "%self"));
	assert_false(terminal_has_text(&t, "file by file"));
	for (i = 0; i < 2; i++) {
		assert_int_equal(unlink(more[i]), 0);
		assert_int_equal(link(profile, more[i]), 0);
	}
	terminal_type(&t, "R");
	terminal_wait(&t, terminal_has_text, "file by file", "later it can be read");
	terminal_wait(&t, terminal_has_text, "1.00", "every file holds the same");
	terminal_type(&t, "Q");
	exits(&t, 0);
	for (i = 0; i < 3; i++)
		unlink(more[i]);
}

/* Reading again says so as well, and what was read before stays.  The second pipe has somebody who
 * could write to it, and says nothing. */
static void
test_reading_stopped(void **state)
{
	char more[2][80];
	const char *const words[] = { program, image, profile, more[0], more[1], NULL };
	struct start how = usual;
	struct terminal t;
	int i, fd, silent;

	(void)state;
	how.words = words;
	for (i = 0; i < 2; i++) {
		snprintf(more[i], sizeof(more[i]), "%s/gmon.%d", folder, i);
		assert_int_equal(link(profile, more[i]), 0);
	}
	terminal_start(&t, &how);
	terminal_wait(&t, terminal_has_text, "3 files", "all files are read");
	for (i = 0; i < 2; i++) {
		assert_int_equal(unlink(more[i]), 0);
		assert_int_equal(mkfifo(more[i], 0600), 0);
	}
	terminal_type(&t, "xr");
	terminal_wait(&t, terminal_has_text, "reading 1 of 3 files ...", "it is said that this takes a while");
	fd = open(more[0], O_WRONLY);
	assert_true(fd >= 0);
	close(fd);
	silent = open(more[1], O_WRONLY);
	assert_true(silent >= 0);
	terminal_wait(&t, terminal_has_text, "reading 2 of 3 files ...  C-c stops it", "and how far it is");
	terminal_type(&t, "\x03");
	terminal_wait(&t, terminal_has_text, "stopped: all is as it was", "C-c stops it");
	close(silent);
	assert_true(terminal_has_text(&t, "3 files"));
	terminal_type(&t, "u");
	terminal_wait(&t, terminal_has_text, "undone: ", "what was out is known");
	terminal_type(&t, "Q");
	exits(&t, 0);
	for (i = 0; i < 2; i++)
		unlink(more[i]);
}

/* The same for a list of symbols: a signal that only says that time passes ends nothing. */
static void
test_symbols_stopped(void **state)
{
	char option[80] = "-S", *list = option + 2;
	const char *const words[] = { program, option, image, profile, NULL };
	struct start how = usual;
	struct terminal t;
	FILE *f;

	(void)state;
	how.words = words;
	snprintf(list, sizeof(option) - 2, "%s/symbols", folder);
	f = fopen(list, "w");
	assert_non_null(f);
	fprintf(f, "%016x T all\n", 0x1000);
	fclose(f);
	terminal_start(&t, &how);
	terminal_wait(&t, terminal_has_text, "1 of 1 functions", "symbols are read");
	assert_int_equal(unlink(list), 0);
	assert_int_equal(mkfifo(list, 0600), 0);
	terminal_type(&t, "r");
	terminal_wait(&t, terminal_has_text, "working ...", "it is said that this takes a while");
	terminal_type(&t, "\x03");
	terminal_wait(&t, terminal_has_text, "stopped: all is as it was", "C-c stops it");
	terminal_type(&t, "Q");
	exits(&t, 0);
	unlink(list);
}

/* A file that is written while others are still read is not what was read. */
static void
test_written_while_read(void **state)
{
	char last[80], bytes[1 << 16];
	const char *const words[] = { program, image, profile, last, NULL };
	const struct timespec long_ago[2] = { { 1000000000, 0 }, { 1000000000, 0 } };
	struct start how = usual;
	struct terminal t;
	ssize_t n;
	int fd;

	(void)state;
	how.words = words;
	snprintf(last, sizeof(last), "%s/gmon.last", folder);
	assert_int_equal(mkfifo(last, 0600), 0);
	fd = open(profile, O_RDONLY);
	n = read(fd, bytes, sizeof(bytes));
	assert_in_range(n, 1, sizeof(bytes) - 1);
	close(fd);
	terminal_start(&t, &how);
	/* All before it are read when somebody reads this one. */
	fd = open(last, O_WRONLY);
	assert_true(fd >= 0);
	assert_int_equal(utimensat(AT_FDCWD, profile, long_ago, 0), 0);
	assert_int_equal(write(fd, bytes, (size_t)n), n);
	close(fd);
	terminal_wait(&t, terminal_has_text, "gmon.out has changed: r reads it again", "it is told");
	terminal_type(&t, "Q");
	exits(&t, 0);
	unlink(last);
}

/* Long work says so, and ends with C-c; the screen is as before.  The expression takes part of
 * a second for each row. */
static void
test_long_work(void **state)
{
	struct terminal t;

	(void)state;
	terminal_start(&t, &usual);
	shows(&t, "C.UTF-8", "", COLORED);
	terminal_type(&t, "&(.?.?.?.?.?.?){60}(zq)\r");
	terminal_wait(&t, terminal_has_text, "working ...  C-c stops", "work goes on");
	terminal_type(&t, "\x03");
	terminal_wait(&t, terminal_has_text, "stopped: all is as it was", "it was stopped");
	terminal_type(&t, "j");
	shows(&t, "C.UTF-8", "j", COLORED);
	terminal_type(&t, "Q");
	exits(&t, 0);
}

static void
fail_an_assertion(void)
{
	struct grid g = { 0 };
	struct err e;
	struct pen pen;

	setlocale(LC_CTYPE, "");
	if (!term_open(true, &e))
		exit(EXIT_FAILURE);
	grid_resize(&g, 40, 10);
	pen = pen_at(&g, 3, 2, 30);
	pen_text(&pen, "all is well so far");
	term_show(&g);
	term_key();
	assert(!"this is not so");
}

static void
test_assertion(void **state)
{
	struct start how = { .run = fail_an_assertion, .type = "xterm-256color",
		.locale = "C.UTF-8", .width = 250, .height = 10 };
	struct terminal t;	/* so wide that no path breaks the message in two */

	(void)state;
	terminal_start(&t, &how);
	terminal_wait(&t, terminal_has_text, "all is well so far", "a screen");
	terminal_type(&t, "x");
	terminal_wait(&t, terminal_has_ended, NULL, "the failed assertion ends the program");
	assert_int_equal(WTERMSIG(t.status), SIGABRT);
	terminal_wait(&t, terminal_has_text, "this is not so", "what the assertion says is seen");
	restored(&t);
	assert_false(terminal_has_text(&t, "all is well so far"));
	terminal_close(&t);
}

static int capabilities_left;		/* until a signal comes; 0: none does */
static bool says_timer;			/* kill() only tells whether a timer runs */

/* Stand in front of those of curses and of the C library. */
int tputs(const char *s, int lines, int (*put)(int));

int
tputs(const char *s, int lines, int (*put)(int))
{
	int (*real)(const char *, int, int (*)(int));

	*(void **)&real = dlsym(RTLD_NEXT, "tputs");
	if (capabilities_left > 0 && --capabilities_left == 0)
		raise(SIGTERM);
	return real(s, lines, put);
}

int
kill(pid_t process, int number)
{
	static const char none[] = "\r\nno timer runs", one[] = "\r\na timer runs";
	struct itimerval t;

	if (!says_timer)
		return (int)syscall(SYS_kill, process, number);
	getitimer(ITIMER_REAL, &t);
	if (timerisset(&t.it_value))
		return write(STDOUT_FILENO, one, strlen(one)) < 0;
	return write(STDOUT_FILENO, none, strlen(none)) < 0;
}

static void
end_within_mouse(void)
{
	struct err e;

	setlocale(LC_CTYPE, "");
	if (!term_open(true, &e))
		exit(EXIT_FAILURE);
	for (;;) {
		capabilities_left = (int)term_key() - '0';
		term_mouse(true);
	}
}

/* A signal that comes while the bytes are put together that give the terminal back finds
 * those of before. */
static void
test_signals_within(void **state)
{
	struct start how = { .run = end_within_mouse, .type = "xterm-256color",
		.locale = "C.UTF-8", .width = 80, .height = 10 };
	struct terminal t;
	char key[2] = "1";

	(void)state;
	for (; *key <= '9'; (*key)++) {
		terminal_start(&t, &how);
		terminal_type(&t, key);
		terminal_wait(&t, terminal_has_ended, NULL, "a signal ends the program");
		assert_int_equal(WTERMSIG(t.status), SIGTERM);
		restored(&t);
		assert_null(strstr(t.log, "working ..."));
		terminal_close(&t);
	}
}

static void
suspend_at_work(void)
{
	struct err e;

	setlocale(LC_CTYPE, "");
	if (!term_open(true, &e))
		exit(EXIT_FAILURE);
	term_key();
	term_work_begins();
	says_timer = true;
	term_suspend();
	says_timer = false;
	term_key();
	exit(EXIT_SUCCESS);
}

/* While somebody else has the terminal nothing says that work goes on. */
static void
test_suspended_work(void **state)
{
	struct start how = { .run = suspend_at_work, .type = "xterm-256color",
		.locale = "C.UTF-8", .width = 80, .height = 10 };
	struct terminal t;

	(void)state;
	terminal_start(&t, &how);
	terminal_type(&t, "x");
	terminal_wait(&t, terminal_has_text, "timer runs", "it would have stopped");
	assert_true(terminal_has_text(&t, "no timer runs"));
	terminal_close(&t);
}

/* What the mouse does that means nothing is not the end, not even if much of it comes, one
 * event after the other. */
static void
test_idle_mouse(void **state)
{
	struct terminal t;
	int i;

	(void)state;
	terminal_start(&t, &usual);
	shows(&t, "C.UTF-8", "", COLORED);
	for (i = 0; i < 100; i++) {
		terminal_type(&t, i < 50 ? "\033[<2;5;5M" : "\033[<0;5;5m");
		(void)terminal_take(&t, 5);
	}
	terminal_type(&t, "j");
	shows(&t, "C.UTF-8", "j", COLORED);
	terminal_type(&t, "Q");
	exits(&t, 0);
}

static void
suspended_and_back(struct terminal *t)
{
	terminal_wait(t, terminal_has_stopped, NULL, "the program has stopped");
	restored(t);
	terminal_resize(t, 100, 30);
	terminal_continue(t);
	shows(t, "C.UTF-8", "j", COLORED);
	terminal_resize(t, 80, 24);
	shows(t, "C.UTF-8", "j", COLORED);
}

static void
test_suspend(void **state)
{
	struct terminal t;
	int again;

	(void)state;
	if (getenv("MEMCHECK") != NULL)	/* which does not stop */
		skip();
	terminal_start(&t, &usual);
	terminal_type(&t, "j");
	shows(&t, "C.UTF-8", "j", COLORED);
	for (again = 0; again < 2; again++) {
		terminal_type(&t, "\x1a");
		suspended_and_back(&t);
		terminal_signal(&t, SIGTSTP);
		suspended_and_back(&t);
	}
	/* Nothing can be done before this one, but afterwards. */
	terminal_signal(&t, SIGSTOP);
	terminal_wait(&t, terminal_has_stopped, NULL, "stopped");
	assert_int_equal(write(t.slave, "\033[H\033[2Jgarbage\r\n", 16), 16);
	terminal_wait(&t, terminal_has_text, "garbage", "somebody else writes");
	assert_int_equal(tcsetattr(t.slave, TCSANOW, &t.before), 0);
	terminal_continue(&t);
	shows(&t, "C.UTF-8", "j", COLORED);
	terminal_type(&t, "Q");
	exits(&t, 0);
}

/* In the background nothing is drawn and no mode changed until it is brought to the front,
 * where it leaves the terminal as it was. */
static void
test_background(void **state)
{
	struct start how = usual;
	struct terminal t;

	(void)state;
	if (getenv("MEMCHECK") != NULL)	/* which does not stop */
		skip();
	how.background = true;
	terminal_start(&t, &how);
	terminal_wait(&t, terminal_has_stopped, NULL, "it stops");
	assert_int_equal(t.logged, 0);
	restored(&t);
	terminal_continue(&t);
	terminal_type(&t, "j");
	shows(&t, "C.UTF-8", "j", COLORED);
	terminal_type(&t, "Q");
	exits(&t, 0);
}

static void
test_types(void **state)
{
	static const char *const types[] = { "vt100", "ansi", "linux", "screen", "no-such-terminal",
		"", NULL };
	struct start how = usual;
	struct terminal t;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(types) / sizeof(*types); i++) {
		how.type = types[i];
		terminal_start(&t, &how);
		terminal_wait(&t, terminal_has_text, "? help", types[i] ? types[i] : "no TERM");
		terminal_type(&t, "jC*");
		terminal_wait(&t, terminal_has_text, "<cycle 1>", types[i] ? types[i] : "no TERM");
		terminal_type(&t, "Q");
		terminal_wait(&t, terminal_has_ended, NULL, "quit");
		assert_int_equal(t.status, 0);
		terminal_close(&t);
	}
}

/* vt100 has no colours and no other screen, but bold and reverse. */
static void
test_vt100(void **state)
{
	struct start how = usual;
	struct terminal t;
	char *last;

	(void)state;
	how.type = "vt100";
	terminal_start(&t, &how);
	terminal_wait(&t, terminal_has_text, "? help", "first screen");
	t.alternate = true;
	shows(&t, "C.UTF-8", "", MONOCHROME);
	terminal_type(&t, "j");
	shows(&t, "C.UTF-8", "j", MONOCHROME);
	t.alternate = false;
	terminal_type(&t, "Q");
	terminal_wait(&t, terminal_has_ended, NULL, "the program ends");
	last = terminal_line(&t, t.height - 1);
	assert_string_equal(last, "");
	free(last);
	exits(&t, 0);
}

static void
test_dumb(void **state)
{
	struct start how = usual;
	struct terminal t;

	(void)state;
	how.type = "dumb";
	terminal_start(&t, &how);
	terminal_wait(&t, terminal_has_text, "terminal type dumb cannot place its cursor", "dumb");
	/* The listing stands above it. */
	assert_true(terminal_has_text(&t, "Index by function name"));
	assert_false(t.alternate);
	exits(&t, 0);
}

static void
test_ascii(void **state)
{
	struct start how = usual;
	struct terminal t;
	VTermScreenCell cell;
	int x, y;

	(void)state;
	how.locale = "C";
	/* libvterm wraps too early after the REP of xterm: screen has none. */
	how.type = "screen-256color";
	how.width = 160;
	terminal_start(&t, &how);
	terminal_type(&t, "zC*f");
	shows(&t, "C", "zC*f", COLORED);
	assert_true(terminal_has_text(&t, "%selfv"));
	for (y = 0; y < t.height; y++)
		for (x = 0; x < t.width; x++) {
			cell = terminal_cell(&t, x, y);
			if (cell.chars[0])
				assert_in_range(cell.chars[0], 0x20, 0x7e);
		}
	terminal_type(&t, "Q");
	exits(&t, 0);
}

/* A window that is closed takes the program with it, even if that ignores SIGHUP. */
static void
test_hang_up(void **state)
{
	struct start how = usual;
	struct terminal t;
	int ignored;

	(void)state;
	for (ignored = 0; ignored < 2; ignored++) {
		how.no_hangup = ignored;
		terminal_start(&t, &how);
		shows(&t, "C.UTF-8", "", COLORED);
		assert_true(terminal_hang_up(&t));
		terminal_close(&t);
	}
}

static int
prepare(void **state)
{
	const char *top = getenv("top_builddir");
	char command[9000], here[4096];

	(void)state;
	setlocale(LC_ALL, "C.UTF-8");
	if (!getcwd(here, sizeof(here)) || !mkdtemp(folder))
		return -1;
	snprintf(program, sizeof(program), "%.3000s/%.1000s/gprowse", here, top ? top : ".");
	snprintf(image, sizeof(image), "%s/cfd", folder);
	snprintf(profile, sizeof(profile), "%s/gmon.out", folder);
	snprintf(command, sizeof(command), "'%s/tests/make_story' %s %s", top ? top : ".", image,
		profile);
	return system(command);
}

static int
clean_up(void **state)
{
	(void)state;
	unlink(image);
	unlink(profile);
	return rmdir(folder);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_screen),
		cmocka_unit_test(test_keys),
		cmocka_unit_test(test_typing),
		cmocka_unit_test(test_monochrome),
		cmocka_unit_test(test_resize),
		cmocka_unit_test(test_no_stale_frame),
		cmocka_unit_test(test_signals),
		cmocka_unit_test(test_interrupt),
		cmocka_unit_test(test_by_file),
		cmocka_unit_test(test_long_work),
		cmocka_unit_test(test_reading_stopped),
		cmocka_unit_test(test_symbols_stopped),
		cmocka_unit_test(test_written_while_read),
		cmocka_unit_test(test_assertion),
		cmocka_unit_test(test_signals_within),
		cmocka_unit_test(test_idle_mouse),
		cmocka_unit_test(test_suspend),
		cmocka_unit_test(test_suspended_work),
		cmocka_unit_test(test_types),
		cmocka_unit_test(test_background),
		cmocka_unit_test(test_vt100),
		cmocka_unit_test(test_dumb),
		cmocka_unit_test(test_ascii),
		cmocka_unit_test(test_hang_up),
	};

	if (!terminal_can_be()) {
		puts("1..0 # SKIP no pseudo-terminals here: mount -t devpts devpts /dev/pts");
		return 77;
	}
	return cmocka_run_group_tests_name("term", tests, prepare, clean_up);
}

#endif
