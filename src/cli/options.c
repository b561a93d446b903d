/* options.c - the command line, parsed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "cli/options.h"

#include <assert.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "cli/choices.h"
#include "cli/compare_options.h"

enum { LONG_OPTION = 256 };		/* getopt_long() returns LONG_OPTION + the number of the
					 * row */

const struct option_row option_rows[] = {
#define GROUP(title) { NOPTIONS, 0, NULL, NO_ARGUMENT, PLAIN, title },
#define OPTION(id, letter, name, argument, use, help) \
	{ OPT_##id, letter, name, argument, use, help },
#include "cli/options.def"
#undef OPTION
#undef GROUP
};

const size_t noption_rows = sizeof(option_rows) / sizeof(*option_rows);

/* The state of parsing. */
struct option_parser {
	struct options *options;
	int argc;
	char **argv;
	const struct option_row *lister;	/* the last option that asked for a listing */
	struct err *e;
};

const struct option_row *
options_row(enum option_id id)
{
	size_t i = 0;

	assert(id < NOPTIONS);
	while (option_rows[i].id != (int)id)
		i++;
	return &option_rows[i];
}

static const struct option_row *
row_of_letter(int letter)
{
	for (size_t i = 0; i < noption_rows; i++)
		if (option_rows[i].id != NOPTIONS && option_rows[i].letter == letter)
			return &option_rows[i];
	return NULL;
}

/* Returns gprowse's own option (use OWN) that WORD names as "--NAME" or "--NAME=VALUE"; or NULL if
 * WORD names no such option. */
static const struct option_row *
own_row_of_word(const char *word)
{
	size_t n = strcspn(word + 2, "=");

	for (size_t i = 0; i < noption_rows; i++) {
		const struct option_row *row = &option_rows[i];

		if (row->use == OWN && strlen(row->name) == n
				&& memcmp(row->name, word + 2, n) == 0)
			return row;
	}
	return NULL;
}

/* Writes how a user writes the option of ROW, such as "-b (--brief)", to TEXT, and returns TEXT. */
static const char *
spelling(const struct option_row *row, char text[64])
{
	if (row->letter == 0)
		snprintf(text, 64, "--%s", row->name);
	else if (row->name == NULL)
		snprintf(text, 64, "-%c", row->letter);
	else
		snprintf(text, 64, "-%c (--%s)", row->letter, row->name);
	return text;
}

/* Fills the tables of getopt_long() with gprof's options only: an abbreviation of an option of
 * gprof must not become ambiguous because of our own options. */
static void
getopt_tables(struct option longs[], char *letters)
{
	size_t n = 0;

	*letters++ = ':';
	for (size_t i = 0; i < noption_rows; i++) {
		const struct option_row *row = &option_rows[i];

		if (row->id == NOPTIONS || row->use == OWN)
			continue;
		if (row->letter != 0) {
			*letters++ = (char)row->letter;
			for (int colons = row->argument.kind; colons > 0; colons--)
				*letters++ = ':';
		}
		if (row->name != NULL)
			longs[n++] = (struct option){ row->name,
				row->argument.kind, NULL, LONG_OPTION + (int)i };
	}
	*letters = '\0';
	longs[n] = (struct option){ NULL, 0, NULL, 0 };
}

static bool
apply_option(struct option_parser *p, const struct option_row *row, const char *arg)
{
	char text[64];

	spelling(row, text);
	if (row->use == NEVER)
		return err_set(p->e, ERR_USAGE, "%s is not supported: it traces the internals of gprof; "
			"omit the option", text);
	if (row->use == LISTS)
		p->lister = row;
	return options_apply(p->options, row->id, arg, p->e);
}

/* Refuses WORD, which is no option; names the options that it may abbreviate. */
static bool
refuse_word(struct option_parser *p, char *word)
{
	char names[256] = "";
	size_t n = strcspn(word, "="), used = 0;
	bool own = true;

	word[n] = '\0';
	for (size_t i = 0; i < noption_rows && n > 2; i++) {
		const struct option_row *row = &option_rows[i];

		if (row->name == NULL || row->id == NOPTIONS
				|| strncmp(row->name, word + 2, n - 2) != 0
				|| used + strlen(row->name) + 8 > sizeof(names))
			continue;
		own = own && row->use == OWN;
		used += (size_t)sprintf(names + used, "%s--%s", used > 0 ? " or " : "",
			row->name);
	}
	if (used == 0)
		return err_set(p->e, ERR_USAGE, "%s: no such option; --help lists them", word);
	return err_set(p->e, ERR_USAGE, own ? "%s: only options of gprof may be shortened: %s"
		: "%s is short for several: %s", word, names);
}

/* The current word is no option of gprof.  Applies it as an option of gprowse's own, or refuses
 * it. */
static bool
apply_own_word(struct option_parser *p)
{
	char *word = p->argv[optind - 1], *value = strchr(word, '=');
	const struct option_row *row = own_row_of_word(word);

	if (row == NULL)
		return refuse_word(p, word);
	if (row->argument.kind == NONE && value != NULL)
		return err_set(p->e, ERR_USAGE, "--%s takes no argument", row->name);
	if (value != NULL)
		value++;
	else if (row->argument.kind == NEEDED && optind < p->argc)
		value = p->argv[optind++];
	else if (row->argument.kind == NEEDED)
		return err_set(p->e, ERR_USAGE, "--%s needs an argument: %s", row->name,
			row->argument.name);
	return apply_option(p, row, value);
}

/* Handles the error WHAT that getopt_long() returned.  ':' means a missing argument.  '?' means an
 * argument that is not allowed or an unknown option, which may be one of gprowse's own. */
static bool
handle_getopt_error(struct option_parser *p, int what)
{
	const struct option_row *row = optopt >= LONG_OPTION ? &option_rows[optopt - LONG_OPTION]
		: row_of_letter(optopt);
	char text[64];

	if (optopt == 0)
		return apply_own_word(p);
	if (row == NULL)
		return err_set(p->e, ERR_USAGE, "-%c: no such option; --help lists them", optopt);
	if (what == ':')
		return err_set(p->e, ERR_USAGE, "%s needs an argument: %s", spelling(row, text),
			row->argument.name);
	return err_set(p->e, ERR_USAGE, "%s takes no argument", spelling(row, text));
}

/* Returns an option that the user gave and that needs --view; returns NOPTIONS if there is
 * none. */
static enum option_id
view_only_option(const struct options *o)
{
	const struct view_request *b = &o->batch;

	return b->select != NULL ? OPT_SELECT : b->format != NULL ? OPT_FORMAT
		: b->sort != NULL ? OPT_SORT : b->reverse ? OPT_REVERSE
		: b->filter != NULL ? OPT_FILTER : b->percent_limit > 0 ? OPT_PERCENT_LIMIT
		: b->limited && o->export == NULL ? OPT_LIMIT : NOPTIONS;
}

/* Some options ask for other output than listings.  Sets ROWS to those that the user gave, and
 * returns their number. */
static size_t
other_outputs(const struct options *o, const struct option_row *rows[3])
{
	size_t n = 0;

	if (o->batch.view != NULL)
		rows[n++] = options_row(OPT_VIEW);
	if (o->screen != NULL)
		rows[n++] = options_row(OPT_SCREEN);
	if (o->export != NULL)
		rows[n++] = options_row(OPT_EXPORT);
	return n;
}

/* Refuses options that contradict each other, and options that need an option that is missing. */
static bool
check_combination(const struct option_parser *p)
{
	const struct options *o = p->options;
	const struct option_row *others[3];
	size_t n = other_outputs(o, others);
	enum option_id alone = view_only_option(o);
	char text[64];

	if (o->profile.map_file != NULL && (o->listings & LIST_FUNCTION_ORDER))
		return err_set(p->e, ERR_USAGE, "-r and -R are two different orders: ask for one");
	if (o->profile.inlined && o->profile.lines)
		return err_set(p->e, ERR_USAGE, "--inlined and -l: ask for one of them");
	if (n > 1)
		return err_set(p->e, ERR_USAGE, "--%s and --%s: ask for one of them", others[0]->name,
			others[1]->name);
	if (o->batch.view == NULL && alone != NOPTIONS
	    && !(o->compare.is_gate && alone == OPT_FORMAT))
		return err_set(p->e, ERR_USAGE, "--%s goes with --view, which is missing",
			options_row(alone)->name);
	if (o->output != NULL && !o->profile.sum_up)
		return err_set(p->e, ERR_USAGE, "--output goes with -s, which is missing");
	if (o->keys != NULL && o->screen == NULL)
		return err_set(p->e, ERR_USAGE, "--keys goes with --screen, which is missing");
	if (o->decode && (n > 0 || p->lister != NULL))
		return err_set(p->e, ERR_USAGE, "--decode prints only the contents of files: leave out %s",
			spelling(n > 0 ? others[0] : p->lister, text));
	if (p->lister != NULL && n > 0)
		return err_set(p->e, ERR_USAGE, "%s asks for a listing, --%s for something else: "
			"leave one of them out", spelling(p->lister, text), others[0]->name);
	return true;
}

/* --check compares whole profiles.  Can it be combined with the other options that were given?
 * Returns true without --check. */
static bool
check_check(const struct option_parser *p)
{
	const struct options *o = p->options;
	char text[64];
	enum option_id id = o->profile.lines ? OPT_LINES : o->profile.map_file != NULL
		? OPT_FILE_ORDERING : NOPTIONS;

	if (o->batch.view != NULL && strcmp(o->batch.view, "check") == 0 && !o->has_check)
		return err_set(p->e, ERR_USAGE, "--view=check needs known times: add "
			"--check=STACKS or, for a recording, --check");
	if (!o->has_check)
		return true;
	if (o->check != NULL && *o->check == '\0')
		return err_set(p->e, ERR_USAGE, "--check=STACKS: the name of the profile is empty");
	if (o->decode || o->export != NULL)
		return err_set(p->e, ERR_USAGE, "--check and --%s: ask for one of them",
			o->decode ? "decode" : "export");
	if (p->lister != NULL && id == NOPTIONS)
		return err_set(p->e, ERR_USAGE, "%s asks for a listing, --check for a view: leave one "
			"of them out", spelling(p->lister, text));
	if (id != NOPTIONS)
		return err_set(p->e, ERR_USAGE, "--check compares functions: leave out %s",
			spelling(options_row(id), text));
	return o->profile.nspecs == 0 || err_set(p->e, ERR_USAGE, "--check compares whole profiles: "
		"leave out the options that select functions or calls");
}

static enum task
choose_task(const struct option_parser *p)
{
	const struct options *o = p->options;

	if (o->decode)
		return TASK_DECODE;
	if (o->compare.is_gate)
		return TASK_GATE;
	if (o->batch.view != NULL)
		return TASK_VIEW;
	if (o->screen != NULL)
		return TASK_SCREEN;
	if (o->export != NULL)
		return TASK_EXPORT;
	return p->lister != NULL ? TASK_LIST : TASK_BROWSE;
}

/* Does WORD name the profile of a library, IMAGE:PROFILE?  If a file called WORD exists, WORD names
 * this file, not a library.  Sets *COLON to the first colon. */
static bool
is_library(const char *word, const char **colon)
{
	*colon = strchr(word, ':');
	return *colon != NULL && *colon > word && (*colon)[1] != '\0' && access(word, F_OK) != 0;
}

/* Moves the libraries among the N WORDS to O.  Returns how many words remain, at the beginning of
 * WORDS. */
static int
set_libraries(struct options *o, int n, char **words)
{
	struct library *libraries = mem_new((size_t)n, sizeof(*libraries));
	const char *colon;
	int left = 0;

	o->profile.libraries = libraries;
	for (int i = 0; i < n; i++) {
		if (is_library(words[i], &colon))
			libraries[o->profile.nlibraries++] = (struct library){
				mem_text(words[i], (size_t)(colon - words[i])),
				colon + 1 };
		else
			words[left++] = words[i];
	}
	return left;
}

/* Sets image and profiles to the N WORDS, which are no options.  With --decode there is no
 * image. */
static void
set_files(struct options *o, int n, char **words)
{
	static const char *const default_files[] = { "gmon.out" };
	struct open_options *p = &o->profile;
	int first = o->decode ? 0 : 1;

	o->image_given = n > 0 && !o->decode;
	p->image = o->image_given ? words[0] : "a.out";
	if (n > first && !o->decode)
		n = first + set_libraries(o, n - first, words + first);
	o->files_given = p->has_files = n > first;
	p->files = n > first ? (const char *const *)words + first : default_files;
	p->nfiles = n > first ? (size_t)(n - first) : 1;
}

/* Like set_files(), but with --compare, the N words name the files of the first profile.  They are
 * followed by NAFTER words: "--" and those that name the files of the second profile.  False: E says
 * what is missing. */
static bool
set_all_files(struct options *o, int n, char **words, int nafter, struct err *e)
{
	char **after = words + n + 1;
	struct options before = { .task = o->task };

	if (!o->compare.is_wanted) {
		set_files(o, n, words);
		return true;
	}
	nafter = nafter > 0 ? nafter - 1 : 0;
	if (!compare_options_words(&words, &n, &after, &nafter, e))
		return false;
	set_files(&before, n, words);
	o->compare.before = before.profile;
	o->compare.before_image_given = before.image_given;
	o->compare.before_files_given = before.files_given;
	set_files(o, nafter, after);
	return true;
}

bool
options_parse(struct options *o, int argc, char **argv, struct err *e)
{
	struct option_parser p = { .options = o, .argc = argc, .argv = argv, .e = e };
	struct option longs[NOPTIONS + 1];
	char letters[3 * NOPTIONS + 2];
	int what, all = argc;

	*o = (struct options){ .width = 80, .interval = 1, .demangling = DEMANGLE_AUTO,
		.style = DEMANGLE_AUTO, .min_count = 1, .table_length = 10,
		.compare.side = COMPARED_B };
	getopt_tables(longs, letters);
	p.argc = argc = compare_options_split(argc, argv);
	opterr = 0;
	optind = 0;
	while ((what = getopt_long(argc, argv, letters, longs, NULL)) != -1) {
		bool ok;

		if (what == '?' || what == ':')
			ok = handle_getopt_error(&p, what);
		else if (what >= LONG_OPTION)
			ok = apply_option(&p, &option_rows[what - LONG_OPTION], optarg);
		else
			ok = apply_option(&p, row_of_letter(what), optarg);
		if (!ok)
			return false;
		if (o->task == TASK_HELP || o->task == TASK_VERSION || o->task == TASK_BUG_REPORT)
			return true;
	}
	for (int i = optind; i < all; i++)
		if (*argv[i] == '\0')
			return err_set(e, ERR_USAGE, "an argument is empty; give the name of a program or "
				"profile");
	if (!set_all_files(o, argc - optind, argv + optind, all - argc, e))
		return false;
	if (!check_combination(&p) || !check_check(&p) || !compare_options_check(o, p.lister, e))
		return false;
	o->task = choose_task(&p);
	if (o->watch && o->task != TASK_BROWSE)
		return err_set(e, ERR_USAGE, "--watch goes with the browser: omit it, or the option that "
			"asks for something else");
	if (o->output == NULL)
		o->output = "gmon.sum";
	o->profile.lines |= o->profile.sum_up;	/* gprof: -s implies -l */
	return true;
}

bool
options_check_one_image(const struct options *o, struct err *e)
{
	const struct library *library = o->profile.libraries;

	if (o->profile.nlibraries == 0)
		return true;
	return err_set(e, ERR_USAGE, "%s:%s: %s", library->image, library->file, o->profile.sum_up
		? "a sum is of one image; sum up the profiles of each image separately"
		: "listings by gprof's rules have one image; add --exact, or use --view");
}

static void
release_libraries(struct open_options *p)
{
	for (size_t i = 0; i < p->nlibraries; i++)
		free((char *)p->libraries[i].image);
	free((struct library *)p->libraries);
}

void
options_release(struct options *o)
{
	free((struct symspec *)o->profile.specs);
	release_libraries(&o->profile);
	release_libraries(&o->compare.before);
	compare_options_release(o);
	sourcepaths_release(&o->paths);
}
