/* fileinfo.c - the number of records of each kind in the profiles
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "listing/listing.h"

#include "measured/measured.h"
#include "samples/samples.h"

static void
print_count(struct out *o, size_t n, const char *what)
{
	out_printf(o, "\t%zu %s%s\n", n, what, n == 1 ? "" : "s");
}

/* Prints what the files of a measured profile contain. */
static void
print_measured(struct listing *l)
{
	const struct measured *m = l->profile->measured;
	struct out *o = l->out;

	for (uint32_t i = 0; i < m->nfiles; i++) {
		out_text(o, "File `");
		out_name(o, m->files[i]);
		out_printf(o, "' (format %s)%s\n", m->format, i + 1 < m->nfiles ? "" : " contains:");
	}
	for (uint32_t i = 0; i < m->nevents; i++) {
		out_text(o, "\tevent ");
		out_name(o, m->events[i].name);
		out_text(o, "\n");
	}
	print_count(o, m->nfuncs, "function");
	if (m->has_costs) {
		print_count(o, m->ncosts, "cost record");
		print_count(o, m->ncalls, "call record");
	} else {
		print_count(o, m->npaths, "call path");
		print_count(o, m->nsamples, "different stack");
	}
	l->started = true;
}

void
fileinfo_print(struct listing *l)
{
	const struct samples *s = l->profile->samples;
	uint32_t version = 0;

	if (profile_has(l->profile, HAS_EVENTS)) {
		print_measured(l);
		return;
	}
	for (size_t i = 0; i < s->nfiles; i++) {
		const struct profile_file *file = &s->files[i];

		/* As in gprof, if the format of a file has no versions, the version of the previous
		 * file is printed. */
		if (file->format == FORMAT_GNU)
			version = file->version;
		out_text(l->out, "File `");
		out_name(l->out, file->path);
		out_printf(l->out, "' (version %u) contains:\n", (unsigned)version);
		print_count(l->out, file->nhistograms, "histogram record");
		print_count(l->out, file->narcs, "call-graph record");
		print_count(l->out, file->nblocks, "basic-block count record");
		l->started = true;
	}
}
