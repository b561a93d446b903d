/* pathname.c - paths as text
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/pathname.h"

#include <string.h>

void
pathname_normalize(char *text, const char *path)
{
	char *to = text;
	const char *p = path;

	while (*p != '\0') {
		size_t n = strcspn(p + 1, "/") + 1;	/* length of the next "/name"; the first
							 * name of PATH may lack "/" */

		if (*p == '/' && (n == 1 || (n == 2 && p[1] == '.'))) {
			p += n;
			continue;
		}
		if (*p == '/' && n == 3 && p[1] == '.' && p[2] == '.' && *path == '/') {
			while (to > text && *--to != '/')
				;
			p += n;
			continue;
		}
		memcpy(to, p, n);
		to += n;
		p += n;
	}
	if (to == text && *path != '\0')
		*to++ = *path;
	*to = '\0';
}

const char *
pathname_base(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash != NULL ? slash + 1 : path;
}

const char *
pathname_last(const char *path, size_t *n)
{
	size_t end = strlen(path), begin;

	while (end > 1 && path[end - 1] == '/')
		end--;
	for (begin = end; begin > 0 && path[begin - 1] != '/'; begin--)
		;
	*n = end - begin;
	return path + begin;
}
