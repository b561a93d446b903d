/* A library whose functions call each other, call back, and run before main(). */
#include <stdlib.h>

#ifndef NAME
#define NAME library_sum
#endif

static volatile int begun;

__attribute__((noinline)) int library_inner(int x)
{
	__asm__ volatile("");
	return x + begun;
}

#ifndef NO_CONSTRUCTOR
__attribute__((constructor)) static void library_begin(void)
{
	begun = library_inner(1) - 1;
}
#endif

__attribute__((noinline)) static int library_compare(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

/* Sorts N numbers and adds up the results of CALL. */
int NAME(int *numbers, int n, int (*call)(int))
{
	int sum = 0;

	qsort(numbers, (size_t)n, sizeof(*numbers), library_compare);
	for (int i = 0; i < n; i++)
		sum += call(library_inner(numbers[i]));
	return sum;
}
