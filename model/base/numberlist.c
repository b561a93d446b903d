/* numberlist.c - lists of numbers that users write, as "0,2-3"
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/numberlist.h"

#include <math.h>
#include <stdlib.h>

/* Reads a number at *S, and moves *S behind it.  False: there is none. */
static bool
take_number(const char **s, uint32_t *number)
{
	uint64_t value = 0;

	if (**s < '0' || **s > '9')
		return false;
	for (; **s >= '0' && **s <= '9' && value <= UINT32_MAX; (*s)++)
		value = 10 * value + (uint64_t)(**s - '0');
	*number = (uint32_t)value;
	return value <= UINT32_MAX;
}

/* Reads an element of a list at *S, and moves *S behind it and its comma. */
static bool
take_range(const char **s, uint32_t *first, uint32_t *last)
{
	if (!take_number(s, first))
		return false;
	*last = *first;
	if (**s == '-') {
		++*s;
		if (!take_number(s, last) || *last < *first)
			return false;
	}
	if (**s == ',' && (*s)[1] != '\0')
		++*s;
	else if (**s != '\0')
		return false;
	return true;
}

bool
numberlist_is_valid(const char *list)
{
	uint32_t first, last;

	do {
		if (!take_range(&list, &first, &last))
			return false;
	} while (*list != '\0');
	return true;
}

bool
numberlist_has(const char *list, uint32_t number)
{
	uint32_t first, last;

	while (*list != '\0' && take_range(&list, &first, &last))
		if (number >= first && number <= last)
			return true;
	return false;
}

/* Reads a time in seconds at *S, and moves *S behind it.  *TIME is unchanged if there is none. */
static bool
take_time(const char **s, uint64_t *time)
{
	const double most = 1e9;
	char *end;
	double seconds;

	if (**s == ',' || **s == '\0')
		return true;
	if (**s != '.' && (**s < '0' || **s > '9'))
		return false;
	seconds = strtod(*s, &end);
	*s = end;
	if (!(seconds >= 0 && seconds <= most))
		return false;
	*time = (uint64_t)llround(seconds * 1e9);
	return true;
}

bool
numberlist_times(const char *text, uint64_t *from, uint64_t *to)
{
	*from = 0;
	*to = UINT64_MAX;
	return take_time(&text, from) && *text++ == ',' && take_time(&text, to) && *text == '\0'
		&& *from < *to;
}
