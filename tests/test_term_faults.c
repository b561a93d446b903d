/* test_term_faults.c - faults around the program on a terminal: a full disk, editors that fail
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

#include <locale.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "terminal.h"

static char folder[] = "/tmp/gprowse-XXXXXX";
static char program[4096];
static bool no_room;			/* start the program with a file size limit of 0 */
static const char *config;		/* directory with the user's files, or NULL */
static const char *editor = "./editor";

static void
browse(void)
{
	const struct rlimit none = { 0, 0 };

	setenv("VISUAL", editor, 1);
	if (config != NULL)
		setenv("XDG_CONFIG_HOME", config, 1);
	if (no_room && setrlimit(RLIMIT_FSIZE, &none) != 0)
		_exit(126);
	execl(program, program, "prog", "gmon.out", (char *)NULL);
	_exit(127);
}

static const struct start usual = { .run = browse, .type = "xterm-256color",
	.locale = "C.UTF-8", .width = 100, .height = 24 };

static bool
is_browser(struct terminal *t, const void *with)
{
	return t->alternate && terminal_has_text(t, with) && !terminal_has_text(t, "garbage");
}

static void
quit_and_assert_end(struct terminal *t)
{
	terminal_type(t, "Q");
	terminal_wait(t, terminal_has_ended, NULL, "the program ends");
	assert_int_equal(t->status, 0);
	terminal_assert_restored(t);
	terminal_close(t);
}

static void
write_text(const char *name, const char *text)
{
	FILE *f = fopen(name, "w");

	assert_non_null(f);
	fputs(text, f);
	assert_int_equal(fclose(f), 0);
}

static bool
file_holds(const char *name, const char *text)
{
	char line[256] = "";
	FILE *f = fopen(name, "r");

	assert_non_null(f);
	if (fgets(line, sizeof(line), f) == NULL)
		line[0] = '\0';
	fclose(f);
	return strcmp(line, text) == 0;
}

/* Writes a view to the file NAME, typing NAME in place of the proposed name. */
static void
write_view_to(struct terminal *t, const char *name)
{
	terminal_type(t, "w");
	terminal_wait_text(t, "write to");
	terminal_type(t, "\x15");
	terminal_type(t, name);
	terminal_type(t, "\r");
}

static void
test_full_disk_leaves_old_file(void **state)
{
	struct terminal t;

	(void)state;
	write_text("old.txt", "old\n");
	no_room = true;
	terminal_start(&t, &usual);
	no_room = false;
	terminal_wait_text(&t, "? help");
	write_view_to(&t, "new.txt");
	terminal_wait_text(&t, "new.txt: File too large; it was not written");
	assert_int_not_equal(access("new.txt", F_OK), 0);
	write_view_to(&t, "old.txt");
	terminal_wait_text(&t, "the file exists");
	terminal_type(&t, "y");
	terminal_wait_text(&t, "old.txt: File too large; the old file is untouched");
	assert_true(file_holds("old.txt", "old\n"));
	quit_and_assert_end(&t);
}

/* The file of keys and settings may be a pipe or very large.  It is then refused without being
 * read. */
static void
test_bad_config(void **state)
{
	char path[128];
	struct terminal t;

	(void)state;
	snprintf(path, sizeof(path), "%s/gprowse", folder);
	assert_int_equal(mkdir(path, 0700), 0);
	assert_int_equal(mkfifo("gprowse/config", 0600), 0);
	config = folder;
	terminal_start(&t, &usual);
	terminal_wait_text(&t, "config: is not a regular file");
	quit_and_assert_end(&t);
	assert_int_equal(unlink("gprowse/config"), 0);
	write_text("gprowse/config", "");
	assert_int_equal(truncate("gprowse/config", (off_t)1 << 30), 0);
	terminal_start(&t, &usual);
	terminal_wait_text(&t, "config: is too long");
	quit_and_assert_end(&t);
	config = NULL;
}

static void
test_links_are_replaced(void **state)
{
	struct terminal t;
	struct stat st;

	(void)state;
	write_text("victim", "precious\n");
	assert_int_equal(symlink("victim", "planted.csv"), 0);
	assert_int_equal(symlink("nowhere", "dangling.csv"), 0);
	terminal_start(&t, &usual);
	terminal_wait_text(&t, "? help");
	write_view_to(&t, "planted.csv");
	terminal_wait_text(&t, "the file exists");
	terminal_type(&t, "y");
	terminal_wait_text(&t, "written to planted.csv");
	assert_true(file_holds("victim", "precious\n"));
	assert_int_equal(lstat("planted.csv", &st), 0);
	assert_true(S_ISREG(st.st_mode));
	write_view_to(&t, "dangling.csv");
	terminal_wait_text(&t, "the file exists");
	terminal_type(&t, "y");
	terminal_wait_text(&t, "written to dangling.csv");
	assert_int_not_equal(access("nowhere", F_OK), 0);
	write_view_to(&t, "no/such/place.csv");
	terminal_wait_text(&t,
		"no/such/place.csv: cannot be written here: No such file or directory");
	quit_and_assert_end(&t);
}

static void
make_editor(const char *script)
{
	write_text("editor", "#!/bin/sh\n");
	if (script == NULL) {
		assert_int_equal(unlink("editor"), 0);
		return;
	}
	write_text("editor", script);
	assert_int_equal(chmod("editor", 0700), 0);
}

/* Starts the browser, which then starts the script SCRIPT as editor.  If SCRIPT is NULL, the editor
 * does not exist. */
static void
edit_with(struct terminal *t, const char *script)
{
	make_editor(script);
	terminal_start(t, &usual);
	terminal_wait_text(t, "? help");
	terminal_type(t, "e");
}

/* Returns the message about a missing editor.  The message depends on the machine, because
 * emulators of other processors do not report why posix_spawn() failed. */
static const char *
no_editor(void)
{
	char *const words[] = { (char *)"./absent", NULL };
	pid_t child;

	if (posix_spawn(&child, words[0], NULL, NULL, words, words + 1) != 0)
		return ": No such file or directory; set EDITOR";
	waitpid(child, NULL, 0);
	return ": could not be started; set EDITOR";
}

static void
test_bad_editors(void **state)
{
	const struct { const char *script, *said; } editors[] = {
		{ NULL, no_editor() },
		{ "garbage\n", "./editor: " },
		{ "#!/bin/sh\nexit 3\n", "./editor failed with status 3" },
		{ "#!/bin/sh\nkill -SEGV $$\n", "./editor was killed: " },
		{ "#!/bin/sh\nprintf '\\033[5;5Hgarbage\\033[31m\\033(0'; stty raw -echo; exit 4\n",
			"./editor failed with status 4" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(editors) / sizeof(*editors); i++) {
		struct terminal t;

		edit_with(&t, editors[i].script);
		terminal_wait(&t, is_browser, editors[i].said, editors[i].said);
		terminal_type(&t, "j");
		terminal_wait(&t, is_browser, "? help", "the browser goes on");
		quit_and_assert_end(&t);
	}
}

/* Control characters in VISUAL are shown as text. */
static void
test_controls_in_name_of_editor(void **state)
{
	struct terminal t;

	(void)state;
	editor = "./e\033[2J\xc2\x9b" "1m\xe2\x80\xae\xff";
	edit_with(&t, NULL);
	editor = "./editor";
	terminal_wait_text(&t, "./e^[[2J<U+009B>1m<U+202E><ff>");
	terminal_wait_text(&t, no_editor());
	quit_and_assert_end(&t);
}

/* C-c ends an editor that hangs.  The browser continues. */
static void
test_editor_hangs(void **state)
{
	struct terminal t;

	(void)state;
	edit_with(&t, "#!/bin/sh\nexec ./hang\n");
	terminal_wait_text(&t, "it hangs");
	terminal_type(&t, "\x03");
	terminal_wait(&t, is_browser, "./editor was killed: Interrupt", "the browser is back");
	quit_and_assert_end(&t);
}

/* While an editor uses the terminal, the browser writes nothing to the terminal, not even a message
 * about long work. */
static void
test_editor_alone(void **state)
{
	struct terminal t;

	(void)state;
	edit_with(&t, "#!/bin/sh\nsleep 0.5; echo done; read line; exit 6\n");
	terminal_wait_text(&t, "done");
	assert_null(strstr(t.log, "working"));
	terminal_type(&t, "\r");
	terminal_wait(&t, is_browser, "./editor failed with status 6", "the browser is back");
	quit_and_assert_end(&t);
}

/* An editor stops, alone or with its process group.  The browser then stops as well, and the shell
 * gets the terminal. */
static void
test_editor_stops(void **state)
{
	static const char *const scripts[] = {
		"#!/bin/sh\necho stopping\nkill -STOP $$\nexit 5\n",
		"#!/bin/sh\necho stopping\nkill -TSTP 0\nexit 5\n",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(scripts) / sizeof(*scripts); i++) {
		struct terminal t;

		edit_with(&t, scripts[i]);
		terminal_wait(&t, terminal_has_stopped, NULL,
			"the browser has stopped with the editor");
		terminal_resize(&t, 90, 20);
		terminal_continue(&t);
		terminal_wait(&t, is_browser, "./editor failed with status 5", "all goes on");
		quit_and_assert_end(&t);
	}
}

/* If the terminal disappears while the editor uses it, the browser ends. */
static void
test_editor_hang_up(void **state)
{
	struct terminal t;

	(void)state;
	edit_with(&t, "#!/bin/sh\necho it waits\nread line\n");
	terminal_wait_text(&t, "it waits");
	assert_true(terminal_hang_up(&t));
	terminal_close(&t);
}

static int
prepare(void **state)
{
	const char *top = getenv("top_builddir");
	char here[4096];

	(void)state;
	setlocale(LC_ALL, "C.UTF-8");
	if (getcwd(here, sizeof(here)) == NULL || mkdtemp(folder) == NULL || chdir(folder) != 0)
		return -1;
	snprintf(program, sizeof(program), "%.3000s/%.1000s/gprowse", here,
		top != NULL ? top : ".");
	write_text("prog.c", "int f(int n)\n{\n\treturn n + 1;\n}\n"
		"int main(int argc, char **argv)\n{\n\treturn argv == 0 || f(argc) > 9;\n}\n");
	write_text("hang.c", "#include <unistd.h>\nint main(void)\n{\n"
		"\tint n = (int)write(1, \"it hangs\", 8);\n\tpause();\n\treturn n;\n}\n");
	return system("${CC:-cc} -pg -g -O0 -o prog prog.c && ./prog && ${CC:-cc} -o hang hang.c");
}

static int
clean_up(void **state)
{
	char command[64];

	(void)state;
	snprintf(command, sizeof(command), "rm -rf %s", folder);
	return chdir("/") == 0 && system(command) == 0 ? 0 : -1;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_full_disk_leaves_old_file),
		cmocka_unit_test(test_bad_config),
		cmocka_unit_test(test_links_are_replaced),
		cmocka_unit_test(test_bad_editors),
		cmocka_unit_test(test_controls_in_name_of_editor),
		cmocka_unit_test(test_editor_hangs),
		cmocka_unit_test(test_editor_alone),
		cmocka_unit_test(test_editor_stops),
		cmocka_unit_test(test_editor_hang_up),
	};

	if (terminal_skips_all())
		return 77;
	return cmocka_run_group_tests_name("term_faults", tests, prepare, clean_up);
}

#endif
