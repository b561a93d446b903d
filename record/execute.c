/* execute.c - functions of libc that execute programs
 *
 * LD_PRELOAD loads the recorder into the programs that a recorded program executes.  If such a
 * program cannot be started with our library, the library is removed from LD_PRELOAD.  It is also
 * removed if the program cannot open the library, because it has another root directory, mount
 * namespace or user than the program that was recorded first: then the loader would write a line to
 * standard error.
 *
 * If the recorder is halted here, it also starts halted in the executed program.  To say so, the
 * variable REC_ENV_OFF is added or removed.  If the recorded program itself has set the state, by
 * moncontrol(), the variable stays as it is, because that state was meant for the recorded program
 * alone.
 *
 * If the new environment has no LD_PRELOAD, none is added: the executed program may need this.
 *
 * SPDX-License-Identifier: ISC
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include <wordexp.h>

#include "record/execute.h"
#include "record/sampling.h"
#include "record/syscalls.h"

#define FILES "/proc/self/fd/"		/* the open files of the process */

/* Returns the search path: the value of PATH, or what execvp() uses instead. */
static const char *
search_path(void)
{
	for (char **at = environ; at != NULL && *at != NULL; at++) {
		if (text_begins(*at, "PATH="))
			return *at + sizeof "PATH=" - 1;
	}
	return "/bin:/usr/bin";
}

/* Is PATH a file that may be executed?  A directory is not: execvp() skips it. */
static bool
is_executable(const char *path)
{
	struct stat status;

	return sys_call(SYS_faccessat, AT_FDCWD, (long)path, X_OK, 0, 0, 0) == 0
		&& sys_call(SYS_newfstatat, AT_FDCWD, (long)path, (long)&status, 0, 0, 0) == 0
		&& S_ISREG(status.st_mode);
}

/* Writes the path of the file that execvp(FILE) executes to PATH, which has SIZE bytes.  If FILE
 * has a slash, the path is FILE, and need not exist.  False: FILE is too long, or no directory of
 * the search path contains FILE. */
static bool
search(const char *file, char *path, size_t size)
{
	const char *at = search_path();

	for (const char *p = file; *p != '\0'; p++) {
		if (*p == '/')
			return text_append(path, path + size, file) < path + size - 1;
	}
	for (;;) {
		const char *end = at;
		char *to = path;

		while (*end != '\0' && *end != ':')
			end++;
		while (at < end && to < path + size - 2)
			*to++ = *at++;
		if (to > path)
			*to++ = '/';
		text_append(to, path + size, file);
		if (is_executable(path))
			return true;
		if (*end == '\0')
			return false;
		at = end + 1;
	}
}

/* A call of a public function of this file, with its arguments except the environment. */
struct execution {
	enum interposed function;
	int directory;			/* descriptor of a directory; for fexecve(), of the file */
	const char *path;
	char *const *arguments;
	int flags;
	pid_t *pid;
	const posix_spawn_file_actions_t *actions;
	const posix_spawnattr_t *attributes;
};

/* Calls the function of libc that X describes, with ENVIRONMENT, and returns its result. */
static int
run(const struct execution *x, char *const *environment)
{
	switch (x->function) {
	case NEXT_execvpe:
		return NEXT(execvpe)(x->path, x->arguments, environment);
	case NEXT_fexecve:
		return NEXT(fexecve)(x->directory, x->arguments, environment);
	case NEXT_execveat:
		/* glibc before 2.34 has no execveat(). */
		if (NEXT(execveat) == NULL)
			return (int)NEXT(syscall)(SYS_execveat, x->directory, x->path, x->arguments,
				environment, x->flags);
		return NEXT(execveat)(x->directory, x->path, x->arguments, environment, x->flags);
	case NEXT_posix_spawn:
		return NEXT(posix_spawn)(x->pid, x->path, x->actions, x->attributes, x->arguments,
			environment);
	case NEXT_posix_spawnp:
		return NEXT(posix_spawnp)(x->pid, x->path, x->actions, x->attributes, x->arguments,
			environment);
	default:
		return NEXT(execve)(x->path, x->arguments, environment);
	}
}

/* Does the search path have a program FILE that cannot be started with our library? */
static bool
search_refuses_recorder(const char *file)
{
	/* The stack may be small, so PATH_MAX bytes are taken only if needed. */
	size_t needed, size;
	char *path;

	if (!text_can_be_read(file))
		return false;
	needed = text_length(search_path()) + text_length(file) + 3;
	size = needed < PATH_MAX ? needed : PATH_MAX;
	path = __builtin_alloca(size);
	return search(file, path, size) && file_refuses_recorder(AT_FDCWD, path);
}

/* Can the program in the descriptor FD not be started with our library? */
static bool
descriptor_refuses_recorder(int fd)
{
	char path[sizeof FILES + 20];
	char *end = text_append(path, path + sizeof path, FILES);

	text_append_number(end, path + sizeof path, (uint64_t)fd);
	return file_refuses_recorder(AT_FDCWD, path);
}

/* Does X execute a program that cannot be started with our library? */
static bool
executes_unrecordable(const struct execution *x)
{
	switch (x->function) {
	case NEXT_execvpe:
	case NEXT_posix_spawnp:
		return search_refuses_recorder(x->path);
	case NEXT_fexecve:
		return descriptor_refuses_recorder(x->directory);
	case NEXT_execveat:
		if ((x->flags & AT_EMPTY_PATH) != 0 && text_can_be_read(x->path) && *x->path == '\0')
			return descriptor_refuses_recorder(x->directory);
		return file_refuses_recorder(x->directory, x->path);
	default:
		return file_refuses_recorder(AT_FDCWD, x->path);
	}
}

/* Can the program that is executed next not load our library, whose path are the LENGTH bytes at
 * LIBRARY?  Nothing is known about a library that the loader searches. */
static bool
is_out_of_reach(const char *library, size_t length)
{
	char *path = __builtin_alloca(length + 1);
	bool is_absolute = *library == '/';

	for (size_t i = 0; i < length; i++) {
		is_absolute &= library[i] != '$';	/* "$LIB" is replaced by the loader */
		path[i] = library[i];
	}
	path[length] = '\0';
	return is_absolute && !file_can_be_loaded(path);
}

/* Like run(), for a child of vfork() that has restricted its system calls.  If the program is
 * executed, the parent goes on, and is not restricted. */
static int
run_in_child(const struct execution *x, char *const *environment)
{
	int result;

	rec_quiet = NOT_QUIET;
	result = run(x, environment);
	rec_quiet = QUIET_IN_CHILD;
	return result;
}

static void
note_unrecorded(void)
{
	file_note(REC_UNRECORDED);
}

/* Calls the function of libc that X describes, with ENVIRONMENT as changed by the rules at the head
 * of this file.  Returns the result of the function.  The child of vfork() may call this function,
 * so memory is on the stack. */
static int
execute(const struct execution *x, char *const *environment)
{
	uint32_t state = control_state();
	struct change change = { .off = state == REC_OFF };
	const char *library;
	size_t length;

	if (rec_quiet == QUIET_IN_CHILD)
		return run_in_child(x, environment);
	if (x->function != NEXT_posix_spawn && x->function != NEXT_posix_spawnp)
		sampling_leave();
	/* The kernel refuses arguments that cannot be read.  If rec_quiet, the executed program has
	 * the same restrictions, and its recorder finds this out. */
	if (!rec_started || rec_quiet || x->path == NULL || !environment_can_be_read(environment))
		return run(x, environment);
	library = environment_library(environment, &length);
	if (library == NULL)
		return run(x, environment);
	change.removes_library = is_out_of_reach(library, length) || executes_unrecordable(x);
	change.sets_off = !rec_state_is_own && (state == REC_ON || state == REC_OFF)
		&& environment_is_off(environment) != change.off;
	if (change.removes_library || !file_can_be_made())
		note_unrecorded();
	if (!change.removes_library && !change.sets_off)
		return run(x, environment);
	return run(x, environment_copy(environment, &change,
		__builtin_alloca(environment_bytes(environment))));
}

EXPORT int
execve(const char *path, char *const arguments[], char *const environment[])
{
	struct execution x = { .function = NEXT_execve, .path = path, .arguments = arguments };

	return execute(&x, environment);
}

EXPORT int
execv(const char *path, char *const arguments[])
{
	return execve(path, arguments, environ);
}

EXPORT int
execvpe(const char *file, char *const arguments[], char *const environment[])
{
	struct execution x = { .function = NEXT_execvpe, .path = file, .arguments = arguments };

	return execute(&x, environment);
}

EXPORT int
execvp(const char *file, char *const arguments[])
{
	return execvpe(file, arguments, environ);
}

EXPORT int
fexecve(int fd, char *const arguments[], char *const environment[])
{
	struct execution x = { .function = NEXT_fexecve, .directory = fd, .path = "",
		.arguments = arguments };

	return execute(&x, environment);
}

EXPORT int
execveat(int fd, const char *path, char *const arguments[], char *const environment[], int flags)
{
	struct execution x = { .function = NEXT_execveat, .directory = fd, .path = path,
		.arguments = arguments, .flags = flags };

	return execute(&x, environment);
}

EXPORT int
posix_spawn(pid_t *restrict pid, const char *restrict path,	/* NOLINT: libc's prototype */
	const posix_spawn_file_actions_t *restrict actions,
	const posix_spawnattr_t *restrict attributes, char *const arguments[restrict],
	char *const environment[restrict])
{
	struct execution x = { .function = NEXT_posix_spawn, .path = path, .arguments = arguments,
		.pid = pid, .actions = actions, .attributes = attributes };

	return execute(&x, environment);
}

EXPORT int
posix_spawnp(pid_t *restrict pid, const char *restrict file,	/* NOLINT: libc's prototype */
	const posix_spawn_file_actions_t *restrict actions,
	const posix_spawnattr_t *restrict attributes, char *const arguments[restrict],
	char *const environment[restrict])
{
	struct execution x = { .function = NEXT_posix_spawnp, .path = file, .arguments = arguments,
		.pid = pid, .actions = actions, .attributes = attributes };

	return execute(&x, environment);
}

/* system(), popen() and wordexp() execute a shell with `environ`, by a function of libc that cannot
 * be replaced.  If the shell cannot be started with our library, or cannot load it, removes the
 * library from LD_PRELOAD in `environ`. */
static void
prepare_for_shell(void)
{
	const char *library;
	size_t length;

	if (!rec_started || rec_quiet)
		return;
	library = environment_library(environ, &length);
	if (library == NULL || (!is_out_of_reach(library, length)
			&& !file_refuses_recorder(AT_FDCWD, "/bin/sh")))
		return;
	environment_clean(environ);
	note_unrecorded();
}

EXPORT int
system(const char *command)
{
	prepare_for_shell();
	return NEXT(system)(command);
}

EXPORT FILE *
popen(const char *command, const char *mode)
{
	prepare_for_shell();
	return NEXT(popen)(command, mode);
}

EXPORT int
wordexp(const char *restrict words, wordexp_t *restrict result, int flags)
{
	prepare_for_shell();
	return NEXT(wordexp)(words, result, flags);
}
