/* export.c - the whole profile for other viewers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "export/export.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "cli/choices.h"
#include "cli/focus_options.h"
#include "measured/measured.h"

static const double MICROSECONDS = 1e6, MILLISAMPLES = 1e3;
static const double MOST = 0x1p61;	/* no cost above this one is written */

double
export_time(const struct view_context *ctx, double samples)
{
	uint32_t rate = ctx->graph->measure.rate;

	if (profile_has(ctx->profile, HAS_EVENTS))
		return samples;
	return rate > 0 ? samples * MICROSECONDS / rate : samples * MILLISAMPLES;
}

int64_t
export_whole(double units, bool *is_clipped)
{
	*is_clipped |= fabs(units) > MOST;
	return llround(units > MOST ? MOST : units < -MOST ? -MOST : units);
}

int64_t
export_sum64(double units, uint64_t sum64, bool *is_clipped)
{
	char digits[SUM64_ROOM];
	int64_t whole = export_whole(units, is_clipped);

	return sum64_text(digits, units, sum64) && fabs(units) <= MOST ? (int64_t)sum64 : whole;
}

const char *
export_unit(const struct view_context *ctx)
{
	if (profile_has(ctx->profile, HAS_EVENTS))
		return graph_event(ctx->graph)->name;
	return ctx->graph->measure.rate > 0 ? "us" : "millisamples";
}

const char *
export_prefix(const struct measured_event *event)
{
	return event->per_unit >= 1000000000 ? "nano" : event->per_unit >= 1000000 ? "micro"
		: event->per_unit >= 1000 ? "milli" : "";
}

void
export_name(struct export *x, const char *name, const char *(*spelling)(char c))
{
	size_t n = strlen(name);

	if (n == 0)
		out_text(&x->out, "?");
	while (n > 0) {
		const char *other = spelling != NULL ? spelling(*name) : NULL;
		size_t used = 1;

		if (other != NULL)
			out_text(&x->out, other);
		else
			used = out_utf8(&x->out, name, n);
		name += used;
		n -= used;
	}
}

/* Was everything written as it is?  If not, E says what was not. */
static bool
is_complete(const struct export *x, const char *format, struct err *e)
{
	if (x->excess > 0)
		return err_set(e, ERR_FORMAT, "--export=%s would write about %.1f GB, because it writes all "
			"frames of each stack, and stacks are very deep; --export=callgrind writes each "
			"function once", format, x->excess / 1e9);
	return !x->is_clipped || err_set(e, ERR_FORMAT, "--export=%s: costs above 2305843009213693952, "
		"which is 2^61, were written as this number", format);
}

bool
export_profile(const struct view_input *in, const char *format, size_t limit, FILE *file,
	struct err *e)
{
	enum { LIMITED = 1, BINARY = 2, STACKS = 4 };
	static const struct {
		void (*print)(struct export *x);
		unsigned traits;
	} exports[] = {
#define EXPORT(name, function, traits) { function, traits },
#include "cli/exports.def"
#undef EXPORT
	};
	struct loaded *shown = view_input_shown(in);
	struct exclusions foci;
	struct lookup lookup;
	struct view_context ctx;
	struct export x = { .ctx = &ctx, .limit = limit };
	bool ok;
	size_t i;

	if (!choices_find(options_row(OPT_EXPORT), format, &i, e))
		return false;
	if (limit != SIZE_MAX && !(exports[i].traits & LIMITED))
		return err_set(e, ERR_USAGE, "--limit cannot be used with --export=%s, which always "
			"exports everything; omit --limit", format);
	if ((exports[i].traits & BINARY) != 0 && isatty(fileno(file)))
		return err_set(e, ERR_USAGE, "--export=%s writes no text, so not to a terminal; "
			"write it to a file: gprowse --export=%s ... >FILE", format, format);
	if ((exports[i].traits & STACKS) != 0 && graph_is_difference(shown->graph)
	    && !profile_has(&shown->profile, HAS_STACKS))
		return err_set(e, ERR_USAGE, "--export=%s of the difference needs stacks of both "
			"profiles; --side=a and --side=b export A and B", format);
	view_input_lookup(&lookup, in);
	view_context_open(&ctx, shown->graph, &shown->names, false);
	ctx.lookup = &lookup;
	view_input_compare(&ctx, in);
	fflush(file);
	ok = focus_options_show(&foci, &ctx, in->options, e);
	if (ok) {
		out_open(&x.out, fileno(file));
		exports[i].print(&x);
		ok = (out_close(&x.out) || out_failed(e, errno)) && is_complete(&x, format, e);
	}
	view_context_release(&ctx);
	exclusions_release(&foci);
	lookup_release(&lookup);
	return ok;
}
