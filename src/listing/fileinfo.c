/* fileinfo.c - the number of records of each kind in the profiles
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "listing/listing.h"

#include "samples/samples.h"

static void
print_count(struct out *o, size_t n, const char *what)
{
	out_printf(o, "\t%zu %s%s\n", n, what, n == 1 ? "" : "s");
}

void
fileinfo_print(struct listing *l)
{
	const struct samples *s = l->profile->samples;
	uint32_t version = 0;

	for (size_t i = 0; i < s->nfiles; i++) {
		const struct profile_file *file = &s->files[i];

		/* gprof: a file in a format without versions shows the version of the previous
		 * file. */
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
