/* sections.c - functions outside .text; labels of assembler code in labels.S
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdio.h>
#include <time.h>

volatile unsigned long sink;

unsigned long label_function(unsigned long n);
unsigned long untyped(unsigned long n);

__attribute__((section("later"), noinline)) unsigned long
behind(unsigned long n)
{
	unsigned long sum = 0;

	while (n--)
		sum += n * n ^ sum >> 3;
	return sum;
}

__attribute__((section("later"), noinline)) static unsigned long
behind_static(unsigned long n)
{
	return behind(n) + behind(n / 2);
}

__attribute__((section(".text.hot.extra"), noinline)) unsigned long
hot(unsigned long n)
{
	return behind_static(n) + label_function(n) + untyped(n);
}

__attribute__((section(".text.unlikely.extra"), noinline)) unsigned long
unlikely(unsigned long n)
{
	return hot(n / 4);
}

static __attribute__((constructor)) void
before_main(void)
{
	sink += hot(10);
}

static __attribute__((destructor)) void
after_main(void)
{
	sink += unlikely(10);
}

int
main(void)
{
	clock_t end = clock() + CLOCKS_PER_SEC / 8;

	do
		sink += hot(1000) + unlikely(3000);
	while (clock() < end);
	printf("%d\n", sink != 0);
	return 0;
}
