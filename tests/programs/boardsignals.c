/* boardsignals.c - a signal handler interrupts a program that record/embed/gmon.c profiles */
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>

#include "gmon.h"

#define NOT_COUNTED __attribute__((no_instrument_function, noinline))
#define COUNTED __attribute__((noinline))

enum { SIGNALS = 2000 };

extern const char __executable_start[], etext[];

static char memory[1 << 20];
static volatile unsigned sum;
static volatile int handled, halting, wanted;

COUNTED static void
leaf(void)
{
	sum++;
}

/* Calls leaf(), for the program and for the handler: both count calls of one arc. */
COUNTED static void
call_leaf(void)
{
	leaf();
	sum++;
}

/* Acts as an interrupt handler: takes a sample, then makes two calls or, if HALTING, halts or
 * begins the profile. */
NOT_COUNTED static void
handler(int signal)
{
	(void)signal;
	gmon_tick((unsigned long)leaf);
	if (halting) {
		wanted = handled % 2 == 0 ? GMON_PROF_OFF : GMON_PROF_ON;
		gmon_control(wanted == GMON_PROF_OFF ? 'h' : 'b');
	} else {
		call_leaf();
	}
	handled++;
}

NOT_COUNTED static unsigned long
counted(void)
{
	unsigned long n = 0;

	for (unsigned i = 1; i <= _gmonparam.tos[0].link; i++)
		n += (unsigned long)_gmonparam.tos[i].count;
	return n;
}

NOT_COUNTED static unsigned long
samples(void)
{
	unsigned long n = 0;

	for (unsigned long i = 0; i < _gmonparam.kcountsize / 2; i++)
		n += _gmonparam.kcount[i];
	return n;
}

/* Functions that are called in turn from one place, so that arcs move to the front of a chain. */
#define SAME(name) \
	COUNTED static void name(void) { sum += sizeof(#name); }
SAME(one)
SAME(other)
SAME(another)
static void (*const in_turn[])(void) = { one, other, another };

static volatile unsigned long written;
static volatile unsigned lacking;

NOT_COUNTED static void
count_byte(unsigned char byte, void *arg)
{
	(void)byte;
	(void)arg;
	written++;
}

/* Acts as an interrupt handler that dumps the profile: each arc must be in the dump. */
NOT_COUNTED static void
dump(int signal)
{
	(void)signal;
	written = 0;
	gmon_dump(count_byte, NULL);
	written -= 2 * sizeof(long) + 24 + _gmonparam.kcountsize;
	lacking += written != 3 * sizeof(long) * _gmonparam.tos[0].link;
	handled++;
}

static const struct itimerval often = { { 0, 100 }, { 0, 100 } }, never = { { 0, 0 }, { 0, 0 } };

/* Returns how many of the dumps lack an arc.  The timer must be stopped. */
NOT_COUNTED static unsigned
count_lacking_dumps(void)
{
	signal(SIGALRM, dump);
	for (unsigned i = 0; handled < SIGNALS; i++) {
		in_turn[i % 3]();
		if (i == 3)
			setitimer(ITIMER_REAL, &often, NULL);
	}
	return lacking;
}

/* Returns how often the state after an interrupt is not the state that the handler set. */
NOT_COUNTED static unsigned
count_wrong_states(void)
{
	unsigned wrong = 0;

	wanted = GMON_PROF_ON;
	halting = 1;
	for (handled = 0; handled < SIGNALS;) {
		int before, state, want;

		leaf();
		before = handled;
		state = *(volatile int *)&_gmonparam.state;
		want = wanted;
		wrong += before == handled && state != want;
	}
	return wrong;
}

NOT_COUNTED int
main(void)
{
	unsigned long calls = 0;

	if (gmon_init(memory, sizeof(memory), __executable_start, etext, 0) != GMON_OK)
		return 1;
	signal(SIGALRM, handler);
	gmon_control('b');
	setitimer(ITIMER_REAL, &often, NULL);
	for (; handled < SIGNALS; calls += 2)
		call_leaf();
	setitimer(ITIMER_REAL, &never, NULL);
	calls += 2 * (unsigned long)handled;
	if (counted() + _gmonlost.busy_calls == calls)
		puts("all calls are counted, or known to be lost");
	if (samples() == (unsigned long)handled)
		puts("all samples are counted");
	fprintf(stderr, "%lu calls, %lu lost\n", calls, _gmonlost.busy_calls);
	setitimer(ITIMER_REAL, &often, NULL);
	if (count_wrong_states() == 0)
		puts("begin and halt are obeyed");
	setitimer(ITIMER_REAL, &never, NULL);	/* ignoring the signal would end the timer */
	gmon_control('b');
	handled = 0;
	if (count_lacking_dumps() == 0)
		puts("a dump has all arcs");
	return 0;
}
