/* clones.c - functions that optimisers copy or split: .constprop .isra .part .cold
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

struct point {
	long x, y, z, w;
};

volatile unsigned long sink;

static __attribute__((noinline)) unsigned long
power(unsigned long base, unsigned exponent, unsigned modulus)
{
	unsigned long r = 1;

	while (exponent--)
		r = r * base % modulus;
	return r;
}

/* Reads only two members: the compiler passes these instead of the pointer. */
static __attribute__((noinline)) long
distance(const struct point *a, const struct point *b)
{
	long sum = 0;
	int i;

	for (i = 0; i < 50; i++)
		sum += (a->x - b->x) * (a->x - b->x) ^ (a->y + i) * (b->y - i);
	return sum;
}

/* Returns at once if V is NULL.  The compiler makes the long rest a function of its own. */
static long
search(long *v, int n, long what)
{
	int i, k;

	if (v == NULL)
		return -1;
	for (k = 0; k < 30; k++)
		for (i = 0; i < n; i++) {
			if (v[i] == what)
				return i;
			v[i] ^= k * what;
			if (v[i] > LONG_MAX / 8) {
				fprintf(stderr, "too large: %ld\n", v[i]);
				abort();
			}
		}
	return n;
}

__attribute__((noinline)) long
find_first(long *v, long what)
{
	return search(v, 40, what);
}

__attribute__((noinline)) long
find_second(long *v, long what)
{
	return v == NULL ? 0 : search(v, 30, what + 1);
}

__attribute__((cold, noinline)) void
rare(int n)
{
	while (n--)
		sink += power(3, 40, 1000007);
}

int
main(void)
{
	clock_t end = clock() + CLOCKS_PER_SEC / 7;
	long v[40] = { 0 };
	int i;

	do
		for (i = 0; i < 100; i++) {
			struct point a = { i, 2, 3, 4 }, b = { 5, i, 7, 8 };

			v[i % 40] = i;
			sink += power(i, 30, 65537) + power(7, 30, 65537);
			sink += (unsigned long)(distance(&a, &b) + distance(&b, &a));
			sink += (unsigned long)(find_first(v, i) + find_second(v, i));
			if (i % 50 == 0)
				rare(5);
		}
	while (clock() < end);
	printf("%d\n", sink != 0);
	return 0;
}
