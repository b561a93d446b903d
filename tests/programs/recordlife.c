/* Ends or goes on in the way that MODE names: recordlife MODE [ARGUMENT...].  Calls before() 1000
 * times at its beginning and after() 500 times later.  A child process calls child() 300 times. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifndef SYS_clone3
#define SYS_clone3 435
#endif

#define CLEAR_HANDLERS 0x100000000	/* CLONE_CLEAR_SIGHAND */

extern char **environ;
void moncontrol(int mode);

static volatile int sum;

__attribute__((noinline)) int before(int x)
{
	__asm__ volatile("");
	return x + 1;
}

__attribute__((noinline)) int after(int x)
{
	__asm__ volatile("");
	return x + 1;
}

__attribute__((noinline)) int child(int x)
{
	__asm__ volatile("");
	return x + 1;
}

static void call_after(void)
{
	for (int i = 0; i < 500; i++)
		sum = after(sum);
}

static void call_child(void)
{
	for (int i = 0; i < 300; i++)
		sum = child(sum);
}

/* Makes a hundred children at the same time, each of which makes a child. */
static void fork_many(void)
{
	for (int i = 0; i < 100; i++)
		if (fork() == 0) {
			call_child();
			if (fork() == 0) {
				call_child();
				exit(0);
			}
			wait(NULL);
			_exit(0);
		}
	while (wait(NULL) > 0)
		continue;
	call_after();
}

static void fork_once(void)
{
	int status = 1;

	if (fork() == 0) {
		call_child();
		exit(0);
	}
	if (wait(&status) > 0 && status == 0)
		call_after();
}

/* Halts the recorder in a child process.  The parent is still recorded. */
static void halt_child(void)
{
	if (fork() == 0) {
		moncontrol(0);
		call_child();
		_exit(0);
	}
	wait(NULL);
	call_after();
}

/* Makes children without calling the handlers of pthread_atfork(). */
static void fork_raw(void)
{
	pid_t pid = (pid_t)syscall(SYS_clone, SIGCHLD, 0L, 0L, 0L, 0L);

	if (pid == 0) {
		call_child();
		_exit(0);
	}
	waitpid(pid, NULL, 0);
#if __GLIBC_PREREQ(2, 34)
	pid = _Fork();
	if (pid == 0) {
		call_child();
		_exit(0);
	}
	waitpid(pid, NULL, 0);
#endif
	call_after();
}

/* Is called by clone() in the child. */
static int begin_child(void *argument)
{
	(void)argument;
	call_child();
	_exit(0);
}

/* Makes children with a copy of the memory, by clone() and, if it exists, by the call clone3. */
static void clone_copy(void)
{
	static char stack[1 << 16] __attribute__((aligned(16)));
	uint64_t arguments[8] = {[4] = SIGCHLD};	/* struct clone_args: exit_signal */
	pid_t pid = clone(begin_child, stack + sizeof(stack), SIGCHLD, NULL);

	waitpid(pid, NULL, 0);
	pid = (pid_t)syscall(SYS_clone3, arguments, sizeof(arguments));
	if (pid < 0)	/* an old kernel */
		pid = clone(begin_child, stack + sizeof(stack), SIGCHLD, NULL);
	else if (pid == 0)
		begin_child(NULL);
	waitpid(pid, NULL, 0);
	if (syscall(SYS_clone3, 8L, sizeof(arguments)) != -1)
		exit(1);
	call_after();
}

static int call_children(void *argument)
{
	(void)argument;
	for (int i = 0; i < 10000; i++)
		call_child();
	return 0;
}

/* A child with the memory of its parent, which counts at the same time. */
static void clone_shared(void)
{
	static char stack[1 << 16] __attribute__((aligned(16)));
	pid_t pid;

	call_child();		/* adds the arc */
	pid = clone(call_children, stack + sizeof(stack), CLONE_VM | SIGCHLD, NULL);
	call_children(NULL);
	waitpid(pid, NULL, 0);
	call_after();
}

/* Filters system calls, and allows all of them. */
static void filter_calls(void)
{
	struct sock_filter all[] = {BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
	struct sock_fprog filter = {1, all};

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0
	    || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) != 0)
		exit(77);
}

/* A child by the system call clone3, after a filter of system calls. */
static void clone_filtered(void)
{
	uint64_t arguments[8] = {[4] = SIGCHLD};
	pid_t pid;

	filter_calls();
	pid = (pid_t)syscall(SYS_clone3, arguments, sizeof(arguments));
	if (pid == 0)
		begin_child(NULL);
	waitpid(pid, NULL, 0);
	call_after();
}

/* A child by the system call clone3 that begins without handlers of signals, and is sampled. */
static void clone_cleared(void)
{
	uint64_t arguments[8] = {CLEAR_HANDLERS, [4] = SIGCHLD};
	clock_t end;
	int status = 1;
	pid_t pid = (pid_t)syscall(SYS_clone3, arguments, sizeof(arguments));

	if (pid < 0)	/* an old kernel */
		pid = fork();
	if (pid == 0) {
		for (end = clock() + CLOCKS_PER_SEC / 20; clock() < end;)
			sum++;
		begin_child(NULL);
	}
	if (waitpid(pid, &status, 0) != pid || status != 0)
		exit(1);
	call_after();
}

static void vfork_many(void)
{
	for (int i = 0; i < 100; i++) {
		pid_t pid = vfork();

		if (pid == 0) {
			sum = child(sum);
			_exit(0);
		}
		waitpid(pid, NULL, 0);
	}
	call_after();
}

static void spawn_itself(char **argv)
{
	char *arguments[] = {argv[0], "exit", NULL};
	pid_t pid;

	if (posix_spawn(&pid, argv[0], NULL, NULL, arguments, environ) == 0)
		waitpid(pid, NULL, 0);
	call_after();
}

/* Becomes a daemon that closes all files, and then opens its own. */
static void become_daemon(void)
{
	if (fork() != 0)
		_exit(0);
	setsid();
	if (fork() != 0)
		_exit(0);
	if (chdir("/") != 0)
		_exit(1);
	for (int i = 0; i < 1024; i++)
		close(i);
	open("/dev/null", O_RDWR);
	call_after();
	exit(0);
}

static void change_root(const char *directory)
{
	if (chroot(directory) != 0 || chdir("/") != 0 || setgid(65534) != 0 || setuid(65534) != 0)
		puts("not possible");
	fork_once();
}

/* Makes a child that gives its rights away before it counts anything, by functions of libc or, if
 * IS_RAW, by syscall(). */
static void confine_child(const char *directory, int is_raw)
{
	int status = 1;

	if (fork() == 0) {
		if (is_raw && (syscall(SYS_chroot, directory) != 0 || chdir("/") != 0
				|| syscall(SYS_setgid, 65534) != 0 || syscall(SYS_setuid, 65534) != 0))
			_exit(2);
		if (!is_raw && (chroot(directory) != 0 || chdir("/") != 0 || setgid(65534) != 0
				|| setuid(65534) != 0))
			_exit(2);
		call_child();
		_exit(0);
	}
	if (wait(&status) > 0 && status == 0)
		call_after();
}

/* Makes a child that limits what it may have open before it counts anything. */
static void limit_child(void)
{
	const struct rlimit none = {0, 0};

	if (fork() == 0) {
		setrlimit(RLIMIT_NOFILE, &none);
		call_child();
		_exit(0);
	}
	wait(NULL);
	call_after();
}

static void *run(void *argument)
{
	call_child();
	if (argument != NULL)
		pthread_exit(NULL);
	return NULL;
}

static void fork_in_thread(void)
{
	pthread_t id;

	pthread_create(&id, NULL, run, &id);
	pthread_join(id, NULL);
	fork_once();
}

/* Makes a child in a signal handler, which may interrupt counting. */
static void fork_in_handler(int number)
{
	(void)number;
	if (fork() == 0) {
		call_child();
		signal(SIGALRM, SIG_DFL);
		return;
	}
}

static void handlers(void)
{
	pid_t self = getpid();
	int forks = 0;

	signal(SIGALRM, fork_in_handler);
	ualarm(300, 0);
	while (forks < 20 && getpid() == self) {
		for (int i = 0; i < 20000 && getpid() == self; i++)
			sum = after(sum);
		if (getpid() != self)
			break;
		/* On a fast machine, the alarm may come in one of the next loops. */
		if (waitpid(-1, NULL, 0) > 0 && ++forks < 20)
			ualarm(300, 0);
	}
	if (getpid() != self)
		exit(0);
	puts("20 forks");
}

static void limit(int resource, rlim_t most)
{
	struct rlimit limits = {most, most};

	setrlimit(resource, &limits);
}

int main(int argc, char **argv)
{
	const char *mode = argc > 1 ? argv[1] : "exit";

	for (int i = 0; i < 1000; i++)
		sum = before(sum);
	if (strcmp(mode, "exit") == 0)
		call_after();
	else if (strcmp(mode, "_exit") == 0)
		call_after(), _exit(3);
	else if (strcmp(mode, "segv") == 0)
		call_after(), *(volatile int *)8 = 1;
	else if (strcmp(mode, "abort") == 0)
		call_after(), abort();
	else if (strcmp(mode, "kill") == 0)
		call_after(), raise(SIGKILL);
	else if (strcmp(mode, "exec") == 0)
		execv(argv[2], argv + 2);
	else if (strcmp(mode, "fork") == 0)
		fork_once();
	else if (strcmp(mode, "forks") == 0)
		fork_many();
	else if (strcmp(mode, "halt") == 0)
		halt_child();
	else if (strcmp(mode, "clone") == 0)
		clone_copy();
	else if (strcmp(mode, "shared") == 0)
		clone_shared();
	else if (strcmp(mode, "cleared") == 0)
		clone_cleared();
	else if (strcmp(mode, "filtered") == 0)
		clone_filtered();
	else if (strcmp(mode, "raw") == 0)
		fork_raw();
	else if (strcmp(mode, "vfork") == 0)
		vfork_many();
	else if (strcmp(mode, "spawn") == 0)
		spawn_itself(argv);
	else if (strcmp(mode, "daemon") == 0)
		become_daemon();
	else if (strcmp(mode, "chroot") == 0)
		change_root(argv[2]);
	else if (strcmp(mode, "confined child") == 0)
		confine_child(argv[2], 0);
	else if (strcmp(mode, "confined child by calls") == 0)
		confine_child(argv[2], 1);
	else if (strcmp(mode, "limited child") == 0)
		limit_child();
	else if (strcmp(mode, "thread") == 0)
		fork_in_thread();
	else if (strcmp(mode, "handlers") == 0)
		handlers();
	else if (strcmp(mode, "sizes") == 0)
		limit(RLIMIT_FSIZE, (rlim_t)atol(argv[2])), fork_once();
	else if (strcmp(mode, "descriptors") == 0)
		limit(RLIMIT_NOFILE, 0), fork_once();
	else if (strcmp(mode, "halt without") == 0)
		limit(RLIMIT_NOFILE, 0), halt_child();
	else if (strcmp(mode, "halt filtered") == 0)
		filter_calls(), halt_child();
	else if (strcmp(mode, "memory") == 0)
		limit(RLIMIT_AS, (rlim_t)300 << 20), fork_once();
	else
		return 99;
	puts("end");
	return 0;
}
