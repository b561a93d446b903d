/* on_terminal.c - runs a program on an emulated terminal, as a script on standard input says
 *
 *	on_terminal WIDTH HEIGHT PROGRAM [ARGUMENT]...
 *
 * Each line of the script is one step:
 *
 *	wait TEXT	wait until TEXT is on the screen
 *	gone TEXT	wait until TEXT is not on the screen
 *	type TEXT	type TEXT
 *	enter		type Enter
 *	run COMMAND	run a command of the shell, which must succeed
 *	screen		print the screen
 *	end STATUS	wait for an exit with STATUS; the terminal must be as before
 *
 * The first step that fails ends the run with a status other than 0.  The reason is printed; a step
 * that waits prints the screen, too.  The status is 77 if there is no terminal.
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
#include <sys/wait.h>

#include <cmocka.h>

#include "terminal.h"

static bool
lacks_text(struct terminal *t, const void *with)
{
	return !terminal_has_text(t, with);
}

static void
print_screen(struct terminal *t)
{
	for (int y = 0; y < t->height; y++) {
		char *line = terminal_line(t, y);

		puts(line);
		free(line);
	}
}

static void
end(struct terminal *t, int status)
{
	terminal_wait(t, terminal_has_ended, NULL, "the program ends");
	if (!WIFEXITED(t->status) || WEXITSTATUS(t->status) != status) {
		print_screen(t);
		fail_msg("the program ended with %#x instead of %d", (unsigned)t->status, status);
	}
	terminal_assert_restored(t);
}

/* Does the step VERB with its argument WITH. */
static void
do_step(struct terminal *t, const char *verb, const char *with)
{
	if (strcmp(verb, "wait") == 0)
		terminal_wait_text(t, with);
	else if (strcmp(verb, "gone") == 0)
		terminal_wait(t, lacks_text, with, with);
	else if (strcmp(verb, "type") == 0)
		terminal_type(t, with);
	else if (strcmp(verb, "enter") == 0)
		terminal_type(t, "\r");
	else if (strcmp(verb, "run") == 0)
		assert_int_equal(system(with), 0);
	else if (strcmp(verb, "screen") == 0)
		print_screen(t);
	else if (strcmp(verb, "end") == 0)
		end(t, atoi(with));
	else
		fail_msg("unknown step: %s", verb);
}

int
main(int argc, char **argv)
{
	struct start how = { .type = "xterm-256color", .locale = "C.UTF-8" };
	struct terminal t;
	char line[4096];

	if (argc < 4)
		return 99;
	if (!terminal_can_be())
		return 77;
	setvbuf(stdout, NULL, _IOLBF, 0);
	how.width = atoi(argv[1]);
	how.height = atoi(argv[2]);
	how.words = (const char *const *)argv + 3;
	terminal_start(&t, &how);
	while (fgets(line, sizeof(line), stdin) != NULL) {
		char *with = line + strcspn(line, " \n");

		line[strcspn(line, "\n")] = '\0';
		if (*with != '\0')
			*with++ = '\0';
		do_step(&t, line, with);
	}
	terminal_close(&t);
	return EXIT_SUCCESS;
}
