/* perfwords.h - what users of perf type, and what to type instead
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PERFWORDS_H
#define PERFWORDS_H

/* Returns what to do instead of the command WORD of perf, or NULL if WORD is none. */
const char *perfwords_command(const char *word);

/* Returns what to do instead of the option WORD of perf record, or NULL if WORD is none. */
const char *perfwords_option(const char *word);

#endif
