/* fatal_signals.h - signals that end a program unless it catches them
 *
 * The macros are lists of signals for initializers of arrays.  SIGINT is in neither list, because
 * some callers use it to stop work.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef FATAL_SIGNALS_H
#define FATAL_SIGNALS_H

#include <signal.h>

/* Signals that other processes or the system send. */
#define FATAL_SIGNALS SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGXCPU, SIGUSR1, SIGUSR2

/* Signals that an error in the program itself raises.  SIGBUS is not among them, because a mapped
 * file that becomes shorter raises it, too. */
#define CRASH_SIGNALS SIGABRT, SIGSEGV, SIGFPE, SIGILL, SIGSYS, SIGTRAP

#endif
