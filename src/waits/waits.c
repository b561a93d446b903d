/* waits.c - records where the threads of a program wait, seen from outside
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "waits/waits.h"

#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/numbering.h"
#include "base/pathname.h"
#include "io/clock.h"
#include "io/descriptors.h"
#include "io/message.h"
#include "io/yama.h"
#include "record/recording.h"
#include "waits/wait_forks.h"
#include "waits/wait_open.h"
#include "waits/wait_task.h"

/* The files are written this often, in ns. */
static const uint64_t writing = 50000000;

/* The time of the last change of a directory has this granularity, in ns, or a finer one. */
static const uint64_t granularity = 20000000;

/* A process is looked for so many times, and after FEW times in containers, too. */
enum { TRIES = 100, FEW = 2 };

/* At most this part of a processor is used: one hundredth. */
enum { BUDGET = 100 };

struct waits {
	struct waits_options options;
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t ending;
	atomic_bool is_ending;
	struct wait_images images;
	struct wait_walk walk;
	struct wait_containers containers;
	struct wait_forks forks;
	struct wait_task *tasks;	/* owned */
	struct seen {
		char *name;		/* owned; of a recording, without suffix */
		unsigned tries;		/* how often its process is still looked for, because the
					 * recording may be incomplete */
	} *seen;			/* owned; the recordings that were found */
	uint32_t nseen, first;		/* before number .first, all .tries are 0 */
	size_t seen_room;
	struct numbering seen_numbers;
	uint64_t changed;		/* when the directory had changed, at the last look at it:
					 * ns, CLOCK_REALTIME */
	size_t nrefused;		/* processes that the system did not allow to look at */
	char *refused;			/* owned; name of the recording of the first of them */
	uint64_t written;		/* when files were written */
	uint64_t cost;			/* ns of processor time of a round of looks and of the wait
					 * before it, on average */
};

static bool
is_name(const void *of, uint32_t number, const void *key)
{
	return strcmp(((const struct seen *)of)[number].name, key) == 0;
}

/* The file NAME is in the directory: if it is a recording that was not yet seen, adds it. */
static void
see_file(struct waits *w, char *name)
{
	uint32_t i;

	if (!pathname_ends(name, REC_SUFFIX))
		return;
	name[strlen(name) - strlen(REC_SUFFIX)] = '\0';
	i = numbering_of(&w->seen_numbers, numbering_hash(&w->seen_numbers, name, strlen(name)),
		is_name, w->seen, name);
	if (i < w->nseen)
		return;
	w->seen = mem_grow(w->seen, (size_t)i + 1, &w->seen_room, sizeof(*w->seen));
	w->seen[w->nseen++] = (struct seen){ mem_text(name, strlen(name)), TRIES };
}

/* Is the process of TASK looked at already, for its other recording?  A program that is recorded
 * from outside may have one by the recorder, too. */
static bool
is_looked_at(const struct waits *w, const struct wait_task *task)
{
	for (const struct wait_task *old = w->tasks; old != NULL; old = old->next)
		if (old->target.process.pid == task->target.process.pid && !old->is_over
		    && old->head.outside != 0 && task->head.outside == 0
		    && strncmp(old->head.program, task->head.program,
			sizeof(task->head.program)) == 0)
			return true;
	return false;
}

/* Begins to look at the process of the recording S, if it runs. */
static void
begin_task(struct waits *w, struct seen *s)
{
	bool has_ended = false;
	struct wait_task *task;

	if (s->tries <= TRIES - FEW)
		wait_containers_refresh(&w->containers);
	task = wait_open(w->options.directory, s->name, w->options.session, &w->images,
		w->options.hz, &w->containers, &has_ended);
	s->tries = task != NULL || has_ended ? 0 : s->tries - 1;
	if (task != NULL && is_looked_at(w, task)) {
		wait_task_close(task);
		task = NULL;
	}
	if (task == NULL)
		return;
	for (struct wait_task *old = w->tasks; old != NULL; old = old->next) {
		if (old->is_over || old->target.process.pid != task->target.process.pid)
			continue;
		if (old->is_fork && task->head.forked != 0) {
			wait_open_adopt(old, task);
			return;
		}
		/* A process that executes another program gets a new file. */
		wait_open_give_way(old, s->name);
		old->is_over = true;
	}
	task->next = w->tasks;
	w->tasks = task;
}

/* Is process PID looked at already?  Sets *IN_CONTAINERS if there are processes in containers. */
static bool
is_known(const struct waits *w, pid_t pid, bool *in_containers)
{
	bool is = false;

	for (const struct wait_task *old = w->tasks; old != NULL; old = old->next) {
		is |= !old->is_over && old->target.process.pid == pid;
		*in_containers |= old->target.is_contained;
	}
	return is;
}

/* Begins to look at process PID, if it is the child C. */
static enum wait_found
begin_fork(struct waits *w, const struct wait_fork *c, pid_t pid, bool *in_containers)
{
	struct wait_task *task;
	enum wait_found found = is_known(w, pid, in_containers) ? WAIT_NONE
		: wait_open_fork(&task, w->options.directory, pid, c, w->options.session,
			&w->images, w->options.hz);

	if (found == WAIT_FOUND) {
		task->next = w->tasks;
		w->tasks = task;
	}
	return found;
}

/* Begins to look at the child C.  False: it is to be looked for again. */
static bool
find_fork(struct waits *w, const struct wait_fork *c)
{
	bool in_containers = false, runs;
	enum wait_found found = begin_fork(w, c, c->pid, &in_containers);

	runs = found == WAIT_NOT_YET;
	/* While processes of recordings are looked for, they may be in containers. */
	if (found == WAIT_FOUND || !in_containers)
		return !runs && (found == WAIT_FOUND || w->first == w->nseen);
	wait_containers_refresh(&w->containers);
	for (size_t i = 0; i < w->containers.n && found != WAIT_FOUND; i++)
		if (w->containers.v[i].own == c->pid) {
			found = begin_fork(w, c, w->containers.v[i].pid, &in_containers);
			runs |= found == WAIT_NOT_YET;
		}
	return found == WAIT_FOUND || (!runs && w->containers.read > c->high);
}

/* Begins to look at new children of fork().  Those that run are not looked at before they wait, and
 * the longer they have run, the less often. */
static void
begin_forks(struct waits *w)
{
	uint64_t now = clock_now(CLOCK_MONOTONIC);
	size_t n = 0;

	wait_forks_read(&w->forks, w->options.directory);
	for (size_t i = 0; i < w->forks.nv; i++) {
		struct wait_fork *c = &w->forks.v[i];
		bool is_time = now - c->looked >= (now - c->low) / 8;

		if (is_time)
			c->looked = now;
		if (!is_time || !find_fork(w, c))
			w->forks.v[n++] = *c;
	}
	w->forks.nv = n;
}

/* Looks for new recordings if the directory has changed. */
static void
see_directory(struct waits *w)
{
	uint64_t changed;
	struct dirent *entry;
	struct stat st;
	DIR *d;
	int fd;

	if (fstat(w->options.directory, &st) != 0)
		return;
	changed = (uint64_t)st.st_mtim.tv_sec * 1000000000 + (uint64_t)st.st_mtim.tv_nsec;
	if (changed == w->changed && clock_now(CLOCK_REALTIME) - changed > granularity)
		return;
	w->changed = changed;
	fd = openat(w->options.directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	d = fd >= 0 ? fdopendir(fd) : NULL;
	while (d != NULL && (entry = readdir(d)) != NULL)
		see_file(w, entry->d_name);
	if (d != NULL)
		closedir(d);
	else if (fd >= 0)
		close(fd);
}

/* Closes TASK.  Stores its name if the system did not allow to look at its threads. */
static void
end_task(struct waits *w, struct wait_task *task)
{
	if (task->target.is_refused && w->nrefused++ == 0)
		w->refused = mem_text(task->name, strlen(task->name));
	wait_task_close(task);
}

/* Looks at all processes once. */
static void
look(struct waits *w)
{
	uint64_t now = clock_now(CLOCK_MONOTONIC);
	bool is_time = now - w->written >= writing;

	see_directory(w);
	for (uint32_t i = w->first; i < w->nseen; i++)
		if (w->seen[i].tries > 0)
			begin_task(w, &w->seen[i]);
	while (w->first < w->nseen && w->seen[w->first].tries == 0)
		w->first++;
	if (w->options.has_forks)
		begin_forks(w);
	for (struct wait_task **at = &w->tasks, *task; (task = *at) != NULL;) {
		uint64_t begin = clock_now(CLOCK_THREAD_CPUTIME_ID);

		task->target.is_sparing = w->cost * BUDGET > 1000000000 / w->options.hz;
		if (!task->is_over)
			wait_task_look(task, &w->walk);
		if (is_time && !task->is_over)
			wait_task_flush(task);
		task->spent += clock_now(CLOCK_THREAD_CPUTIME_ID) - begin;
		if (task->is_over) {
			*at = task->next;
			end_task(w, task);
		} else {
			at = &task->next;
		}
	}
	if (is_time)
		w->written = now;
}

/* Waits until the time AT.  False: the work ends. */
static bool
wait_until(struct waits *w, uint64_t at)
{
	const struct timespec time = { (time_t)(at / 1000000000), (long)(at % 1000000000) };
	bool is_ending;

	pthread_mutex_lock(&w->lock);
	while (!w->is_ending && pthread_cond_timedwait(&w->ending, &w->lock, &time) == 0)
		;
	is_ending = w->is_ending;
	pthread_mutex_unlock(&w->lock);
	return !is_ending;
}

static void *
run(void *with)
{
	struct waits *w = with;
	uint64_t period = 1000000000 / w->options.hz, next = clock_now(CLOCK_MONOTONIC), now;
	uint64_t spent = clock_now(CLOCK_THREAD_CPUTIME_ID), cost;

	do {
		look(w);
		cost = clock_now(CLOCK_THREAD_CPUTIME_ID) - spent;
		spent += cost;
		w->cost += cost / 16;
		w->cost -= w->cost / 16;
		/* The average follows slowly, so that the first look at many threads is not
		 * followed by a long rest. */
		cost = cost > 2 * w->cost ? 2 * w->cost : cost > w->cost ? cost : w->cost;
		now = clock_now(CLOCK_MONOTONIC);
		next += cost * BUDGET > period ? cost * BUDGET : period;
		if (next < now)
			next = now;
	} while (wait_until(w, next));
	return NULL;
}

/* Says in one line why waits are missing. */
static void
tell_refused(const struct waits *w)
{
	char scope = yama_scope();

	if (w->nrefused == 0 || !isatty(STDERR_FILENO))
		return;
	if (scope >= '2')
		message("where threads wait is not known: kernel.yama.ptrace_scope is %c; with 1 or 0 "
			"it is", scope);
	else
		message("where %s%s waited is not known: the system protects programs with set-user-ID "
			"and those that forbid it (PR_SET_DUMPABLE)%s", w->refused,
			w->nrefused > 1 ? " and others" : "",
			scope == '1' ? ", and daemons (kernel.yama.ptrace_scope is 1)" : "");
}

struct waits *
waits_begin(const struct waits_options *o)
{
	struct waits *w = mem_new(1, sizeof(*w));
	pthread_condattr_t clock;

	w->options = *o;
	w->forks.fd = -1;
	w->walk.is_ending = &w->is_ending;
	descriptors_allow();
	pthread_mutex_init(&w->lock, NULL);
	pthread_condattr_init(&clock);
	pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
	pthread_cond_init(&w->ending, &clock);
	pthread_condattr_destroy(&clock);
	if (pthread_create(&w->thread, NULL, run, w) == 0)
		return w;
	free(w);
	return NULL;
}

void
waits_end(struct waits *w)
{
	struct wait_task *next;

	if (w == NULL)
		return;
	pthread_mutex_lock(&w->lock);
	w->is_ending = true;
	pthread_cond_signal(&w->ending);
	pthread_mutex_unlock(&w->lock);
	pthread_join(w->thread, NULL);
	for (struct wait_task *task = w->tasks; task != NULL; task = next) {
		next = task->next;
		end_task(w, task);
	}
	tell_refused(w);
	free(w->refused);
	for (uint32_t i = 0; i < w->nseen; i++)
		free(w->seen[i].name);
	free(w->seen);
	numbering_release(&w->seen_numbers);
	wait_images_release(&w->images);
	wait_containers_release(&w->containers);
	wait_forks_release(&w->forks);
	unwind_memory_release(&w->walk.memory);
	pthread_cond_destroy(&w->ending);
	pthread_mutex_destroy(&w->lock);
	free(w);
}
