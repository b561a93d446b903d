/* A program that calls f() 1000 times and ends as its first argument says, and tests of signals and
 * child processes whose results it prints. */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile int sum, alarms, users, value, continued;

__attribute__((noinline)) void f(void)
{
	sum++;
}

__attribute__((noinline)) void in_child(void)
{
	sum++;
}

static void handle(int number, siginfo_t *info, void *context)
{
	(void)context;
	if (number == SIGALRM)
		alarms++;
	else if (number == SIGCONT)
		continued++;
	else
		users++;
	if (info->si_code == SI_QUEUE)
		value += info->si_value.sival_int;
}

/* Tests signals that a timer sends, that the program sends to itself, and that carry a value. */
static void test_signals(void)
{
	const struct itimerval often = { { 0, 1000 }, { 0, 1000 } }, never = { 0 };
	struct sigaction action = { .sa_sigaction = handle, .sa_flags = SA_SIGINFO };
	sigset_t set, old;
	siginfo_t info;

	sigaction(SIGALRM, &action, NULL);
	sigaction(SIGUSR1, &action, NULL);
	sigaction(SIGCONT, &action, NULL);
	for (int i = 0; i < 1000; i++)
		raise(SIGUSR1);
	for (int i = 0; i < 10; i++)
		sigqueue(getpid(), SIGUSR1, (union sigval){ .sival_int = i });
	sigemptyset(&set);
	sigaddset(&set, SIGALRM);
	sigprocmask(SIG_BLOCK, &set, &old);
	setitimer(ITIMER_REAL, &often, NULL);
	while (alarms < 50)
		sigsuspend(&old);
	setitimer(ITIMER_REAL, &never, NULL);
	sigaddset(&set, SIGUSR2);
	sigprocmask(SIG_BLOCK, &set, NULL);
	sigqueue(getpid(), SIGUSR2, (union sigval){ .sival_int = 77 });
	sigdelset(&set, SIGALRM);
	printf("waited for %d\n", sigwaitinfo(&set, &info) == SIGUSR2 ? info.si_value.sival_int : -1);
	printf("alarms %d, signals %d, values %d\n", alarms >= 50, users, value);
}

/* Tests children that exit, are killed, stopped or continued, and one that continues its parent. */
static void test_children(void)
{
	int status;
	pid_t child = fork();

	if (child == 0)
		_exit(7);
	printf("child %d", waitpid(child, &status, 0) == child ? WEXITSTATUS(status) : -1);
	child = fork();
	if (child == 0)
		for (;;)
			pause();
	kill(child, SIGSTOP);
	waitpid(child, &status, WUNTRACED);
	printf(", stopped %d", WIFSTOPPED(status) && WSTOPSIG(status) == SIGSTOP);
	kill(child, SIGCONT);
	waitpid(child, &status, WCONTINUED);
	printf(", continued %d", WIFCONTINUED(status) != 0);
	kill(child, SIGKILL);
	waitpid(child, &status, 0);
	printf(", killed %d\n", WTERMSIG(status));
	fflush(stdout);
	child = fork();
	if (child == 0) {
		usleep(100000);
		kill(getppid(), SIGCONT);
		_exit(0);
	}
	raise(SIGSTOP);
	waitpid(child, &status, 0);
	printf("went on %d\n", continued == 1);
	fflush(stdout);
	child = fork();
	if (child == 0) {
		in_child();
		exit(0);
	}
	waitpid(child, &status, 0);
	printf("child that writes a profile %d\n", WEXITSTATUS(status));
	fflush(stdout);
}

/* Executes a program.  Stops the timer of -pg, because a timer goes on after an exec, and its signal
 * would end the program that is executed. */
static void execute(char **argv)
{
	const struct itimerval off = { { 0, 0 }, { 0, 0 } };

	setitimer(ITIMER_PROF, &off, NULL);
	execv(argv[0], argv);
}

/* Executes a program for which ptrace() fails. */
static int refuse_ptrace(char **argv)
{
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_ptrace, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	const struct sock_fprog filter = { sizeof(code) / sizeof(*code), code };

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0
	    || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) != 0)
		return 77;
	execute(argv);
	return 99;
}

int main(int argc, char **argv)
{
	const char *how = argc > 1 ? argv[1] : "exit";

	if (strcmp(how, "refuse") == 0)
		return refuse_ptrace(argv + 2);
	for (int i = 0; i < 1000; i++)
		f();
	if (strcmp(how, "test") == 0) {
		test_signals();
		test_children();
	} else if (strcmp(how, "segv") == 0) {
		raise(SIGSEGV);
	} else if (strcmp(how, "abort") == 0) {
		abort();
	} else if (strcmp(how, "kill") == 0) {
		kill(getpid(), SIGKILL);
	} else if (strcmp(how, "_exit") == 0) {
		_exit(5);
	} else if (strcmp(how, "wait") == 0) {
		printf("%d\n", (int)getpid());
		fflush(stdout);
		pause();
	} else if (strcmp(how, "execute") == 0) {
		execute(argv + 2);
	}
	return 5;
}
