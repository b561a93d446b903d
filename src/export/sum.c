/* sum.c - the sum of many profiles as one file: -s
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "export/sum.h"

#include <stdio.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "export/gmonfile.h"
#include "io/message.h"
#include "io/newfile.h"
#include "io/progress.h"
#include "profile/slide.h"
#include "samples/gather.h"
#include "samples/profiledir.h"

/* What gather_files() passes to the functions that it calls, and what they set. */
struct outcome {
	const char *output;
	struct progress *progress;
	uint64_t slide;			/* load offset in bytes, from --slide */
	size_t nfiles, nskipped;
	bool output_unread;		/* .output is also an input, and could not be read */
};

static bool
is_same_file(const char *a, const char *b)
{
	struct stat x, y;

	return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

static void
report_skipped(void *with, const char *path, const struct damage *d, struct err *e)
{
	struct outcome *o = with;

	(void)d;
	(void)err_in(e, "%s", path);
	progress_end(o->progress);
	message("%s", e->text);
	o->nskipped++;
	o->output_unread |= is_same_file(path, o->output);
}

static void
slide_samples(void *with, const char *path, struct samples *one)
{
	struct outcome *o = with;

	(void)path;
	slide_subtract(one, o->slide);
}

/* Returns the format of the sum.  As in gprof, -O sets the format of the sum, too. */
static enum gmon_format
format_of(const struct options *o)
{
	switch (o->profile.format.format) {
	case FORMAT_BSD:
		return GMON_BSD;
	case FORMAT_BSD44:
		return GMON_BSD44;
	default:
		return GMON_GNU;
	}
}

bool
sum_write(const struct options *o, const struct samples *s, const struct image *image,
	struct err *e)
{
	const struct gmon_layout layout = { .format = format_of(o),
		.address_size = o->profile.format.address_size != 0 ? o->profile.format.address_size
			: image->address_size,
		.big_endian = image->big_endian };
	struct newfile file;
	struct out out;

	if (!gmonfile_fits(s, &layout, e))
		return err_in(e, "%s", o->output);
	if (!newfile_open(&file, o->output, e))
		return false;
	out_open(&out, file.fd);
	gmonfile_write(&out, s, &layout);
	out_close(&out);
	return newfile_close(&file, out.error, e);
}

/* Writes S, unless no file was read or the output would replace an input that could not be read.
 * Returns false if nothing was written, or if S lacks files that could not be read; E says so. */
static bool
write_if_usable(const struct options *o, struct samples *s, const struct image *image,
	const struct outcome *outcome, struct err *e)
{
	if (outcome->nskipped == outcome->nfiles)
		return err_set(e, ERR_FORMAT, "%s: not written, because no profile could be read", o->output);
	if (outcome->output_unread)
		return err_set(e, ERR_FORMAT, "%s: not written, because it is one of the profiles that could "
			"not be used; choose another --output", o->output);
	samples_sum_up(s);
	if (!samples_finish(s, 2, e))
		return err_in(e, "%s", o->output);
	if (!sum_write(o, s, image, e))
		return false;
	if (outcome->nskipped > 0)
		return err_set(e, ERR_FORMAT, "%s: written, but without %zu of %zu files", o->output,
			outcome->nskipped, outcome->nfiles);
	return true;
}

bool
sum_files(const struct options *o, struct err *e)
{
	struct progress progress;
	struct profile_list list;
	struct arena text = { 0 };
	struct outcome outcome = { .output = o->output, .progress = &progress,
		.slide = o->profile.format.slide };
	struct gather_files g = { .only_whole = true, .stop = &progress.stop,
		.on_read = slide_samples, .on_unusable = report_skipped, .with = &outcome };
	struct samples s = { 0 };
	struct image image;
	bool ok;

	if (!image_open(&image, o->profile.image, e))
		return err_in(e, "%s", o->profile.image);
	g.known = (struct raw){ .address_size = image.address_size,
		.big_endian = image.big_endian, .short_counts = image.is_pe,
		.options = &o->profile.format };
	profiledir_expand(&list, o->profile.files, o->profile.nfiles, &text);
	g.files = list.files;
	g.nfiles = outcome.nfiles = list.n;
	progress_begin(&progress);
	(void)gather_files(&s, &g);
	progress_end(&progress);
	ok = write_if_usable(o, &s, &image, &outcome, e);
	samples_release(&s);
	profiledir_release(&list);
	arena_release(&text);
	image_release(&image);
	return ok;
}
