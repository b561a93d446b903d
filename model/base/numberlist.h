/* numberlist.h - lists of numbers that users write, as "0,2-3"
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef NUMBERLIST_H
#define NUMBERLIST_H

#include <stdbool.h>
#include <stdint.h>

/* Is LIST a list of numbers and ranges, separated by commas? */
bool numberlist_is_valid(const char *list);

/* Is NUMBER in LIST, which is valid? */
bool numberlist_has(const char *list, uint32_t number);

/* Sets *FROM and *TO to the times in TEXT, "FROM,TO" in seconds, as nanoseconds.  A time that is not
 * given is 0 or UINT64_MAX.  False: TEXT has another form, or FROM is not before TO. */
bool numberlist_times(const char *text, uint64_t *from, uint64_t *to);

#endif
