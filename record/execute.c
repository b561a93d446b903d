/* execute.c - the environment of programs that a program executes
 *
 * LD_PRELOAD loads the recorder into the programs that a recorded program executes.  If such a
 * program cannot be started with our library, the library is removed from LD_PRELOAD.
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
#include <stdarg.h>
#include <sys/stat.h>
#include <unistd.h>

#include "record/sampling.h"
#include "record/syscalls.h"

#define PRELOAD "LD_PRELOAD="
#define OFF REC_ENV_OFF "="
#define LIBRARY "libgprowse.so"
#define FILES "/proc/self/fd/"		/* the open files of the process */

/* Is the entry [AT, END) of LD_PRELOAD our library? */
static bool
is_library(const char *at, const char *end)
{
	size_t length = sizeof LIBRARY - 1;

	return (size_t)(end - at) >= length && text_begins(end - length, LIBRARY);
}

/* OLD is the variable LD_PRELOAD.  Copies OLD to NEW, without our library.  NEW has as many bytes
 * as OLD.  False: no other library is in OLD. */
static bool
clean_preload(const char *old, char *new)
{
	const char *at = old + sizeof PRELOAD - 1;
	char *to = text_append(new, new + sizeof PRELOAD, PRELOAD);
	bool is_empty = true;

	while (*at != '\0') {
		const char *end = at;

		while (*end != '\0' && *end != ':' && *end != ' ')
			end++;
		if (end > at && !is_library(at, end)) {
			if (!is_empty)
				*to++ = ':';
			while (at < end)
				*to++ = *at++;
			is_empty = false;
		}
		at = *end != '\0' ? end + 1 : end;
	}
	*to = '\0';
	return !is_empty;
}

/* Returns how many strings LIST has before NULL.  LIST may be NULL. */
static size_t
count(char *const *list)
{
	size_t n = 0;

	while (list != NULL && list[n] != NULL)
		n++;
	return n;
}

/* How an environment is changed. */
struct change {
	bool removes_library;		/* our library is removed from LD_PRELOAD */
	bool sets_off;			/* REC_ENV_OFF is removed and, if .off, added */
	bool off;			/* the recorder starts halted */
};

/* Returns the length in bytes of all variables LD_PRELOAD in LIST together.  LIST may be NULL. */
static size_t
preload_bytes(char *const *list)
{
	size_t bytes = 0;

	for (; list != NULL && *list != NULL; list++) {
		if (text_begins(*list, PRELOAD))
			bytes += text_length(*list) + 1;
	}
	return bytes;
}

/* Copies the environment OLD to NEW, with the changes C.  NEW has room for one more variable than
 * OLD, and for NULL.  A changed LD_PRELOAD is stored in PRELOAD, which has preload_bytes(OLD)
 * bytes. */
static void
copy_changed(char *const *old, char **new, char *preload, const struct change *c)
{
	static char off[] = OFF "1";

	for (; old != NULL && *old != NULL; old++) {
		if (c->sets_off && text_begins(*old, OFF))
			continue;
		if (!c->removes_library || !text_begins(*old, PRELOAD)) {
			*new++ = *old;
		} else if (clean_preload(*old, preload)) {
			*new++ = preload;
			preload += text_length(preload) + 1;
		}
	}
	if (c->sets_off && c->off)
		*new++ = off;
	*new = NULL;
}

/* Does ENVIRONMENT have a variable REC_ENV_OFF that is not empty? */
static bool
is_off(char *const *environment)
{
	for (; *environment != NULL; environment++) {
		if (text_begins(*environment, OFF))
			return (*environment)[sizeof OFF - 1] != '\0';
	}
	return false;
}

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

/* Does ENVIRONMENT load our library? */
static bool
is_recorded(char *const *environment)
{
	for (; rec_started && environment != NULL && *environment != NULL; environment++) {
		const char *at = *environment;

		if (!text_begins(at, PRELOAD))
			continue;
		for (; *at != '\0'; at++) {
			if (text_begins(at, LIBRARY))
				return true;
		}
	}
	return false;
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

/* Does X execute a program that cannot be started with our library? */
static bool
executes_unrecordable(const struct execution *x)
{
	/* The stack may be small, so PATH_MAX bytes are taken only if needed. */
	size_t needed = text_length(search_path()) + text_length(x->path) + sizeof FILES + 20;
	size_t size = needed < PATH_MAX ? needed : PATH_MAX;
	char *path = __builtin_alloca(size);

	switch (x->function) {
	case NEXT_execvpe:
	case NEXT_posix_spawnp:
		return search(x->path, path, size) && file_refuses_recorder(AT_FDCWD, path);
	case NEXT_fexecve:
		text_append_number(text_append(path, path + size, FILES), path + size,
			(uint64_t)x->directory);
		return file_refuses_recorder(AT_FDCWD, path);
	case NEXT_execveat:
		if (*x->path == '\0')
			return false;
		return file_refuses_recorder(x->directory, x->path);
	default:
		return file_refuses_recorder(AT_FDCWD, x->path);
	}
}

/* Calls the function of libc that X describes, with ENVIRONMENT as changed by the rules at the head
 * of this file.  Returns the result of the function.  The child of vfork() may call this function,
 * so memory is on the stack. */
static int
execute(const struct execution *x, char *const *environment)
{
	uint32_t state = CONTROL->state;
	struct change change = { .off = state == REC_OFF };
	char **changed;
	char *preload;

	if (!is_recorded(environment) || x->path == NULL)
		return run(x, environment);
	change.removes_library = executes_unrecordable(x);
	change.sets_off = !rec_state_is_own && (state == REC_ON || state == REC_OFF)
		&& is_off(environment) != change.off;
	if (!change.removes_library && !change.sets_off)
		return run(x, environment);
	changed = __builtin_alloca((count(environment) + 2) * sizeof *changed);
	preload = __builtin_alloca(preload_bytes(environment));
	copy_changed(environment, changed, preload, &change);
	return run(x, changed);
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

	if (NEXT(execveat) == NULL) {	/* glibc before 2.34 */
		errno = ENOSYS;
		return -1;
	}
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
