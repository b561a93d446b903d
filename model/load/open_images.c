/* open_images.c - open images and make their symbols functions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "elf/image.h"
#include "gprof/funcplaces.h"
#include "gprof/gprof_linemode.h"
#include "load/open.h"
#include "profile/spans.h"
#include "profile/symspecs.h"
#include "samples/samples.h"
#include "symbols/symbols.h"

/* Finds where the functions FS begin in the source and, with -l but without -S, adds the symbols of
 * lines to FS. */
static void
find_places(struct profile *p, const struct open_options *options, struct functions *fs)
{
	struct func_places places;

	if (options->lines && options->symbol_file == NULL)
		gprof_linemode_apply(&places, fs, p->images, &p->names);
	else
		funcplaces_find(&places, fs, p->images, p->rules, &p->names);
	p->places = places.of;
	p->nplaces = fs->n;
	p->files = places.files.v;
	p->nfiles = places.files.n;
	p->lines_truncated = places.truncated;
}

/* Appends the functions FS, of image number IM, to the functions of P, which takes over the arrays
 * and spans of FS. */
static void
add_functions(struct profile *p, uint32_t im, struct functions *fs)
{
	uint32_t before = p->nfuncs;

	for (size_t i = 0; i < fs->spans.n; i++)
		if (fs->spans.v[i].func != NOBODY)
			fs->spans.v[i].func += before;
	for (uint32_t f = 0; f < fs->n; f++)
		fs->v[f].image = im;
	if (before == 0) {
		p->funcs = fs->v;
	} else {
		p->funcs = mem_resize(p->funcs, (size_t)before + fs->n, sizeof(*p->funcs));
		memcpy(p->funcs + before, fs->v, fs->n * sizeof(*fs->v));
		free(fs->v);
	}
	p->nfuncs = before + fs->n;
	p->spans[im] = fs->spans;
}

/* Adds an unknown place for each function from number FROM on.  These are functions of libraries,
 * whose places are not looked up. */
static void
lengthen_places(struct profile *p, uint32_t from)
{
	if (p->places == NULL)
		return;
	p->places = mem_resize(p->places, p->nfuncs, sizeof(*p->places));
	p->nplaces = p->nfuncs;
	for (uint32_t f = from; f < p->nfuncs; f++)
		p->places[f] = (struct func_place){ .file = NOBODY };
}

bool
open_functions(struct profile *p, uint32_t im, const struct open_options *options,
	struct err *e)
{
	struct open_options how = *options;
	struct image *image = &p->images[im];
	struct functions fs;
	bool dynamic = false, ok;

	if (im > 0)			/* the files of -S and -R describe the program only */
		how.symbol_file = how.map_file = NULL;
	if (p->rules == RULES_GPROF)
		ok = symbols_gprof(image, &how, &p->names, &fs, e);
	else
		ok = symbols_exact(image, &how, &p->names, &fs, &dynamic, e);
	if (!ok)
		return err_in(e, "%s", image->path);
	/* With -l by exact rules, linesplit_apply() finds the places later. */
	if (im == 0 && (options->lines ? p->rules == RULES_GPROF : options->places
			|| symspecs_need_places(options->specs, options->nspecs)))
		find_places(p, options, &fs);
	free(fs.found);
	if (im == 0) {
		p->objects = fs.objects;
		p->nobjects = fs.nobjects;
	}
	add_functions(p, im, &fs);
	if (im > 0)
		lengthen_places(p, p->nfuncs - fs.n);
	if (dynamic && im == 0)
		profile_note(p, NOBODY, "The image is stripped: only its exported functions have names.",
			"All other code is in [unknown] rows; give a copy with symbols.");
	return true;
}

/* Opens image number IM and makes its symbols functions. */
static bool
open_image(struct profile *p, uint32_t im, const char *path,
	const struct open_options *options, struct err *e)
{
	if (!image_open(&p->images[im], path, e))
		return err_in(e, "%s", path);
	p->images[im].is_alone = !options->where.has_servers;
	p->nimages = im + 1;
	return open_functions(p, im, options, e);
}

/* Is the library PATH open? */
static bool
is_open(const struct profile *p, const char *path)
{
	for (uint32_t im = 1; im < p->nimages; im++)
		if (strcmp(p->images[im].path, path) == 0)
			return true;
	return false;
}

bool
open_images(struct profile *p, const struct open_options *options, struct err *e)
{
	size_t most = 1 + options->nlibraries;

	p->images = mem_new(most, sizeof(*p->images));
	p->spans = mem_new(most, sizeof(*p->spans));
	p->samples = mem_new(most, sizeof(*p->samples));
	if (!open_image(p, 0, options->image, options, e))
		return false;
	for (size_t i = 0; i < options->nlibraries; i++)
		if (!is_open(p, options->libraries[i].image)
		    && !open_image(p, p->nimages, options->libraries[i].image, options, e))
			return false;
	return true;
}
