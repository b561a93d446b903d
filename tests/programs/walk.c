/* walk.c - a program to profile: recursion, a cycle, aliases, nested functions
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define KEPT __attribute__((noinline, noclone, used))

unsigned long sink;

int even(int n);
int odd(int n);
int third(int n);

KEPT void
burn(int n)
{
	static unsigned long seed = 1;
	int i;

	for (i = 0; i < n * 40; i++)
		seed = seed * 6364136223846793005ul + 1442695040888963407ul;
	sink += seed >> 33;
}

void burn_weak(int n) __attribute__((weak, alias("burn")));
void _burn_global(int n) __attribute__((alias("burn")));
static void burn_static(int n) __attribute__((alias("burn"), used));

KEPT static void
warm(int n)
{
	burn(n);
	burn_weak(n / 2);
	burn_static(n / 3);
}

static void _warm(int n) __attribute__((alias("warm"), used));

/* A cycle of three functions: even() calls odd() and third(), which call back. */
KEPT int
even(int n)
{
	burn(1);
	if (n <= 0)
		return 1;
	return n % 7 ? odd(n - 1) : third(n - 1);
}

KEPT int
odd(int n)
{
	burn(2);
	return n <= 0 ? 0 : even(n - 1);
}

KEPT int
third(int n)
{
	warm(1);
	return n <= 0 ? 0 : odd(n - 2);
}

/* A second cycle, which only main enters, with a function that also calls itself. */
KEPT static int
ping(int n, int (*pong)(int))
{
	burn(1);
	return n <= 0 ? 0 : n % 3 ? pong(n - 1) : ping(n - 1, pong);
}

KEPT static int
pong(int n)
{
	return n <= 0 ? 1 : ping(n - 1, pong);
}

KEPT long
fibonacci(int n)
{
	return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

KEPT int
sorted(void)
{
	int v[64], i;
	int
	by_size(const void *a, const void *b)
	{
		burn(1);
		return *(const int *)a - *(const int *)b;
	}
	int
	total(void)
	{
		int sum = 0, k;

		for (k = 0; k < 64; k++)
			sum += v[k];
		return sum;
	}

	for (i = 0; i < 64; i++)
		v[i] = (i * 37) % 64;
	qsort(v, 64, sizeof *v, by_size);
	return total();
}

KEPT void
never_called(void)
{
	warm(1);
	even(3);
}

KEPT void
_underscore(void)
{
	burn(3);
}

KEPT void
__twice(void)
{
	_underscore();
	_underscore();
}

int
main(int argc, char **argv)
{
	clock_t end = clock() + CLOCKS_PER_SEC / 7;

	(void)argv;
	do {
		warm(20 + argc);
		_warm(10);
		sink += (unsigned long)(even(30) + ping(20, pong) + fibonacci(11) + sorted());
		__twice();
	} while (clock() < end);
	printf("%lu\n", sink ? 1 : sink);
	return 0;
}
