/* Does what MODE names between two breakpoints: recordsteps MODE [ARGUMENT].  tests/stepped.c
 * interrupts it at each instruction in between.  Exits with 42, also if the second breakpoint is not
 * reached.  Handlers of SIGUSR1 and SIGUSR2 count calls of their own. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
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
#include <time.h>
#include <unistd.h>

#define UNCOUNTED __attribute__((no_instrument_function))
#define BREAKPOINT() __asm__ volatile("int3" ::: "memory")

void moncontrol(int mode);
int profil(unsigned short *buffer, size_t size, size_t offset, unsigned scale);
pid_t _Fork(void);

static const char *argument;
static volatile int sum;

__attribute__((noinline)) static int f(int x)
{
	__asm__ volatile("");
	return x + 1;
}

/* Calls f() from so many places that the table of arcs grows. */
#define CALL sum = f(sum);
#define TEN(x) x x x x x x x x x x
UNCOUNTED static void call_from_everywhere(void)
{
	TEN(TEN(CALL)) TEN(TEN(CALL)) TEN(TEN(CALL))
}

UNCOUNTED static int fail(const char *what)
{
	printf("%s\n", what);
	exit(1);
}

/* Waits for the child PID, which must exit with 7 or be killed. */
UNCOUNTED static void wait_for(pid_t pid)
{
	int status = 0;

	while (waitpid(pid, &status, 0) != pid)
		continue;
	if (status != 7 << 8 && status != SIGKILL)
		fail("the child has failed");
}

static void count_in_handler(int number)
{
	(void)number;
	sum = f(sum);
}

static void fork_in_handler(int number)
{
	pid_t pid = _Fork();

	(void)number;
	if (pid == 0) {
		sum = f(sum);
		_exit(7);
	}
	wait_for(pid);
}

UNCOUNTED static void child_of(pid_t pid)
{
	if (pid == 0) {
		sum = f(sum);
		_exit(7);
	}
	wait_for(pid);
}

static int begin_child(void *unused)
{
	(void)unused;
	sum = f(sum);
	_exit(7);
}

UNCOUNTED static void by_clone(void)
{
	static char stack[1 << 16] __attribute__((aligned(16)));

	wait_for(clone(begin_child, stack + sizeof(stack), SIGCHLD, NULL));
}

/* The child may be killed while it changes what it shares with its parent. */
UNCOUNTED static void by_vfork(void)
{
	pid_t pid = vfork();

	if (pid == 0) {
		sum = f(sum);
		_exit(7);
	}
	wait_for(pid);
	call_from_everywhere();
}

/* A child without a recording of its own makes a child. */
UNCOUNTED static void fork_twice(void)
{
	pid_t pid = fork();

	if (pid == 0) {
		child_of(fork());
		exit(7);
	}
	wait_for(pid);
}

/* Makes a thread in a child, and a child in this thread. */
static void *run_and_fork(void *unused)
{
	(void)unused;
	child_of(fork());
	return NULL;
}

UNCOUNTED static void fork_in_thread(void)
{
	pid_t pid = fork();
	pthread_t id;

	if (pid == 0) {
		if (pthread_create(&id, NULL, run_and_fork, NULL) != 0)
			_exit(1);
		pthread_join(id, NULL);
		_exit(7);
	}
	wait_for(pid);
}

static void *run(void *unused)
{
	(void)unused;
	sum = f(sum);
	return NULL;
}

static void *run_to_exit(void *unused)
{
	(void)unused;
	sum = f(sum);
	pthread_exit(NULL);
}

static void *run_to_cancel(void *unused)
{
	(void)unused;
	sum = f(sum);
	pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
	for (;;)
		pause();
}

UNCOUNTED static void by_thread(void *(*start)(void *), int cancels)
{
	pthread_t id;

	if (pthread_create(&id, NULL, start, NULL) != 0)
		fail("no thread");
	if (cancels)
		pthread_cancel(id);
	pthread_join(id, NULL);
}

/* Another thread counts calls and needs the lock of the recorder while this one forks. */
static void *run_and_grow(void *unused)
{
	(void)unused;
	call_from_everywhere();
	return NULL;
}

UNCOUNTED static void fork_beside_thread(void)
{
	pthread_t id;

	if (pthread_create(&id, NULL, run_and_grow, NULL) != 0)
		fail("no thread");
	child_of(fork());
	pthread_join(id, NULL);
}

UNCOUNTED static void load(void)
{
	void *library = dlopen(argument, RTLD_NOW);
	int (*plug)(int) = library == NULL ? NULL : (int (*)(int))dlsym(library, "plug");

	if (plug == NULL)
		fail("no library");
	sum = plug(sum);
	dlclose(library);
}

UNCOUNTED static void halt(void)
{
	moncontrol(0);
	sum = f(sum);
	moncontrol(1);
	sum = f(sum);
}

UNCOUNTED static void buffers(void)
{
	static unsigned short buffer[4096];

	profil(buffer, sizeof(buffer), (size_t)f & ~(size_t)4095, 65536);
	sum = f(sum);
	profil(NULL, 0, 0, 0);
}

UNCOUNTED static void signals(void)
{
	static char memory[1 << 16];
	stack_t stack = { .ss_sp = memory, .ss_size = sizeof(memory) }, old;
	struct sigaction action = { .sa_handler = count_in_handler, .sa_flags = SA_ONSTACK };
	sigset_t all, before;

	sigaltstack(&stack, &old);
	sigaction(SIGUSR1, &action, NULL);
	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, &before);
	sum = f(sum);
	sigprocmask(SIG_SETMASK, &before, NULL);
	action.sa_handler = SIG_DFL;
	sigaction(SIGRTMAX - 3, &action, NULL);
	sigaltstack(&old, NULL);
}

UNCOUNTED static void limits(void)
{
	struct rlimit limit;

	getrlimit(RLIMIT_AS, &limit);
	limit.rlim_cur = (rlim_t)1 << 30;
	setrlimit(RLIMIT_AS, &limit);
	sum = f(sum);
	mlockall(MCL_CURRENT | MCL_FUTURE);
	munlockall();
	sum = f(sum);
}

UNCOUNTED static void restrict_calls(void)
{
	struct sock_filter all[] = { BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW) };
	struct sock_fprog filter = { 1, all };

	for (int i = 0; i < 2; i++) {
		sum = f(sum);
		if (i == 0 && (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0
				|| prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) != 0))
			fail("no filter");
	}
}

UNCOUNTED static void execute(void)
{
	char self[] = "/proc/self/exe", mode[] = "executed";
	char *arguments[] = { self, mode, NULL };

	execv(self, arguments);
}

UNCOUNTED static void spawn(void)
{
	char self[] = "/proc/self/exe", mode[] = "executed";
	char *arguments[] = { self, mode, NULL };
	int status = 0;
	pid_t pid;

	if (posix_spawn(&pid, self, NULL, NULL, arguments, environ) != 0)
		fail("no child");
	while (waitpid(pid, &status, 0) != pid)
		continue;
	if (status != 42 << 8)
		fail("the child has failed");
	sum = f(sum);
}

UNCOUNTED static void fail_to_execute(void)
{
	char *arguments[] = { NULL };

	execv("/", arguments);
	sum = f(sum);
}

/* A child gives rights away before it counts. */
UNCOUNTED static void give_rights_away(void)
{
	pid_t pid = fork();

	if (pid == 0) {
		if (setgid(getgid()) != 0 || setuid(getuid()) != 0)
			_exit(1);
		sum = f(sum);
		_exit(7);
	}
	wait_for(pid);
}

static sem_t expired;

static void on_timer(union sigval unused)
{
	(void)unused;
	sum = f(sum);
	sem_post(&expired);
}

/* libc makes a thread. */
UNCOUNTED static void by_timer(void)
{
	struct sigevent event = { .sigev_notify = SIGEV_THREAD, .sigev_notify_function = on_timer };
	struct itimerspec soon = { .it_value = { 0, 1 } };
	timer_t timer;

	sem_init(&expired, 0, 0);
	if (timer_create(CLOCK_MONOTONIC, &event, &timer) != 0
	    || timer_settime(timer, 0, &soon, NULL) != 0)
		fail("no timer");
	while (sem_wait(&expired) != 0)
		continue;
	timer_delete(timer);
}

/* Calls in the recording of this process fail from now on. */
UNCOUNTED static void cut(void)
{
	char name[4096];

	snprintf(name, sizeof(name), "%s/steps.%d.0.gprec", getenv("GPROWSE_RECORD"), getpid());
	if (truncate(name, 0) != 0)
		fail(name);
	sum = f(sum);
	call_from_everywhere();
}

UNCOUNTED static void burn(void)
{
	for (;;)
		sum++;
}

UNCOUNTED static void act(const char *mode)
{
	struct { const char *mode; void (*function)(void); } simple[] = {
		{ "clone", by_clone }, { "vfork", by_vfork }, { "fork beside", fork_beside_thread },
		{ "fork twice", fork_twice }, { "fork in thread", fork_in_thread },
		{ "load", load }, { "grow", call_from_everywhere }, { "halt", halt },
		{ "buffers", buffers }, { "signals", signals }, { "limits", limits },
		{ "seccomp", restrict_calls }, { "exec", execute }, { "burn", burn },
		{ "spawn", spawn }, { "no exec", fail_to_execute }, { "rights", give_rights_away },
		{ "timer", by_timer }, { "cut", cut },
	};

	for (size_t i = 0; i < sizeof(simple) / sizeof(*simple); i++)
		if (strcmp(mode, simple[i].mode) == 0)
			simple[i].function();
	if (strcmp(mode, "fork") == 0)
		child_of(fork());
	else if (strcmp(mode, "_Fork") == 0)
		child_of(_Fork());
	else if (strcmp(mode, "raw") == 0)
		child_of((pid_t)syscall(SYS_clone, SIGCHLD, 0L, 0L, 0L, 0L));
	else if (strcmp(mode, "thread") == 0)
		by_thread(run, 0);
	else if (strcmp(mode, "thread exit") == 0)
		by_thread(run_to_exit, 0);
	else if (strcmp(mode, "cancel") == 0)
		by_thread(run_to_cancel, 1);
	else if (strcmp(mode, "exit") == 0)
		exit(42);
	else if (strcmp(mode, "_exit") == 0)
		_exit(42);
}

UNCOUNTED int main(int argc, char **argv)
{
	const char *mode = argc > 1 ? argv[1] : "";

	argument = argc > 2 ? argv[2] : NULL;
	signal(SIGUSR1, count_in_handler);
	signal(SIGUSR2, fork_in_handler);
	if (strcmp(mode, "executed") == 0)
		return 42;
	BREAKPOINT();
	act(mode);
	BREAKPOINT();
	return 42;
}
