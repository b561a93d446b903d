/* session_compare.h - comparing with what is shown, sides of the comparison, joined functions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SESSION_COMPARE_H
#define SESSION_COMPARE_H

#include "session.h"

/* From now on, what S reads is compared with what it shows now. */
void session_compare_begin(struct session *s);

/* Compares again, with the two functions of S->app.joined as one. */
void session_compare_join(struct session *s);

/* Shows another side of the comparison. */
void session_compare_side(struct session *s);

#endif
