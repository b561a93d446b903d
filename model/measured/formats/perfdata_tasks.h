/* perfdata_tasks.h - the processes and threads of a perf.data file, and what they have mapped
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PERFDATA_TASKS_H
#define PERFDATA_TASKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/numbering.h"

/* A mapping of code. */
struct perfdata_map {
	uint64_t lo, hi;		/* addresses [lo, hi) */
	uint64_t offset;		/* offset of .lo in the file */
	uint32_t image;			/* number that measured/codes.h gives to the file */
	uint32_t pid;			/* of the process that has mapped it, perhaps a parent */
};

/* What a process has mapped.  A mapping that is added hides what was at its addresses before.  The
 * mappings are in lists, each sorted by address; a list has mappings that are newer than those of
 * the list before it, and is less than half as long.  A list that has several users, which are
 * processes, newer lists and the samples of a batch, is never changed. */
struct perfdata_maps {
	uint64_t number;		/* differs for different contents */
	struct perfdata_list *newest;	/* the newest list, or NULL */
};

struct perfdata_process {
	uint32_t pid;
	struct perfdata_maps maps;	/* owned */
};

struct perfdata_thread {
	uint32_t tid, process;		/* .process: index in perfdata_tasks.processes */
	uint32_t comm;			/* number of its name in measured.texts, or NOBODY */
	uint32_t part;			/* number of its part; NOBODY: not known */
	uint32_t held;			/* index in perfdata.held of the last one of its samples
					 * that wait; NOBODY: there is none */
};

/* A struct that is all zero has no tasks. */
struct perfdata_tasks {
	struct perfdata_process *processes;	/* owned */
	struct perfdata_thread *threads;	/* owned */
	uint32_t nprocesses, nthreads;
	uint32_t last_process, last_thread;	/* indexes of those last looked for */
	size_t processes_room, threads_room;
	struct numbering pids, tids;
	struct perfdata_maps kernel;	/* owned; of the kernel and its modules */
	uint64_t number;		/* the last perfdata_maps.number */
	uint64_t nmaps, work;		/* mappings in all lists; how many were copied */
	uint64_t nrefused;		/* mappings that were not added: there are too many */
};

/* Each function returns the index of a task, which is added if there is none.  A thread that was in
 * another process is in process PID from now on. */
uint32_t perfdata_process(struct perfdata_tasks *t, uint32_t pid);
uint32_t perfdata_thread(struct perfdata_tasks *t, uint32_t pid, uint32_t tid);

/* Returns the thread TID, or NULL if there is none. */
const struct perfdata_thread *perfdata_find_thread(struct perfdata_tasks *t, uint32_t tid);

/* Adds MAP to MAPS. */
void perfdata_maps_add(struct perfdata_tasks *t, struct perfdata_maps *maps,
	const struct perfdata_map *map);

/* Makes the mappings TO those of FROM. */
void perfdata_maps_copy(struct perfdata_tasks *t, struct perfdata_maps *to,
	const struct perfdata_maps *from);

void perfdata_maps_drop(struct perfdata_tasks *t, struct perfdata_maps *maps);

/* Returns the mapping at ADDRESS, or NULL. */
const struct perfdata_map *perfdata_maps_at(const struct perfdata_maps *maps, uint64_t address);

void perfdata_tasks_release(struct perfdata_tasks *t);

#endif
