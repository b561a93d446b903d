/* open.c - read images and profile files into one profile, step by step
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "load/open.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/stop.h"
#include "elf/image.h"
#include "elf/imagefile.h"
#include "gprof/gprof_attribute.h"
#include "load/arcs.h"
#include "load/imagematch.h"
#include "load/linesplit.h"
#include "load/open_measured_files.h"
#include "load/staticcalls.h"
#include "profile/attribute.h"
#include "recorded/recorded_gmon.h"
#include "samples/samples.h"

/* By gprof's rules, sets values that other formats than GNU's do not have.  As in GNU gprof, a BSD
 * file always has a histogram and calls, and an unknown sampling rate is the clock rate of this
 * machine. */
static void
set_gprof_defaults(struct profile *p)
{
	if (p->rules != RULES_GPROF || p->samples->format == FORMAT_GNU)
		return;
	if (samples_are_bsd(p->samples))
		p->has_histogram = p->has_arcs = true;
	if (p->rate == 0)
		p->rate = (uint32_t)sysconf(_SC_CLK_TCK);
}

static void
set_rate(struct profile *p)
{
	const struct histogram *first = NULL;

	p->dimension = "seconds";
	p->abbreviation = 's';
	p->nsamples = 0;
	for (uint32_t im = 0; im < p->nimages; im++) {
		const struct samples *s = &p->samples[im];

		p->has_histogram |= s->nhistograms > 0;
		p->has_arcs |= s->narcs > 0;
		for (size_t i = 0; i < s->nhistograms; i++)
			p->nsamples += histogram_total(&s->histograms[i]);
		if (first == NULL && s->nhistograms > 0) {
			first = s->histograms;
			p->scale = histogram_scale(&s->histograms[s->nempty < s->nhistograms
				? s->nempty : 0]);
		}
	}
	if (first == NULL)
		return;
	p->rate = first->rate;
	/* GNU gprof reads a negative rate as an unsigned number. */
	if (p->rules == RULES_GPROF && p->rate == 0 && p->samples->rate < 0)
		p->rate = (uint32_t)p->samples->rate;
	p->dimension = first->dimension;
	p->abbreviation = first->abbreviation;
}

static void
attribute_samples(struct profile *p)
{
	p->ticks = mem_new(p->nfuncs, sizeof(*p->ticks));
	p->nticks = p->nfuncs;
	if (p->rules == RULES_GPROF)
		gprof_attribute(p);
	else
		attribute_exact(p);
}

void
open_samples(struct profile *p)
{
	set_rate(p);
	set_gprof_defaults(p);
	attribute_samples(p);
}

static void
assemble_calls(struct profile *p)
{
	arcs_assemble(p);
	profile_link(p);
}

/* Makes each line a function, and attributes samples and calls again.  Both were attributed to
 * whole functions before, because the line of a call can only be found if its caller and callee are
 * known. */
static void
split_lines(struct profile *p, const struct open_options *options)
{
	linesplit_apply(p);
	select_resolve(&p->named, p, options->specs, options->nspecs, false);
	attribute_samples(p);
	assemble_calls(p);
}

/* Has the user stopped the work?  If so, sets E.  Must be called after steps that may return true
 * even if the user stopped them. */
static bool
is_stopped(const struct open_options *options, struct err *e)
{
	if (options->stop == NULL || !options->stop->asked)
		return false;
	(void)err_set(e, ERR_STOPPED, "stopped");
	return true;
}

/* Compares each image with the calls that were counted.  This needs the beginnings of functions, so
 * nothing is done if rows are lines or object files. */
static void
match_images(struct profile *p, const struct open_options *options)
{
	if (options->lines || options->map_file != NULL)
		return;
	p->matches = mem_new(p->nimages, sizeof(*p->matches));
	for (uint32_t im = 0; im < p->nimages; im++) {
		p->matches[im] = imagematch_of(p, im);
		p->wrong_image |= imagematch_is_wrong(&p->matches[im]);
	}
}

void
open_rest_images(const struct profile *p)
{
	for (uint32_t im = 0; im < p->nimages; im++)
		imagefile_rest(&p->images[im]);
}

static bool
load_profile(struct profile *p, const struct open_options *options, struct err *e)
{
	bool split = options->lines && p->rules == RULES_EXACT;

	if (!open_images(p, options, e) || is_stopped(options, e))
		return false;
	open_rest_images(p);		/* the tables of symbols are not needed for now */
	if (!split)
		select_resolve(&p->named, p, options->specs, options->nspecs,
			p->rules == RULES_GPROF);
	if (!open_files(p, options, e) || is_stopped(options, e))
		return false;
	open_samples(p);
	assemble_calls(p);
	if (split)
		split_lines(p, options);
	if (is_stopped(options, e))
		return false;
	/* By gprof's rules, possible calls are only added if any call was counted. */
	if ((options->static_calls && (p->rules == RULES_EXACT || p->has_arcs))
	    || (options->possible_calls && p->rules == RULES_EXACT && !p->has_arcs))
		staticcalls_add(p, options->static_calls);
	match_images(p, options);
	return true;
}

bool
open_profile(struct profile *p, const struct open_options *options, struct err *e)
{
	enum measured_result result;
	struct open_options changed;
	bool is_changed;

	*p = (struct profile){ .rules = options->rules,
		.options = mem_new(1, sizeof(*p->options)) };
	is_changed = recorded_gmon_options(&changed, options, &p->names);
	if (is_changed)
		options = &changed;
	*p->options = *options;
	p->options->stop = NULL;
	result = options->format.format == FORMAT_NONE && !options->format.buffer.given
		? open_measured_files(p, options, e) : MEASURED_OTHER;
	if (result == MEASURED_ADDED || (result == MEASURED_OTHER && load_profile(p, options, e))) {
		if (is_changed)
			recorded_gmon_note(p);
		return true;
	}
	profile_release(p);
	return false;
}
