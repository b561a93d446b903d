/* view_identity.h - finding the selected row and the open rows again after a view was filled again
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef VIEW_IDENTITY_H
#define VIEW_IDENTITY_H

#include "table/view.h"

/* Returns the identity of the selected row: a hash of its name, or of its file and line.  In a
 * tree, the rows around the selected row are part of the hash. */
uint64_t view_identity(const struct view *v);

/* Selects the row with the identity ID; returns false if there is none. */
bool view_identity_select(struct view *v, uint64_t id);

/* Saves in O which rows of V are open.  Overwrites the old contents of O without freeing them.  If
 * BY_NAME is set, identifies rows by name, to find them in another profile, otherwise by number. */
void view_identity_save_open(const struct view *v, bool by_name, struct open_rows *o);

/* Saves in O the open rows around the selected row, identified by name. */
void view_identity_save_open_around(const struct view *v, struct open_rows *o);

/* Returns a copy of O. */
struct open_rows view_identity_copy_open(const struct open_rows *o);

/* Opens and closes the rows of V as O says, and releases O. */
void view_identity_restore_open(struct view *v, struct open_rows *o);

/* The order of the rows of a view. */
struct row_order {
	struct row_position {
		uint64_t id;		/* identity of a row, by name */
		uint32_t at;		/* position of this row */
	} *v;				/* owned; sorted by identity */
	size_t n;
};

/* Returns the order of the rows of V; free() its .v. */
struct row_order view_identity_order(const struct view *v);

/* Brings the rows of V into the order O.  Rows that are not in O come last. */
void view_identity_restore_order(struct view *v, const struct row_order *o);

#endif
