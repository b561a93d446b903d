/* linedata.h - values of columns of views that show source lines
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef LINEDATA_H
#define LINEDATA_H

#include "table/column_values.h"

/* Functions for column.value.  They set D to a figure of the source line that row R shows. */
bool linedata_hits(const struct view *v, const struct row *r, struct column_value *d);
bool linedata_self(const struct view *v, const struct row *r, struct column_value *d);
bool linedata_count(const struct view *v, const struct row *r, struct column_value *d);
bool linedata_entered(const struct view *v, const struct row *r, struct column_value *d);
bool linedata_branches(const struct view *v, const struct row *r, struct column_value *d);
bool linedata_each(const struct view *v, const struct row *r, struct column_value *d);
bool linedata_calls(const struct view *v, const struct row *r, struct column_value *d);

/* Sets D to the text of line NUMBER of file FILE.  Returns false if the text is not known. */
bool linedata_text(const struct view *v, uint32_t file, uint32_t number, struct column_value *d);

#endif
