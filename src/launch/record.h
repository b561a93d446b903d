/* record.h - the command gprowse record: runs a program and records its profile
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef RECORD_H
#define RECORD_H

/* Runs the command with the words ARGV, of which the first is "record".  Returns the exit status of
 * gprowse: that of the program, or 125 to 127 as env(1) has them.  Sets *OPEN to the
 * recording that the browser will open, to be free()d, or to NULL. */
int record_run(int argc, char **argv, char **open);

#endif
