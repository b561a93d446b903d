/* procfile.h - small files of /proc
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PROCFILE_H
#define PROCFILE_H

#include <dirent.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { PROCFILE_NAME = 16 };

/* Reads the beginning of the file PATH, at most ROOM bytes, by one call of read(2): what the kernel
 * says of one moment.  Returns the number of bytes; 0 if the file is empty or cannot be read. */
size_t procfile_read(const char *path, void *bytes, size_t room);

/* procfile_threads() begins a list of the threads of process PID; NULL: there is no such process.
 * procfile_processes() begins a list of all processes.  procfile_next() returns the next number of
 * the list D, which may be NULL; 0: there is no more, and D is closed. */
DIR *procfile_threads(pid_t pid);
DIR *procfile_processes(void);
pid_t procfile_next(DIR *d);

/* Opens the file NAME of thread TID of process PID.  Returns a descriptor, or -1 with errno. */
int procfile_open_thread(pid_t pid, pid_t tid, const char *name);

/* Sets *RUN to how many ns the thread whose file "schedstat" is FD has run.  False: it has ended, or
 * FD is -1.  Source: Documentation/scheduler/sched-stats of Linux. */
bool procfile_run(int fd, uint64_t *run);

/* Returns the letter of the state of the process or thread whose file "stat" is PATH, such as 'T';
 * 0 if there is none.  Source: proc_pid_stat(5). */
char procfile_state(const char *path);

/* Sets NAME to the name that thread TID of process PID has now, filled up with zeros.  Threads
 * often get their names after they have begun.  False: there is no such thread, and NAME stays.
 * Source: proc_tid_comm(5). */
bool procfile_name(pid_t pid, pid_t tid, char name[PROCFILE_NAME]);

#endif
