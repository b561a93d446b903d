/* compare_options.c - the options and the operands of --compare
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "cli/compare_options.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "cli/choices.h"
#include "compare/rename.h"

int
compare_options_split(int argc, char **argv)
{
	bool compares = false;

	for (int i = 1; i < argc; i++) {
		compares |= strcmp(argv[i], "--compare") == 0;
		if (strcmp(argv[i], "--") == 0)
			return compares ? i : argc;
	}
	return argc;
}

/* Makes *A and *B name the files of the last two recordings in this directory. */
static bool
choose_default(char ***a, int *n, char ***b, int *nafter, struct err *e)
{
	static char names[][2][24] = { { "gprowse.data.old", "gprowse.data" },
		{ "perf.data.old", "perf.data" } };
	static char *words[2];

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (access(names[i][0], F_OK) == 0 && access(names[i][1], F_OK) == 0) {
			words[0] = names[i][0];
			words[1] = names[i][1];
			*a = &words[0];
			*b = &words[1];
			*n = *nafter = 1;
			return true;
		}
	return err_set(e, ERR_USAGE, "--compare: name two profiles: gprowse --compare OLD NEW, or "
		"gprowse --compare OLD_PROGRAM gmon.old -- NEW_PROGRAM gmon.new; neither %s and %s nor "
		"%s and %s are here", names[0][0], names[0][1], names[1][0], names[1][1]);
}

bool
compare_options_words(char ***a, int *n, char ***b, int *nafter, struct err *e)
{
	for (int i = 0; i < *nafter; i++)
		if ((*b)[i][0] == '-' && (*b)[i][1] == '-' && access((*b)[i], F_OK) != 0)
			return err_set(e, ERR_USAGE, "%s: options stand before the files that --compare "
				"compares", (*b)[i]);
	if (*n == 0 && *nafter == 0)
		return choose_default(a, n, b, nafter, e);
	if (*nafter == 0 && *n == 2) {
		*b = *a + 1;
		*n = *nafter = 1;
	}
	if (*nafter == 0 && *n == 1)
		return err_set(e, ERR_USAGE, "--compare: a second profile is missing: gprowse --compare %s "
			"NEW, or gprowse --compare OLD_PROGRAM gmon.old -- NEW_PROGRAM gmon.new", (*a)[0]);
	return (*n > 0 && *nafter > 0) || err_set(e, ERR_USAGE, "--compare: the word -- separates the "
		"files of the two profiles: gprowse --compare OLD_PROGRAM gmon.old -- NEW_PROGRAM "
		"gmon.new");
}

static bool
set_scale(struct options *o, const char *arg, struct err *e)
{
	static const enum comparison_scale scales[] = { SCALE_NONE, SCALE_TOTAL, SCALE_MEDIAN };
	size_t i;

	if (!choices_find(options_row(OPT_SCALE), arg, &i, e))
		return false;
	assert(i < sizeof(scales) / sizeof(*scales));
	o->compare.how.scale = scales[i];
	return true;
}

static bool
set_shown(struct options *o, const char *arg, struct err *e)
{
	static const enum compared_side sides[] = { COMPARED_A, COMPARED_B, COMPARED_CHANGE };
	size_t i;

	if (!choices_find(options_row(OPT_SIDE), arg, &i, e))
		return false;
	assert(i < sizeof(sides) / sizeof(*sides));
	o->compare.has_side = true;
	o->compare.side = sides[i];
	return true;
}

static bool
add_rename(struct options *o, const char *arg, struct err *e)
{
	struct comparison_options *how = &o->compare.how;
	struct rename r, *v;

	if (!rename_open(&r, arg, e))
		return false;
	v = mem_grow((struct rename *)how->renames, how->nrenames + 1, &o->compare.renames_room,
		sizeof(*v));
	v[how->nrenames++] = r;
	how->renames = v;
	return true;
}

static bool
set_dispersion(struct options *o, const char *arg, struct err *e)
{
	char *end;
	double x = strtod(arg, &end);

	if (*arg < '0' || *arg > '9' || *end != '\0' || !(x >= 1 && x <= 1e6))
		return err_set(e, ERR_USAGE, "--phi=%s: not a number of at least 1; write --phi=1.5", arg);
	o->compare.how.dispersion = x;
	return true;
}

static bool
set_slower(struct gate_limits *limits, const char *arg, struct err *e)
{
	char *end;
	double percent = strtod(arg, &end);

	end += strspn(end, " %");
	if (*arg < '0' || *arg > '9' || *end != '\0' || !(percent >= 0 && percent <= 1e6))
		return err_set(e, ERR_USAGE, "--max-slower=%s: not a percentage; write --max-slower=5",
			arg);
	limits->has_slower = true;
	limits->slower = percent / 100;
	return true;
}

static bool
set_least_time(struct gate_limits *limits, const char *arg, struct err *e)
{
	static const struct {
		const char *name;
		double seconds;
	} units[] = { { "", 1 }, { "s", 1 }, { "ms", 1e-3 }, { "us", 1e-6 }, { "ns", 1e-9 } };
	char *end;
	double time = strtod(arg, &end);

	for (size_t i = 0; i < sizeof(units) / sizeof(*units); i++)
		if (*arg >= '0' && *arg <= '9' && isfinite(time)
		    && strcmp(end + strspn(end, " "), units[i].name) == 0) {
			limits->least_time = time * units[i].seconds;
			return true;
		}
	return err_set(e, ERR_USAGE, "--min-time=%s: not a time; write --min-time=10ms", arg);
}

/* Adds the rule "FUNCTION=N".  The name of a function may have an "=", too. */
static bool
add_calls(struct gate_limits *limits, const char *arg, struct err *e)
{
	const char *equals = strrchr(arg, '=');
	char *end = NULL;
	double n = equals != NULL ? strtod(equals + 1, &end) : 0;

	if (equals == NULL || equals == arg || equals[1] < '0' || equals[1] > '9' || *end != '\0'
	    || !isfinite(n))
		return err_set(e, ERR_USAGE, "--max-calls=%s: write --max-calls=FUNCTION=1000", arg);
	limits->calls = mem_grow(limits->calls, limits->ncalls + 1, &limits->calls_room,
		sizeof(*limits->calls));
	limits->calls[limits->ncalls++] = (struct gate_calls){ arg, (size_t)(equals - arg), n };
	return true;
}

bool
compare_options_apply(struct options *o, enum option_id id, const char *arg, struct err *e)
{
	switch (id) {
	case OPT_SIDE:		return set_shown(o, arg, e);
	case OPT_SCALE:		return set_scale(o, arg, e);
	case OPT_RENAME:	return add_rename(o, arg, e);
	case OPT_PHI:		return set_dispersion(o, arg, e);
	case OPT_GATE:		o->compare.is_gate = true; break;
	case OPT_MAX_SLOWER:	return set_slower(&o->compare.limits, arg, e);
	case OPT_MIN_TIME:	return set_least_time(&o->compare.limits, arg, e);
	case OPT_MAX_CALLS:	return add_calls(&o->compare.limits, arg, e);
	case OPT_SAME_CALLS:	o->compare.limits.same_calls = true; break;
	default: assert(false); break;
	}
	return true;
}

/* Returns an option that was given and needs --gate, or NOPTIONS. */
static enum option_id
gate_only_option(const struct options *o)
{
	const struct gate_limits *limits = &o->compare.limits;

	return limits->has_slower ? OPT_MAX_SLOWER : limits->ncalls > 0 ? OPT_MAX_CALLS
		: limits->same_calls ? OPT_SAME_CALLS : limits->least_time > 0 ? OPT_MIN_TIME
		: NOPTIONS;
}

/* Returns an option that was given and needs --compare, or NOPTIONS. */
static enum option_id
compare_only_option(const struct options *o)
{
	const struct comparison_options *how = &o->compare.how;

	return how->nrenames > 0 ? OPT_RENAME : how->dispersion > 0 ? OPT_PHI
		: how->scale != SCALE_NONE ? OPT_SCALE : o->compare.has_side ? OPT_SIDE
		: o->compare.is_gate ? OPT_GATE
		: gate_only_option(o);
}

/* Can --gate, or the rules that go with it, be combined with the other options that were given? */
static bool
check_gate(const struct options *o, struct err *e)
{
	const struct view_request *b = &o->batch;
	enum option_id alone = gate_only_option(o);

	if (!o->compare.is_gate)
		return alone == NOPTIONS || err_set(e, ERR_USAGE, "--%s goes with --gate, which is "
			"missing", options_row(alone)->name);
	if (b->view != NULL || o->screen != NULL)
		return err_set(e, ERR_USAGE, "--gate and --%s: ask for one of them",
			b->view != NULL ? "view" : "screen");
	if (b->format != NULL && strcmp(b->format, "json") != 0 && strcmp(b->format, "text") != 0)
		return err_set(e, ERR_USAGE, "--gate prints text or json, not %s", b->format);
	return o->compare.limits.has_slower || alone == OPT_SAME_CALLS || alone == OPT_MAX_CALLS
		|| err_set(e, ERR_USAGE, "--gate needs a rule: --max-slower=PERCENT, "
			"--max-calls=FUNCTION=N or --same-calls");
}

bool
compare_options_check(const struct options *o, const struct option_row *lister, struct err *e)
{
	enum option_id alone = compare_only_option(o);

	if (!o->compare.is_wanted && o->batch.view != NULL
	    && strcmp(o->batch.view, "compare") == 0)
		return err_set(e, ERR_USAGE, "--view=compare needs two profiles: gprowse --compare "
			"--view=compare OLD NEW");
	if (!o->compare.is_wanted)
		return alone == NOPTIONS || err_set(e, ERR_USAGE, "--%s goes with --compare, which is "
			"missing", options_row(alone)->name);
	if (o->has_check || o->decode)
		return err_set(e, ERR_USAGE, "--compare and --%s: ask for one of them",
			o->has_check ? "check" : "decode");
	if (lister != NULL)
		return err_set(e, ERR_USAGE, "%s%s asks for a listing, --compare for a view: omit one of "
			"them", lister->name != NULL ? "--" : "", lister->name != NULL ? lister->name : "-B");
	if (!check_gate(o, e))
		return false;
	if (o->batch.view != NULL && strcmp(o->batch.view, "summary") == 0
	    && o->compare.side == COMPARED_CHANGE)
		return err_set(e, ERR_USAGE, "--view=summary is about one side: choose it by --side=a or "
			"--side=b, or use --view=compare");
	return o->profile.nspecs == 0 || err_set(e, ERR_USAGE, "--compare compares whole profiles: "
		"omit the options that select functions or calls");
}

void
compare_options_release(struct options *o)
{
	struct rename *r = (struct rename *)o->compare.how.renames;

	for (size_t i = 0; i < o->compare.how.nrenames; i++)
		rename_release(&r[i]);
	free(r);
	free(o->compare.limits.calls);
}
