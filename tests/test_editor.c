/* test_editor.c - the user's editor: how its command is split, and how it ends
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "editor.h"

static char directory[] = "/tmp/test_editorXXXXXX";

static void
write_editor(const char *name, const char *script)
{
	FILE *file;

	assert_int_equal(chdir(directory), 0);
	file = fopen(name, "w");
	assert_non_null(file);
	fprintf(file, "#!/bin/sh\n%s\n", script);
	fclose(file);
	assert_int_equal(chmod(name, 0700), 0);
}

/* Asserts that the editor gets the arguments SAID, each in brackets, if VISUAL is COMMAND. */
static void
assert_editor_gets(const char *command, const char *said)
{
	char text[512] = "";
	struct err e;
	FILE *file;

	remove("said");
	setenv("VISUAL", command, 1);
	if (!editor_run("dir/a b.c", 12, &e))
		fail_msg("%s: %s", command, e.text);
	file = fopen("said", "r");
	assert_non_null(file);
	assert_non_null(fgets(text, sizeof(text), file));
	fclose(file);
	assert_string_equal(text, said);
}

static void
assert_editor_fails(const char *command, const char *why)
{
	struct err e = { .kind = ERR_NONE };

	setenv("VISUAL", command, 1);
	assert_false(editor_run("x.c", 1, &e));
	if (strstr(e.text, why) == NULL)
		fail_msg("%s: \"%s\" instead of \"%s\"", command, e.text, why);
}

static void
test_command_line(void **state)
{
	const char *tell = "printf '[%s]' \"$@\" >said";

	(void)state;
	write_editor("ed", tell);
	write_editor("my editor", tell);
	write_editor("-odd", tell);
	assert_editor_gets("./ed", "[+12][./dir/a b.c]");
	assert_editor_gets("  ./ed\t-w  --x ", "[-w][--x][+12][./dir/a b.c]");
	assert_editor_gets("'./my editor' -x", "[-x][+12][./dir/a b.c]");
	assert_editor_gets("\"./my editor\" '-a b' \"c'd\"", "[-a b][c'd][+12][./dir/a b.c]");
	assert_editor_gets("./my\\ editor a\\\"b", "[a\"b][+12][./dir/a b.c]");
	assert_editor_gets("./ed ''", "[][+12][./dir/a b.c]");
	/* Characters that are special in a shell have no special meaning. */
	assert_editor_gets("./ed $(reboot);x", "[$(reboot);x][+12][./dir/a b.c]");
	assert_editor_gets("./ed 'open", "[open][+12][./dir/a b.c]");
}

static void
test_failures(void **state)
{
	(void)state;
	write_editor("three", "exit 3");
	write_editor("killed", "kill -9 $$");
	assert_editor_fails("./three", "./three failed with status 3");
	assert_editor_fails("./killed", "./killed was killed");
	assert_editor_fails("./nosuch", "./nosuch: ");
	assert_editor_fails("./nosuch", "set EDITOR");
	assert_editor_fails("''", "names no program");
}

/* Signals that gprowse ignores have their default actions in the editor. */
static void
test_ignored_signals(void **state)
{
	static const int numbers[] = { SIGINT, SIGIO };

	(void)state;
	for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++) {
		char script[32];

		snprintf(script, sizeof(script), "kill -%d $$", numbers[i]);
		write_editor("ended", script);
		signal(numbers[i], SIG_IGN);
		assert_editor_fails("./ended", "./ended was killed");
		signal(numbers[i], SIG_DFL);
	}
}

static int
remove_directory(void **state)
{
	char command[64];

	(void)state;
	snprintf(command, sizeof(command), "rm -r %s", directory);
	return chdir("/") == 0 && system(command) == 0 ? 0 : -1;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_command_line),
		cmocka_unit_test(test_failures),
		cmocka_unit_test(test_ignored_signals),
	};

	if (mkdtemp(directory) == NULL)
		return 99;
	return cmocka_run_group_tests_name("editor", tests, NULL, remove_directory);
}
