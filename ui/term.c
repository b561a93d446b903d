/* term.c - the terminal.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "term.h"

#include <curses.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/time.h>
#include <term.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

#include "keys.h"
#include "mem.h"

/* What a style looks like with colours, and without. */
static const struct look {
	short color;			/* < 0: the terminal's own */
	attr_t with, without;
} looks[NSTYLES] = {
#define STYLE(name, letter, color, with, without) { color, with, without },
#include "styles.def"
#undef STYLE
};

enum {
	FOUND_PAIR = 20, MOST_LEAVING = 512, ESCAPE_DELAY = 100,
	TICK = 2000,			/* milliseconds between two looks at the files */
	PATIENCE = 200,			/* ... until work is said to go on */
};

/* Keys that terminals send with Alt, however curses came to know them. */
enum { CODE_ALT_LEFT = KEY_MAX + 1, CODE_ALT_RIGHT };

/* What is written to the terminal in one go. */
struct sequence {
	char bytes[MOST_LEAVING];
	size_t n;
};

static struct {
	SCREEN *screen;
	WINDOW *keys;			/* a pad: reading from it draws nothing */
	volatile sig_atomic_t is_open;
	bool color, mouse;
	struct sequence made;		/* one that is being put together */
	struct sequence busy;		/* says that work goes on ... */
	size_t busy_lead, busy_tail;	/* ... what is said lies between these */
	struct timespec told;		/* when it was said how far it is */
	volatile sig_atomic_t said_busy;
	struct termios saved;		/* as the terminal was before */
	bool has_saved;
	struct sequence leave;		/* gives the terminal back */
	FILE *said;			/* stands in for standard error meanwhile */
	int standard_error;		/* the real one, or -1 */
} term = { .standard_error = -1 };

static struct stop stop;
static volatile sig_atomic_t resized, continued, suspended;
static uint32_t held;			/* a key that was overtaken by C-c; 0: none */

static const int deadly[] = {
	SIGTERM, SIGHUP, SIGQUIT, SIGABRT, SIGSEGV, SIGFPE, SIGILL, SIGPIPE, SIGXCPU,
};

static int
collect(int c)
{
	if (term.made.n < sizeof(term.made.bytes))
		term.made.bytes[term.made.n++] = (char)c;
	return c;
}

static bool
has_capability(const char *name)
{
	const char *s = tigetstr(name);

	return s && s != (char *)-1;
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
	while (*s)
		collect(*s++);
}

/* What was collected becomes *TO;
 * a signal that writes *TO comes before that or after. */
static void
keep_collected(struct sequence *to)
{
	sigset_t all, before;

	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, &before);
	*to = term.made;
	sigprocmask(SIG_SETMASK, &before, NULL);
	term.made.n = 0;
}

/* The bytes that say on the last line that work goes on. */
static void
prepare_busy(void)
{
	const char *move = tigetstr("cup");

	collect_capability("sc");
	if (move && move != (char *)-1)
		tputs(tparm(move, LINES - 1, 0, 0, 0, 0, 0, 0, 0, 0), 1, collect);
	collect_capability("sgr0");
	term.busy_lead = term.made.n;
	collect_text("working ...  C-c stops what can be stopped");
	term.busy_tail = term.made.n;
	collect_capability("el");
	/* Curses moves the cursor from where it left it. */
	collect_capability("rc");
	keep_collected(&term.busy);
}

/* Work out beforehand what a signal handler has to write. */
static void
prepare_leaving(void)
{
	const char *move = tigetstr("cup");

	prepare_busy();
	if (term.mouse)
		collect_text("\033[?1006l\033[?1000l");
	collect_capability("sgr0");
	collect_capability("op");
	collect_capability("rmkx");
	if (move && move != (char *)-1)
		tputs(tparm(move, LINES - 1, 0, 0, 0, 0, 0, 0, 0, 0), 1, collect);
	collect_capability("el");
	collect_capability("cnorm");
	collect_capability("rmcup");
	keep_collected(&term.leave);
}

/* Copy what was said meanwhile to the real standard error; safe in a signal handler. */
static void
repeat_said(void)
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

/* Write N bytes to the terminal, however often signals interrupt that; safe in a handler. */
static void
put_bytes(const char *at, size_t n)
{
	ssize_t done;

	while (n > 0 && ((done = write(STDOUT_FILENO, at, n)) > 0 || (done < 0 && errno == EINTR)))
		if (done > 0) {
			at += done;
			n -= (size_t)done;
		}
}

static void
on_death(int signal_number)
{
	if (term.is_open) {
		term.is_open = false;
		put_bytes(term.leave.bytes, term.leave.n);
		if (term.has_saved)
			tcsetattr(STDIN_FILENO, TCSANOW, &term.saved);
		repeat_said();
	}
	signal(signal_number, SIG_DFL);
	raise(signal_number);
}

static void
on_event(int signal_number)
{
	if (signal_number == SIGINT)
		stop.asked = 1;
	else if (signal_number == SIGWINCH)
		resized = 1;
	else if (signal_number == SIGCONT)
		continued = 1;
	else if (signal_number == SIGTSTP)
		suspended = 1;
}

static void
on_alarm(int signal_number)
{
	(void)signal_number;
	if (!term.is_open || term.said_busy)
		return;
	term.said_busy = 1;
	if (write(STDOUT_FILENO, term.busy.bytes, term.busy.n) < 0)
		term.said_busy = 1;
}

/* Say on the last line how far work is that takes longer, ten times a second. */
static void
show_progress(struct stop *s)
{
	char line[2 * MOST_LEAVING];
	struct timespec now;
	int n;

	if (!term.said_busy || s->all == 0)
		return;
	clock_gettime(CLOCK_MONOTONIC, &now);
	if ((double)(now.tv_sec - term.told.tv_sec)
	    + 1e-9 * (double)(now.tv_nsec - term.told.tv_nsec) < 0.1)
		return;
	term.told = now;
	n = snprintf(line, sizeof(line), "%.*s%s %zu of %zu files ...  C-c stops it%.*s",
		(int)term.busy_lead, term.busy.bytes, s->what, s->done, s->all,
		(int)(term.busy.n - term.busy_tail), term.busy.bytes + term.busy_tail);
	if (write(STDOUT_FILENO, line, (size_t)n) < 0)
		term.said_busy = 1;
}

static void
catch(int signal_number, void (*handler)(int))
{
	struct sigaction action = { .sa_handler = handler }, old;

	sigemptyset(&action.sa_mask);
	if (handler == on_death)
		action.sa_flags = SA_NODEFER;
	if (sigaction(signal_number, NULL, &old) == 0 && old.sa_handler == SIG_IGN)
		return;
	sigaction(signal_number, &action, NULL);
}

static void
catch_signals(void)
{
	struct sigaction alarm = { .sa_handler = on_alarm, .sa_flags = SA_RESTART };
	size_t i;

	sigemptyset(&alarm.sa_mask);
	sigaction(SIGALRM, &alarm, NULL);

	for (i = 0; i < sizeof(deadly) / sizeof(*deadly); i++)
		catch(deadly[i], on_death);
	catch(SIGINT, on_event);
	catch(SIGWINCH, on_event);
	catch(SIGCONT, on_event);
	catch(SIGTSTP, on_event);
}

/* C-c stays a signal, so that it stops long work; C-z and C-\ become keys. */
static void
set_modes(void)
{
	struct termios t;

	cbreak();
	noecho();
	nonl();
	if (tcgetattr(STDIN_FILENO, &t) == 0) {
		t.c_cc[VSUSP] = t.c_cc[VQUIT] = _POSIX_VDISABLE;
#ifdef VDSUSP
		t.c_cc[VDSUSP] = _POSIX_VDISABLE;
#endif
#ifdef VLNEXT
		t.c_cc[VLNEXT] = _POSIX_VDISABLE;
#endif
		t.c_iflag &= ~(tcflag_t)IXON;
		tcsetattr(STDIN_FILENO, TCSANOW, &t);
	}
	def_prog_mode();
	nodelay(term.keys, TRUE);
	keypad(term.keys, TRUE);
	define_key("\033[1;3D", CODE_ALT_LEFT);
	define_key("\033[1;3C", CODE_ALT_RIGHT);
	define_key("\033\033[D", CODE_ALT_LEFT);
	define_key("\033\033[C", CODE_ALT_RIGHT);
	define_key("\033\033OD", CODE_ALT_LEFT);
	define_key("\033\033OC", CODE_ALT_RIGHT);
}

static void
set_colors(bool color)
{
	int i;

	term.color = color && has_colors() && start_color() == OK
		&& use_default_colors() == OK && COLOR_PAIRS > FOUND_PAIR;
	if (!term.color)
		return;
	for (i = 0; i < NSTYLES; i++)
		init_pair((short)(i + 1), looks[i].color, -1);
	init_pair(FOUND_PAIR, COLOR_BLACK, COLOR_YELLOW);
}

/* Asked before newterm(), which loses memory when it fails. */
static bool
is_known(const char *type)
{
	int result;

	if (setupterm(type, STDOUT_FILENO, &result) != OK)
		return false;
	del_curterm(set_curterm(NULL));
	return true;
}

/* An unknown terminal is taken for one that nearly all can play. */
static SCREEN *
any_screen(void)
{
	static const char *const types[] = { NULL, "vt100", "ansi" };
	SCREEN *screen = NULL;
	size_t i;

	for (i = 0; i < sizeof(types) / sizeof(*types) && !screen; i++) {
		if (!types[i] && (!getenv("TERM") || !*getenv("TERM")))
			continue;
		if (is_known(types[i]))
			screen = newterm(types[i], stdout, stdin);
	}
	return screen;
}

static void
divert_standard_error(void)
{
	if (!isatty(STDERR_FILENO))
		return;
	term.said = tmpfile();
	if (!term.said)
		return;
	fflush(stderr);
	term.standard_error = dup(STDERR_FILENO);
	if (term.standard_error >= 0)
		dup2(fileno(term.said), STDERR_FILENO);
}

/* With all signals blocked: what ends the program now would not give the terminal back. */
static bool
open_blocked(bool color, struct err *e)
{
	static bool registered;
	const char *type = getenv("TERM"), *move;

	term.has_saved = tcgetattr(STDIN_FILENO, &term.saved) == 0;
	/* Before curses looks: else it ignores the signal whenever it writes. */
	catch(SIGTSTP, on_event);
	term.screen = any_screen();
	if (!term.screen)
		return err_set(e, ERR_TERMINAL, "terminal type %s is not known here, nor is vt100: "
			"install ncurses-base", type ? type : "\"\"");
	move = tigetstr("cup");
	if (!move || move == (char *)-1) {
		endwin();
		delscreen(term.screen);
		return err_set(e, ERR_TERMINAL, "terminal type %s cannot place its cursor: set TERM "
			"to what the terminal is", type ? type : "\"\"");
	}
	if (!getenv("ESCDELAY"))
		set_escdelay(ESCAPE_DELAY);
	term.keys = newpad(1, 1);
	if (!term.keys) {
		endwin();
		delscreen(term.screen);
		return err_set(e, ERR_IO, "out of memory");
	}
	set_modes();
	set_colors(color);
	prepare_leaving();
	divert_standard_error();
	if (!registered)
		atexit(term_close);
	registered = true;
	term.is_open = true;
	catch_signals();
	return true;
}

/* A job in the background stops until somebody wants to see it: the terminal and its modes
 * are the shell's meanwhile.  Where nobody can continue it, stopping does nothing. */
static void
await_foreground(void)
{
	enum { TRIES = 100 };
	pid_t front;

	for (int i = 0; i < TRIES; i++) {
		front = tcgetpgrp(STDIN_FILENO);
		if (front < 0 || front == getpgrp())
			return;
		kill(0, SIGTTOU);
	}
}

bool
term_open(bool color, struct err *e)
{
	sigset_t all, before;
	bool ok;

	await_foreground();
	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, &before);
	ok = open_blocked(color, e);
	sigprocmask(SIG_SETMASK, &before, NULL);
	return ok;
}

/* Leave the last line to the shell: not every terminal has another screen to go back to. */
static void
give_back(void)
{
	mousemask(0, NULL);
	move(LINES - 1, 0);
	clrtoeol();
	refresh();
	endwin();
}

void
term_close(void)
{
	size_t i;

	if (!term.is_open)
		return;
	term.is_open = false;
	for (i = 0; i < sizeof(deadly) / sizeof(*deadly); i++)
		signal(deadly[i], SIG_DFL);
	signal(SIGINT, SIG_DFL);
	give_back();
	delwin(term.keys);
	term.keys = NULL;
	if (term.has_saved)
		tcsetattr(STDIN_FILENO, TCSANOW, &term.saved);
	fflush(stderr);
	repeat_said();
	if (term.said)
		fclose(term.said);
	term.said = NULL;
}

void
term_size(int *width, int *height)
{
	*width = COLS;
	*height = LINES;
}

static attr_t
look_of(unsigned style, short *pair)
{
	const struct look *look = &looks[style & STYLE_MEANING];
	attr_t attributes = term.color ? look->with : look->without;

	*pair = 0;
	if (term.color && look->color >= 0)
		*pair = (short)((style & STYLE_MEANING) + 1);
	if (style & STYLE_CURSOR)
		attributes |= A_REVERSE;
	if (style & STYLE_FOUND) {
		attributes |= A_BOLD | A_UNDERLINE;
		if (term.color && !(style & STYLE_CURSOR))
			*pair = FOUND_PAIR;
	}
	return attributes;
}

/* Put the cells X to END - 1 of line Y, which have one style. */
static void
show_run(const struct grid *g, int y, int x, int end)
{
	char text[1024];
	wchar_t wide[1024];
	size_t n = 0, length, count;
	attr_t attributes;
	short pair;

	attributes = look_of(grid_cell(g, x, y)->style, &pair);
	attr_set(attributes, pair, NULL);
	move(y, x);
	for (; x < end; x++) {
		const struct cell *c = grid_cell(g, x, y);

		length = c->width ? strlen(c->text) : 0;
		memcpy(text + n, c->text, length);
		n += length;
		if (n + CELL_BYTES < sizeof(text) && x + 1 < end)
			continue;
		text[n] = '\0';
		count = mbstowcs(wide, text, sizeof(wide) / sizeof(*wide) - 1);
		if (count != (size_t)-1)
			addnwstr(wide, (int)count);
		n = 0;
	}
}

void
term_show(const struct grid *g)
{
	int x, y, end;

	erase();
	for (y = 0; y < g->height && y < LINES; y++)
		for (x = 0; x < g->width && x < COLS; x = end) {
			for (end = x + 1; end < g->width && end < COLS; end++)
				if (grid_cell(g, end, y)->style != grid_cell(g, x, y)->style)
					break;
			show_run(g, y, x, end);
		}
	attr_set(A_NORMAL, 0, NULL);
	move(g->cursor_y, g->cursor_x);
	refresh();
}

void
term_redraw(void)
{
	clearok(curscr, TRUE);
}

static void
set_alarm(int milliseconds)
{
	struct itimerval t = { .it_value.tv_usec = 1000 * milliseconds };

	setitimer(ITIMER_REAL, &t, NULL);
}

void
term_work_begins(void)
{
	term.said_busy = 0;
	stop.all = 0;
	stop.tell = show_progress;
	set_alarm(PATIENCE);
}

void
term_work_ends(void)
{
	set_alarm(0);
	/* Curses does not know what stands there, nor where the cursor is if it was not saved. */
	if (term.said_busy && has_capability("sc") && has_capability("rc"))
		wredrawln(stdscr, LINES - 1, 1);
	else if (term.said_busy)
		term_redraw();
	/* Who asked to stop meant the work. */
	if (term.said_busy)
		stop.asked = 0;
	term.said_busy = 0;
}

void
term_mouse(bool on)
{
	/* Who is ended from here on leaves no mouse that types. */
	term.mouse = on;
	prepare_leaving();
	term.mouse = on
		&& mousemask(BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED,
		NULL) != 0;
	if (!on)
		mousemask(0, NULL);
	mouseinterval(0);
	prepare_leaving();
}

/* Terminals that take an unknown command for text. */
static bool
is_simple(const char *type)
{
	return !type || strncmp(type, "linux", 5) == 0 || strncmp(type, "vt", 2) == 0
		|| strncmp(type, "ansi", 4) == 0 || strncmp(type, "dumb", 4) == 0;
}

/* Append the N bytes at S to OUT in base 64; the end of that. */
static char *
encode(char *out, const unsigned char *s, size_t n)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

	for (size_t i = 0; i < n; i += 3) {
		unsigned long bits = (unsigned long)s[i] << 16;

		if (i + 1 < n)
			bits |= (unsigned long)s[i + 1] << 8;
		if (i + 2 < n)
			bits |= s[i + 2];
		*out++ = digits[bits >> 18 & 63];
		*out++ = digits[bits >> 12 & 63];
		*out++ = i + 1 < n ? digits[bits >> 6 & 63] : '=';
		*out++ = i + 2 < n ? digits[bits & 63] : '=';
	}
	return out;
}

void
term_copy(const char *text)
{
	static const char begin[] = "\033]52;c;";
	size_t n = strlen(text);
	char *bytes, *end;

	if (is_simple(getenv("TERM")))
		return;
	bytes = mem_new(sizeof(begin) + n / 3 * 4 + 5, 1);
	end = encode(stpcpy(bytes, begin), (const unsigned char *)text, n);
	*end++ = '\a';
	/* Not through stdio, where a signal meanwhile would count as a failure for good. */
	put_bytes(bytes, (size_t)(end - bytes));
	free(bytes);
}

struct stop *
term_stop(void)
{
	return &stop;
}

void
term_lend(void)
{
	set_alarm(0);
	give_back();
	/* What stops the other program stops us with it. */
	signal(SIGTSTP, SIG_DFL);
}

void
term_retake(void)
{
	resized = 1;
	stop.asked = 0;			/* C-c was for the other program */
	catch(SIGTSTP, on_event);
	reset_prog_mode();
	if (term.mouse)
		term_mouse(true);
	term_redraw();
	refresh();
}

void
term_suspend(void)
{
	suspended = 0;
	term_lend();
	kill(0, SIGTSTP);
	continued = 0;
	term_retake();
}

/* resizeterm() would leave KEY_RESIZE behind, which asks for this once more; and the
 * terminal may have moved its lines. */
static uint32_t
new_size(void)
{
	struct winsize size;

	resized = 0;
	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0)
		resize_term(size.ws_row, size.ws_col);
	prepare_leaving();
	term_redraw();
	return KEY_SIZE | (uint32_t)(COLS & 0x3fff) << 14 | (uint32_t)(LINES & 0x3fff);
}

/* What happened since, as a key; 0: nothing. */
static uint32_t
event(void)
{
	if (continued) {
		continued = 0;
		reset_prog_mode();
		/* Whoever had the terminal meanwhile was told of a new size, we were not. */
		return new_size();
	}
	if (suspended) {
		suspended = 0;
		return KEY_CTRL('z');
	}
	if (stop.asked) {
		stop.asked = 0;
		return KEY_CTRL('c');
	}
	return resized ? new_size() : 0;
}

static uint32_t
translate(wint_t code)
{
	static const struct { int code; uint32_t key; } keys[] = {
		{ KEY_UP, KEY_CURSOR_UP }, { KEY_DOWN, KEY_CURSOR_DOWN },
		{ KEY_LEFT, KEY_CURSOR_LEFT }, { KEY_RIGHT, KEY_CURSOR_RIGHT },
		{ KEY_PPAGE, KEY_PAGE_UP }, { KEY_NPAGE, KEY_PAGE_DOWN },
		{ KEY_HOME, KEY_FIRST }, { KEY_END, KEY_LAST },
		{ KEY_A1, KEY_FIRST }, { KEY_C1, KEY_LAST },
		{ KEY_A3, KEY_PAGE_UP }, { KEY_C3, KEY_PAGE_DOWN },
		{ KEY_FIND, KEY_FIRST }, { KEY_SELECT, KEY_LAST },
		{ KEY_IC, KEY_INSERT }, { KEY_DC, KEY_DELETE }, { KEY_BTAB, KEY_BACKTAB },
		{ KEY_BACKSPACE, KEY_ERASE }, { KEY_ENTER, KEY_RETURN },
		{ CODE_ALT_LEFT, KEY_ALT | KEY_CURSOR_LEFT },
		{ CODE_ALT_RIGHT, KEY_ALT | KEY_CURSOR_RIGHT },
	};
	size_t i;

	for (i = 0; i < sizeof(keys) / sizeof(*keys); i++)
		if ((wint_t)keys[i].code == code)
			return keys[i].key;
	if (code >= KEY_F(1) && code <= KEY_F(12))
		return KEY_FUNCTION + (code - KEY_F(0));
	return KEY_BEYOND;
}

/* What the mouse did; 0: nothing that matters. */
static uint32_t
pointer_key(void)
{
	MEVENT event;
	uint32_t kind;

	if (getmouse(&event) != OK || event.x < 0 || event.y < 0)
		return 0;
	kind = event.bstate & BUTTON1_PRESSED ? KEY_CLICK
		: event.bstate & BUTTON4_PRESSED ? KEY_WHEEL_UP
		: event.bstate & BUTTON5_PRESSED ? KEY_WHEEL_DOWN : 0;
	return kind == 0 ? 0 : kind | (uint32_t)event.x << 14 | (uint32_t)event.y;
}

/* A key that is there already; 0: none. */
static uint32_t
next_key(void)
{
	wint_t code;
	int kind = wget_wch(term.keys, &code);

	if (kind == ERR)
		return 0;
	if (kind == KEY_CODE_YES && code == KEY_MOUSE)
		return pointer_key();
	if (kind == KEY_CODE_YES)
		return code == KEY_RESIZE ? new_size() : translate(code);
	if (code == KEY_CTRL('h'))
		return KEY_ERASE;
	if (code == KEY_ESC) {
		/* A key right behind it was typed with Alt. */
		kind = wget_wch(term.keys, &code);
		if (kind == ERR)
			return KEY_ESC;
		return KEY_ALT | (kind == KEY_CODE_YES ? translate(code) : (uint32_t)code);
	}
	return (uint32_t)code;
}

/* Is there anything to read?  A terminal at its end is readable for ever. */
static bool
has_bytes(void)
{
	int n = 0;

	return ioctl(STDIN_FILENO, FIONREAD, &n) == 0 && n > 0;
}

/* False: the terminal is gone.  *TIRED: nothing came for a while.  *EMPTY: how often it
 * was readable without anything there, one time after the other. */
static bool
wait_for_input(bool *tired, int *empty)
{
	const struct timespec tick = { .tv_sec = TICK / 1000 };
	struct pollfd in = { .fd = STDIN_FILENO, .events = POLLIN };
	sigset_t all, before;
	bool gone = false;
	int n;

	/* A signal between looking at the flags and waiting would be missed. */
	*tired = false;
	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, &before);
	if (!stop.asked && !resized && !continued && !suspended) {
		n = ppoll(&in, 1, &tick, &before);
		*tired = n == 0;
		gone = n > 0 && !(in.revents & POLLIN);
		*empty = has_bytes() ? 0 : *empty + 1;
	}
	sigprocmask(SIG_SETMASK, &before, NULL);
	return !gone;
}

uint32_t
term_key(void)
{
	uint32_t key;
	int empty = 0;
	bool tired;

	for (;;) {
		key = event();
		if (key)
			return key;
		key = held ? held : next_key();
		held = 0;
		/* The terminal drops what was typed before C-c: this key came behind it. */
		if (key && stop.asked)
			held = key;
		else if (key)
			return key;
		if (!wait_for_input(&tired, &empty))
			return 0;
		if (tired)
			return KEY_TICK;
		/* C-c throws away what was there: once is not yet the end. */
		if (empty > 16)
			return 0;
		if (stop.asked || resized || continued || suspended)
			empty = 0;
	}
}

bool
term_has_key(void)
{
	struct pollfd in = { .fd = STDIN_FILENO, .events = POLLIN };

	if (stop.asked || resized || continued || suspended || held)
		return true;
	return poll(&in, 1, 0) > 0 && (in.revents & POLLIN);
}
