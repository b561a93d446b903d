/* recorded_roots.h - where the stacks of a recording begin
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef RECORDED_ROOTS_H
#define RECORDED_ROOTS_H

#include <stdbool.h>

#include "measured/recording.h"
#include "measured/stackroots.h"
#include "recorded/recorded_images.h"

/* Returns the root of stacks of R that begin with S, which has the CODE. */
enum stack_root recorded_roots_of(struct recorded_images *images, const struct recording *r,
	const struct recording_stack *s, const struct recorded_code *code);

/* Adds a note to M about stacks that lack their outermost frames.  BY_POINTERS: callers were found
 * by frame pointers. */
void recorded_roots_note(const struct stack_roots *roots, struct measured *m, bool by_pointers);

#endif
