/* term_signals.c - signal handlers of the terminal, and the bytes that they write
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "term/term_parts.h"

#include <errno.h>
#include <string.h>
#include <sys/time.h>
#include <term.h>
#include <time.h>
#include <unistd.h>

#include "base/fatal_signals.h"

enum {
	MOST_LEAVING = 512,
	PATIENCE = 200,			/* milliseconds of work after which the last line says that
					 * the program is working */
};

/* A sequence of bytes that is written to the terminal in one piece. */
struct sequence {
	char bytes[MOST_LEAVING];
	size_t n;
};

static struct {
	struct sequence made;		/* the sequence that is being assembled */
	struct sequence busy;		/* the sequence that writes "working ..." into the last
					 * line */
	size_t busy_lead, busy_tail;	/* positions in .busy: the text for the user begins at
					 * .busy_lead and ends at .busy_tail */
	struct timespec told;		/* time at which progress was shown last */
	volatile sig_atomic_t said_busy;
	struct sequence leave;		/* the sequence that restores the terminal */
} written;

static const int deadly[] = { FATAL_SIGNALS, CRASH_SIGNALS };
static const int events[] = { SIGINT, SIGWINCH, SIGCONT, SIGTSTP };

/* Appends C to the sequence that is being assembled.  A callback of tputs(). */
static int
collect(int c)
{
	if (written.made.n < sizeof(written.made.bytes))
		written.made.bytes[written.made.n++] = (char)c;
	return c;
}

static bool
has_capability(const char *name)
{
	const char *s = tigetstr(name);

	return s != NULL && s != (char *)-1;
}

static void
collect_capability(const char *name)
{
	if (has_capability(name))
		tputs(tigetstr(name), 1, collect);
}

static void
collect_text(const char *s)
{
	while (*s != '\0')
		collect(*s++);
}

/* Moves the assembled sequence to *TO.  Signals are blocked, because a handler may be about to
 * write *TO to the terminal. */
static void
keep_collected(struct sequence *to)
{
	sigset_t all, before;

	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, &before);
	*to = written.made;
	sigprocmask(SIG_SETMASK, &before, NULL);
	written.made.n = 0;
}

/* Assembles the sequence that writes "working ..." into the last line. */
static void
prepare_busy(void)
{
	const char *move = tigetstr("cup");

	collect_capability("sc");
	if (has_capability("cup"))
		tputs(tparm(move, LINES - 1, 0, 0, 0, 0, 0, 0, 0, 0), 1, collect);
	collect_capability("sgr0");
	written.busy_lead = written.made.n;
	collect_text("working ...  C-c stops it if possible");
	written.busy_tail = written.made.n;
	collect_capability("el");
	/* Restore the cursor, since curses assumes that it has not moved. */
	collect_capability("rc");
	keep_collected(&written.busy);
}

void
term_prepare_leaving(void)
{
	const char *move = tigetstr("cup");

	prepare_busy();
	if (term.mouse)
		collect_text("\033[?1006l\033[?1000l");
	collect_capability("sgr0");
	collect_capability("op");
	collect_capability("rmkx");
	if (has_capability("cup"))
		tputs(tparm(move, LINES - 1, 0, 0, 0, 0, 0, 0, 0, 0), 1, collect);
	collect_capability("el");
	collect_capability("cnorm");
	collect_capability("rmcup");
	keep_collected(&written.leave);
}

void
term_repeat_said(void)
{
	char text[512];
	ssize_t n;
	int from;

	if (term.standard_error < 0)
		return;
	from = fileno(term.said);
	dup2(term.standard_error, STDERR_FILENO);
	close(term.standard_error);
	term.standard_error = -1;
	lseek(from, 0, SEEK_SET);
	while ((n = read(from, text, sizeof(text))) > 0)
		if (write(STDERR_FILENO, text, (size_t)n) < 0)
			break;
}

void
term_put_bytes(const char *at, size_t n)
{
	ssize_t done;

	while (n > 0 && ((done = write(STDOUT_FILENO, at, n)) > 0 || (done < 0 && errno == EINTR)))
		if (done > 0) {
			at += done;
			n -= (size_t)done;
		}
}

/* Gives the terminal back and lets the signal end the program. */
static void
on_death(int signal_number)
{
	if (term.is_open) {
		term.is_open = false;
		term_put_bytes(written.leave.bytes, written.leave.n);
		if (term.has_saved)
			tcsetattr(STDIN_FILENO, TCSANOW, &term.saved);
		term_repeat_said();
	}
	signal(signal_number, SIG_DFL);
	raise(signal_number);
}

/* Records the event: term_key() returns it later, and C-c also stops the work in progress. */
static void
on_event(int signal_number)
{
	if (signal_number == SIGINT)
		term.stop.asked = 1;
	else if (signal_number == SIGWINCH)
		term.resized = 1;
	else if (signal_number == SIGCONT)
		term.continued = 1;
	else if (signal_number == SIGTSTP)
		term.suspended = 1;
}

/* Writes "working ..." into the last line, because the work takes longer than PATIENCE. */
static void
on_alarm(int signal_number)
{
	int before = errno;

	(void)signal_number;
	if (!term.is_open || written.said_busy)
		return;
	written.said_busy = 1;
	term_put_bytes(written.busy.bytes, written.busy.n);
	errno = before;
}

/* Shows the progress of long work on the last line, at most ten times a second. */
static void
show_progress(struct stop *s)
{
	char line[2 * MOST_LEAVING];
	struct timespec now;
	int n;

	if (!written.said_busy || s->all == 0)
		return;
	clock_gettime(CLOCK_MONOTONIC, &now);
	if ((double)(now.tv_sec - written.told.tv_sec)
	    + 1e-9 * (double)(now.tv_nsec - written.told.tv_nsec) < 0.1)
		return;
	written.told = now;
	n = snprintf(line, sizeof(line), "%.*s%s %zu of %zu %s ...  C-c stops it%.*s",
		(int)written.busy_lead, written.busy.bytes, s->what, s->done, s->all, s->unit,
		(int)(written.busy.n - written.busy_tail), written.busy.bytes + written.busy_tail);
	term_put_bytes(line, (size_t)n < sizeof(line) ? (size_t)n : sizeof(line) - 1);
}

/* Sets the handler, unless the program was started with the signal ignored. */
static void
set_handler(int signal_number, void (*handler)(int))
{
	struct sigaction action = { .sa_handler = handler }, old;

	sigemptyset(&action.sa_mask);
	if (handler == on_death)
		action.sa_flags = SA_NODEFER;
	if (sigaction(signal_number, NULL, &old) == 0 && old.sa_handler == SIG_IGN)
		return;
	sigaction(signal_number, &action, NULL);
}

/* Undoes set_handler(). */
static void
release_handler(int signal_number)
{
	struct sigaction now;

	if (sigaction(signal_number, NULL, &now) == 0 && now.sa_handler != SIG_IGN)
		signal(signal_number, SIG_DFL);
}

void
term_catch_signals(void)
{
	struct sigaction alarm = { .sa_handler = on_alarm, .sa_flags = SA_RESTART };
	size_t i;

	sigemptyset(&alarm.sa_mask);
	sigaction(SIGALRM, &alarm, NULL);

	for (i = 0; i < sizeof(deadly) / sizeof(*deadly); i++)
		set_handler(deadly[i], on_death);
	for (i = 0; i < sizeof(events) / sizeof(*events); i++)
		set_handler(events[i], on_event);
}

void
term_catch_suspend(void)
{
	set_handler(SIGTSTP, on_event);
}

void
term_release_suspend(void)
{
	release_handler(SIGTSTP);
}

void
term_release_signals(void)
{
	size_t i;

	for (i = 0; i < sizeof(deadly) / sizeof(*deadly); i++)
		release_handler(deadly[i]);
	for (i = 0; i < sizeof(events) / sizeof(*events); i++)
		release_handler(events[i]);
}

void
term_set_alarm(int milliseconds)
{
	struct itimerval t = { .it_value.tv_usec = 1000 * milliseconds };

	setitimer(ITIMER_REAL, &t, NULL);
}

void
term_work_begins(void)
{
	written.said_busy = 0;
	stop_end(&term.stop);
	term.stop.tell = show_progress;
	term_set_alarm(PATIENCE);
}

void
term_work_ends(void)
{
	term_set_alarm(0);
	/* Curses does not know that the last line has changed.  If the terminal could not save the
	 * cursor, curses does not know where the cursor is either. */
	if (written.said_busy && has_capability("sc") && has_capability("rc"))
		wredrawln(stdscr, LINES - 1, 1);
	else if (written.said_busy)
		term_redraw();
	/* The C-c was meant for the work, not for the browser. */
	if (written.said_busy)
		term.stop.asked = 0;
	written.said_busy = 0;
}
