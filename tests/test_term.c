/* test_term.c - the program on a terminal: keys go in, cells and attributes come out
 *
 * The expected screen is that of --screen.
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

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "browser.h"

static void
test_colours_and_attributes(void **state)
{
	struct terminal t;
	VTermScreenCell cell;
	char *line;

	(void)state;
	terminal_start(&t, &usual);
	browser_shows(&t, "C.UTF-8", "", COLORED);
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
	browser_shows(&t, "C.UTF-8", "j", COLORED);
	cell = terminal_cell(&t, 79, 2);
	assert_false(cell.attrs.reverse);
	cell = terminal_cell(&t, 79, 3);
	assert_true(cell.attrs.reverse);
	terminal_type(&t, "q");
	browser_exits(&t, 0);
}

/* The program reads each key correctly from the sequence that a terminal sends for the key. */
static void
test_keys_of_terminals(void **state)
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
	browser_shows(&t, "C.UTF-8", "", COLORED);
	for (i = 0; i < sizeof(keys) / sizeof(*keys); i++) {
		strcat(names, keys[i].name);
		terminal_key(&t, keys[i].key, keys[i].with);
		browser_shows(&t, "C.UTF-8", names, COLORED);
	}
	terminal_key(&t, VTERM_KEY_FUNCTION_0 + 10, VTERM_MOD_NONE);
	browser_exits(&t, 0);
}

/* The program reads the sequences that other terminals than $TERM, as tmux and PuTTY, send for
 * keys. */
static void
test_keys_of_other_terminals(void **state)
{
	static const struct { const char *sequence, *name; } keys[] = {
		{ "\033[4~", "<End>" }, { "\033[1~", "<Home>" },
		{ "\033[8~", "<End>" }, { "\033[7~", "<Home>" },
		{ "\033[F", "<End>" }, { "\033[H", "<Home>" },
		{ "\033OF", "<End>" }, { "\033OH", "<Home>" },
		{ "\033[6~", "<PgDn>" }, { "\033[5~", "<PgUp>" },
	};
	static const char *const types[] = { "xterm-256color", "vt100" };

	(void)state;
	for (size_t k = 0; k < 2; k++) {
		struct start how = usual;
		struct terminal t;
		char names[256] = "";

		how.type = types[k];
		terminal_start(&t, &how);
		terminal_wait(&t, terminal_has_text, "? help", "first screen");
		t.alternate = true;
		for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++) {
			strcat(names, keys[i].name);
			terminal_type(&t, keys[i].sequence);
			browser_shows(&t, "C.UTF-8", names, k == 0 ? COLORED : MONOCHROME);
		}
		terminal_type(&t, "q");
		if (k == 0)
			browser_exits(&t, 0);
		else
			terminal_close(&t);
	}
}

/* If many keys arrive at once, all are handled in order, also keys outside ASCII. */
static void
test_typed_at_once(void **state)
{
	struct terminal t;

	(void)state;
	terminal_start(&t, &usual);
	terminal_type(&t, "jjkscS%C*jjf?q:größe_計\r/parse\rn\rKi\x0f\x0c<<>12\rjx");
	browser_shows(&t, "C.UTF-8", "jjkscS%C*jjf?q:größe_計<Enter>/parse<Enter>n<Enter>Ki"
		"<C-o><C-l><lt><lt>>12<Enter>jx", COLORED);
	terminal_type(&t, "Cs\x1b\x1b\x1b");
	browser_shows(&t, "C.UTF-8", "jjkscS%C*jjf?q:größe_計<Enter>/parse<Enter>n<Enter>Ki"
		"<C-o><C-l><lt><lt>>12<Enter>jxCs<Esc><Esc><Esc>", COLORED);
	terminal_type(&t, ":計é");
	terminal_wait(&t, terminal_has_text, "): 計é", "wide characters in the prompt");
	terminal_type(&t, "\x03");
	terminal_type(&t, "Q");
	browser_exits(&t, 0);
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
	browser_shows(&t, "C.UTF-8", "", MONOCHROME);
	terminal_type(&t, "/parse\r\r");
	browser_shows(&t, "C.UTF-8", "/parse<Enter><Enter>", MONOCHROME);
	terminal_type(&t, "Q");
	browser_exits(&t, 0);

	how.words = always;
	terminal_start(&t, &how);
	browser_shows(&t, "C.UTF-8", "", COLORED);
	terminal_type(&t, "Q");
	browser_exits(&t, 0);

	how.words = never;
	how.no_color = NULL;
	terminal_start(&t, &how);
	browser_shows(&t, "C.UTF-8", "", MONOCHROME);
	terminal_type(&t, "Q");
	browser_exits(&t, 0);
}

static void
test_every_size(void **state)
{
	static const int sizes[][2] = {
		{ 160, 50 }, { 40, 8 }, { 39, 5 }, { 1, 1 }, { 250, 90 }, { 41, 60 }, { 80, 24 },
	};
	struct terminal t;
	size_t i;

	(void)state;
	terminal_start(&t, &usual);
	browser_shows(&t, "C.UTF-8", "", COLORED);
	for (i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
		terminal_resize(&t, sizes[i][0], sizes[i][1]);
		browser_shows(&t, "C.UTF-8", "", COLORED);
	}
	terminal_type(&t, "C*jj");
	browser_shows(&t, "C.UTF-8", "C*jj", COLORED);
	terminal_resize(&t, 100, 30);
	browser_shows(&t, "C.UTF-8", "C*jj", COLORED);
	terminal_type(&t, "Q");
	browser_exits(&t, 0);
}

/* Pending keys are handled before the screen is drawn in a new size.  So no frame of the new size
 * shows an earlier state. */
static void
test_no_stale_frame(void **state)
{
	struct terminal t;

	(void)state;
	terminal_start(&t, &usual);
	browser_shows(&t, "C.UTF-8", "", COLORED);
	terminal_signal(&t, SIGSTOP);
	terminal_wait(&t, terminal_has_stopped, NULL, "stopped");
	terminal_resize(&t, 100, 30);
	terminal_type(&t, "jjjjjjjj");
	t.logged = 0;
	terminal_continue(&t);
	browser_shows(&t, "C.UTF-8", "jjjjjjjj", COLORED);
	assert_non_null(strstr(t.log, "[14] "));
	assert_null(strstr(t.log, "[3] pressure"));
	terminal_type(&t, "Q");
	browser_exits(&t, 0);
}

/* Mouse events without meaning do not end the program, not even many in a row. */
static void
test_meaningless_mouse_events(void **state)
{
	struct terminal t;
	int i;

	(void)state;
	terminal_start(&t, &usual);
	browser_shows(&t, "C.UTF-8", "", COLORED);
	for (i = 0; i < 100; i++) {
		terminal_type(&t, i < 50 ? "\033[<2;5;5M" : "\033[<0;5;5m");
		(void)terminal_read(&t, 5);
	}
	terminal_type(&t, "j");
	browser_shows(&t, "C.UTF-8", "j", COLORED);
	terminal_type(&t, "Q");
	browser_exits(&t, 0);
}

/* The screen is drawn after a click, also if the release arrives together with it. */
static void
test_click_and_release(void **state)
{
	struct terminal t;

	(void)state;
	terminal_start(&t, &usual);
	browser_shows(&t, "C.UTF-8", "", COLORED);
	terminal_type(&t, "\033[<0;30;5M\033[<0;30;5m");
	browser_shows(&t, "C.UTF-8", "jj", COLORED);
	terminal_type(&t, "Q");
	browser_exits(&t, 0);
}

static void
test_types_of_terminals(void **state)
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
		terminal_wait(&t, terminal_has_text, "? help",
			types[i] != NULL ? types[i] : "no TERM");
		terminal_type(&t, "jC*");
		terminal_wait(&t, terminal_has_text, "<cycle 1>",
			types[i] != NULL ? types[i] : "no TERM");
		terminal_type(&t, "Q");
		terminal_wait(&t, terminal_has_ended, NULL, "quit");
		assert_int_equal(t.status, 0);
		terminal_close(&t);
	}
}

/* A vt100 has bold and reverse, but no colours and no alternate screen. */
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
	browser_shows(&t, "C.UTF-8", "", MONOCHROME);
	terminal_type(&t, "j");
	browser_shows(&t, "C.UTF-8", "j", MONOCHROME);
	t.alternate = false;
	terminal_type(&t, "Q");
	terminal_wait(&t, terminal_has_ended, NULL, "the program ends");
	last = terminal_line(&t, t.height - 1);
	assert_string_equal(last, "");
	free(last);
	browser_exits(&t, 0);
}

static void
test_dumb_terminal_gets_listing(void **state)
{
	struct start how = usual;
	struct terminal t;

	(void)state;
	how.type = "dumb";
	terminal_start(&t, &how);
	terminal_wait(&t, terminal_has_text, "terminal type dumb cannot place its cursor", "dumb");
	/* The listing is above the message. */
	assert_true(terminal_has_text(&t, "Index by function name"));
	assert_false(t.alternate);
	browser_exits(&t, 0);
}

/* Writes TEXT to the file PATH, which is replaced. */
static void
write_text(const char *path, const char *text)
{
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	assert_true(fputs(text, f) >= 0);
	assert_int_equal(fclose(f), 0);
}

/* A profile on standard input is read only once, also if the terminal turns out to be unusable. */
static void
test_profile_on_standard_input(void **state)
{
	char path[80], command[9000];
	const char *const words[] = { "/bin/sh", "-c", command, NULL };
	struct start how = usual;
	struct terminal t;

	(void)state;
	how.words = words;
	snprintf(path, sizeof(path), "%s/piped.folded", folder);
	snprintf(command, sizeof(command), "cat %s | '%s' -", path, program);
	write_text(path, "main;first 1\nmain;second 3\n");
	terminal_start(&t, &how);
	terminal_wait_text(&t, "? help");
	terminal_type(&t, "j");
	terminal_wait_text(&t, "[3] first");
	terminal_type(&t, "Q");
	browser_exits(&t, 0);

	how.type = "dumb";
	how.height = 100;
	terminal_start(&t, &how);
	terminal_wait_text(&t, "terminal type dumb cannot place its cursor");
	assert_true(terminal_has_text(&t, "75.00"));
	browser_exits(&t, 0);
	unlink(path);
}

static void
test_ascii_locale(void **state)
{
	struct start how = usual;
	struct terminal t;
	VTermScreenCell cell;
	int x, y;

	(void)state;
	how.locale = "C";
	/* libvterm wraps lines too early after REP, a capability of xterm.  The terminal type
	 * screen has no REP. */
	how.type = "screen-256color";
	how.width = 160;
	terminal_start(&t, &how);
	terminal_type(&t, "zC*f");
	browser_shows(&t, "C", "zC*f", COLORED);
	assert_true(terminal_has_text(&t, "%selfv"));
	for (y = 0; y < t.height; y++)
		for (x = 0; x < t.width; x++) {
			cell = terminal_cell(&t, x, y);
			if (cell.chars[0])
				assert_in_range(cell.chars[0], 0x20, 0x7e);
		}
	terminal_type(&t, "Q");
	browser_exits(&t, 0);
}

/* When a profile is read again, the event or the part that was shown may be gone.  The message says
 * which is gone, and the browser shows what a newly opened profile shows at first. */
static void
test_event_and_part_are_gone(void **state)
{
	char path[80];
	const char *const words[] = { program, path, NULL };
	struct start how = usual;
	struct terminal t;

	(void)state;
	how.words = words;
	snprintf(path, sizeof(path), "%s/events.callgrind", folder);
	write_text(path, "part: 1\nevents: Ir Dr\nfn=main\n1 70 5\npart: 2\nevents: Ir Dr\nfn=main\n"
		"1 1 80\n");
	terminal_start(&t, &how);
	terminal_wait_text(&t, "71 Ir");
	terminal_type(&t, "E");
	terminal_wait_text(&t, "85 Dr");
	write_text(path, "part: 1\nevents: Ir\nfn=main\n1 60\npart: 3\nevents: Ir\nfn=main\n1 2\n");
	terminal_type(&t, "r");
	terminal_wait_text(&t, "read again; the profile no longer has Dr");
	terminal_wait_text(&t, "62 Ir");
	terminal_type(&t, "PP");
	terminal_wait_text(&t, "Ir, only part 3");
	write_text(path, "part: 1\nevents: Ir\nfn=main\n1 50\npart: 2\nevents: Ir\nfn=main\n1 3\n");
	terminal_type(&t, "r");
	terminal_wait_text(&t, "read again; the profile no longer has part 3");
	terminal_wait_text(&t, "53 Ir");
	terminal_type(&t, "Q");
	browser_exits(&t, 0);
	unlink(path);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_colours_and_attributes),
		cmocka_unit_test(test_keys_of_terminals),
		cmocka_unit_test(test_keys_of_other_terminals),
		cmocka_unit_test(test_typed_at_once),
		cmocka_unit_test(test_monochrome),
		cmocka_unit_test(test_every_size),
		cmocka_unit_test(test_no_stale_frame),
		cmocka_unit_test(test_meaningless_mouse_events),
		cmocka_unit_test(test_click_and_release),
		cmocka_unit_test(test_types_of_terminals),
		cmocka_unit_test(test_vt100),
		cmocka_unit_test(test_dumb_terminal_gets_listing),
		cmocka_unit_test(test_profile_on_standard_input),
		cmocka_unit_test(test_ascii_locale),
		cmocka_unit_test(test_event_and_part_are_gone),
	};

	if (terminal_skips_all())
		return 77;
	return cmocka_run_group_tests_name("term", tests, browser_prepare, browser_clean_up);
}

#endif
