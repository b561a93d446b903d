/* icicle_paths.h - finding the selected and the zoomed frames again in another tree
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ICICLE_PATHS_H
#define ICICLE_PATHS_H

#include "columns/icicle.h"

/* Save the paths of the selected frame and of the zoomed frames of C, if it has a tree. */
void icicle_paths_save(struct icicle *c);

/* In the new tree of V, find the frames whose paths OLD has saved.  Instead of a frame that is not
 * there, take the nearest frame around it that is. */
void icicle_paths_restore(struct view *v, const struct icicle *old);

/* Let V, which has no frames yet, have the zooms and the saved paths of OLD, a view of another
 * profile.  FUNCS[f] is the function of V that was function f of OLD, or NOBODY. */
void icicle_paths_follow(struct view *v, const struct view *old, const uint32_t *funcs);

/* Let C, which has no saved paths, keep the saved paths of OLD until the user zooms. */
void icicle_paths_copy(struct icicle *c, const struct icicle *old);

void icicle_paths_forget(struct icicle *c);

#endif
