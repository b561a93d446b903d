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

/* The program and the handler count calls of one arc. */
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
	const struct itimerval often = { { 0, 100 }, { 0, 100 } }, never = { { 0, 0 }, { 0, 0 } };
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
	return 0;
}
