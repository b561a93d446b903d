/* test_options.c - the command line, parsed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "cli/choices.h"
#include "cli/options.h"

/* Parses LINE as a command line, overwriting LINE. */
static bool
parse(struct options *o, char *line, struct err *e)
{
	static char *argv[32];
	int argc = 1;

	argv[0] = (char *)"gprowse";
	for (char *word = strtok(line, " "); word != NULL; word = strtok(NULL, " "))
		argv[argc++] = word;
	argv[argc] = NULL;
	return options_parse(o, argc, argv, e);
}

#define GOOD(o, text) \
	char line_[] = text; struct err e_; \
	assert_true(parse(o, line_, &e_))

/* Asserts that the command line TEXT is refused with a message that contains WHAT. */
static void
assert_refused(const char *text, const char *what)
{
	char line[256];
	struct options o;
	struct err e;

	strcpy(line, text);
	if (parse(&o, line, &e))
		fail_msg("%s: is not refused", text);
	if (strstr(e.text, what) == NULL)
		fail_msg("%s: the message has no \"%s\": %s", text, what, e.text);
	assert_int_equal(e.kind, ERR_USAGE);
	options_release(&o);
}

static enum task
task_of(const char *text)
{
	char line[256];
	struct options o;
	struct err e;

	strcpy(line, text);
	if (!parse(&o, line, &e))
		fail_msg("%s: refused: %s", text, e.text);
	options_release(&o);
	return o.task;
}

static void
test_defaults(void **state)
{
	struct options o;
	GOOD(&o, "");

	(void)state;
	assert_int_equal(o.task, TASK_BROWSE);
	assert_string_equal(o.profile.image, "a.out");
	assert_string_equal(o.profile.files[0], "gmon.out");
	assert_int_equal(o.profile.nfiles, 1);
	assert_false(o.image_given || o.files_given);
	assert_int_equal(o.width, 80);
	assert_int_equal(o.listings, 0);
	options_release(&o);
}

static void
test_files_between_options(void **state)
{
	struct options o;
	GOOD(&o, "prog -b one --exact two -- -three");

	(void)state;
	assert_true(o.brief && o.exact);
	assert_string_equal(o.profile.image, "prog");
	assert_int_equal(o.profile.nfiles, 3);
	assert_string_equal(o.profile.files[0], "one");
	assert_string_equal(o.profile.files[1], "two");
	assert_string_equal(o.profile.files[2], "-three");
	options_release(&o);
}

/* An option that gprof does not have takes the next word as its argument, even after names of
 * files. */
static void
test_arguments_of_own_options(void **state)
{
	struct options o;
	GOOD(&o, "prog --view calls gmon.1 --select=main gmon.2");

	(void)state;
	assert_int_equal(o.task, TASK_VIEW);
	assert_string_equal(o.batch.view, "calls");
	assert_string_equal(o.batch.select, "main");
	assert_string_equal(o.profile.image, "prog");
	assert_int_equal(o.profile.nfiles, 2);
	assert_string_equal(o.profile.files[1], "gmon.2");
	options_release(&o);
}

static void
test_options_choose_the_task(void **state)
{
	static const char *const counting[] = {
		"-a", "-c", "-D", "-S x", "-z", "-e x", "-E x", "-f x", "-F x", "-n x", "-N x",
		"-k a/b", "--demangle", "--no-demangle", "--exact", "--color=never",
	};
	static const char *const listing[] = {
		"-b", "-p", "-P", "-q", "-Q", "-B", "-T", "-r", "-R map", "-w 70", "-px", "--brief",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(counting) / sizeof(*counting); i++)
		assert_int_equal(task_of(counting[i]), TASK_BROWSE);
	for (size_t i = 0; i < sizeof(listing) / sizeof(*listing); i++)
		assert_int_equal(task_of(listing[i]), TASK_LIST);
	assert_int_equal(task_of("--view=notes"), TASK_VIEW);
	assert_int_equal(task_of("--screen 80x24 --keys jj"), TASK_SCREEN);
	assert_int_equal(task_of("-h --nonsense"), TASK_HELP);
	assert_int_equal(task_of("-p -v"), TASK_VERSION);
	assert_int_equal(task_of("-p --bug-report --nonsense"), TASK_BUG_REPORT);
}

static void
test_options_choose_the_listings(void **state)
{
	struct options o;
	GOOD(&o, "-p -q -P -Qf -B");

	(void)state;
	assert_int_equal(o.listings, LIST_GRAPH);
	assert_int_equal(o.listings_named, LIST_GRAPH | LIST_FLAT);
	assert_int_equal(o.profile.nspecs, 1);
	options_release(&o);
}

static void
test_symspecs_in_order(void **state)
{
	static const struct symspec want[] = {
		{ INCL_FLAT, "one" }, { EXCL_FLAT, "two" }, { INCL_GRAPH, "three" },
		{ INCL_ARCS, "a/b" }, { EXCL_GRAPH, "four" }, { EXCL_ARCS, "c/d" },
		{ EXCL_GRAPH, "e" }, { EXCL_TIME, "E" }, { EXCL_GRAPH, "E" }, { INCL_GRAPH, "f" },
		{ INCL_TIME, "F" }, { INCL_GRAPH, "F" }, { INCL_TIME, "n" }, { EXCL_TIME, "N" },
		{ EXCL_ARCS, "k/l" }, { INCL_TIME, "long" }, { INCL_FLAT, "" },
	};
	struct options o;
	GOOD(&o, "-pone -Ptwo -qthree -qa/b -Qfour -Qc/d -e e -EE -f f -F F -n n -N N -k k/l "
		"--time=long --flat-profile=");

	(void)state;
	assert_int_equal(o.profile.nspecs, sizeof(want) / sizeof(*want));
	for (size_t i = 0; i < o.profile.nspecs; i++) {
		assert_int_equal(o.profile.specs[i].table, want[i].table);
		assert_string_equal(o.profile.specs[i].text, want[i].text);
	}
	options_release(&o);
}

/* Abbreviated options stand for the same options as in gprof. */
static void
test_abbreviations(void **state)
{
	struct options o;
	GOOD(&o, "--b --fl=x --gr --trad --wid 60 --ext=syms --no-d --v");

	(void)state;
	assert_true(o.brief && o.traditional);
	assert_int_equal(o.listings, LIST_FLAT | LIST_GRAPH);
	assert_int_equal(o.width, 60);
	assert_string_equal(o.profile.symbol_file, "syms");
	assert_int_equal(o.demangling, DEMANGLE_NONE);
	assert_int_equal(o.task, TASK_VERSION);
	options_release(&o);
}

static void
test_mistakes_are_refused(void **state)
{
	(void)state;
	assert_refused("-g", "-g: no such option");
	assert_refused("-bg", "-g: no such option");
	assert_refused("--foo", "--foo: no such option");
	assert_refused("--foo=x", "--foo: no such option");
	assert_refused("--s", "--s is short for several: --sum or ");
	assert_refused("--vie=functions", "--vie: only options of gprof may be shortened: --view");
	assert_refused("--nothing", "--nothing: no such option");
	assert_refused("--vie=calls", "--vie: only options of gprof may be shortened: --view");
	assert_refused("--brief=3", "-b (--brief) takes no argument");
	assert_refused("--exact=3", "--exact takes no argument");
	assert_refused("-e", "-e needs an argument: SPEC");
	assert_refused("--width", "-w (--width) needs an argument: COLUMNS");
	assert_refused("--view", "--view needs an argument: NAME");
	assert_refused("--demangle=foo", "--demangle=foo: there is no such choice");
	assert_refused("--color=red", "--color=red");
	assert_refused("-r -R map", "-r and -R");
	assert_refused("-p --view=calls", "-p (--flat-profile) asks for a listing");
	assert_refused("--keys=j", "--screen");
	assert_refused("--select=x", "--view");
	assert_refused("--view=calls --screen=80x24", "one of them");
}

/* -s writes the sum to the file named by --output.  It prints listings only if options ask for
 * them. */
static void
test_output_of_sum(void **state)
{
	char plain[] = "-s prog a b", named[] = "--sum --output=x -p prog a b";
	struct options o;
	struct err e;

	(void)state;
	assert_true(parse(&o, plain, &e));
	assert_true(o.profile.sum_up && o.profile.lines && o.listings == 0 && o.task == TASK_LIST);
	assert_string_equal(o.output, "gmon.sum");
	options_release(&o);
	assert_true(parse(&o, named, &e));
	assert_true(o.profile.sum_up && o.listings == LIST_FLAT);
	assert_string_equal(o.output, "x");
	options_release(&o);
	assert_refused("--output=x prog", "-s");
}

static void
test_debug_is_refused(void **state)
{
	(void)state;
	assert_refused("-d", "not supported");
	assert_refused("--debug=3", "not supported");
}

static void
test_least_width(void **state)
{
	struct options o;
	GOOD(&o, "-w -5");

	(void)state;
	assert_int_equal(o.width, 1);
	options_release(&o);
}

/* Every word that options.def lists for an option sets the value that the word stands for. */
static void
test_words_of_choices(void **state)
{
	static const struct { const char *word; enum demangling style; } styles[] = {
		{ "auto", DEMANGLE_AUTO }, { "gnu-v3", DEMANGLE_GNU_V3 }, { "java", DEMANGLE_JAVA },
		{ "gnat", DEMANGLE_GNAT }, { "dlang", DEMANGLE_DLANG }, { "rust", DEMANGLE_RUST },
		{ "none", DEMANGLE_NONE },
	};
	static const enum color_mode modes[] = { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };
	const struct option_row *demangle = options_row(OPT_DEMANGLE);
	const struct option_row *color = options_row(OPT_COLOR);
	struct options o = { 0 };
	const char *word;
	struct err e;

	(void)state;
	for (size_t i = 0; (word = choices_word(demangle, i)) != NULL; i++) {
		assert_true(options_apply(&o, OPT_DEMANGLE, word, &e));
		assert_string_equal(word, styles[i].word);
		assert_int_equal(o.demangling, styles[i].style);
	}
	for (size_t i = 0; (word = choices_word(color, i)) != NULL; i++) {
		assert_true(options_apply(&o, OPT_COLOR, word, &e));
		assert_int_equal(o.color, modes[i]);
	}
	assert_refused("--demangle=AUTO", "use auto, gnu-v3, java, gnat, dlang, rust or none");
	assert_refused("--demangle=", "--demangle=: there is no such choice");
	assert_refused("--color=blue", "use auto, always or never");
}

/* Options describe a profile whose file has no header. */
static void
test_profile_formats(void **state)
{
	struct options o;
	struct err e;
	char raw[] = "--raw=scale=0x8000,offset=0x401000,endian=big,hz=50,width=32";
	char others[] = "-Obsd --address-size=4 --rate=1024 prog";

	(void)state;
	assert_true(parse(&o, raw, &e));
	assert_true(o.profile.format.buffer.given && o.profile.format.buffer.big_endian);
	assert_true(o.profile.format.buffer.offset == 0x401000);
	assert_true(o.profile.format.buffer.scale == 0x8000);
	assert_true(o.profile.format.buffer.width == 32 && o.profile.format.buffer.hz == 50);
	assert_true(parse(&o, others, &e));
	assert_false(o.profile.format.buffer.given);
	assert_int_equal(o.profile.format.format, FORMAT_BSD);
	assert_int_equal(o.profile.format.address_size, 4);
	assert_int_equal(o.profile.format.rate, 1024);
	assert_refused("-Oprof", "profile-format=monout");
	assert_refused("-O xyz", "use auto, magic, bsd or 4.4bsd");
	assert_refused("--profile-format=gmon", "oldbsd");
	assert_refused("--address-size=5", "use 4 or 8");
	assert_refused("--rate=0", "samples per second");
	assert_refused("--rate=1e3", "samples per second");
	assert_refused("--rate=-1", "samples per second");
}

static void
test_bad_raw_buffers_are_refused(void **state)
{
	static const char *const senseless[] = {
		"--raw=offset=1,scale=2,offset=1", "--raw=offset=-1,scale=2",
		"--raw=offset=1,scale=2,hz",
		"--raw=offset=0x,scale=2", "--raw=offset=1,scale=0x100000000",
		"--raw=offset=0x10000000000000000,scale=2", "--raw=offset=1,scale=2,width=12",
		"--raw=offset=1,scale=2,endian=middle", "--raw=offset=1,,scale=2", "--raw=all",
		"--raw=offset=1,scale=2,hz=11111111111111111111111111111111111111111111111111111111111111",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(senseless) / sizeof(*senseless); i++)
		assert_refused(senseless[i], "is not understood");
	assert_refused("--raw=offset=1", "scale=N is missing");
	assert_refused("--raw=scale=2", "offset=ADDRESS is missing");
}

/* With --decode, every file is read as a profile, and other output is refused. */
static void
test_decode(void **state)
{
	struct options o;
	GOOD(&o, "--decode one two");

	(void)state;
	assert_int_equal(o.task, TASK_DECODE);
	assert_int_equal(o.profile.nfiles, 2);
	assert_string_equal(o.profile.files[0], "one");
	assert_string_equal(o.profile.files[1], "two");
	assert_int_equal(task_of("--decode"), TASK_DECODE);
	assert_refused("--decode -b file", "leave out -b");
	assert_refused("--decode --view=notes", "leave out --view");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_defaults),
		cmocka_unit_test(test_files_between_options),
		cmocka_unit_test(test_arguments_of_own_options),
		cmocka_unit_test(test_options_choose_the_task),
		cmocka_unit_test(test_options_choose_the_listings),
		cmocka_unit_test(test_symspecs_in_order),
		cmocka_unit_test(test_abbreviations),
		cmocka_unit_test(test_mistakes_are_refused),
		cmocka_unit_test(test_debug_is_refused),
		cmocka_unit_test(test_output_of_sum),
		cmocka_unit_test(test_least_width),
		cmocka_unit_test(test_words_of_choices),
		cmocka_unit_test(test_profile_formats),
		cmocka_unit_test(test_bad_raw_buffers_are_refused),
		cmocka_unit_test(test_decode),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
