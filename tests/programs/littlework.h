/* littlework.h - for programs whose output does not depend on how long they work: do they work less?
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef LITTLEWORK_H
#define LITTLEWORK_H

#include <stdlib.h>

/* Processor time passes this many times as fast. */
static double haste = 1;

__attribute__((constructor)) static void
set_haste(void)
{
	if (getenv("LITTLE_WORK") != NULL)
		haste = 5;
}

#endif
