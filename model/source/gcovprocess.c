/* gcovprocess.c - the process of gcov, whose memory is limited
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "source/gcovprocess.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"
#include "source/gcdafiles.h"

enum {
	MEMORY_PER_BYTE = 256,		/* bytes of memory that gcov may use for each byte of its
					 * files; it usually needs 27 */
	MEMORY_MIN = 256 << 20,		/* bytes of memory that gcov may use in addition, whatever
					 * its files */
};

/* Returns the most bytes of memory that a gcov that reads the N files FILES may use. */
static uint64_t
memory_for(char *const *files, size_t n)
{
	uint64_t most = MEMORY_MIN;

	for (size_t i = 0; i < n; i++)
		most += MEMORY_PER_BYTE * gcdafiles_size(files[i]);
	return most;
}

/* Limits the memory of this process to MOST bytes.  If a signal ends the process, no core is
 * written. */
static void
limit_memory(uint64_t most)
{
	const struct rlimit none = { 0, 0 };
	struct rlimit limit;

	(void)setrlimit(RLIMIT_CORE, &none);
	if (getrlimit(RLIMIT_DATA, &limit) != 0 || limit.rlim_cur <= most)
		return;
	limit.rlim_cur = (rlim_t)most;
	(void)setrlimit(RLIMIT_DATA, &limit);
}

/* Replaces standard stream STREAM by /dev/null, opened with FLAGS. */
static bool
open_null(int stream, int flags)
{
	int fd = open("/dev/null", flags);

	if (fd < 0 || fd == stream)
		return fd >= 0;
	if (dup2(fd, stream) < 0)
		return false;
	close(fd);
	return true;
}

/* Makes this process, a child of gprowse, the gcov program ARGS, which may use MOST bytes of
 * memory and writes to OUTPUT.  gcov trusts the lengths in its files, so a damaged file could make
 * it fill the memory of the machine: the limit is set before gcov runs.  If gcov cannot be
 * executed, writes the errno to REPORT, and ends.  Other threads of gprowse may have held locks
 * during fork(), so only system calls are made here. */
static void
become_gcov(const char *const *args, uint64_t most, int output, int report)
{
	int error;

	/* gcov gets a process group of its own, so that its children can be killed, too. */
	setpgid(0, 0);
	if (open_null(STDIN_FILENO, O_RDONLY) && dup2(output, STDOUT_FILENO) >= 0
	    && open_null(STDERR_FILENO, O_WRONLY)) {
		limit_memory(most);
		execvp(args[0], (char *const *)args);
	}
	error = errno;
	while (write(report, &error, sizeof(error)) < 0 && errno == EINTR)
		;
	for (;;)
		kill(getpid(), SIGKILL);	/* exit() would run handlers of gprowse */
}

/* Waits until process PID has ended. */
static void
wait_for(pid_t pid)
{
	int status;

	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
}

/* Starts ARGS in a child process, which may use MOST bytes of memory.  OUTPUT and REPORT are pipes.
 * Returns 0 or an errno. */
static int
start(struct gcov_process *process, const char *const *args, uint64_t most, const int output[2],
	const int report[2])
{
	int error;

	process->fd = output[0];
	process->pid = fork();
	if (process->pid == 0)
		become_gcov(args, most, output[1], report[1]);
	error = process->pid < 0 ? errno : 0;
	close(output[1]);
	close(report[1]);
	if (process->pid > 0) {
		/* A successful exec closes the other end of the pipe, which is empty then. */
		error = file_read_errno(report[0]);
		if (error != 0)
			wait_for(process->pid);
	}
	close(report[0]);
	if (error != 0)
		close(output[0]);
	return error;
}

int
gcovprocess_start(struct gcov_process *process, const char *name, char *const *files, size_t n)
{
	static const char *const options[] = { "--branch-probabilities", "--json-format",
		"--stdout", "--" };
	enum { NOPTIONS = sizeof(options) / sizeof(*options) };
	const char **args;
	int output[2], report[2], error;

	if (pipe2(output, O_CLOEXEC) != 0)
		return errno;
	if (pipe2(report, O_CLOEXEC) != 0) {
		error = errno;
		close(output[0]);
		close(output[1]);
		return error;
	}
	args = mem_new(1 + NOPTIONS + n + 1, sizeof(*args));
	args[0] = name;
	memcpy(args + 1, options, sizeof(options));
	memcpy(args + 1 + NOPTIONS, files, n * sizeof(*args));
	error = start(process, args, memory_for(files, n), output, report);
	free(args);
	return error;
}

void
gcovprocess_end(struct gcov_process *process)
{
	close(process->fd);
	kill(-process->pid, SIGKILL);
	wait_for(process->pid);
}
