/* icicle_paths.h - finding the selected and the zoomed frames again in another tree
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ICICLE_PATHS_H
#define ICICLE_PATHS_H

#include "picture/icicle.h"

/* Saves the paths to the selected frame and to the zoomed frames in C->paths, if C has a tree. */
void icicle_paths_save(struct icicle *c);

/* Selects and zooms frames in the new tree of V as before.  Finds these frames by the paths that
 * OLD has saved.  If the tree lacks the frame at the end of a path, uses the last frame of the path
 * that the tree has.  If the tree lacks a zoomed frame, V keeps the saved paths. */
void icicle_paths_restore(struct view *v, const struct icicle *old);

/* Copies the zooms and the saved paths of OLD to V, a view of another profile, which has no frames
 * yet.  If OLD has a tree, saves the paths of OLD first.  FUNCS[f] is the function of V that was
 * function f of OLD, or NOBODY. */
void icicle_paths_follow(struct view *v, const struct view *old, const uint32_t *funcs);

/* Copies the saved paths of OLD to C, which has no saved paths.  C keeps the paths until the user
 * zooms. */
void icicle_paths_copy(struct icicle *c, const struct icicle *old);

/* Frees the saved paths of C. */
void icicle_paths_forget(struct icicle *c);

#endif
