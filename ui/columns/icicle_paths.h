/* icicle_paths.h - finding the selected and the zoomed frames again in another tree
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ICICLE_PATHS_H
#define ICICLE_PATHS_H

#include "columns/icicle.h"

/* Saves the paths to the selected frame and to the zoomed frames in C->paths, if C has a tree. */
void icicle_paths_save(struct icicle *c);

/* Finds the frames whose paths OLD has saved in the new tree of V.  If the tree lacks a frame,
 * takes the last frame of the path that the tree has.  If a zoomed frame is lacking, V keeps the
 * paths. */
void icicle_paths_restore(struct view *v, const struct icicle *old);

/* Gives V, which has no frames yet, the zooms and the saved paths of OLD, a view of another
 * profile.  FUNCS[f] is the function of V that was function f of OLD, or NOBODY.  Saves the paths
 * of OLD before, if OLD has a tree. */
void icicle_paths_follow(struct view *v, const struct view *old, const uint32_t *funcs);

/* Copies the saved paths of OLD to C, which has none.  C keeps them until the user zooms. */
void icicle_paths_copy(struct icicle *c, const struct icicle *old);

/* Frees the saved paths of C. */
void icicle_paths_forget(struct icicle *c);

#endif
