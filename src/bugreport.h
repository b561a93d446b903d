/* bugreport.h - what a report of a fault needs: versions, system, terminal, formats, recorder
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BUGREPORT_H
#define BUGREPORT_H

#include "io/out.h"

/* Writes the report to OUT.  Nothing in it is private: it names neither user nor host, no directory
 * of the user, and no variable of the environment but TERM and NO_COLOR. */
void bugreport_print(struct out *out);

#endif
