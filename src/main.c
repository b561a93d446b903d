/* main.c - reads the command line and runs what it asks for
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/defaults.h"
#include "base/file.h"
#include "base/iberty.h"
#include "base/mem.h"
#include "browse.h"
#include "bugreport.h"
#include "cli/argfiles.h"
#include "cli/help.h"
#include "cli/loaded_check.h"
#include "cli/loaded_compare.h"
#include "cli/options.h"
#include "cli/options_measured.h"
#include "cli/perfwords.h"
#include "export/batch.h"
#include "export/decode.h"
#include "export/export.h"
#include "export/gateout.h"
#include "export/sum.h"
#include "follow.h"
#include "headless.h"
#include "io/message.h"
#include "io/sigbus_guard.h"
#include "io/status.h"
#include "launch/control.h"
#include "launch/process.h"
#include "launch/record.h"
#include "listing/listing_requests.h"
#include "screen/keymap.h"
#include "term/term.h"

/* Are colours wanted: does --color ask for them, or is it auto and NO_COLOR not set? */
static bool
wants_color(const struct options *o)
{
	const char *no = getenv("NO_COLOR");

	if (o->color == COLOR_ALWAYS || o->color == COLOR_NEVER)
		return o->color == COLOR_ALWAYS;
	return no == NULL || *no == '\0';
}

/* Can PATH be read as a file of key bindings and settings?  If not, E says why. */
static bool
is_config_file(const char *path, struct err *e)
{
	enum { LONGEST = 1 << 20 };
	struct stat st;

	if (stat(path, &st) != 0)
		return err_file(e, errno);
	if (!S_ISREG(st.st_mode))
		return err_set(e, ERR_IO, "is not a regular file; default keys are used");
	return st.st_size <= LONGEST
		|| err_set(e, ERR_IO, "is too long; default keys are used");
}

/* Reads the key bindings and settings in the file PATH into M; writes errors to SAY, a line for
 * each. */
static void
read_config(struct keymap *m, const char *path, FILE *say)
{
	struct file f;
	struct err e;

	if (!is_config_file(path, &e) || !file_read(&f, path, FILE_SMALL, NULL, &e)) {
		(void)err_in(&e, "%s", path);
		fprintf(say, "%s\n", e.text);
		return;
	}
	keymap_read(m, (const char *)f.bytes, f.size, path, say);
	file_release(&f);
}

/* Like read_config(), for the user's own file, if there is one. */
static void
read_users_config(struct keymap *m, FILE *say)
{
	const char *config = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
	bool own = config != NULL && config[0] == '/';
	char path[4096];

	if (!own && (home == NULL || *home == '\0'))
		return;
	snprintf(path, sizeof(path), "%s%s/gprowse/config", own ? config : home,
		own ? "" : "/.config");
	if (access(path, F_OK) == 0)
		read_config(m, path, say);
}

/* Reads the key bindings and settings, and runs the browser.  The first screen of the browser shows
 * the first error in the bindings and settings.  With --screen, the user's own file is not read, so
 * that the screen depends only on the files that the command line names. */
static bool
run_browser(struct view_input *b, struct err *e)
{
	const struct options *o = b->options;
	struct defaults defaults = { 0 };
	struct keymap keymap = { .set = defaults_set, .with = &defaults };
	bool done, color = b->color;
	char *said = NULL;
	size_t size;
	FILE *say = mem_stream(&said, &size);

	if (o->config != NULL)
		read_config(&keymap, o->config, say);
	else if (o->screen == NULL)
		read_users_config(&keymap, say);
	mem_close(say);
	/* Also write the errors to standard error, so that the user sees them after the browser has
	 * ended. */
	for (char *line = strtok(said, "\n"); line != NULL; line = strtok(NULL, "\n"))
		message("%s", line);
	b->keymap = &keymap;
	b->defaults = &defaults;
	if (o->color == COLOR_UNSET && defaults.has_color)
		b->color = defaults.color;
	b->remark = said;		/* only the first line: strtok() has put a NUL behind it */
	done = o->screen != NULL ? headless_run(b, o->screen, o->keys, stdout, e)
		: browse_run(b, e);
	b->remark = NULL;
	free(said);
	b->color = color;
	b->keymap = NULL;
	b->defaults = NULL;
	keymap_release(&keymap);
	return done;
}

/* Prints listings; with -s, first writes the sum of the profiles. */
static int
list(const struct options *o)
{
	return listing_requests_print(o, o->profile.sum_up ? sum_write : NULL);
}

/* Sets *KEYS to the descriptor from which the browser reads keys: standard input or, if a profile
 * is read from standard input, the terminal.  False: there are no keys.  If standard input has a
 * profile, E then says that the terminal cannot be opened. */
static bool
find_keys(const struct options *o, int *keys, struct err *e)
{
	*keys = STDIN_FILENO;
	if (isatty(STDIN_FILENO))
		return true;
	if (!loaded_reads_input(o))
		return false;
	*keys = open("/dev/tty", O_RDWR | O_CLOEXEC);
	return *keys >= 0
		|| err_set(e, ERR_TERMINAL, "keys cannot be read from the terminal");
}

/* Runs TASK: TASK_VIEW, TASK_EXPORT, TASK_SCREEN or TASK_BROWSE.  The browser reads its keys from
 * KEYS. */
static bool
run_loaded(struct view_input *b, const struct options *o, enum task task, int keys, struct err *e)
{
	size_t limit = o->batch.limited ? o->batch.limit : SIZE_MAX;

	if (task == TASK_VIEW)
		return batch_view(b, &o->batch, stdout, e);
	if (task == TASK_EXPORT)
		return export_profile(b, o->export, limit, stdout, e);
	if (task == TASK_BROWSE && keys != STDIN_FILENO && dup2(keys, STDIN_FILENO) < 0)
		return err_set(e, ERR_IO, "keys cannot be read from the terminal");
	return run_browser(b, e);
}

/* Returns a profile of L that could not be read completely, or NULL. */
static const struct profile *
find_damaged(const struct loaded *l)
{
	if (l->profile.damaged)
		return &l->profile;
	if (l->before != NULL && l->before->loaded->profile.damaged)
		return &l->before->loaded->profile;
	return l->known != NULL && l->known->profile.damaged ? &l->known->profile : NULL;
}

/* Runs the browser, which reads its keys from KEYS, or prints a screen of it, a view or an export;
 * returns the exit status.  A damaged profile is loaded as far as it can be read; its view or
 * export is printed, and the status is EXIT_FAILURE. */
static int
load_and_run(struct options *o, enum task task, int keys)
{
	struct view_input b = { .paths = &o->paths, .gcov_dir = o->gcov_dir, .all = o->unused,
		.full_paths = o->print_path, .color = wants_color(o), .mouse = !o->no_mouse,
		.options = o, .side = o->compare.side };
	struct live live;
	struct loaded *l;
	struct err e;
	const struct profile *damaged;
	bool done;
	int status;

	if (task == TASK_VIEW && !batch_has_view(o->batch.view, &e))
		return status_failed(&e);
	if (task == TASK_BROWSE || task == TASK_SCREEN) {
		loaded_choose_default(o);
		/* A check compares whole profiles. */
		o->no_profiler = o->has_profiler ? o->no_profiler
			: !o->has_check && !o->compare.is_wanted;
		b.follow = follow_open(o);
		b.live = b.follow != NULL ? &live : NULL;
	}
	l = b.follow != NULL ? follow_first(b.follow, &live, &e)
		: loaded_read(o, o->profile.inlined, NULL, &e);
	if (l == NULL) {
		if (b.follow != NULL)
			follow_close(b.follow);
		return status_failed(&e);
	}
	b.loaded = l;
	done = view_input_prepare(&b, NULL, &e) && run_loaded(&b, o, task, keys, &e);
	status = done ? status_written(0) : status_failed(&e);
	damaged = b.loaded != NULL ? find_damaged(b.loaded) : NULL;
	if (status == EXIT_SUCCESS && (task == TASK_VIEW || task == TASK_EXPORT)
	    && damaged != NULL) {
		(void)profile_damage(damaged, &e);
		status = status_failed(&e);
	}
	/* A browser that was opened has freed the profile. */
	if (b.loaded != NULL)
		loaded_free(b.loaded);
	if (b.follow != NULL)
		follow_close(b.follow);
	return status;
}

/* Decides what --gate asks for; returns the exit status, one of enum gate_result. */
static int
run_gate(struct options *o)
{
	struct view_input b = { .paths = &o->paths, .options = o, .side = COMPARED_B };
	enum gate_result result = GATE_ERROR;
	struct err e;

	b.loaded = loaded_read(o, o->profile.inlined, NULL, &e);
	if (b.loaded != NULL)
		result = gateout_print(&b, o, stdout, &e);
	if (result == GATE_ERROR)
		status_failed(&e);
	if (b.loaded != NULL)
		loaded_free(b.loaded);
	return sigbus_guard_happened() ? GATE_ERROR : (int)result;
}

static int
print_decoded(const struct options *o)
{
	struct out out;
	struct err e;
	bool ok;
	int status;

	for (size_t i = 0; i < o->profile.nfiles; i++)
		if (options_is_measured_file(o->profile.files[i], OPT_DECODE, &e))
			return status_failed(&e);
	out_open(&out, STDOUT_FILENO);
	ok = decode_print(&out, o->profile.files, o->profile.nfiles, &o->profile.format);
	out_close(&out);
	status = status_written(out.error);
	return ok ? status : EXIT_FAILURE;
}

static int
print_bug_report(void)
{
	struct out out;

	out_open(&out, STDOUT_FILENO);
	bugreport_print(&out);
	out_close(&out);
	return status_written(out.error);
}

static int
write_sum(const struct options *o)
{
	struct err e;

	if (options_is_measured_file(o->profile.image, OPT_SUM, &e))
		return status_failed(&e);
	return options_check_one_image(o, &e) && sum_files(o, &e) ? EXIT_SUCCESS
		: status_failed(&e);
}

static int
do_task(struct options *o, int keys)
{
	struct err e;

	switch (o->task) {
	case TASK_HELP:
		help_print(stdout);
		return status_written(0);
	case TASK_VERSION:
		help_version(stdout);
		return status_written(0);
	case TASK_BUG_REPORT:
		return print_bug_report();
	case TASK_LIST:
		if (o->nfoci > 0 && !err_set(&e, ERR_USAGE, "--focus is not for listings; it needs the "
				"browser, --view or --export"))
			return status_failed(&e);
		return o->profile.sum_up && o->listings == 0 ? write_sum(o) : list(o);
	case TASK_DECODE:
		return print_decoded(o);
	case TASK_GATE:
		return run_gate(o);
	case TASK_BROWSE:
	case TASK_VIEW:
	case TASK_SCREEN:
	case TASK_EXPORT:
		return load_and_run(o, o->task, keys);
	}
	return EXIT_FAILURE;
}

/* Can the browser of O run?  If so, sets *KEYS like find_keys().  If there is a terminal that
 * cannot be used, E says why. */
static bool
can_browse(const struct options *o, int *keys, struct err *e)
{
	return isatty(STDOUT_FILENO) && find_keys(o, keys, e) && term_can_draw(e);
}

static int
run_task(struct options *o)
{
	struct err e = { 0 };
	int keys = STDIN_FILENO, status;

	/* Ask for the terminal before files are read: standard input can be read only once. */
	if (o->task == TASK_BROWSE && !can_browse(o, &keys, &e))
		o->task = TASK_LIST;
	if (o->task == TASK_LIST && (o->has_check || o->compare.is_wanted)) {
		o->task = TASK_VIEW;
		o->batch.view = o->has_check ? "check" : "compare";
	}
	status = do_task(o, keys);
	/* Say last why there is no browser, so that the message stays on the screen. */
	if (e.kind != ERR_NONE)
		status_failed(&e);
	return status;
}

/* Opens /dev/null for each standard file that is closed, so that no file opened later takes its
 * place.  /dev/null is opened for reading, so output to it fails. */
static void
occupy_standard_files(void)
{
	int fd;

	do
		fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
	while (fd >= 0 && fd < STDERR_FILENO);
	if (fd > STDERR_FILENO)
		close(fd);
}

/* If O names only a process, by its number, and no file has this name, makes O name the file into
 * which the process records.  *PATH becomes the path of this file, to be free()d, or NULL.  False:
 * there is no such file, as E says. */
static bool
find_process(struct options *o, char **path, struct err *e)
{
	const char *image = o->profile.image;
	size_t n;

	*path = NULL;
	if (!o->image_given || o->files_given)
		return true;
	n = strlen(image);
	if (n == 0 || n > 10 || strspn(image, "0123456789") != n || access(image, F_OK) == 0)
		return true;
	*path = process_file(strtoul(image, NULL, 10), e);
	o->profile.image = *path;
	return *path != NULL;
}

/* Is --gate among the ARGC words ARGV?  Then status 1 means a regression, and every error is
 * GATE_ERROR, also one on the command line. */
static bool
is_gate(int argc, char **argv)
{
	for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
		if (strcmp(argv[i], "--gate") == 0)
			return true;
	return false;
}

/* Is the first of the ARGC words ARGV a command of perf, and not a file?  Then E says what to do
 * instead. */
static bool
is_of_perf(int argc, char **argv, struct err *e)
{
	const char *instead = argc > 1 ? perfwords_command(argv[1]) : NULL;

	if (instead == NULL || access(argv[1], F_OK) == 0)
		return false;
	(void)err_set(e, ERR_USAGE, "%s: there is no such file; %s", argv[1], instead);
	return true;
}

/* Parses the command line WORDS and does what it asks for; returns the exit status. */
static int
run_words(int argc, char **words)
{
	char *path = NULL;
	struct options o;
	struct err e;
	int status, failed;

	mem_keep();
	signal(SIGXFSZ, SIG_IGN);	/* write() fails on a file that is too large */
	sigbus_guard_install();
	failed = is_gate(argc, words) ? GATE_ERROR : EXIT_FAILURE;
	if (is_of_perf(argc, words, &e) || !argfiles_expand(&words, &argc, words, argc, &e)) {
		status_failed(&e);
		return failed;
	}
	failed = is_gate(argc, words) ? GATE_ERROR : EXIT_FAILURE;
	if (options_parse(&o, argc, words, &e)) {
		if (getenv("GPROF_PATH") != NULL)
			sourcepaths_add_dirs(&o.paths, getenv("GPROF_PATH"));
		if (find_process(&o, &path, &e)) {
			status = run_task(&o);
		} else {
			status_failed(&e);
			status = failed;
		}
	} else {
		status_failed(&e);
		status = failed;
		help_usage(stderr);
	}
	options_release(&o);
	free(path);
	argfiles_free(words);
	return status;
}

int
main(int argc, char **argv)
{
	char name[] = "gprowse", *recording;
	int status;

	occupy_standard_files();
	setlocale(LC_CTYPE, "");
	/* libiberty begins its messages with this name. */
	if (argc > 0)
		argv[0] = name;
	xmalloc_set_program_name(name);
	if (argc > 1 && strcmp(argv[1], "control") == 0)
		return control_run(argc - 1, argv + 1);
	if (argc < 2 || strcmp(argv[1], "record") != 0)
		return run_words(argc, argv);
	status = record_run(argc - 1, argv + 1, &recording);
	if (recording != NULL)
		run_words(3, (char *[]){ name, (char *)"--", recording, NULL });
	free(recording);
	return status;
}
