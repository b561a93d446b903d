/* flamesvg.h - flame graphs as pictures: boxes of a tree, and the data of our own export
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef FLAMESVG_H
#define FLAMESVG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "measured/formats/namedstacks.h"

struct flamesvg_text {
	const char *s;
	size_t n;
};

/* A frame of the picture. */
struct flamesvg_box {
	double x, width;		/* in .is_exact: samples; otherwise pixels or per cent */
	int64_t row;			/* distance of the box from the top */
	int64_t value;			/* the number in the title; -1: there is none */
	int64_t left;			/* .value without the values of the boxes above */
	uint32_t frame, path, parent;	/* .parent: number of a box, or NOBODY */
	bool is_root;			/* the box is called "all" */
};

struct flamesvg {
	struct measured *m;		/* borrowed */
	struct namedstacks stacks;
	struct flamesvg_box *boxes;	/* owned */
	uint32_t n;
	size_t room;
	bool has_samples, lacks_samples;	/* some box has fg:x and fg:w; some box has not */
	bool is_inverted;		/* the picture says that the root is at the top */
	bool is_difference;		/* titles have a second percentage */
	bool rounded;			/* the boxes above some box have more than the box itself */
	uint32_t event;			/* the event of the titles; NOBODY: there is none yet */
	uint64_t nother;		/* boxes whose title has another unit */
	bool is_full;			/* there was no room for a box */
};

/* Sets *NUMBER to the number that T begins with, and returns its length, with the commas that group
 * its digits; 0: T begins with no number. */
size_t flamesvg_number(struct flamesvg_text t, double *number);

/* Returns the text T of XML with its entities decoded, to be free()d.  Sets *N to its length. */
char *flamesvg_decode(struct flamesvg_text t, size_t *n);

/* Finds the parents of the boxes, and adds samples for the boxes to F->m. */
void flamesvg_add_tree(struct flamesvg *f);

/* Adds the frames of a picture that --export=svg wrote.  ROOT is the first tag of the file, DATA
 * and NAMES are the texts of the elements with these names.  Returns false if they are damaged, as
 * E says. */
bool flamesvg_add_own(struct flamesvg *f, struct flamesvg_text root, struct flamesvg_text data,
	struct flamesvg_text names, struct err *e);

/* Sets *VALUE to the value of the attribute NAME of the tag TAG, which begins behind the name of
 * the tag.  Returns false if there is none. */
bool flamesvg_attribute(struct flamesvg_text tag, const char *name, struct flamesvg_text *value);

#endif
