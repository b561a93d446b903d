/* What each option does.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

static void
add_spec(struct options *o, enum select_table table, const char *text)
{
	struct open_options *p = &o->profile;
	struct symspec *specs = mem_grow((struct symspec *)p->specs, p->nspecs + 1, &o->specs_room,
		sizeof(*specs));

	specs[p->nspecs++] = (struct symspec){ table, text };
	p->specs = specs;
}

/* Print this kind of listing; with SPEC only what TABLE lets through. */
static void
request_listing(struct options *o, enum listing_kind kind, enum select_table table, const char *spec)
{
	o->listings |= kind;
	o->listings_named |= kind;
	if (spec != NULL)
		add_spec(o, table, spec);
}

/* Do not print it; but with SPEC do, without what TABLE keeps out. */
static void
refuse_listing(struct options *o, enum listing_kind kind, enum select_table table, const char *spec)
{
	o->listings &= ~(unsigned)kind;
	o->listings_named |= kind;
	if (spec != NULL)
		request_listing(o, kind, table, spec);
}

/* FUNCS, or ARCS if SPEC is of the form FROM/TO. */
static enum select_table
funcs_or_arcs_table(const char *spec, enum select_table funcs, enum select_table arcs)
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

/* gprof: without STYLE, the style that was named last. */
static bool
parse_demangling(struct options *o, const char *style, struct err *e)
{
	if (style != NULL && !names_demangling(style, &o->style))
		return err_set(e, ERR_USAGE, "--demangle=%s: no such style; use auto, gnu-v3, java, "
			"gnat, dlang, rust or none", style);
	o->demangling = o->style;
	return true;
}

static bool
parse_limit(struct options *o, const char *text, struct err *e)
{
	char *end;

	errno = 0;
	o->batch.limit = strtoul(text, &end, 10);
	o->batch.limited = true;
	if (*text < '0' || *text > '9' || *end || errno)
		return err_set(e, ERR_USAGE, "--limit=%s: not a number of rows", text);
	return true;
}

/* gprof: what is no number counts as 0, and less than 1 as 1. */
static unsigned
parse_width(const char *text)
{
	int n = (int)strtol(text, NULL, 10);

	return n < 1 ? 1 : (unsigned)n;
}

/* gprof: less than 0 counts as 0. */
static unsigned
parse_table_length(const char *text)
{
	int n = (int)strtol(text, NULL, 10);

	return n < 0 ? 0 : (unsigned)n;
}

/* Options about lines and source; false: it is none of them. */
static bool
apply_source(struct options *o, int id, const char *arg)
{
	switch (id) {
	case OPT_LINES:			o->profile.lines = true; return true;
	case OPT_ALL_LINES:		o->all_lines = true; return true;
	case OPT_MIN_COUNT:		o->min_count = strtoull(arg, NULL, 10); return true;
	case OPT_TABLE_LENGTH:		o->table_length = parse_table_length(arg); return true;
	case OPT_SEPARATE_FILES:	o->separate_files = true; return true;
	case OPT_PRINT_PATH:		o->print_path = true; return true;
	case OPT_INLINE_FILE_NAMES:	o->inline_file_names = true; return true;
	default:			return false;
	}
}

/* Options that choose functions and calls; false: it is none of them. */
static bool
apply_spec(struct options *o, int id, const char *spec)
{
	switch (id) {
	case OPT_HIDE:		add_spec(o, EXCL_GRAPH, spec); return true;
	case OPT_EXCLUDE:	add_spec(o, EXCL_TIME, spec);
				add_spec(o, EXCL_GRAPH, spec); return true;
	case OPT_ONLY:		add_spec(o, INCL_GRAPH, spec); return true;
	case OPT_ONLY_TIME:	add_spec(o, INCL_TIME, spec);
				add_spec(o, INCL_GRAPH, spec); return true;
	case OPT_TIME:		add_spec(o, INCL_TIME, spec); return true;
	case OPT_NO_TIME:	add_spec(o, EXCL_TIME, spec); return true;
	case OPT_EXCLUDE_CALLS:		add_spec(o, EXCL_ARCS, spec); return true;
	default:		return false;
	}
}

/* Options that choose listings; false: it is none of them. */
static bool
apply_listing(struct options *o, int id, const char *arg)
{
	switch (id) {
	case OPT_FLAT_PROFILE:
		request_listing(o, LIST_FLAT, INCL_FLAT, arg);
		return true;
	case OPT_NO_FLAT_PROFILE:
		refuse_listing(o, LIST_FLAT, EXCL_FLAT, arg);
		return true;
	case OPT_GRAPH:
		request_listing(o, LIST_GRAPH, funcs_or_arcs_table(arg, INCL_GRAPH, INCL_ARCS), arg);
		return true;
	case OPT_NO_GRAPH:
		refuse_listing(o, LIST_GRAPH, funcs_or_arcs_table(arg, EXCL_GRAPH, EXCL_ARCS), arg);
		return true;
	case OPT_PLAIN_GRAPH:
		request_listing(o, LIST_GRAPH, INCL_GRAPH, NULL);
		return true;
	case OPT_FUNCTION_ORDERING:
		request_listing(o, LIST_FUNCTION_ORDER, INCL_GRAPH, NULL);
		return true;
	case OPT_FILE_ORDERING:
		request_listing(o, LIST_FILE_ORDER, INCL_GRAPH, NULL);
		o->profile.map_file = arg;
		return true;
	case OPT_EXEC_COUNTS:
		request_listing(o, LIST_EXEC_COUNTS, INCL_EXEC, arg);
		return true;
	case OPT_NO_EXEC_COUNTS:
		refuse_listing(o, LIST_EXEC_COUNTS, EXCL_EXEC, arg);
		return true;
	case OPT_ANNOTATED_SOURCE:
		request_listing(o, LIST_SOURCE, INCL_ANNO, arg);
		return true;
	case OPT_NO_ANNOTATED_SOURCE:
		refuse_listing(o, LIST_SOURCE, EXCL_ANNO, arg);
		return true;
	case OPT_FILE_INFO:
		request_listing(o, LIST_FILE_INFO, INCL_EXEC, NULL);
		return true;
	default:
		return apply_spec(o, id, arg);
	}
}

bool
options_apply(struct options *o, int id, const char *arg, struct err *e)
{
	switch (id) {
	case OPT_BRIEF:		o->brief = true; return true;
	case OPT_TRADITIONAL:	o->traditional = true; return true;
	case OPT_WIDTH:		o->width = parse_width(arg); return true;
	case OPT_UNUSED:	o->unused = true; return true;
	case OPT_DEMANGLE:	return parse_demangling(o, arg, e);
	case OPT_NO_DEMANGLE:	o->demangling = DEMANGLE_NONE; return true;
	case OPT_SUM:		o->profile.sum_up = true; return true;
	case OPT_OUTPUT:	o->output = arg; return true;
	case OPT_EXACT:		o->exact = true; return true;
	case OPT_NO_STATIC:	o->profile.no_static = true; return true;
	case OPT_FUNCTIONS_ONLY: o->profile.functions_only = true; return true;
	case OPT_STATIC_CALLS:	o->profile.static_calls = true; return true;
	case OPT_SYMBOL_FILE:	o->profile.symbol_file = arg; return true;
	case OPT_DIRECTORY_PATH: sourcepaths_add_dirs(&o->paths, arg); return true;
	case OPT_PATH_MAP:	return sourcepaths_add_map(&o->paths, arg, e);
	case OPT_GCOV:		o->gcov = true; o->gcov_dir = arg; return true;
	case OPT_VIEW:		o->batch.view = arg; return true;
	case OPT_FORMAT:	o->batch.format = arg; return true;
	case OPT_SELECT:	o->batch.select = arg; return true;
	case OPT_SORT:		o->batch.sort = arg; return true;
	case OPT_REVERSE:	o->batch.reverse = true; return true;
	case OPT_FILTER:	o->batch.filter = arg; return true;
	case OPT_LIMIT:		return parse_limit(o, arg, e);
	case OPT_EXPORT:	o->export = arg; return true;
	case OPT_SCREEN:	o->screen = arg; return true;
	case OPT_KEYS:		o->keys = arg; return true;
	case OPT_NO_MOUSE:	o->no_mouse = true; return true;
	case OPT_COLOR:		return parse_color(o, arg, e);
	case OPT_HELP:		o->task = TASK_HELP; return true;
	case OPT_VERSION:	o->task = TASK_VERSION; return true;
	case OPT_DECODE:	o->decode = true; return true;
	case OPT_FILE_FORMAT:
	case OPT_PROFILE_FORMAT:
	case OPT_ADDRESS_SIZE:
	case OPT_RATE:
	case OPT_SLIDE:
	case OPT_RAW:		return options_apply_format(o, id, arg, e);
	default:		return apply_source(o, id, arg) || apply_listing(o, id, arg);
	}
}
