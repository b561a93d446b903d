/* options_measured.c - options that do not work for profiles whose totals are known
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "cli/options_measured.h"

#include <stdio.h>
#include <string.h>

#include "measured/reader.h"

/* Options that do not work for a measured profile, with the reason or an alternative. */
static const struct {
	enum option_id id;
	const char *advice;
} refused[] = {
	{ OPT_SUM, "sums can be written only of gmon.out; gprowse adds up all files that it is given" },
	{ OPT_FILE_ORDERING, "there are no object files; --view=files shows source files" },
	{ OPT_FUNCTION_ORDERING, "calls were not counted; --view=calls shows callers and callees" },
	{ OPT_ANNOTATED_SOURCE, "execution counts are missing; --view=source shows the source with costs" },
	{ OPT_EXEC_COUNTS, "execution counts are missing; --view=source shows the source with costs" },
	{ OPT_LINES, "functions are not split into lines; --view=lines shows the lines" },
	{ OPT_GCOV, "counts of gcov belong to a program; omit the option" },
	{ OPT_STATIC_CALLS, "calls are looked for only in the code of a program; omit the option" },
	{ OPT_SYMBOL_FILE, "the profile has the names of functions; omit the option" },
	{ OPT_NO_STATIC, "the profile does not say which functions are static; omit the option" },
	{ OPT_FUNCTIONS_ONLY, "the profile has only functions; omit the option" },
	{ OPT_RATE, "the file says what its values are; omit the option" },
	{ OPT_ADDRESS_SIZE, "the profile has names, not addresses; omit the option" },
	{ OPT_TIME, "-E omits the time of functions; in the browser, @ shows only the stacks through "
		"one" },
	{ OPT_GRAPH, "it cannot show only some calls; -k FROM/TO omits calls" },
	{ OPT_DECODE, "only profiles of addresses can be decoded; --view=functions --format=json "
		"prints the figures" },
};

static bool
refuse(enum option_id id, struct err *e)
{
	const struct option_row *row = options_row(id);
	char name[64];
	size_t i = 0;

	while (refused[i].id != id)
		i++;
	if (row->letter != 0)
		snprintf(name, sizeof(name), "-%c", row->letter);
	else
		snprintf(name, sizeof(name), "--%s", row->name);
	if (id == OPT_TIME)
		strcat(name, " (or -F)");
	return err_set(e, ERR_USAGE, "%s: not for this profile: %s", name,
		refused[i].advice);
}

/* Returns an option of O that does not work for P, or NOPTIONS if there is none.  Such an option
 * asks for a listing that P cannot have, or makes sense only for the profile of a program. */
static enum option_id
find_refused(const struct options *o, const struct profile *p)
{
	const struct open_options *r = &o->profile;
	unsigned kinds = o->listings;

	return r->sum_up ? OPT_SUM
		: (kinds & LIST_FILE_ORDER) || r->map_file != NULL ? OPT_FILE_ORDERING
		: (kinds & LIST_FUNCTION_ORDER) && !profile_has(p, HAS_COUNTS)
		? OPT_FUNCTION_ORDERING
		: (kinds & LIST_SOURCE) ? OPT_ANNOTATED_SOURCE
		: (kinds & LIST_EXEC_COUNTS) ? OPT_EXEC_COUNTS
		: r->lines ? OPT_LINES
		: o->gcov ? OPT_GCOV
		: r->static_calls ? OPT_STATIC_CALLS
		: r->symbol_file != NULL ? OPT_SYMBOL_FILE
		: r->no_static ? OPT_NO_STATIC
		: r->functions_only ? OPT_FUNCTIONS_ONLY
		: r->format.rate != 0 ? OPT_RATE
		: r->format.address_size != 0 ? OPT_ADDRESS_SIZE
		: NOPTIONS;
}

/* Returns an option of O that says for which functions alone time is propagated, or NOPTIONS if
 * there is none. */
static enum option_id
find_refused_spec(const struct options *o)
{
	for (size_t i = 0; i < o->profile.nspecs; i++) {
		enum select_table table = o->profile.specs[i].table;

		if (table == INCL_TIME)
			return OPT_TIME;
		if (table == INCL_ARCS)
			return OPT_GRAPH;
	}
	return NOPTIONS;
}

bool
options_check_measured(const struct options *o, const struct profile *p, struct err *e)
{
	enum option_id id = find_refused(o, p);

	if (id == NOPTIONS)
		id = find_refused_spec(o);
	return id == NOPTIONS || refuse(id, e);
}

bool
options_is_measured_file(const char *path, enum option_id option, struct err *e)
{
	if (strcmp(path, "-") == 0 || measured_format_of(path) == NULL)
		return false;
	(void)refuse(option, e);
	(void)err_in(e, "%s", path);
	return true;
}
