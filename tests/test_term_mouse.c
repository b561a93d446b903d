/* test_term_mouse.c - mouse events that terminals send, and keys that are typed after them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <setjmp.h>
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

#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>

#include <cmocka.h>

#include "screen/keys.h"
#include "screen/pen.h"
#include "term/term.h"
#include "terminal.h"

enum {
	HOUR = 3600000,			/* milliseconds: a key that is read only after this time
					 * makes the test fail */
};

/* Reads keys, and shows the number of keys and the last key, until q is typed or the terminal is
 * gone. */
static void
show_keys(void)
{
	static const char *const kinds[] = { "click", "up", "down" };
	struct grid g = { 0 };
	char text[80];
	uint32_t key = 0;
	struct pen pen;
	struct err e;

	setlocale(LC_CTYPE, "");
	if (!term_open(true, &e))
		exit(EXIT_FAILURE);
	term_mouse(true);
	grid_resize(&g, 300, 10);
	for (unsigned n = 0; key != 'q' && (key != 0 || n == 0); n++) {
		if ((key & KEY_POINTER) != 0)
			snprintf(text, sizeof(text), "%u: %s %d %d;", n, kinds[(key >> 28) - 8],
				key_width(key), key_height(key));
		else
			snprintf(text, sizeof(text), "%u: key %x;", n, key);
		pen = pen_at(&g, 0, 0, 80);
		pen_text(&pen, text);
		pen_fill(&pen);
		term_show(&g);
		key = term_key(HOUR);
	}
	term_close();
	grid_release(&g);
}

static const struct start usual = { .run = show_keys, .type = "xterm-256color",
	.locale = "C.UTF-8", .width = 300, .height = 10 };

/* Sends BYTES, and waits until the program has read them. */
static void
send(struct terminal *t, const char *bytes)
{
	int left = 1;

	terminal_type(t, bytes);
	while (left > 0) {
		(void)terminal_read(t, 1);
		assert_int_equal(ioctl(t->slave, FIONREAD, &left), 0);
	}
}

static void
end(struct terminal *t)
{
	terminal_type(t, "q");
	terminal_wait(t, terminal_has_ended, NULL, "the program ends");
	assert_int_equal(t->status, 0);
	terminal_assert_restored(t);
	terminal_close(t);
}

/* Events that have a meaning, in both forms. */
static void
test_events(void **state)
{
	static const struct { const char *bytes, *key; } events[] = {
		{ "\033[<0;5;4M", "1: click 4 3;" },
		{ "\033[<64;1;1M", "2: up 0 0;" },
		{ "\033[<65;300;10M", "3: down 299 9;" },
		{ "\033[<16;128;2M", "4: click 127 1;" },
		{ "\033[M %$", "5: click 4 3;" },
		{ "\033[M`!!", "6: up 0 0;" },
		{ "\033[Ma\377*", "7: down 222 9;" },
		{ "\033[M \177*", "8: click 94 9;" },
	};
	struct terminal t;

	(void)state;
	terminal_start(&t, &usual);
	terminal_wait_text(&t, "0: key 0;");
	for (size_t i = 0; i < sizeof(events) / sizeof(*events); i++) {
		terminal_type(&t, events[i].bytes);
		terminal_wait_text(&t, events[i].key);
	}
	end(&t);
}

/* After an event without meaning, a key is read at once. */
static void
test_key_after_event(void **state)
{
	static const char *const events[] = {
		"\033[<0;5;5m",		/* a button is released */
		"\033[<3;5;5m", "\033[<35;5;5M", "\033[M#%%",
		"\033[<1;5;5M", "\033[<1;5;5m", "\033[<2;5;5M", "\033[<2;5;5m",
		"\033[<66;5;5M", "\033[<67;5;5M", "\033[<128;5;5M", "\033[<129;5;5M",
		"\033[<130;5;5m", "\033[<200;5;5M",
		"\033[<32;5;5M",	/* the mouse moves */
		"\033[<0;301;5M", "\033[<0;5;11M", "\033[<0;0;0M",	/* beyond the screen */
		"\033[<0;99999999999999999999;5M", "\033[<;;M", "\033[<M", "\033[<0M",
		"\033[<0;1;1;1M", "\033[<0;5", "\033[<",
		"\033[<0;5;5m\033[<0;5;5m\033[<2;5;5M\033[<2;5;5m",
	};
	char shown[40];
	struct terminal t;

	(void)state;
	terminal_start(&t, &usual);
	terminal_wait_text(&t, "0: key 0;");
	for (unsigned i = 0; i < sizeof(events) / sizeof(*events); i++) {
		send(&t, "\033[<0;5;5M");
		snprintf(shown, sizeof(shown), "%u: click 4 4;", 2 * i + 1);
		terminal_wait_text(&t, shown);
		send(&t, events[i]);
		terminal_type(&t, "j");
		snprintf(shown, sizeof(shown), "%u: key %x;", 2 * i + 2, (unsigned)'j');
		terminal_wait_text(&t, shown);
	}
	end(&t);
}

/* Escape, and a click that follows it at once. */
static void
test_escape_and_click(void **state)
{
	struct terminal t;

	(void)state;
	terminal_start(&t, &usual);
	terminal_wait_text(&t, "0: key 0;");
	terminal_type(&t, "\033\033[<0;5;4M");
	terminal_wait_text(&t, "2: click 4 3;");
	end(&t);
}

/* A terminal without a mouse is not asked for events. */
static void
test_terminal_without_mouse(void **state)
{
	struct start how = usual;
	struct terminal t;

	(void)state;
	how.type = "vt100";
	terminal_start(&t, &how);
	terminal_wait_text(&t, "0: key 0;");
	assert_null(strstr(t.log, "\033[?1000"));
	terminal_type(&t, "j");
	terminal_wait_text(&t, "1: key 6a;");
	terminal_type(&t, "q");
	terminal_wait(&t, terminal_has_ended, NULL, "the program ends");
	assert_null(strstr(t.log, "\033[?1000"));
	terminal_close(&t);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_events),
		cmocka_unit_test(test_key_after_event),
		cmocka_unit_test(test_escape_and_click),
		cmocka_unit_test(test_terminal_without_mouse),
	};

	if (terminal_skips_all())
		return 77;
	return cmocka_run_group_tests_name("term_mouse", tests, NULL, NULL);
}

#endif
