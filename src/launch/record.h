/* record.h - the command gprowse record: runs a program and records its profile
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef RECORD_H
#define RECORD_H

/* Runs the command with the words ARGV; ARGV[0] is "record".  Returns the exit status of gprowse:
 * the status of the program, or 125 to 127 with the same meaning as those of env(1).  Sets *OPEN to
 * the recording that the caller is to open in the browser, to be free()d, or to NULL. */
int record_run(int argc, char **argv, char **open);

#endif
