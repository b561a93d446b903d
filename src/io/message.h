/* message.h - what is said on standard error
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef MESSAGE_H
#define MESSAGE_H

/* Say "gprowse: FORMAT" in a line of its own.  What a terminal could take as a command is in a
 * visible form, whatever it comes from. */
void message(const char *format, ...)
	__attribute__((format(printf, 1, 2)));

#endif
