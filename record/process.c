/* process.c - start of the process, fork, end
 *
 * The library is linked with -z initfirst.  So its constructor runs before those of all other
 * libraries, and these are recorded, too.  Its handlers of pthread_atfork() are the last that run
 * before fork() and the first that run after it.
 *
 * SPDX-License-Identifier: ISC
 */
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

#include "record/syscalls.h"

#define MOST_HZ 1000000000u		/* a sample each nanosecond */

struct settings rec_settings;
bool rec_started;
uint64_t rec_blocked = ~(uint64_t)0;
bool rec_state_is_own;
enum quiet rec_quiet;

static char **environment;
static uint32_t own_pid;		/* see process_number() */
static bool was_forked;			/* see process_was_forked() */

const char *
rec_environment(const char *name)
{
	size_t length = text_length(name);

	for (char **at = environment; at != NULL && *at != NULL; at++)
		if (text_begins(*at, name) && (*at)[length] == '=')
			return *at + length + 1;
	return NULL;
}

/* Returns the method that TEXT, the value of REC_ENV_STACKS or NULL, asks for. */
static enum rec_unwind
read_stacks(const char *text)
{
	if (text != NULL && text_begins(text, "none"))
		return REC_UNWIND_NONE;
	return text != NULL && text_begins(text, "fp") ? REC_UNWIND_FP : REC_UNWIND_CFI;
}

/* Returns the last component of PATH. */
static const char *
last_component(const char *path)
{
	const char *last = path;

	for (; *path != '\0'; path++)
		if (*path == '/')
			last = path + 1;
	return last;
}

/* Sets TO->program and TO->name. */
static void
find_program(struct settings *to)
{
	char *end = to->program + sizeof(to->program), *at = to->program;
	long size = sys_readlinkat(AT_FDCWD, "/proc/self/exe", at, sizeof(to->program) - 1);
	const char *executed = (const char *)(uintptr_t)getauxval(AT_EXECFN);

	if (executed == NULL || text_begins(executed, "/dev/fd/"))	/* fexecve(3) */
		executed = "";
	at = size > 0 ? at + size : text_append(at, end, executed);
	*at++ = '\0';
	to->name = last_component(to->program);
	executed = last_component(executed);
	if (at < end && (!text_begins(executed, to->name) || !text_begins(to->name, executed)))
		text_append(at, end, executed);
	if (*to->name == '\0')
		to->name = "program";
}

/* Is a tool preloaded that watches the memory of this process?  Tools of valgrind would report that
 * we change signal stacks as errors of the program.  AddressSanitizer replaces functions of libc,
 * and we would call its replacements before AddressSanitizer is ready. */
static bool
is_watched(void)
{
	const char *preload = rec_environment("LD_PRELOAD");

	for (; preload != NULL && *preload != '\0'; preload++)
		if (text_begins(preload, "/vgpreload_") || text_begins(preload, "/libasan.so"))
			return true;
	return false;
}

/* Reads the environment and facts about the process into *TO.  False: nothing is to be recorded. */
static bool
read_settings(struct settings *to)
{
	const char *directory = rec_environment(REC_ENV_DIRECTORY);
	const char *session = rec_environment(REC_ENV_SESSION);
	const char *hz = rec_environment(REC_ENV_HZ);
	const char *off = rec_environment(REC_ENV_OFF);

	if (directory == NULL || *directory != '/' || getauxval(AT_SECURE) != 0 ||
			text_length(directory) >= sizeof(to->directory) || is_watched())
		return false;
	text_append(to->directory, to->directory + sizeof(to->directory), directory);
	if (session != NULL && *session != '\0') {
		session = text_hex(session, to->session, sizeof(to->session));
		if (session == NULL || *session != '\0')
			return false;
		to->has_session = true;
	}
	to->hz = hz == NULL || *hz == '\0' ? 1000 : (uint32_t)text_number(hz, MOST_HZ);
	to->unwind = read_stacks(rec_environment(REC_ENV_STACKS));
	to->off = off != NULL && *off != '\0';
	to->page_size = (uint32_t)getauxval(AT_PAGESZ);
	if (to->page_size == 0)
		to->page_size = REC_ALIGN;
	find_program(to);
	return true;
}

uint32_t
process_number(void)
{
	return own_pid;
}

bool
process_was_forked(void)
{
	return was_forked;
}

/* Prepares a new child, in which signals are blocked, for a recording of its own.  Threads of the
 * parent may have been stopped in the middle of a change, so everything that they share is begun
 * anew. */
static void
begin_child(void)
{
	if (rec_quiet == QUIET_BY_DISPATCH)
		rec_quiet = NOT_QUIET;
	own_pid = rec_quiet ? 0 : sys_getpid();
	was_forked = true;
	lock_forget();
	faults_forget();
	file_forget();
	tables_forget();
	objects_forget();
	threads_forget(&rec_thread);
}

void
process_check(void)
{
	uint64_t signals;

	if (!file_is_of_parent())
		return;
	signals = block_signals();
	begin_child();
	accounts_note_child(own_pid);
	unblock_signals(signals);
}

void
process_fork(struct fork_state *state)
{
	state->signals = rec_started ? block_signals() : SIGNALS_UNCHANGED;
	/* A thread that makes the file or looks for a mapping has descriptors open, and holds the
	 * lock.  So the child gets none of them. */
	state->is_locked = rec_started && lock_take();
	state->clears_handlers = false;
}

void
process_forked(const struct fork_state *state, bool is_child)
{
	if (is_child && rec_started) {
		begin_child();
		if (state->clears_handlers && !rec_quiet) {
			signals_retake();
			faults_start();
		}
		accounts_note_child(own_pid);
	} else if (state->is_locked)
		lock_give();
	rec_thread.was_fork = !is_child;
	unblock_signals(state->signals);
	rec_thread.was_fork = false;
}

/* fork() calls these functions, which pthread_atfork() has registered. */

static void
before_fork(void)
{
	process_fork(&rec_thread.fork);
}

static void
after_fork(void)
{
	process_forked(&rec_thread.fork, false);
}

static void
in_child(void)
{
	process_forked(&rec_thread.fork, true);
}

/* Functions that start a sanitizer; NULL in a program without this sanitizer.  Each of these
 * sanitizers replaces functions of libc, and starts after our constructor.  If our constructor
 * called a replacement, the program would crash.
 * NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp): the names are theirs */
extern void __hwasan_init(void) __attribute__((weak));
extern void __lsan_init(void) __attribute__((weak));
extern void __msan_init(void) __attribute__((weak));
extern void __tsan_init(void) __attribute__((weak));
/* NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */

static bool
has_sanitizer(void)
{
	return __hwasan_init != NULL || __lsan_init != NULL || __msan_init != NULL
		|| __tsan_init != NULL;
}

__attribute__((constructor)) static void
begin(int argc, char **argv, char **envp)
{
	uint64_t signals;

	(void)argc;
	(void)argv;
	environment = envp;
	if (rec_started || has_sanitizer())
		return;
	if (rec_environment(REC_ENV_TRY) != NULL)
		sandbox_try();
	/* If a call of ours may end the program, make none, also in the functions that replace
	 * those of libc. */
	if (sandbox_is_narrower())
		rec_quiet = QUIET_BY_FILTER;
	if (rec_quiet || !read_settings(&rec_settings))
		return;
	sampling_start();
	signals = block_signals();
	own_pid = sys_getpid();
	if (file_open()) {
		rec_started = true;
		faults_start();
		thread_begin(&rec_thread);
		if (!rec_settings.off)
			file_set_state(REC_ON);
	}
	unblock_signals(signals);
	if (rec_started)
		pthread_atfork(before_fork, after_fork, in_child);
}

/* Notes that the calling process, with the number PID, exits by itself.  Records the processor time
 * of the calling thread. */
static void
note_end(uint32_t pid)
{
	uint64_t signals;

	/* A child of vfork() shares the memory of its parent, so own_pid is the number of the
	 * parent. */
	if (!rec_started || pid != own_pid)
		return;
	signals = block_signals();
	sampling_end();
	file_gather();
	/* The file may have been made only now, for the first sample of the process. */
	if (file_process() == pid)
		file_control()->ended = REC_EXITED;
	unblock_signals(signals);
}

__attribute__((destructor)) static void
end(void)
{
	note_end(rec_quiet ? own_pid : sys_getpid());
}

/* _exit() and _Exit() end a process without calling destructors, so they are replaced. */
EXPORT void
_exit(int status)
{
	if (rec_quiet == QUIET_IN_CHILD)
		rec_quiet = NOT_QUIET;
	else if (rec_started)
		note_end(rec_quiet ? own_pid : sys_getpid());
	for (;;)
		sys_call_always(SYS_exit_group, status, 0, 0, 0, 0, 0);
}

EXPORT void
_Exit(int status)
{
	_exit(status);
}

/* The functions of libc that profile a program with -pg: gmon(3).  They are replaced, so that libc
 * does not count calls, take samples, or write gmon.out into the current directory. */
EXPORT void __monstartup(unsigned long low, unsigned long high);	/* NOLINT: libc's name */
EXPORT void monstartup(unsigned long low, unsigned long high);
EXPORT void _mcleanup(void);		/* NOLINT: libc's name */
EXPORT void moncontrol(int mode);

void
__monstartup(unsigned long low, unsigned long high)	/* NOLINT: libc's name */
{
	(void)low;
	(void)high;
}

void
monstartup(unsigned long low, unsigned long high)
{
	(void)low;
	(void)high;
}

void
_mcleanup(void)	/* NOLINT: libc's name */
{
}

void
moncontrol(int mode)
{
	uint64_t signals;

	if (!rec_started || control_state() == REC_ERROR)
		return;
	signals = block_signals();
	/* Until a child has a file, the child uses the control page of its parent.  So make the
	 * file first.  If the file cannot be made, do not change the state, which is that of the
	 * parent. */
	if (file_open() && file_process() == own_pid)
		file_set_state(mode != 0 ? REC_ON : REC_OFF);
	rec_state_is_own = true;
	unblock_signals(signals);
}
