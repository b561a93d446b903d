/* Functions of all kinds: inlined, two on one line, recursive, in a file that does not exist.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "lines.h"

#include <stdio.h>

static int
loop(int n)
{
	int sum = 0;

	for (int i = 0; i < n; i++) {
		sum += inlined(i) ^ from_header(i);
		if (i % 7 == 0)
			sum += grammar(3);
	}
	return sum;
}

int
factorial(int n)
{
	return n < 2 ? 1 : n * factorial(n - 1);
}

int even(int n);

int odd(int n) { return !n ? 0 : even(n - 1); } int even(int n) { return !n ? 1 : odd(n - 1); }

static int never_called(int n) { return inlined(n) + from_header(n); }

int (*volatile hidden)(int) = never_called;

int
main(int argc, char **argv)
{
	unsigned total = 0;

	(void)argv;
	for (int i = 0; i < 400; i++) {
		total += (unsigned)loop(1000);
		total += (unsigned)factorial(5);
		total += (unsigned)even(7);
		total += (unsigned)distant(10);
	}
	if (argc > 1)
		total += (unsigned)hidden(argc);
	printf("%u\n", total);
	return 0;
}
