/* folded_stacks.h - the paths of folded stacks, which are texts such as "main;parse;next_token"
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef FOLDED_STACKS_H
#define FOLDED_STACKS_H

#include "measured/known_stacks.h"
#include "measured/measured.h"

/* A frame of the last stack: where it ends in the text, and the path that ends with it. */
struct folded_frame {
	size_t end;
	uint32_t path;
};

/* A text between two ";", and the frame that it names. */
struct folded_name {
	const char *text;
	uint32_t length, frame;
};

struct folded_stacks {
	struct measured *m;		/* borrowed; gets the paths */
	struct folded_name *names;	/* owned */
	uint32_t *name_of;		/* owned; indexed by frame: index in .names of a name of the
					 * frame; NOBODY: it has no name */
	bool ambiguous;			/* some frame has two names, so the text of a stack does not
					 * follow from its path */
	struct numbering name_numbers;
	uint32_t nnames, nframes_named;

	/* Most tools sort the stacks of a file.  .unsorted: some stack was not in this order, so
	 * from then on a stack may occur again. */
	bool unsorted;
	struct known_stacks known;	/* stacks that were read since .unsorted was set */
	size_t kept;			/* how many bytes of .text are texts of .known */

	char *last;			/* owned; the last stack that was not found in .known */
	size_t nlast;
	struct folded_frame *frames;	/* owned; the frames of .last */
	size_t nframes;
	uint32_t *added, *paths;	/* owned; for the stack that is read: the frames that .last
					 * does not have, and their paths */
	size_t names_room, name_of_room, last_room, frames_room, added_room,
		paths_room;
	struct arena text;		/* owns the texts of .names and .known */
};

/* Returns the index in measured.samples of the samples for the stack of N bytes at STACK.  If there
 * are none, adds them to s->m, with their path, frames and functions.  Returns NOBODY if s->m has
 * no room for them.  Before the first call, S must be all zero, except for .m. */
uint32_t folded_stacks_sample(struct folded_stacks *s, const char *stack, size_t n);

/* Returns the frame whose name has the N bytes at NAME, with a suffix that tells its kind, as "_[k]",
 * or without. */
uint32_t folded_frame(struct measured *m, const char *name, size_t n);

void folded_stacks_release(struct folded_stacks *s);

#endif
