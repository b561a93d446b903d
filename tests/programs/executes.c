/* executes.c - executes programs in every way that libc has
 *
 *	executes faults		with addresses that cannot be read or written
 *	executes shells [ROOT]	executes /bin/sh, in the root directory ROOT if it is given
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <wordexp.h>

static char *arguments[] = { "sh", "-c", NULL, NULL };

static void
show(const char *what, long result, int error)
{
	printf("%s: %ld, %s\n", what, result, result == -1 ? strerror(error) : "");
	fflush(stdout);
}

/* Calls EXPRESSION, and prints its result and errno. */
#define TRY(expression) do { \
		long result; \
		errno = 0; \
		result = (long)(expression); \
		show(#expression, result, errno); \
	} while (0)

/* Passes addresses that cannot be read: .wild is not mapped, .end is the end of readable memory. */
static void
try_faults(void)
{
	char *pages = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	char *const endless = memset(pages + 4000, 'x', 96);
	char **const no_null = (char **)(void *)(pages + 4096) - 2;
	char *const wild = (char *)8;
	char *bad[] = { "A=1", wild, NULL };
	char *unended[] = { "A=1", endless, NULL };
	char *unaligned[] = { pages + 4093, NULL };
	char *self[] = { "true", NULL };
	int file = open("/bin/sh", O_RDONLY | O_CLOEXEC);
	stack_t stack = { .ss_size = 65536 };
	pid_t pid;

	mprotect(pages + 4096, 4096, PROT_NONE);
	TRY(execve(wild, self, environ));
	TRY(execve("/bin/true", self, bad));
	TRY(execve("/bin/true", self, unended));
	TRY(execve("/bin/true", self, (char **)wild));
	TRY(execve("/bin/true", self, (char **)3));
	TRY(execve("/bin/true", self, no_null));
	TRY(execve("/bin/true", bad, environ));
	TRY(execve("/bin/true", (char **)wild, environ));
	TRY(execv(wild, self));
	TRY(execl(wild, "true", (char *)NULL));
	TRY(execvpe("true", self, bad));
	TRY(fexecve(file, self, bad));
	TRY(fexecve(-5, self, environ));
	TRY(execveat(AT_FDCWD, wild, self, environ, AT_EMPTY_PATH));
	TRY(execveat(file, "", self, bad, AT_EMPTY_PATH));
	TRY(execveat(file, "", self, environ, 0));
	TRY(syscall(SYS_execve, wild, self, environ));
	TRY(syscall(SYS_execve, "/bin/true", self, bad));
	TRY(syscall(SYS_execveat, file, "", self, bad, AT_EMPTY_PATH));
	TRY(posix_spawn(&pid, wild, NULL, NULL, self, environ));
	TRY(posix_spawn(&pid, "/bin/true", NULL, NULL, self, unended));
	TRY(posix_spawnp(&pid, "true", NULL, NULL, self, bad));
	memcpy(unaligned[0], "B=", 3);
	TRY(posix_spawn(&pid, "/bin/true", NULL, NULL, self, unaligned));
	waitpid(pid, NULL, 0);
	TRY(sigaltstack((stack_t *)(void *)wild, NULL));
	TRY(sigaltstack((stack_t *)(void *)(pages + 4088), NULL));
	TRY(sigaltstack(NULL, (stack_t *)(void *)wild));
	stack.ss_sp = malloc(stack.ss_size);
	TRY(sigaltstack(&stack, (stack_t *)(void *)wild));
	TRY(sigaltstack(&stack, (stack_t *)(void *)(pages + 4088)));
	TRY(sigaltstack((stack_t *)(void *)wild, NULL));
	TRY(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, wild));
	TRY(prlimit(0, RLIMIT_AS, (struct rlimit *)(void *)wild, NULL));
	TRY(setrlimit(RLIMIT_AS, (struct rlimit *)(void *)wild));
#ifdef SYS_clone3
	TRY(syscall(SYS_clone3, wild, 88));
#endif
}

static const char *const ways[] = { "execl", "execle", "execlp", "execv", "execvp", "execvpe", "fexecve",
	"execveat", "syscall", "posix_spawn", "posix_spawnp", "system", "popen", "wordexp" };

enum { WAYS = sizeof ways / sizeof *ways };

/* Executes the shell with ARGUMENTS in the WAY, without return.  FILE is /bin/sh. */
static void
execute(int way, int file)
{
	char *command = arguments[2];

	switch (way) {
	case 0: execl("/bin/sh", "sh", "-c", command, (char *)NULL); break;
	case 1: execle("/bin/sh", "sh", "-c", command, (char *)NULL, environ); break;
	case 2: execlp("sh", "sh", "-c", command, (char *)NULL); break;
	case 3: execv("/bin/sh", arguments); break;
	case 4: execvp("sh", arguments); break;
	case 5: execvpe("sh", arguments, environ); break;
	case 6: fexecve(file, arguments, environ); break;
	case 7: execveat(file, "", arguments, environ, AT_EMPTY_PATH); break;
	default: syscall(SYS_execve, "/bin/sh", arguments, environ);
	}
	_exit(126);
}

/* Runs the command in ARGUMENTS in the WAY. */
static void
run(int way, int file)
{
	char words[64], *command = arguments[2];
	wordexp_t found;
	FILE *stream;
	pid_t pid;
	int status = -1;

	if (way < 9) {
		pid = way % 2 == 0 ? fork() : vfork();
		if (pid == 0)
			execute(way, file);
	} else if (way == 9) {
		posix_spawn(&pid, "/bin/sh", NULL, NULL, arguments, environ);
	} else if (way == 10) {
		posix_spawnp(&pid, "sh", NULL, NULL, arguments, environ);
	} else if (way == 11) {
		status = system(command);
	} else if (way == 12) {
		stream = popen(command, "w");
		status = stream != NULL ? pclose(stream) : -1;
	} else {
		snprintf(words, sizeof words, "$(%s)", command);
		status = wordexp(words, &found, WRDE_SHOWERR);
		printf("%s\n", status == 0 && found.we_wordc == 1 ? found.we_wordv[0] : "?");
	}
	if (way < 11)
		waitpid(pid, &status, 0);
	if (status != 0)
		printf("%s: status %d\n", ways[way], status);
}

int
main(int argc, char **argv)
{
	int file;

	if (argc == 2 && strcmp(argv[1], "faults") == 0) {
		try_faults();
		return 0;
	}
	if (argc == 3 && (chroot(argv[2]) != 0 || chdir("/") != 0)) {
		perror(argv[2]);
		return 3;
	}
	setenv("PATH", "/bin", 1);
	file = open("/bin/sh", O_RDONLY | O_CLOEXEC);
	for (int way = 0; way < WAYS; way++) {
		char command[64];

		snprintf(command, sizeof command, "echo %s", ways[way]);
		arguments[2] = command;
		fflush(stdout);
		run(way, file);
	}
	return 0;
}
