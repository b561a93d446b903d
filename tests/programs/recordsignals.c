/* A signal handler that calls counted functions interrupts counting: recordsignals ROUNDS.  The
 * handler calls functions from places where they were not called before, so that tables grow inside
 * the handler.  Prints how often f() and each of the other functions were called. */
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

#define TEN(call) call call call call call call call call call call

static volatile long handled, called, sum;

__attribute__((noinline)) int f(int x)
{
	__asm__ volatile("");
	return x + 1;
}

__attribute__((noinline)) int in_handler(int x)
{
	__asm__ volatile("");
	return x + 1;
}

__attribute__((noinline)) void many_places(int part)
{
	switch (part) {
	case 0: TEN(TEN(TEN(sum += in_handler(1);))) break;
	case 1: TEN(TEN(TEN(sum += in_handler(2);))) break;
	case 2: TEN(TEN(TEN(sum += in_handler(3);))) break;
	default: TEN(sum += in_handler(4);) break;
	}
	called += part < 3 ? 1000 : 10;
}

static void handler(int number)
{
	(void)number;
	many_places((int)(handled / 50 < 3 && handled % 50 == 49 ? handled / 50 : 3));
	handled++;
}

static jmp_buf back;

__attribute__((noinline)) void deep(int n)
{
	if (n == 0)
		longjmp(back, 1);
	deep(n - 1);
	__asm__ volatile("");
}

int main(int argc, char **argv)
{
	struct itimerval often = {{0, 200}, {0, 200}};
	long i, rounds = argc > 1 ? atol(argv[1]) : 1, jumps = 0;

	signal(SIGALRM, handler);
	setitimer(ITIMER_REAL, &often, NULL);
	for (i = 0; i < rounds || handled < 200; i++)
		sum = f((int)sum);
	memset(&often, 0, sizeof(often));
	setitimer(ITIMER_REAL, &often, NULL);
	while (jumps < 100)
		if (setjmp(back) == 0)
			deep(49);
		else
			jumps++;
	printf("%ld f\n%ld in_handler\n%ld many_places\n%ld handler\n5000 deep\n", i, called, handled,
		handled);
	return 0;
}
