/* A stable merge sort of numbers. */
#include "sort.h"

#include <stdlib.h>
#include <string.h>

#include "mem.h"

/* Sort the N numbers at V with N numbers of room at SPARE: the left half is N div 2
 * numbers, and of equals the left one comes first. */
static void
merge_sort(uint32_t *v, size_t n, uint32_t *spare, sort_order *order, const void *with)
{
	size_t half = n / 2, l = 0, r = half, k = 0;

	if (n < 2)
		return;
	merge_sort(v, half, spare, order, with);
	merge_sort(v + half, n - half, spare, order, with);
	while (l < half && r < n)
		spare[k++] = order(v[l], v[r], with) <= 0 ? v[l++] : v[r++];
	memcpy(spare + k, v + l, (half - l) * sizeof(*v));
	memcpy(v, spare, (k + half - l) * sizeof(*v));
}

void
sort_numbers(uint32_t *v, size_t n, sort_order *order, const void *with)
{
	uint32_t *spare = mem_new(n, sizeof(*spare));

	merge_sort(v, n, spare, order, with);
	free(spare);
}
