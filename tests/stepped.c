/* stepped.c - interrupts a recorded program at each of its instructions
 *
 *	stepped [-as] [-b | -c] [-d DO] [-i NUMBER] [-n EVERY] LIBRARY DIRECTORY PROGRAM ARGUMENT...
 *
 * Runs PROGRAM, recorded by LIBRARY into DIRECTORY, again and again.  Each time, it stops the
 * program at another instruction between two breakpoints of the program, sends a signal there, and
 * lets the program run on.  The program must exit with 42 and must have counted the same calls as
 * without the signal.  A loop is interrupted only when it runs for the first time.
 *
 *	-a		then one more run, with a signal at each instruction, also of loops
 *	-b		interrupt the start of the program, from the first timer of the recorder on
 *	-c		interrupt the first process or thread that the program makes
 *	-d DO		what is done at the instruction: see below
 *	-i NUMBER	only this instruction
 *	-n EVERY	only one of EVERY instructions
 *	-s		only the status is checked, because calls are lost
 *
 * DO is a word of this list:
 *
 *	sample		a signal of the recorder's timers (the default)
 *	count		SIGUSR1, whose handler counts two calls
 *	fork		SIGUSR2, whose handler counts a call there, and one in a child
 *	kill		SIGKILL for a child; the program may have counted one call less
 *	hold		no signal: the thread goes on when all others sleep or have ended
 *
 * Prints how many instructions were interrupted and how many calls were counted, or what went wrong
 * first.  The status is 77 if processes cannot be stopped here.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <limits.h>
#include <sched.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#if !defined __x86_64__

int
main(void)
{
	puts("programs are stepped only on x86-64");
	return 77;
}

#else

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/personality.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <time.h>

#include "record/recording.h"

enum {
	MOST = 2000000,			/* no program needs more instructions */
	ASLEEP = 100,			/* after so many looks 20 ms apart at which all threads
					 * slept, the program hangs */
	SECONDS = 60,			/* after so much processor time, too */
	MARK = 0x5a5a5a,		/* .si_timerid of signals of ours */
};

/* What the options and the first run say. */
static struct {
	bool is_start, is_child, has_all, loses;	/* -b, -c, -a, -s */
	unsigned long only, every;	/* -i, -n; .only: ULONG_MAX: all */
	const char *what, *library, *directory;	/* .what: -d */
	char **program;
	siginfo_t sample;		/* of the recorder's timers */
	uint64_t tag;			/* .sample.si_value, from the beginning of the library */
	uint64_t calls;			/* without signals */
	uint64_t *addresses;		/* of the instructions */
	unsigned long n;
} setup = { .every = 1, .only = ULONG_MAX, .what = "sample" };

/* The program that runs. */
static struct {
	pid_t pid;
	pid_t subject;			/* the thread that is stepped */
	bool has_ended;
	int status;			/* if .has_ended */
	siginfo_t info;			/* what is sent */
	bool is_pending;		/* sent, but blocked until now */
	unsigned long step;		/* number of the instruction at which the last signal was
					 * sent, and its address */
	uint64_t address;
} run;

/* Prints where the last signal was sent and what went wrong, ends all processes of the program, and
 * exits. */
static void __attribute__((noreturn, format(printf, 1, 2)))
fail(const char *format, ...)
{
	va_list list;

	printf("%s at instruction %lu, address %#lx: ", setup.what, run.step,
		(unsigned long)run.address);
	va_start(list, format);
	vprintf(format, list);
	va_end(list);
	putchar('\n');
	if (run.pid > 0)
		kill(-run.pid, SIGKILL);
	exit(1);
}

/* Counts the calls in the recording PATH. */
static uint64_t
count_file(const char *path)
{
	FILE *stream = fopen(path, "rb");
	static union { struct rec_control control; char bytes[REC_PAGE]; } page;
	struct rec_segment s;
	struct rec_head head;
	struct rec_slot slot;
	uint64_t calls = 0;

	if (stream == NULL || fread(&head, sizeof(head), 1, stream) != 1
	    || memcmp(head.magic, REC_MAGIC, sizeof(head.magic)) != 0
	    || fseeko(stream, REC_PAGE, SEEK_SET) != 0
	    || fread(&page, sizeof(page), 1, stream) != 1)
		fail("%s is incomplete", path);
	if (page.control.lost_calls > 0)
		fail("%lu calls are lost", (unsigned long)page.control.lost_calls);
	for (uint64_t at = head.first; at < head.used;) {
		if (fseeko(stream, (off_t)at, SEEK_SET) != 0
		    || fread(&s, sizeof(s), 1, stream) != 1)
			fail("%s is cut", path);
		for (uint64_t i = 0; s.magic == REC_SEGMENT_MAGIC && s.type == REC_ARCS
		     && i < s.table.slots && fread(&slot, sizeof(slot), 1, stream) == 1; i++)
			calls += slot.count;
		at += s.magic == REC_SEGMENT_MAGIC ? s.bytes : REC_ALIGN;
	}
	fclose(stream);
	return calls;
}

/* Counts the calls in all recordings, and removes these. */
static uint64_t
count_calls(void)
{
	DIR *directory = opendir(setup.directory);
	const struct dirent *entry;
	uint64_t calls = 0;
	char path[4096];

	if (directory == NULL)
		fail("%s: %s", setup.directory, strerror(errno));
	while ((entry = readdir(directory)) != NULL) {
		if (entry->d_name[0] == '.')
			continue;
		snprintf(path, sizeof(path), "%s/%s", setup.directory, entry->d_name);
		if (run.pid != 0 && !setup.loses && strcmp(entry->d_name, REC_ACCOUNTS) != 0)
			calls += count_file(path);
		unlink(path);
	}
	closedir(directory);
	return calls;
}

/* Reads fields of /proc/NAME/stat: the state, the session and the processor time in ticks.  False:
 * there is no such thread. */
static bool
read_stat(const char *name, char *state, int *session, unsigned long *time)
{
	unsigned long user = 0, system = 0;
	char path[600], text[1024] = "";
	FILE *file;
	char *at;

	snprintf(path, sizeof(path), "/proc/%s/stat", name);
	file = fopen(path, "re");
	if (file == NULL)
		return false;
	(void)!fread(text, 1, sizeof(text) - 1, file);
	fclose(file);
	at = strrchr(text, ')');
	if (at == NULL || sscanf(at, ") %c %*d %*d %d %*d %*d %*u %*u %*u %*u %*u %lu %lu", state,
			session, &user, &system) != 4)
		return false;
	*time = user + system;
	return true;
}

/* Adds the threads of the process NAME to *AWAKE, how many do not sleep, and to *TIME. */
static void
look_at(const char *name, unsigned *awake, unsigned long *time)
{
	char path[600], state;
	int session;
	unsigned long used;
	const struct dirent *entry;
	DIR *directory;

	snprintf(path, sizeof(path), "/proc/%.200s/task", name);
	directory = opendir(path);
	while (directory != NULL && (entry = readdir(directory)) != NULL) {
		snprintf(path, sizeof(path), "%.200s/task/%.200s", name, entry->d_name);
		if (entry->d_name[0] == '.' || !read_stat(path, &state, &session, &used))
			continue;
		*awake += strchr("SZX", state) == NULL;
		*time += used;
	}
	if (directory != NULL)
		closedir(directory);
}

/* Returns how many threads of the program neither sleep nor have ended.  Sets *TIME to the
 * processor time of all its threads in ticks. */
static unsigned
count_awake(unsigned long *time)
{
	DIR *directory = opendir("/proc");
	const struct dirent *entry;
	unsigned awake = 0;

	*time = 0;
	while (directory != NULL && (entry = readdir(directory)) != NULL) {
		unsigned long used;
		int session = 0;
		char state;

		if (strspn(entry->d_name, "0123456789") == strlen(entry->d_name)
		    && read_stat(entry->d_name, &state, &session, &used) && session == run.pid)
			look_at(entry->d_name, &awake, time);
	}
	if (directory != NULL)
		closedir(directory);
	return awake;
}

/* Do all threads of the program sleep, or does it run for too long?  Called every 20 ms while the
 * program runs: it hangs if nothing but itself could wake it. */
static void
check_progress(void)
{
	static unsigned asleep;
	unsigned long time;

	asleep = count_awake(&time) > 0 ? 0 : asleep + 1;
	if (asleep >= ASLEEP)
		fail("the program hangs");
	if (time > SECONDS * (unsigned long)sysconf(_SC_CLK_TCK))
		fail("the program does not end");
}

static void
on_alarm(int number)
{
	(void)number;
}

/* The thread ID has stopped or ended with STATUS. */
static void
note_end(pid_t id, int status)
{
	if (id == run.pid && (WIFEXITED(status) || WIFSIGNALED(status))) {
		run.has_ended = true;
		run.status = status;
	}
}

/* Waits until a thread of the program stops or ends.  Returns its number, or 0 if there is none. */
static pid_t
wait_for_any(int *status)
{
	pid_t found;

	while ((found = waitpid(-1, status, __WALL)) < 0) {
		if (errno != EINTR)
			return 0;
		check_progress();
	}
	note_end(found, *status);
	return found;
}

/* Returns the lowest address of the library in process PID. */
static uint64_t
library_address(pid_t pid)
{
	const char *name = strrchr(setup.library, '/');
	char path[40], line[4096];
	uint64_t address = 0;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/maps", pid);
	file = fopen(path, "re");
	while (address == 0 && file != NULL && fgets(line, sizeof(line), file) != NULL)
		if (strstr(line, name != NULL ? name : setup.library) != NULL)
			address = strtoul(line, NULL, 16);
	if (file != NULL)
		fclose(file);
	return address;
}

/* The thread ID has stopped with SIGNAL.  Returns the signal with which it is to run on, or 0. */
static int
filter_signal(pid_t id, int signal)
{
	siginfo_t info = { 0 };

	if (signal == SIGTRAP || signal == SIGSTOP)
		return 0;
	if (ptrace(PTRACE_GETSIGINFO, id, 0, &info) != 0)
		return 0;
	/* The timers of the recorder would send signals at other places in each run. */
	if (info.si_code == SI_TIMER && info.si_timerid != MARK)
		return 0;
	return signal;
}

/* Lets the thread ID, which has stopped with STATUS, run on.  Another thread than the subject. */
static void
let_run(pid_t id, int status)
{
	if (!WIFSTOPPED(status))
		return;
	if (status >> 16 != 0)
		ptrace(PTRACE_CONT, id, 0, 0);
	else
		ptrace(PTRACE_CONT, id, 0, filter_signal(id, WSTOPSIG(status)));
}

/* Does STATUS say that a thread has come to a breakpoint of its own? */
static bool
is_breakpoint(pid_t id, int status)
{
	siginfo_t info = { 0 };

	return WIFSTOPPED(status) && status >> 8 == SIGTRAP
		&& ptrace(PTRACE_GETSIGINFO, id, 0, &info) == 0 && info.si_code == SI_KERNEL;
}

static void
execute_program(const char *hz)
{
	char text[4096];

	setsid();
	personality(ADDR_NO_RANDOMIZE);
	setenv("GPROWSE_RECORD", setup.directory, 1);
	setenv("GPROWSE_RECORD_HZ", hz, 1);
	snprintf(text, sizeof(text), "%s", setup.library);
	setenv("LD_PRELOAD", text, 1);
	if (ptrace(PTRACE_TRACEME, 0, 0, 0) == 0)
		execv(setup.program[0], setup.program);
	_exit(77);
}

/* Starts the program, and stops it before its first instruction. */
static void
start(const char *hz)
{
	const int children = PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACECLONE;
	int status;

	memset(&run, 0, sizeof(run));
	count_calls();
	run.pid = fork();
	if (run.pid == 0)
		execute_program(hz);
	if (wait_for_any(&status) != run.pid || !WIFSTOPPED(status)) {
		puts("processes cannot be stopped");
		exit(77);
	}
	ptrace(PTRACE_SETOPTIONS, run.pid, 0, PTRACE_O_EXITKILL | PTRACE_O_TRACEEXEC
		| PTRACE_O_TRACESYSGOOD | (setup.is_child ? children : 0));
}

/* Lets the subject run on by REQUEST with SIGNAL until it stops.  Other threads run meanwhile.
 * Returns its status, or -1 if there are no threads any more. */
static int
go_on(enum __ptrace_request request, int signal)
{
	int status;
	pid_t id;

	ptrace(request, run.subject, 0, signal);
	while ((id = wait_for_any(&status)) != 0) {
		if (id == run.subject)
			return status;
		let_run(id, status);
	}
	return -1;
}

/* Lets the subject run a handler for SIGNAL to its end.  False: the subject has ended. */
static bool
run_handler(int signal)
{
	bool returns = false;

	for (;;) {
		int status = go_on(PTRACE_SYSCALL, signal);
		struct user_regs_struct registers;

		if (status < 0 || !WIFSTOPPED(status))
			return false;
		signal = 0;
		if (WSTOPSIG(status) != (SIGTRAP | 0x80)) {
			if (status >> 16 == 0)
				signal = filter_signal(run.subject, WSTOPSIG(status));
			continue;
		}
		if (returns)
			return true;
		ptrace(PTRACE_GETREGS, run.subject, 0, &registers);
		returns = registers.orig_rax == SYS_rt_sigreturn;
	}
}

/* Executes an instruction of the subject.  SIGNAL may be 0.  False: the subject has ended, executes
 * another program, or has come to a breakpoint. */
static bool
step(int signal)
{
	for (;;) {
		int status = go_on(PTRACE_SINGLESTEP, signal);

		if (status < 0 || !WIFSTOPPED(status) || status >> 16 == PTRACE_EVENT_EXEC)
			return false;
		if (is_breakpoint(run.subject, status))
			return false;
		if (status >> 8 == SIGTRAP)
			return true;
		signal = status >> 16 != 0 ? 0 : filter_signal(run.subject, WSTOPSIG(status));
		if (signal != 0 && signal == run.info.si_signo) {	/* is no longer blocked */
			run.is_pending = false;
			if (!run_handler(signal))
				return false;
			signal = 0;
		}
	}
}

/* Lets the program run until it has made its first timer, whose signals come from the recorder.
 * Makes it run.subject.  False: the program has ended before. */
static bool
go_to_timer(void)
{
	struct user_regs_struct registers = { 0 };
	bool is_made = false;
	int status;

	run.subject = run.pid;
	for (;;) {
		ptrace(PTRACE_SYSCALL, run.pid, 0, 0);
		if (wait_for_any(&status) != run.pid || run.has_ended)
			return false;
		if (is_made)
			break;
		ptrace(PTRACE_GETREGS, run.pid, 0, &registers);
		is_made = WSTOPSIG(status) == (SIGTRAP | 0x80)
			&& registers.orig_rax == SYS_timer_create;
	}
	return step(0);			/* a signal is sent only after an instruction */
}

/* Lets the program run to its first breakpoint and, with -c, to the first instruction of its first
 * thread or child.  Makes that run.subject.  False: the program has ended before. */
static bool
go_to_begin(void)
{
	bool has_begun = false;
	int status;
	pid_t id;

	if (setup.is_start)
		return go_to_timer();
	ptrace(PTRACE_CONT, run.pid, 0, 0);
	while ((id = wait_for_any(&status)) != 0 && !run.has_ended) {
		if (id != run.pid && WIFSTOPPED(status)) {
			run.subject = id;
			return true;
		}
		if (is_breakpoint(id, status)) {
			if (!has_begun && !setup.is_child) {
				run.subject = id;
				return true;
			}
			has_begun = true;
		}
		let_run(id, status);
	}
	return false;
}

/* Is a signal sent for which the program has a handler? */
static bool
is_signal(void)
{
	return strcmp(setup.what, "kill") != 0 && strcmp(setup.what, "hold") != 0;
}

/* Makes the signal that is to be sent. */
static void
prepare_signal(void)
{
	memset(&run.info, 0, sizeof(run.info));
	if (strcmp(setup.what, "sample") == 0) {
		run.info = setup.sample;
		run.info.si_timerid = MARK;
		run.info.si_overrun = 0;
		run.info.si_value.sival_ptr = (void *)(library_address(run.pid) + setup.tag);
	} else if (is_signal()) {
		run.info.si_signo = strcmp(setup.what, "count") == 0 ? SIGUSR1 : SIGUSR2;
		run.info.si_code = SI_TKILL;
	}
}

/* Lets all threads but the subject run until they sleep or have ended. */
static void
hold(void)
{
	const struct timespec moment = { .tv_nsec = 2000000 };
	unsigned long time;
	unsigned quiet = 0;

	while (quiet < 3) {
		int status;
		pid_t id = waitpid(-1, &status, __WALL | WNOHANG);

		if (id > 0) {
			note_end(id, status);
			let_run(id, status);
		} else {
			nanosleep(&moment, NULL);
		}
		/* The subject is stopped, not asleep. */
		quiet = id <= 0 && count_awake(&time) <= 1 ? quiet + 1 : 0;
	}
}

/* Does to the subject, which has stopped at the instruction NUMBER, what the options say.  Returns
 * the number of the signal for go_on(), or 0. */
static int
send_signal(unsigned long number)
{
	struct user_regs_struct registers;
	uint64_t mask = 0;


	ptrace(PTRACE_GETREGS, run.subject, 0, &registers);
	ptrace(PTRACE_GETSIGMASK, run.subject, sizeof(mask), &mask);
	run.step = number;
	run.address = registers.rip;
	if (strcmp(setup.what, "hold") == 0)
		hold();
	if (strcmp(setup.what, "kill") == 0)
		kill(run.subject, SIGKILL);
	if (!is_signal())
		return 0;
	run.is_pending = (mask >> (run.info.si_signo - 1) & 1) != 0;
	ptrace(PTRACE_SETSIGINFO, run.subject, 0, &run.info);
	return run.info.si_signo;
}

/* Lets all threads run on until the program has ended.  SIGNAL is for the subject, which has
 * stopped. */
static void
finish(int signal)
{
	int status;
	pid_t id;

	ptrace(PTRACE_CONT, run.subject, 0, signal);
	while ((id = wait_for_any(&status)) != 0) {
		if (id == run.subject && WIFSTOPPED(status)
		    && WSTOPSIG(status) == run.info.si_signo)
			run.is_pending = false;
		let_run(id, status);
	}
}

/* The program has ended after SENT signals.  Checks it. */
static void
check_end(unsigned long sent)
{
	uint64_t calls = count_calls();
	uint64_t expected = setup.calls;

	if (strcmp(setup.what, "count") == 0 || strcmp(setup.what, "fork") == 0)
		expected += 2 * sent;
	if (!WIFEXITED(run.status) || WEXITSTATUS(run.status) != 42)
		fail("the status of the program is %#x", run.status);
	if (calls == expected || setup.loses)
		return;
	/* A signal that is blocked when the thread ends does nothing. */
	if (run.is_pending && calls == expected - 2)
		return;
	if (strcmp(setup.what, "kill") != 0 || calls != expected - 1)
		fail("%lu calls instead of %lu", (unsigned long)calls, (unsigned long)expected);
}

/* Makes the subject, which has stopped, stop again before it executes the instruction at ADDRESS.
 * If ADDRESS is 0, it does not stop.  False: the processor or the kernel does not do this. */
static bool
set_breakpoint(uint64_t address)
{
	return ptrace(PTRACE_POKEUSER, run.subject, offsetof(struct user, u_debugreg[0]),
			address) == 0
		&& ptrace(PTRACE_POKEUSER, run.subject, offsetof(struct user, u_debugreg[7]),
			address != 0) == 0;
}

/* Lets the subject run until it comes to the instruction at ADDRESS.  False: it does not. */
static bool
go_to(uint64_t address)
{
	int signal = 0;

	if (!set_breakpoint(address))
		fail("no breakpoint can be set");
	for (;;) {
		int status = go_on(PTRACE_CONT, signal);

		if (status < 0 || !WIFSTOPPED(status) || status >> 16 == PTRACE_EVENT_EXEC)
			return false;
		signal = 0;
		if (status >> 16 == 0 && WSTOPSIG(status) != SIGTRAP)
			signal = filter_signal(run.subject, WSTOPSIG(status));
		else if (is_breakpoint(run.subject, status))
			return false;
		else if (status >> 16 == 0)
			return set_breakpoint(0);
	}
}

/* Interrupts one instruction after the other, each in a run of its own.  Returns how many were
 * interrupted. */
static unsigned long
interrupt_each(void)
{
	unsigned long n = 0;

	for (unsigned long i = 0; i < setup.n; i++) {
		bool is_inside;

		if (setup.only != ULONG_MAX ? i != setup.only : i % setup.every != 0)
			continue;
		start("1");
		is_inside = go_to_begin() && go_to(setup.addresses[i]);
		prepare_signal();
		finish(is_inside ? send_signal(i) : 0);
		check_end(is_inside);
		n += is_inside;
	}
	return n;
}

/* Interrupts all instructions in one run.  Returns how many were interrupted.  While the signal is
 * blocked, it is sent once. */
static unsigned long
interrupt_all(void)
{
	unsigned long n = 0, number = 0;
	bool is_inside;

	start("1");
	is_inside = go_to_begin();
	prepare_signal();
	for (; is_inside && number < MOST; number++) {
		int signal = 0;

		if (!run.is_pending) {
			signal = send_signal(number);
			n++;
			if (!run.is_pending) {
				is_inside = run_handler(signal);
				signal = 0;
			}
		}
		is_inside = is_inside && step(signal);
	}
	finish(0);
	check_end(n);
	return n;
}

static int
by_address(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

/* Learns from a run which instructions the program executes between the breakpoints. */
static void
learn_addresses(void)
{
	struct user_regs_struct registers;
	unsigned long n = 0;

	setup.addresses = calloc(MOST, sizeof(*setup.addresses));
	if (setup.addresses == NULL)
		fail("no memory");
	start("1");
	if (go_to_begin())
		do {
			ptrace(PTRACE_GETREGS, run.subject, 0, &registers);
			setup.addresses[n++] = registers.rip;
		} while (n < MOST && step(0));
	finish(0);
	qsort(setup.addresses, n, sizeof(*setup.addresses), by_address);
	for (unsigned long i = 0; i < n; i++)
		if (i == 0 || setup.addresses[i] != setup.addresses[i - 1])
			setup.addresses[setup.n++] = setup.addresses[i];
}

/* Learns from a run what a signal of the recorder's timers is like, and from another run how many
 * calls the program makes. */
static void
learn(void)
{
	static char burn[] = "burn";
	char *mode = setup.program[1];
	int status;

	setup.program[1] = burn;
	start("1000");
	ptrace(PTRACE_CONT, run.pid, 0, 0);
	while (wait_for_any(&status) != 0 && !run.has_ended) {
		if (WIFSTOPPED(status) && WSTOPSIG(status) > SIGTRAP
		    && ptrace(PTRACE_GETSIGINFO, run.pid, 0, &setup.sample) == 0
		    && setup.sample.si_code == SI_TIMER)
			break;
		let_run(run.pid, status);
	}
	setup.tag = (uint64_t)setup.sample.si_value.sival_ptr - library_address(run.pid);
	kill(run.pid, SIGKILL);
	while (wait_for_any(&status) != 0)
		continue;
	setup.program[1] = mode;
	start("1");
	if (go_to_begin())
		finish(0);
	setup.calls = count_calls();
	if (!WIFEXITED(run.status) || WEXITSTATUS(run.status) != 42)
		fail("without signals, the status of the program is %#x", run.status);
}

int
main(int argc, char **argv)
{
	const struct itimerval often = { { 0, 20000 }, { 0, 20000 } };
	struct sigaction action = { .sa_handler = on_alarm };
	unsigned long n;
	cpu_set_t cpus;
	int option;

	while ((option = getopt(argc, argv, "+abcd:i:n:s")) != -1) {
		switch (option) {
		case 'a': setup.has_all = true; break;
		case 'b': setup.is_start = true; break;
		case 'c': setup.is_child = true; break;
		case 'd': setup.what = optarg; break;
		case 'i': setup.only = strtoul(optarg, NULL, 10); break;
		case 'n': setup.every = strtoul(optarg, NULL, 10); break;
		case 's': setup.loses = true; break;
		default: return 2;
		}
	}
	if (argc - optind < 3)
		return 2;
	setup.library = realpath(argv[optind], NULL);
	setup.directory = realpath(argv[optind + 1], NULL);
	setup.program = argv + optind + 2;
	if (setup.library == NULL || setup.directory == NULL)
		return 2;
	setvbuf(stdout, NULL, _IOLBF, 0);
	/* A thread stops and goes on faster on the processor of the process that waits for it. */
	CPU_ZERO(&cpus);
	CPU_SET((unsigned)sched_getcpu(), &cpus);
	sched_setaffinity(0, sizeof(cpus), &cpus);
	sigaction(SIGALRM, &action, NULL);
	setitimer(ITIMER_REAL, &often, NULL);
	learn();
	learn_addresses();
	n = interrupt_each();
	if (setup.has_all)
		n += interrupt_all();
	printf("%lu interruptions of %lu instructions, %lu calls\n", n, setup.n,
		(unsigned long)setup.calls);
	return 0;
}

#endif
