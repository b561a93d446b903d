/* options_apply.c - the effect of each option
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/numberlist.h"
#include "cli/choices.h"
#include "cli/compare_options.h"
#include "cli/options.h"

static void
add_spec(struct options *o, enum select_table table, const char *text)
{
	struct open_options *p = &o->profile;
	struct symspec *specs = mem_grow((struct symspec *)p->specs, p->nspecs + 1, &o->specs_room,
		sizeof(*specs));

	specs[p->nspecs++] = (struct symspec){ table, text };
	p->specs = specs;
}

/* Requests the listing KIND.  If SPEC is not NULL, only what SPEC selects in TABLE is listed. */
static void
request_listing(struct options *o, enum listing_kind kind, enum select_table table,
	const char *spec)
{
	o->listings |= kind;
	o->listings_named |= kind;
	if (spec != NULL)
		add_spec(o, table, spec);
}

/* If SPEC is NULL, omits the listing KIND.  Otherwise, requests the listing without what SPEC
 * excludes in TABLE. */
static void
refuse_listing(struct options *o, enum listing_kind kind, enum select_table table,
	const char *spec)
{
	o->listings &= ~(unsigned)kind;
	o->listings_named |= kind;
	if (spec != NULL)
		request_listing(o, kind, table, spec);
}

static bool
is_arc_spec(const char *spec)
{
	return spec != NULL && strchr(spec, '/') != NULL;
}

static void
request_graph(struct options *o, const char *spec)
{
	request_listing(o, LIST_GRAPH, is_arc_spec(spec) ? INCL_ARCS : INCL_GRAPH, spec);
}

static void
refuse_graph(struct options *o, const char *spec)
{
	refuse_listing(o, LIST_GRAPH, is_arc_spec(spec) ? EXCL_ARCS : EXCL_GRAPH, spec);
}

static bool
set_color(struct options *o, const char *when, struct err *e)
{
	static const enum color_mode modes[] = { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };
	size_t i;

	if (!choices_find(options_row(OPT_COLOR), when, &i, e))
		return false;
	assert(choices_word(options_row(OPT_COLOR), sizeof(modes) / sizeof(*modes)) == NULL);
	o->color = modes[i];
	return true;
}

/* Sets how names are shown.  As in gprof, if STYLE is NULL, uses the STYLE of an earlier
 * --demangle. */
static bool
set_demangling(struct options *o, const char *style, struct err *e)
{
	static const enum demangling styles[] = { DEMANGLE_AUTO, DEMANGLE_GNU_V3, DEMANGLE_JAVA,
		DEMANGLE_GNAT, DEMANGLE_DLANG, DEMANGLE_RUST, DEMANGLE_NONE };
	size_t i;

	if (style != NULL) {
		if (!choices_find(options_row(OPT_DEMANGLE), style, &i, e))
			return false;
		assert(choices_word(options_row(OPT_DEMANGLE), sizeof(styles) / sizeof(*styles))
			== NULL);
		o->style = styles[i];
	}
	o->demangling = o->style;
	return true;
}

static bool
set_limit(struct options *o, const char *text, struct err *e)
{
	char *end;

	errno = 0;
	o->batch.limit = strtoul(text, &end, 10);
	o->batch.limited = true;
	if (*text < '0' || *text > '9' || *end != '\0' || errno != 0)
		return err_set(e, ERR_USAGE, "--limit=%s: not a number of rows; write --limit=20", text);
	return true;
}

static bool
set_percent_limit(struct options *o, const char *text, struct err *e)
{
	char *end;
	double percent = strtod(text, &end);

	if (*text < '0' || *text > '9' || *end != '\0' || percent <= 0 || percent > 100)
		return err_set(e, ERR_USAGE, "--percent-limit=%s: not a percentage above 0; "
			"write --percent-limit=0.5", text);
	o->batch.percent_limit = percent;
	return true;
}

static bool
set_interval(struct options *o, const char *text, struct err *e)
{
	static const double least = 0.01, most = 3600;
	char *end;

	o->interval = strtod(text, &end);
	return (*text >= '0' && *text <= '9' && *end == '\0' && o->interval >= least
		&& o->interval <= most) || err_set(e, ERR_USAGE, "--interval=%s: not a time of "
		"0.01 to 3600 seconds; write --interval=0.5", text);
}

/* Returns the number in TEXT, but at least LEAST.  As in gprof, TEXT that is no number means 0. */
static unsigned
parse_at_least(const char *text, int least)
{
	int n = (int)strtol(text, NULL, 10);

	return (unsigned)(n < least ? least : n);
}

/* Option ID selects or excludes functions or calls.  Adds SPEC to its table or, for some options,
 * to its two tables. */
static void
apply_spec(struct options *o, enum option_id id, const char *spec)
{
	if (id == OPT_ONLY_TIME || id == OPT_TIME)
		add_spec(o, INCL_TIME, spec);
	if (id == OPT_EXCLUDE || id == OPT_NO_TIME)
		add_spec(o, EXCL_TIME, spec);
	if (id == OPT_ONLY || id == OPT_ONLY_TIME)
		add_spec(o, INCL_GRAPH, spec);
	if (id == OPT_HIDE || id == OPT_EXCLUDE)
		add_spec(o, EXCL_GRAPH, spec);
	if (id == OPT_EXCLUDE_CALLS)
		add_spec(o, EXCL_ARCS, spec);
}

static bool
set_counts(struct options *o, const char *arg, struct err *e)
{
	size_t i;

	if (!choices_find(options_row(OPT_COUNTS), arg, &i, e))
		return false;
	o->profile.counts = strcmp(arg, "values") == 0 ? NULL : arg;
	return true;
}

static bool
add_focus(struct options *o, const char *arg, struct err *e)
{
	if (o->nfoci == MOST_FOCI)
		return err_set(e, ERR_USAGE, "--focus=%s: not more than %d times", arg, MOST_FOCI);
	o->foci[o->nfoci++] = arg;
	return true;
}

static bool
set_profiler(struct options *o, const char *arg, struct err *e)
{
	size_t i;

	if (!choices_find(options_row(OPT_PROFILER), arg, &i, e))
		return false;
	o->has_profiler = true;
	o->no_profiler = i == 0;
	return true;
}

static bool
set_kernel(struct options *o, const char *arg, struct err *e)
{
	size_t i;

	if (!choices_find(options_row(OPT_KERNEL), arg, &i, e))
		return false;
	o->has_kernel = true;
	o->profile.folds_kernel = i == 1;
	return true;
}

static bool
set_since(struct options *o, const char *arg, struct err *e)
{
	size_t i;

	if (!choices_find(options_row(OPT_SINCE), arg, &i, e))
		return false;
	o->profile.since = i == 0 ? SINCE_RESET : SINCE_START;
	return true;
}

static bool
set_parts(struct options *o, const char *arg, struct err *e)
{
	size_t i;

	if (!choices_find(options_row(OPT_PARTS), arg, &i, e))
		return false;
	o->profile.division = i == 0 ? BY_THREAD : i == 1 ? BY_COMM : BY_CPU;
	return true;
}

static bool
set_cpus(struct options *o, const char *arg, struct err *e)
{
	o->profile.only_cpus = arg;
	return numberlist_is_valid(arg) || err_set(e, ERR_USAGE,
		"--cpu=%s: give numbers of processors, such as 0,2-3", arg);
}

static bool
set_between(struct options *o, const char *arg, struct err *e)
{
	o->profile.has_between = true;
	return numberlist_times(arg, &o->profile.from, &o->profile.to) || err_set(e, ERR_USAGE,
		"--between=%s: give two times in seconds after the first sample, the earlier one first, "
		"such as 1.5,3", arg);
}

/* Options whose argument is kept as it is, and options that set a flag: the option, the member of
 * struct options.  Options whose argument is checked: the option, the function that applies it. */
#define OPTIONS_WITH_TEXT(X) \
	X(OUTPUT, output) X(SYMBOL_FILE, profile.symbol_file) X(EVENT, profile.event) \
	X(PART, profile.part) X(PID, profile.only_pid) X(COMM, profile.only_comm) \
	X(SYMFS, profile.where.symfs) X(THREAD, profile.only_thread) \
	X(IMAGE, profile.only_image) X(VIEW, batch.view) X(FORMAT, batch.format) \
	X(SELECT, batch.select) X(SORT, batch.sort) X(FILTER, batch.filter) X(EXPORT, export) \
	X(SCREEN, screen) X(CONFIG, config) X(KEYS, keys)
#define OPTIONS_WITH_FLAG(X) \
	X(SUM, profile.sum_up) X(BRIEF, brief) X(TRADITIONAL, traditional) X(UNUSED, unused) \
	X(EXACT, exact) X(LINES, profile.lines) X(ALL_LINES, all_lines) \
	X(SEPARATE_FILES, separate_files) X(PRINT_PATH, print_path) \
	X(INLINE_FILE_NAMES, inline_file_names) X(NO_STATIC, profile.no_static) \
	X(FUNCTIONS_ONLY, profile.functions_only) X(STATIC_CALLS, profile.static_calls) \
	X(INLINED, profile.inlined) X(DECODE, decode) X(REVERSE, batch.reverse) \
	X(NO_MOUSE, no_mouse) X(WATCH, watch) X(COMPARE, compare.is_wanted)
#define OPTIONS_WITH_CHECK(X) \
	X(DEMANGLE, set_demangling) X(FOCUS, add_focus) X(CPU, set_cpus) X(PARTS, set_parts) \
	X(BETWEEN, set_between) X(SINCE, set_since) X(KERNEL, set_kernel) \
	X(PROFILER, set_profiler) X(COUNTS, set_counts) X(LIMIT, set_limit) \
	X(PERCENT_LIMIT, set_percent_limit) X(INTERVAL, set_interval) X(COLOR, set_color)

#define KEEP(option, member) case OPT_##option: o->member = arg; break;
#define SET(option, member) case OPT_##option: o->member = true; break;
#define APPLY(option, function) case OPT_##option: return function(o, arg, e);

bool
options_apply(struct options *o, enum option_id id, const char *arg, struct err *e)
{
	switch (id) {
	OPTIONS_WITH_TEXT(KEEP)
	OPTIONS_WITH_FLAG(SET)
	OPTIONS_WITH_CHECK(APPLY)
	case OPT_FLAT_PROFILE:	request_listing(o, LIST_FLAT, INCL_FLAT, arg); break;
	case OPT_NO_FLAT_PROFILE: refuse_listing(o, LIST_FLAT, EXCL_FLAT, arg); break;
	case OPT_GRAPH:		request_graph(o, arg); break;
	case OPT_NO_GRAPH:	refuse_graph(o, arg); break;
	case OPT_PLAIN_GRAPH:	request_listing(o, LIST_GRAPH, INCL_GRAPH, NULL); break;
	case OPT_FUNCTION_ORDERING:
		request_listing(o, LIST_FUNCTION_ORDER, INCL_GRAPH, NULL); break;
	case OPT_FILE_ORDERING:	request_listing(o, LIST_FILE_ORDER, INCL_GRAPH, NULL);
				o->profile.map_file = arg; break;
	case OPT_ANNOTATED_SOURCE: request_listing(o, LIST_SOURCE, INCL_ANNO, arg); break;
	case OPT_NO_ANNOTATED_SOURCE: refuse_listing(o, LIST_SOURCE, EXCL_ANNO, arg); break;
	case OPT_EXEC_COUNTS:	request_listing(o, LIST_EXEC_COUNTS, INCL_EXEC, arg); break;
	case OPT_NO_EXEC_COUNTS: refuse_listing(o, LIST_EXEC_COUNTS, EXCL_EXEC, arg); break;
	case OPT_FILE_INFO:	request_listing(o, LIST_FILE_INFO, INCL_EXEC, NULL); break;
	case OPT_WIDTH:		o->width = parse_at_least(arg, 1); break;
	case OPT_NO_DEMANGLE:	o->demangling = DEMANGLE_NONE; break;
	case OPT_MIN_COUNT:	o->min_count = strtoull(arg, NULL, 10); break;
	case OPT_TABLE_LENGTH:	o->table_length = parse_at_least(arg, 0); break;
	case OPT_FILE_FORMAT: case OPT_PROFILE_FORMAT: case OPT_ADDRESS_SIZE: case OPT_RATE:
	case OPT_SLIDE: case OPT_RAW: return options_apply_format(o, id, arg, e);
	case OPT_HIDE: case OPT_EXCLUDE: case OPT_ONLY: case OPT_ONLY_TIME: case OPT_TIME:
	case OPT_NO_TIME: case OPT_EXCLUDE_CALLS: apply_spec(o, id, arg); break;
	case OPT_DIRECTORY_PATH: sourcepaths_add_dirs(&o->paths, arg); break;
	case OPT_PATH_MAP:	return sourcepaths_add_map(&o->paths, arg, e);
	case OPT_GCOV:		o->gcov = true; o->gcov_dir = arg; break;
	case OPT_CHECK:		o->has_check = true; o->check = arg; break;
	case OPT_SIDE: case OPT_SCALE: case OPT_RENAME: case OPT_PHI: case OPT_GATE:
	case OPT_MAX_SLOWER: case OPT_MIN_TIME: case OPT_MAX_CALLS: case OPT_SAME_CALLS:
		return compare_options_apply(o, id, arg, e);
	case OPT_HELP:		o->task = TASK_HELP; break;
	case OPT_VERSION:	o->task = TASK_VERSION; break;
	case OPT_BUG_REPORT:	o->task = TASK_BUG_REPORT; break;
	case OPT_DEBUG: case NOPTIONS: assert(false); break;
	}
	return true;
}
