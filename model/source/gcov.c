/* gcov.c - how often lines were executed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "source/gcov.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/count.h"
#include "base/mem.h"
#include "base/sort.h"
#include "source/gcdafiles.h"
#include "source/gcovjson.h"

enum {
	FILES_AT_ONCE = 64,		/* greatest number of files for one gcov process */
	MEMORY_PER_BYTE = 256,		/* bytes of memory that gcov may use for each byte of its
					 * files; it usually needs 27 */
	MEMORY_MIN = 256 << 20,		/* bytes of memory that gcov may use in addition, whatever
					 * its files */
};

/* Starts NAME, a gcov program, on the N files FILES.  *PID becomes its process, *FD a descriptor of
 * its output.  Returns 0 or an errno. */
static int
start_gcov(const char *name, char *const *files, size_t n, pid_t *pid, int *fd)
{
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	const char **args = mem_new(n + 6, sizeof(*args));
	int ends[2], error;

	if (pipe2(ends, O_CLOEXEC) != 0) {
		error = errno;
		free(args);
		return error;
	}
	args[0] = name;
	args[1] = "--branch-probabilities";
	args[2] = "--json-format";
	args[3] = "--stdout";
	args[4] = "--";
	memcpy(args + 5, files, n * sizeof(*args));
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
	posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
	/* gcov gets a process group of its own, so that its children can be killed, too. */
	posix_spawnattr_init(&attributes);
	posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
	error = posix_spawnp(pid, name, &actions, &attributes, (char *const *)args, environ);
	posix_spawnattr_destroy(&attributes);
	posix_spawn_file_actions_destroy(&actions);
	free(args);
	close(ends[1]);
	*fd = ends[0];
	if (error != 0)
		close(ends[0]);
	return error;
}

/* Limits the memory of process PID, a gcov that reads the N FILES, to several times what gcov
 * needs. gcov trusts the lengths in its files, so a damaged file could make gcov fill the memory of
 * the machine. */
static void
limit_memory(pid_t pid, char *const *files, size_t n)
{
#ifdef __linux__
	uint64_t most = MEMORY_MIN;
	struct rlimit limit;

	for (size_t i = 0; i < n; i++)
		most += MEMORY_PER_BYTE * gcdafiles_size(files[i]);
	if (prlimit(pid, RLIMIT_DATA, NULL, &limit) != 0 || limit.rlim_cur <= most)
		return;
	limit.rlim_cur = (rlim_t)most;
	(void)prlimit(pid, RLIMIT_DATA, &limit, NULL);
#else
	(void)pid, (void)files, (void)n;
#endif
}

/* Runs gcov on the N files FILES, and adds the lines that it prints to G.  False: E says why. */
static bool
run_gcov(struct gcov *g, char *const *files, size_t n, struct stop *stop, struct err *e)
{
	char name[24] = "gcov";
	struct gcov_output out = { .name = name, .data = files[0], .gcc = gcdafiles_gcc(files[0]),
		.nfiles = n };
	int error, status;
	bool ok;

	if (out.gcc > 0)
		snprintf(name, sizeof(name), "gcov-%u", out.gcc);
	error = start_gcov(name, files, n, &out.pid, &out.fd);
	if (error == ENOENT) {
		snprintf(name, sizeof(name), "gcov");
		error = start_gcov(name, files, n, &out.pid, &out.fd);
	}
	if (error != 0)
		return err_set(e, ERR_IO, "%s: %s; install the gcov of the compiler that built the "
			"program", name, strerror(error));
	limit_memory(out.pid, files, n);
	ok = gcovjson_read(g, &out, stop, e);
	close(out.fd);
	/* gcov has printed everything, or the rest is not wanted: end it. */
	kill(-out.pid, SIGKILL);
	while (waitpid(out.pid, &status, 0) < 0 && errno == EINTR)
		;
	return ok;
}

static int
by_count(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

static int
by_line(uint32_t a, uint32_t b, const void *with)
{
	const struct line_count *v = with;
	int order = strcmp(v[a].path, v[b].path);

	return order != 0 ? order : v[a].line < v[b].line ? -1 : v[a].line > v[b].line;
}

/* Adds up the counts of all occurrences of each line in G: a line of a template, an inlined
 * function or a header may occur several times.  Drops the counts of branches of a line if its
 * occurrences have different numbers of branches. */
void
gcov_add_up(struct gcov *g)
{
	uint32_t *order = mem_new(g->nlines, sizeof(*order));
	struct line_count *sums = mem_new(g->nlines, sizeof(*sums));
	size_t n = 0;

	for (size_t i = 0; i < g->nlines; i++)
		order[i] = (uint32_t)i;
	sort_numbers(order, g->nlines, by_line, g->lines);
	for (size_t i = 0; i < g->nlines; i++) {
		const struct line_count *l = &g->lines[order[i]];
		struct line_count *sum = n > 0 ? &sums[n - 1] : NULL;
		uint64_t *counts = (uint64_t *)(sum != NULL ? sum->counts : NULL);

		if (sum == NULL || sum->line != l->line || strcmp(sum->path, l->path) != 0) {
			sums[n++] = *l;
			continue;
		}
		if (sum->ncounts != l->ncounts)
			sum->ncounts = 1;
		for (size_t k = 0; k < sum->ncounts; k++)
			counts[k] = count_sum(counts[k], l->counts[k]);
	}
	for (size_t i = 0; i < n; i++) {
		assert(sums[i].ncounts > 0);
		qsort((uint64_t *)sums[i].counts + 1, sums[i].ncounts - 1,
			sizeof(uint64_t), by_count);
	}
	free(order);
	free(g->lines);
	g->lines = sums;
	g->nlines = n;
}

/* Can gcov read any of FILES?  If not, E says why.  If there are no files and DIR is NULL, returns
 * true: the program was not built with --coverage, or has not run.  Sets G->trouble. */
static bool
check_files(struct gcov *g, const struct gcda_files *files, const char *dir, struct err *e)
{
	g->trouble = files->trouble;
	if (files->n > 0)
		return true;
	if (files->trouble.kind != ERR_NONE) {
		*e = files->trouble;
		return false;
	}
	return dir == NULL || err_set(e, ERR_EMPTY, "%s: no .gcda file of this program here%s",
		dir, files->nnamed == 0 ? ": it was not built with --coverage" : "");
}

bool
gcov_read(struct gcov *g, const struct image *im, const char *dir, struct stop *stop,
	struct err *e)
{
	struct gcda_files files = { 0 };
	bool ok;

	*g = (struct gcov){ .max_silence = g->max_silence };
	ok = gcdafiles_find(&files, im, dir, stop) ? check_files(g, &files, dir, e)
		: err_set(e, ERR_STOPPED, "stopped");
	for (size_t i = 0; ok && i < files.n; i += FILES_AT_ONCE)
		ok = run_gcov(g, files.v + i, files.n - i < FILES_AT_ONCE ? files.n - i
			: FILES_AT_ONCE, stop, e);
	if (ok && files.n > 0 && g->nlines == 0)
		ok = err_set(e, ERR_FORMAT, "%s: gcov prints no counts for this file", files.v[0]);
	gcdafiles_release(&files);
	if (ok)
		gcov_add_up(g);
	else
		gcov_release(g);
	return ok;
}

void
gcov_release(struct gcov *g)
{
	free(g->lines);
	arena_release(&g->text);
	*g = (struct gcov){ 0 };
}
