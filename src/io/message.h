/* message.h - messages on standard error
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef MESSAGE_H
#define MESSAGE_H

/* Writes the line "gprowse: FORMAT" to standard error, with control characters spelled out. */
void message(const char *format, ...)
	__attribute__((format(printf, 1, 2)));

#endif
