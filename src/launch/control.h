/* control.h - the command gprowse control: acts on a program that is recorded
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef CONTROL_H
#define CONTROL_H

/* Runs the command with the words ARGV, of which the first is "control".  Returns the exit
 * status. */
int control_run(int argc, char **argv);

#endif
