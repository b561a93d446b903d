/* session_show.h - lets the browser show another profile, graph or side of a comparison
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SESSION_SHOW_H
#define SESSION_SHOW_H

#include "session.h"

/* Opens a lookup for the profile that S shows. */
struct lookup *session_show_lookup(const struct session *s, struct stop *stop);
void session_show_free(struct lookup *lookup);

/* Returns the comparison of L with known times, or NULL. */
const struct sharecheck *session_show_check(const struct loaded *l);

/* Says that the work of S was stopped. */
void session_show_stopped(struct session *s);

/* Shows what S->input has; BEFORE is the side of the comparison that was shown.  Returns false if
 * the work was stopped; then the browser shows what it showed before.  KEEPS_ORDER: rows are not
 * sorted again. */
bool session_show_input(struct session *s, enum compared_side before, bool keeps_order);

/* Lets S show L, which S then owns.  Returns false with a message if L is NULL (E says why), or if
 * the work is stopped; then L is freed.  KEEPS_ORDER: rows are not sorted again. */
bool session_show_loaded(struct session *s, struct loaded *l, bool keeps_order,
	const struct err *e);

/* Returns the end of a message about S, which shows another profile. */
const char *session_show_lost(const struct session *s);

/* Shows what SELECTION chooses of the profile, which stays.  Returns false if the work was stopped;
 * then nothing has changed. */
bool session_show_graph(struct session *s, const struct selection *selection, bool keeps_order);

#endif
