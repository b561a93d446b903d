/* recorded_codes.c - the functions at the addresses of a profile that names images
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "recorded/recorded_codes.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "elf/image.h"
#include "recorded/recorded_notes.h"
#include "recorded/recorded_tables.h"

/* Images become a note if at least this fraction of the samples is in their code without names. */
static const double least_unnamed = 0.005;

static uint32_t
image_of(void *with, const struct recording_object *o, enum codes_kind kind)
{
	struct recorded_codes *c = with;

	return recorded_images_add(&c->images, o, kind);
}

/* Returns image IMAGE, which is open if that is possible; NULL if IMAGE is NOBODY. */
static struct recorded_image *
opened(struct recorded_codes *c, uint32_t image)
{
	return image != NOBODY ? recorded_images_open(&c->images, image) : NULL;
}

static bool
is_process(const void *of, uint32_t number, const void *key)
{
	return ((const struct recorded_process *)of)[number].pid == *(const uint32_t *)key;
}

/* Returns the name that process PID has given to its code at ADDRESS, and sets *LENGTH; or NULL. */
static const char *
jit_name(struct recorded_codes *c, uint32_t pid, uint64_t address, size_t *length)
{
	uint32_t i = numbering_of(&c->pids, numbering_hash_pair(&c->pids, pid, 0), is_process,
		c->processes, &pid);

	if (i == c->nprocesses) {
		if (!c->maps.is_listed)
			recorded_jit_list(&c->maps);
		c->processes = mem_grow(c->processes, (size_t)i + 1, &c->processes_room,
			sizeof(*c->processes));
		c->processes[c->nprocesses].pid = pid;
		recorded_jit_open_process(&c->processes[c->nprocesses++].jit, &c->maps, pid);
	}
	return recorded_jit_name(&c->processes[i].jit, address, length);
}

static uint32_t
frames_at(void *with, uint32_t image, uint32_t pid, uint64_t address, uint64_t offset,
	const uint32_t **frames)
{
	struct recorded_codes *c = with;
	const struct recorded_image *im = opened(c, image);
	const struct recorded_code *code;
	uint64_t at = address;
	const char *name = NULL;
	uint32_t number;
	size_t length;

	if (im == NULL || im->kind == CODE_IN_MEMORY)
		name = jit_name(c, pid, address, &length);
	if (im != NULL && (!im->is_open || !image_address_of(&im->image, offset, &at)))
		at = offset;
	number = name != NULL ? recorded_images_jit(&c->images, name, length)
		: recorded_images_code(&c->images, image, at);
	code = &c->images.codes[number];
	*frames = &c->images.frames[code->first];
	return code->n;
}

static uint64_t
prefetch(void *with, uint32_t image, uint64_t offset)
{
	struct recorded_codes *c = with;
	const struct recorded_image *im = opened(c, image);
	uint64_t at;

	if (im == NULL || im->kind == CODE_IN_MEMORY)
		return 0;
	if (!im->is_open || !image_address_of(&im->image, offset, &at))
		at = offset;
	return recorded_images_prefetch(&c->images, image, at);
}

static void
prefetch_next(void *with, uint64_t hash)
{
	const struct recorded_codes *c = with;

	recorded_images_prefetch_next(&c->images, hash);
}

static bool
offset_of(void *with, uint32_t image, uint64_t distance, uint64_t *offset)
{
	const struct recorded_image *im = opened(with, image);

	return im != NULL && im->is_open && image_offset_of(&im->image, distance, offset);
}

static struct unwind_tables *
tables_of(void *with, uint32_t image, uint64_t offset, uint64_t *at)
{
	struct recorded_image *im = opened(with, image);

	return im != NULL && im->is_open && image_address_of(&im->image, offset, at)
		? recorded_tables_of(im) : NULL;
}

void
recorded_codes_open(struct recorded_codes *c, struct measured *m,
	const struct open_options *options)
{
	*c = (struct recorded_codes){ .codes = { c, image_of, frames_at, prefetch,
			prefetch_next, offset_of, tables_of },
		.images = { .m = m, .places = options->where,
			.saves_time = !options->inlined } };
}

/* Why an image has code without names. */
enum unnamed_why {
	IN_KERNEL, IN_MEMORY, STRIPPED, NO_FUNCTIONS, NO_FILE,
	UNNAMED_WHYS,
};

/* What notes say: of one image, of several, and what to do. */
static const struct {
	const char *one, *several, *advice;	/* .one NULL: recorded_image.why, if there is one */
} unnamed_texts[UNNAMED_WHYS] = {
	[IN_KERNEL] = { NULL, "files of the kernel",
		"Record as root, or copy ~/.debug of the machine that was recorded (perf archive)." },
	[IN_MEMORY] = { "the process made it while it ran", "areas of memory, where processes made it "
		"while they ran",
		"A virtual machine names such code in /tmp/perf-PID.map, if it is asked to: java with a "
		"perf-map agent, node --perf-basic-prof, python3 -X perf." },
	[STRIPPED] = { "it is stripped", "stripped files",
		"Debug symbols name it (Debian: packages that end in -dbgsym; debuginfod-find debuginfo "
		"FILE)." },
	[NO_FUNCTIONS] = { "they are not functions", "files, where it is in no function",
		"--symfs=DIR names a directory with copies of the files that were recorded. perf archive "
		"packs them, to be unpacked in ~/.debug." },
	[NO_FILE] = { NULL, "files that are not the recorded ones, or not on this machine",
		"--symfs=DIR names a directory with copies of the files that were recorded. perf archive "
		"packs them, to be unpacked in ~/.debug." },
};

/* An image with code without names. */
struct unnamed_image {
	const struct recorded_image *im;
	uint64_t samples;		/* in this code */
};

static enum unnamed_why
why_unnamed(const struct recorded_image *im)
{
	if (im->kind == CODE_IN_KERNEL || im->kind == CODE_IN_OWN_KERNEL)
		return IN_KERNEL;
	if (im->kind == CODE_IN_MEMORY)
		return IN_MEMORY;
	return im->is_open ? STRIPPED : im->why == NULL ? NO_FUNCTIONS : NO_FILE;
}

static int
by_samples(const void *a, const void *b)
{
	const struct unnamed_image *x = a, *y = b;

	return x->samples != y->samples ? (x->samples < y->samples) - (x->samples > y->samples)
		: strcmp(x->im->path, y->im->path);
}

/* Returns why the code of IM has no names. */
static const char *
reason_of(const struct recorded_image *im, enum unnamed_why why)
{
	return unnamed_texts[why].one != NULL ? unnamed_texts[why].one
		: im->why == NULL ? "they are not functions"
		: *im->why != '\0' ? im->why : "its file is not on this machine";
}

/* Adds a note about the N images V, which have code without names because of WHY.  ALL is the
 * number of all samples. */
static void
note_images(struct measured *m, const struct unnamed_image *v, uint32_t n, enum unnamed_why why,
	uint64_t all)
{
	struct arena *text = &m->text;
	const char *list = NULL, *said;
	uint64_t samples = 0;

	for (uint32_t i = 0; i < n; i++) {
		samples += v[i].samples;
		list = recorded_list(text, list, i, arena_printf(text, "%s (%.1f %%)", v[i].im->name,
			100 * (double)v[i].samples / (double)all));
	}
	if (n == 0 || (double)samples < least_unnamed * (double)all)
		return;
	said = n == 1 ? arena_printf(text, "%s: %s.", v->im->path, reason_of(v->im, why))
		: unnamed_texts[why].one != NULL ? arena_printf(text, "%u %s: %s.", n,
		unnamed_texts[why].several, list)
		: arena_printf(text, "%u %s: %s. %s: %s.", n, unnamed_texts[why].several, list,
		v->im->path, reason_of(v->im, why));
	measured_add_note(m, arena_printf(text, "%.1f %% of the samples are in code without names in %s",
		100 * (double)samples / (double)all, said), unnamed_texts[why].advice);
}

/* Adds notes about the images with code without names.  SAMPLES is indexed by function, ALL is
 * their sum.  Images that share a function, as builds of one program do, are one in the notes:
 * SAMPLES of such functions become 0. */
static void
note_unnamed(struct recorded_codes *c, uint64_t *samples, uint64_t all)
{
	struct unnamed_image *v = mem_new(c->images.n, sizeof(*v));

	for (enum unnamed_why why = IN_KERNEL; why < UNNAMED_WHYS; why++) {
		uint32_t n = 0;

		for (uint32_t i = 0; i < c->images.n; i++) {
			const struct recorded_image *im = c->images.v[i];

			if (im->whole == NOBODY || samples[im->whole] == 0
			    || why_unnamed(im) != why)
				continue;
			v[n++] = (struct unnamed_image){ im, samples[im->whole] };
			samples[im->whole] = 0;
		}
		qsort(v, n, sizeof(*v), by_samples);
		note_images(c->images.m, v, n, why, all);
	}
	free(v);
}

/* Adds notes about images with samples in their own code, as USED says: about those that have no
 * build-id in the profile, so that any build was accepted, and those whose debug information was
 * not read.  perf writes no build-ids of images that only call code with samples. */
static void
note_unverified(struct recorded_codes *c, const bool *used)
{
	struct measured *m = c->images.m;
	uint32_t n = 0, nunread = 0;
	const char *first = NULL;

	for (uint32_t i = 0; i < c->images.n; i++) {
		const struct recorded_image *im = c->images.v[i];

		if (!used[i] || !im->is_open)
			continue;
		if (im->id_size == 0 && n++ == 0)
			first = im->path;
		nunread += im->lines == NULL && (im->image.has_lines || im->image.debug != NULL);
	}
	if (n > 0)
		measured_add_note(m, arena_printf(&m->text, "The profile does not say which build%s of "
			"%u program%s recorded, such as %s.", n == 1 ? "" : "s", n,
			n == 1 ? " or library was" : "s and libraries were", first),
			"Names are those of the files that are there now. perf record writes build-ids of "
			"files that have samples, unless it is told not to, or compresses (-z).");
	if (nunread > 0)
		measured_add_note(m, arena_printf(&m->text, "Lines and inlined functions of %u program%s "
			"are not shown.", nunread, nunread == 1 ? " or library" : "s and libraries"),
			"To read their debug information takes time: --inlined reads it.");
}

/* Sets SAMPLES[f] to the number of samples in the own code of function f of M.  Returns their
 * sum. */
static uint64_t
count_samples(const struct measured *m, uint64_t *samples)
{
	uint64_t all = 0;

	for (uint32_t i = 0; i < m->nsamples; i++) {
		uint32_t func = m->frames[m->paths[m->samples[i].path].frame].func;

		for (uint32_t k = 0; k < m->nevents; k++) {
			samples[func] += m->weights[(size_t)i * m->nevents + k].samples;
			all += m->weights[(size_t)i * m->nevents + k].samples;
		}
	}
	return all;
}

/* Returns an array indexed by image, to be free()d: has the own code of the image SAMPLES? */
static bool *
find_used(struct recorded_codes *c, const uint64_t *samples)
{
	struct measured *m = c->images.m;
	bool *used = mem_new(c->images.n, sizeof(*used)), *has = mem_new(m->ntexts, sizeof(*has));
	uint32_t ntexts = m->ntexts;

	for (uint32_t f = 0; f < m->nfuncs; f++)
		if (samples[f] > 0 && m->funcs[f].object != NOBODY)
			has[m->funcs[f].object] = true;
	for (uint32_t i = 0; i < c->images.n; i++) {
		const char *path = c->images.v[i]->path;
		uint32_t text = measured_text(m, path, strlen(path));

		used[i] = text < ntexts && has[text];
	}
	free(has);
	return used;
}

void
recorded_codes_finish(struct recorded_codes *c)
{
	struct measured *m = c->images.m;
	uint64_t *samples = mem_new(m->nfuncs, sizeof(*samples)), all = count_samples(m, samples);
	bool *used = find_used(c, samples);

	note_unnamed(c, samples, all);
	note_unverified(c, used);
	free(samples);
	free(used);
}

void
recorded_codes_release(struct recorded_codes *c)
{
	recorded_images_release(&c->images);
	for (uint32_t i = 0; i < c->nprocesses; i++)
		recorded_jit_release(&c->processes[i].jit);
	free(c->processes);
	free(c->maps.pids);
	numbering_release(&c->pids);
}
