/* What the command line asks for.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "options.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mem.h"

enum { ROW = 256 };			/* getopt_long() says ROW + number of the row */

const struct option_row option_rows[] = {
#define GROUP(title) { NOPTIONS, 0, NULL, NONE, NULL, COUNTS, title },
#define OPTION(id, letter, name, argument, argument_name, use, help) \
	{ OPT_##id, letter, name, argument, argument_name, use, help },
#include "options.def"
#undef OPTION
#undef GROUP
};

const size_t noption_rows = sizeof(option_rows) / sizeof(*option_rows);

/* Where reading the command line stands. */
struct parse {
	struct options *options;
	int argc;
	char **argv;
	const struct option_row *lister;	/* the last option that asked for a listing */
	struct err *e;
};

static const struct option_row *
row_of_letter(int letter)
{
	for (size_t i = 0; i < noption_rows; i++)
		if (option_rows[i].id != NOPTIONS && option_rows[i].letter == letter)
			return &option_rows[i];
	return NULL;
}

/* The option of our own that the word --NAME or --NAME=VALUE spells out. */
static const struct option_row *
row_of_word(const char *word)
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

/* How the user can write ROW. */
static const char *
spelling(const struct option_row *row, char text[64])
{
	if (row->name != NULL)
		snprintf(text, 64, "--%s", row->name);
	else
		snprintf(text, 64, "-%c", row->letter);
	return text;
}

/* Tables of gprof's options only: ours must not change what an abbreviation means. */
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
			for (int colons = row->argument; colons > 0; colons--)
				*letters++ = ':';
		}
		if (row->name != NULL)
			longs[n++] = (struct option){ row->name,
				row->argument, NULL, ROW + (int)i };
	}
	*letters = '\0';
	longs[n] = (struct option){ NULL, 0, NULL, 0 };
}

static void
add_spec(struct options *o, enum table table, const char *text)
{
	o->specs = mem_room(o->specs, o->nspecs + 1, &o->specs_room, sizeof(*o->specs));
	o->specs[o->nspecs++] = (struct spec){ table, text };
}

/* Print this kind of listing; with SPEC only what TABLE lets through. */
static void
want(struct options *o, enum listing_kind kind, enum table table, const char *spec)
{
	o->lists |= kind;
	o->mentioned |= kind;
	if (spec != NULL)
		add_spec(o, table, spec);
}

/* Do not print it; but with SPEC do, without what TABLE keeps out. */
static void
want_not(struct options *o, enum listing_kind kind, enum table table, const char *spec)
{
	o->lists &= ~(unsigned)kind;
	o->mentioned |= kind;
	if (spec != NULL)
		want(o, kind, table, spec);
}

/* FUNCS, or ARCS if SPEC is of the form FROM/TO. */
static enum table
graph_table(const char *spec, enum table funcs, enum table arcs)
{
	return spec != NULL && strchr(spec, '/') != NULL ? arcs : funcs;
}

static bool
parse_color(struct options *o, const char *when, struct err *e)
{
	if (strcmp(when, "auto") == 0)
		o->color = COLOR_AUTO;
	else if (strcmp(when, "always") == 0)
		o->color = COLOR_ALWAYS;
	else if (strcmp(when, "never") == 0)
		o->color = COLOR_NEVER;
	else
		return err_set(e, ERR_USAGE, "--color=%s: use auto, always or never", when);
	return true;
}

static bool
parse_demangling(struct options *o, const char *style, struct err *e)
{
	o->demangling = DEMANGLE_AUTO;
	if (style == NULL || demangling_named(style, &o->demangling))
		return true;
	return err_set(e, ERR_USAGE, "--demangle=%s: no such style; use auto, gnu-v3, java, "
		"gnat, dlang, rust or none", style);
}

/* gprof: what is no number counts as 0, and less than 1 as 1. */
static unsigned
parse_width(const char *text)
{
	int n = (int)strtol(text, NULL, 10);

	return n < 1 ? 1 : (unsigned)n;
}

/* Options that choose functions and calls; false: it is none of them. */
static bool
apply_spec(struct options *o, int id, const char *spec)
{
	switch (id) {
	case OPT_HIDE:		add_spec(o, EXCL_GRAPH, spec); return true;
	case OPT_TAKE_OUT:	add_spec(o, EXCL_TIME, spec);
				add_spec(o, EXCL_GRAPH, spec); return true;
	case OPT_ONLY:		add_spec(o, INCL_GRAPH, spec); return true;
	case OPT_ONLY_TIME:	add_spec(o, INCL_TIME, spec);
				add_spec(o, INCL_GRAPH, spec); return true;
	case OPT_TIME:		add_spec(o, INCL_TIME, spec); return true;
	case OPT_NO_TIME:	add_spec(o, EXCL_TIME, spec); return true;
	case OPT_CUT:		add_spec(o, EXCL_ARCS, spec); return true;
	default:		return false;
	}
}

/* Options that choose listings; false: it is none of them. */
static bool
apply_listing(struct options *o, int id, const char *arg)
{
	switch (id) {
	case OPT_FLAT_PROFILE:
		want(o, LIST_FLAT, INCL_FLAT, arg);
		return true;
	case OPT_NO_FLAT_PROFILE:
		want_not(o, LIST_FLAT, EXCL_FLAT, arg);
		return true;
	case OPT_GRAPH:
		want(o, LIST_GRAPH, graph_table(arg, INCL_GRAPH, INCL_ARCS), arg);
		return true;
	case OPT_NO_GRAPH:
		want_not(o, LIST_GRAPH, graph_table(arg, EXCL_GRAPH, EXCL_ARCS), arg);
		return true;
	case OPT_PLAIN_GRAPH:
		want(o, LIST_GRAPH, INCL_GRAPH, NULL);
		return true;
	case OPT_FUNCTION_ORDERING:
		want(o, LIST_FUNCTION_ORDER, INCL_GRAPH, NULL);
		return true;
	case OPT_FILE_ORDERING:
		want(o, LIST_FILE_ORDER, INCL_GRAPH, NULL);
		o->map_file = arg;
		return true;
	default:
		return apply_spec(o, id, arg);
	}
}

static bool
apply(struct options *o, int id, const char *arg, struct err *e)
{
	switch (id) {
	case OPT_BRIEF:		o->brief = true; return true;
	case OPT_TRADITIONAL:	o->traditional = true; return true;
	case OPT_WIDTH:		o->width = parse_width(arg); return true;
	case OPT_UNUSED:	o->unused = true; return true;
	case OPT_DEMANGLE:	return parse_demangling(o, arg, e);
	case OPT_NO_DEMANGLE:	o->demangling = DEMANGLE_NONE; return true;
	case OPT_EXACT:		o->exact = true; return true;
	case OPT_NO_STATIC:	o->no_static = true; return true;
	case OPT_FUNCTIONS_ONLY: o->functions_only = true; return true;
	case OPT_STATIC_CALLS:	o->static_calls = true; return true;
	case OPT_SYMBOL_FILE:	o->symbol_file = arg; return true;
	case OPT_VIEW:		o->view = arg; return true;
	case OPT_SELECT:	o->select = arg; return true;
	case OPT_SCREEN:	o->screen = arg; return true;
	case OPT_KEYS:		o->keys = arg; return true;
	case OPT_COLOR:		return parse_color(o, arg, e);
	case OPT_HELP:		o->task = TASK_HELP; return true;
	case OPT_VERSION:	o->task = TASK_VERSION; return true;
	default:		return apply_listing(o, id, arg);
	}
}

static bool
take(struct parse *p, const struct option_row *row, const char *arg)
{
	char text[64];

	spelling(row, text);
	if (row->use == LATER)
		return err_set(p->e, ERR_USAGE, "%s is not supported yet; use gprof for it", text);
	if (row->use == NEVER)
		return err_set(p->e, ERR_USAGE, "%s is not supported: it traces the inside of "
			"gprof, which is not the inside of gprowse", text);
	if (row->use == LISTS)
		p->lister = row;
	return apply(p->options, row->id, arg, p->e);
}

/* The word at hand is no option of gprof's: perhaps it is one of ours. */
static bool
take_own(struct parse *p)
{
	char *word = p->argv[optind - 1], *value = strchr(word, '=');
	const struct option_row *row = row_of_word(word);

	if (row == NULL) {
		word[strcspn(word, "=")] = '\0';
		return err_set(p->e, ERR_USAGE,
			"%s: no such option, or short for several; --help lists them", word);
	}
	if (row->argument == NONE && value != NULL)
		return err_set(p->e, ERR_USAGE, "--%s takes no argument", row->name);
	if (value != NULL)
		value++;
	else if (row->argument == NEEDED && optind < p->argc)
		value = p->argv[optind++];
	else if (row->argument == NEEDED)
		return err_set(p->e, ERR_USAGE, "--%s needs an argument: %s", row->name,
			row->argument_name);
	return take(p, row, value);
}

/* What getopt_long() could not make sense of: WHAT is '?' or ':'. */
static bool
take_odd(struct parse *p, int what)
{
	const struct option_row *row = optopt >= ROW ? &option_rows[optopt - ROW]
		: row_of_letter(optopt);
	char text[64];

	if (optopt == 0)
		return take_own(p);
	if (row == NULL)
		return err_set(p->e, ERR_USAGE, "-%c: no such option; --help lists them", optopt);
	if (what == ':')
		return err_set(p->e, ERR_USAGE, "%s needs an argument: %s", spelling(row, text),
			row->argument_name);
	return err_set(p->e, ERR_USAGE, "%s takes no argument", spelling(row, text));
}

/* Find out what to do from what was asked for, and refuse what contradicts itself. */
static bool
choose_task(const struct parse *p)
{
	struct options *o = p->options;
	char text[64];

	if (o->map_file != NULL && (o->lists & LIST_FUNCTION_ORDER))
		return err_set(p->e, ERR_USAGE, "-r and -R are two different orders: ask for one");
	if (o->view != NULL && o->screen != NULL)
		return err_set(p->e, ERR_USAGE, "--view and --screen: ask for one of them");
	if (o->select != NULL && o->view == NULL)
		return err_set(p->e, ERR_USAGE, "--select goes with --view, which is missing");
	if (o->keys != NULL && o->screen == NULL)
		return err_set(p->e, ERR_USAGE, "--keys goes with --screen, which is missing");
	if (p->lister != NULL && (o->view != NULL || o->screen != NULL))
		return err_set(p->e, ERR_USAGE, "%s asks for a listing, --%s for something else: "
			"leave one of them out", spelling(p->lister, text),
			o->view != NULL ? "view" : "screen");
	if (o->view != NULL)
		o->task = TASK_VIEW;
	else if (o->screen != NULL)
		o->task = TASK_SCREEN;
	else if (p->lister != NULL)
		o->task = TASK_LIST;
	return true;
}

/* The words that are no options: the image, then profiles. */
static void
take_files(struct options *o, int n, char **words)
{
	static const char *const default_files[] = { "gmon.out" };

	o->image_given = n > 0;
	o->files_given = n > 1;
	o->image = n > 0 ? words[0] : "a.out";
	o->files = n > 1 ? (const char *const *)words + 1 : default_files;
	o->nfiles = n > 1 ? (size_t)n - 1 : 1;
}

bool
options_parse(struct options *o, int argc, char **argv, struct err *e)
{
	struct parse p = { .options = o, .argc = argc, .argv = argv, .e = e };
	struct option longs[NOPTIONS + 1];
	char letters[3 * NOPTIONS + 2];
	int what;

	*o = (struct options){ .width = 80, .demangling = DEMANGLE_AUTO };
	getopt_tables(longs, letters);
	opterr = 0;
	optind = 0;
	while ((what = getopt_long(argc, argv, letters, longs, NULL)) != -1) {
		bool ok;

		if (what == '?' || what == ':')
			ok = take_odd(&p, what);
		else if (what >= ROW)
			ok = take(&p, &option_rows[what - ROW], optarg);
		else
			ok = take(&p, row_of_letter(what), optarg);
		if (!ok)
			return false;
		if (o->task == TASK_HELP || o->task == TASK_VERSION)
			return true;
	}
	take_files(o, argc - optind, argv + optind);
	return choose_task(&p);
}

void
options_release(struct options *o)
{
	free(o->specs);
}
