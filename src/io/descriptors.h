/* descriptors.h - how many files this process may open
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef DESCRIPTORS_H
#define DESCRIPTORS_H

/* Lets this process open as many files as the user may allow it.  Programs that look at the threads
 * of others need descriptors for each of them. */
void descriptors_allow(void);

#endif
