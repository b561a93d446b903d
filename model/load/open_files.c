/* open_files.c - read and sum the profile files of images
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/mem.h"
#include "base/pathname.h"
#include "elf/image.h"
#include "load/imagematch.h"
#include "load/open.h"
#include "measured/reader.h"
#include "measured/recording_marker.h"
#include "profile/spread.h"
#include "recorded/recorded_files.h"
#include "samples/gather.h"
#include "samples/profiledir.h"
#include "samples/samples.h"

/* State while the files of one image are read. */
struct file_loading {
	struct profile *p;
	uint32_t image;			/* number of the image */
	struct spread_file spreader;
	const char *first_moved;	/* the first file whose load offset is not 0 */
	uint64_t moved_by;		/* load offset of .first_moved */
	size_t nmoved;			/* files whose load offset is not 0 */

	struct profile_list list;	/* all files of the image */
	size_t at;			/* position in .list of the file that dir_of_file() looked
					 * up last */
	size_t nmisfits;		/* number of files found in directories that were skipped,
					 * because they do not belong to the image */
	size_t first_misfit;		/* position in .list of the first skipped file */
	struct err misfit;		/* why the first skipped file does not fit */
	const char *misfits;		/* names of the first MOST_NAMED skipped files */
};

enum { MOST_NAMED = 3 };		/* at most this many skipped files are named in a note */

/* Returns the directory in which the file PATH of R->list was found, or NULL if the user named the
 * file itself.  Calls must ask for the files in the order of the list. */
static const char *
dir_of_file(struct file_loading *r, const char *path)
{
	while (r->list.files[r->at] != path)
		r->at++;
	return r->list.dirs[r->at];
}

/* Notes that the file PATH, number R->at of the list, is skipped because of error E. */
static void
add_misfit(struct file_loading *r, const char *path, const struct err *e)
{
	struct arena *text = &r->p->names;

	if (r->nmisfits == 0) {
		r->misfit = *e;
		r->first_misfit = r->at;
	}
	if (r->nmisfits++ < MOST_NAMED)
		r->misfits = arena_printf(text, "%s%s%s", r->nmisfits > 1 ? r->misfits : "",
			r->nmisfits > 1 ? ", " : "", path);
}

/* Is the damage D ignored, because P follows gprof's rules and GNU gprof does not report it?  GNU
 * gprof silently drops an arc that is cut off at the end of a BSD file. */
static bool
is_ignored_by_gprof(const struct profile *p, const struct damage *d)
{
	return p->rules == RULES_GPROF && d != NULL && d->kind == E_TRUNC_ARC
		&& samples_are_bsd(p->samples);
}

/* If the file PATH is a profile that is opened without a program, replaces E by advice that says
 * so.  E is the reason why PATH is no profile of a program. */
static void
explain_measured(const char *path, struct err *e)
{
	const char *format = e->kind == ERR_FORMAT && strcmp(path, "-") != 0
		? measured_format_of(path) : NULL;

	if (format != NULL)
		(void)err_set(e, ERR_FORMAT, "is a %s profile, and is opened without a program: gprowse %s",
			strcmp(format, "folded") == 0 ? "folded-stacks" : format, path);
}

/* Notes the error E in the profile PATH.  If D is NULL, the whole profile is skipped; otherwise,
 * the part before the damage D is used. */
static void
note_damage(void *with, const char *path, const struct damage *d, struct err *e)
{
	struct file_loading *r = with;
	struct profile *p = r->p;

	if (d == NULL && dir_of_file(r, path) != NULL) {
		add_misfit(r, path, e);
		return;
	}
	if (is_ignored_by_gprof(p, d))
		return;
	if (d == NULL)
		explain_measured(path, e);
	if (!p->damaged) {
		p->damage = *e;
		p->damaged_file = path;
	}
	(void)err_in(e, "%s", path);
	profile_note(p, NOBODY, arena_printf(&p->names, "%s", e->text), d != NULL
		? "Everything that could be read is shown; figures are too low."
		: "It was skipped: figures are those of the other files.");
	p->damaged = true;
	p->nskipped += d == NULL;
}

/* Subtracts the load offset of the image from the addresses of ONE, the samples of the file
 * PATH. */
static void
slide_file(void *with, const char *path, struct samples *one)
{
	struct file_loading *r = with;
	uint64_t by = imagematch_slide(r->p, r->image, one);

	if (by == 0)
		return;
	if (r->nmoved++ == 0) {
		r->first_moved = path;
		r->moved_by = by;
	}
}

/* Was ONE, the samples of the file PATH, written by the image?  Only files found in directories are
 * checked; the answer is true for files that the user named.  For a library, with -l and with -R,
 * only checks that ONE has an address in the image. */
static bool
fits_image(void *with, const char *path, struct samples *one, struct err *e)
{
	struct file_loading *r = with;
	struct profile alone = *r->p;
	struct image_match match;

	if (dir_of_file(r, path) == NULL)
		return true;
	if (!imagematch_has_any(r->p, r->image, one))
		return err_set(e, ERR_FORMAT, "lies outside the image");
	if (r->image > 0 || r->p->options->lines || r->p->options->map_file != NULL)
		return true;
	alone.samples = one;
	match = imagematch_of(&alone, 0);
	return !imagematch_is_wrong(&match) || err_set(e, ERR_FORMAT,
		"was written by another program, or before the image was built again");
}

/* Returns how many files of R were found in directories.  *DIR becomes the name of the directory,
 * or "directories" if there are several. */
static size_t
count_found(const struct file_loading *r, const char **dir)
{
	size_t n = 0;

	for (size_t i = 0; i < r->list.n; i++) {
		if (r->list.dirs[i] == NULL)
			continue;
		*dir = n == 0 || strcmp(*dir, r->list.dirs[i]) == 0 ? r->list.dirs[i]
			: "directories";
		n++;
	}
	return n;
}

/* Sets P->found, a text about the files found in directories.  If any of these files were skipped,
 * adds a note. */
static void
note_found(struct file_loading *r)
{
	struct profile *p = r->p;
	const char *dir = "", *skipped = "";
	size_t found = count_found(r, &dir), used = found - r->nmisfits;
	size_t unnamed = r->nmisfits > MOST_NAMED ? r->nmisfits - MOST_NAMED : 0;

	if (found == 0)
		return;
	if (r->nmisfits > 0) {
		skipped = arena_printf(&p->names, "%zu of %zu profiles do%s not fit the image: %s%s",
			r->nmisfits, found, r->nmisfits == 1 ? "es" : "", r->misfits,
			unnamed == 0 ? "" : arena_printf(&p->names, " and %zu other%s", unnamed,
				unnamed == 1 ? "" : "s"));
		profile_note(p, NOBODY, arena_printf(&p->names, "%s.", skipped),
			arena_printf(&p->names, "They were skipped. The first one %s.",
				r->misfit.text));
	}
	p->found = arena_printf(&p->names, "%zu profile%s in %s %s%s%s", used,
		used == 1 ? "" : "s", dir, used == 1 ? "is used" : "are added up",
		r->nmisfits > 0 ? "; " : "", skipped);
}

/* Adds a note about the files whose load offset is not 0. */
static void
note_moved(const struct file_loading *r)
{
	struct profile *p = r->p;
	bool is_up = r->moved_by < UINT64_MAX / 2;
	unsigned long long by = is_up ? r->moved_by : 0 - r->moved_by;
	const char *where = is_up ? "above" : "below";

	if (r->nmoved == 0)
		return;
	profile_note(p, NOBODY, r->nmoved == 1
		? arena_printf(&p->names, "%s: the code was loaded 0x%llx bytes %s its address in the image.",
			r->first_moved, by, where)
		: arena_printf(&p->names, "In %zu files, the code was loaded at other addresses than in "
			"the image, in %s 0x%llx bytes %s.", r->nmoved, r->first_moved, by, where),
		p->options->format.slide_given
		? "The distance was given by --slide; without it the distance is detected."
		: "The distance was detected and subtracted; --slide=ADDRESS overrides it.");
}

static void
add_spread(void *with, const struct samples *one)
{
	struct file_loading *r = with;

	spread_file_read(&r->spreader, one);
	spread_add(r->p->spread, &r->spreader, (uint32_t)r->p->samples[r->image].nfiles);
	spread_file_clear(&r->spreader);
}

/* Do the samples of image IM have the same rate as those of all images before it?  If not, sets E.
 * True if image IM has no histograms; earlier images without histograms are ignored. */
static bool
has_rate_of_others(const struct profile *p, uint32_t im, struct err *e)
{
	const struct samples *s = &p->samples[im];

	for (uint32_t k = 0; k < im; k++) {
		const struct samples *other = &p->samples[k];

		if (s->nhistograms > 0 && other->nhistograms > 0
		    && s->histograms->rate != other->histograms->rate)
			return err_set(e, ERR_FORMAT, "%s: does not go with %s: one was sampled %" PRIu32
				" times a second, the other %" PRIu32 " times; --rate=HZ sets both",
				s->files[0].path, other->files[0].path,
				s->histograms->rate, other->histograms->rate);
	}
	return true;
}

/* Sets the number of the image to IM, in S and in the histograms of S. */
static void
set_image(struct samples *s, uint32_t im)
{
	s->image = im;
	for (size_t i = 0; i < s->nhistograms; i++)
		s->histograms[i].image = im;
}

/* Returns how many arcs a BSD profiler can store for LENGTH bytes of code.  The table has
 * ARCDENSITY (2) percent of LENGTH entries, but at least LEAST and at most MOST: see monstartup()
 * of NetBSD and FreeBSD.  The first entry stays unused. */
static uint64_t
table_size(uint64_t length)
{
	enum { LEAST = 50, MOST = 65534 };
	uint64_t n = length / 100 * 2 + length % 100 * 2 / 100;

	return (n < LEAST ? LEAST : n > MOST ? MOST : n) - 1;
}

bool
open_has_lost_calls(const struct samples *s)
{
	enum { STATE_ERROR = 2 };
	bool is_bsd = samples_are_bsd(s);
	bool is_full = s->param != NULL && s->param->state == STATE_ERROR;

	for (size_t i = 0; i < s->nfiles; i++)
		is_full |= s->files[i].is_full || (is_bsd && s->nhistograms > 0
			&& s->files[i].narcs >= table_size(s->histograms->hi - s->histograms->lo));
	return is_full;
}

/* Reads and sums the files of R, and adds notes about them.  False: no file can be used or the user
 * has stopped the work; E says which. */
static bool
read_listed(struct file_loading *r, const struct open_options *options, struct err *e)
{
	struct profile *p = r->p;
	const struct image *im = &p->images[r->image];
	struct gather_files g = { .files = r->list.files, .nfiles = r->list.n,
		.any_rate = options->any_rate, .stop = options->stop,
		.known = { .address_size = im->address_size, .big_endian = im->big_endian,
			.short_counts = im->is_pe && p->rules == RULES_EXACT,
			.options = &options->format, .stop = options->stop },
		.on_read = slide_file, .is_wanted = fits_image, .on_unusable = note_damage,
		.with = r };
	bool ok;

	if (options->spread && r->list.n > 1) {
		if (p->spread == NULL) {
			p->spread = mem_new(p->nfuncs, sizeof(*p->spread));
			p->nspread = p->nfuncs;
		}
		spread_file_open(&r->spreader, p, r->image);
		g.on_add = add_spread;
	}
	ok = gather_files(&p->samples[r->image], &g);
	spread_file_release(&r->spreader);
	if (ok) {
		note_found(r);
		note_moved(r);
		return true;
	}
	if ((options->stop != NULL && options->stop->asked) || (!p->damaged && r->nmisfits == 0))
		return err_set(e, ERR_STOPPED, "stopped");
	if (!p->damaged)
		return err_set(e, ERR_FORMAT, "no profile in %s fits the image %s: %s %s",
			r->list.dirs[r->first_misfit], im->path, r->list.files[r->first_misfit],
			r->misfit.text);
	return profile_damage(p, e);
}

/* Sets E to the fault that no sample and no call of image number IM of P is in it.  By exact rules,
 * load offsets were searched for before. */
static void
set_outside(const struct profile *p, uint32_t im, struct err *e)
{
	uint64_t by = p->rules == RULES_GPROF && !p->options->format.slide_given
		? imagematch_guess(p, im, &p->samples[im]) : 0;

	if (by == 0)
		(void)err_set(e, ERR_FORMAT, "lies outside the image %s; give the program that wrote it",
			p->images[im].path);
	else
		(void)err_set(e, ERR_FORMAT, "lies outside the image %s, which was loaded at another "
			"address; use --slide=%s0x%" PRIx64, p->images[im].path,
			by >> 63 != 0 ? "-" : "", by >> 63 != 0 ? -by : by);
}

/* Reads the N profiles FILES of image number IM.  Returns false as open_files() does, but true if
 * no profile of a library can be used. */
static bool
read_files(struct profile *p, uint32_t im, const char *const *files, size_t n,
	const struct open_options *options, struct err *e)
{
	struct file_loading r = { .p = p, .image = im };
	struct samples *s = &p->samples[im];
	bool ok;

	profiledir_expand(&r.list, files, n, &p->names);
	ok = read_listed(&r, options, e);
	profiledir_release(&r.list);
	if (!ok && im > 0 && e->kind != ERR_STOPPED)
		return true;		/* the program is shown even if the library has no usable
					 * profile */
	if (!ok)
		return false;
	if (options->sum_up)
		samples_sum_up(s);
	if (!samples_finish(s, p->rules == RULES_GPROF ? 2 : 1, e))
		return false;
	set_image(s, im);
	p->calls_lost |= p->rules == RULES_EXACT && open_has_lost_calls(s);
	if (imagematch_has_any(p, im, s))
		return has_rate_of_others(p, im, e);
	set_outside(p, im, e);
	return err_in(e, "%s", files[0]);
}

/* Drops P->spread if no image has several files. */
static void
drop_spread(struct profile *p)
{
	for (uint32_t im = 0; im < p->nimages; im++)
		if (p->samples[im].nfiles > 1)
			return;
	free(p->spread);
	p->spread = NULL;
	p->nspread = 0;
}

/* If the only file of P is the gmon.out of a recording, whose library has counted the calls,
 * returns the directory of the recording, otherwise NULL. */
static const char *
recording_of(struct profile *p)
{
	const char *path, *base, *dir;
	struct recorded_files files;
	bool is_recording;

	if (p->nimages != 1 || p->samples[0].nfiles != 1)
		return NULL;
	path = p->samples[0].files[0].path;
	base = path != NULL ? pathname_base(path) : NULL;
	if (path == NULL || strcmp(base, "gmon.out") != 0)
		return NULL;
	dir = base == path ? "." : base - path == 1 ? "/"
		: arena_text(&p->names, path, (size_t)(base - path) - 1);
	if (!recording_marker_exists(dir))
		return NULL;
	recorded_files_open(&files, &dir, 1);
	is_recording = files.n > 0;
	recorded_files_release(&files);
	return is_recording ? dir : NULL;
}

bool
open_files(struct profile *p, const struct open_options *options, struct err *e)
{
	const char **files = mem_new(options->nlibraries, sizeof(*files));
	bool ok = read_files(p, 0, options->files, options->nfiles, options, e);

	for (uint32_t im = 1; ok && im < p->nimages; im++) {
		size_t n = 0;

		for (size_t i = 0; i < options->nlibraries; i++)
			if (strcmp(options->libraries[i].image, p->images[im].path) == 0)
				files[n++] = options->libraries[i].file;
		ok = read_files(p, im, files, n, options, e);
	}
	free(files);
	drop_spread(p);
	if (ok)
		p->recording = recording_of(p);
	return ok;
}
