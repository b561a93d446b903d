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

/* Returns the value of the hexadecimal digit C, or -1. */
static int
digit_of(char c)
{
	static const char digits[] = "0123456789abcdef0123456789ABCDEF";
	const char *at = c != '\0' ? strchr(digits, c) : NULL;

	return at != NULL ? (int)(at - digits) % 16 : -1;
}

size_t
pathname_of_url(char *text, const char *url, size_t n)
{
	static const char scheme[] = "file:///";
	size_t length = 0, i = sizeof(scheme) - 2;	/* a path begins with the last "/" */

	if (n <= i || memcmp(url, scheme, i + 1) != 0) {
		memcpy(text, url, n);
		return n;
	}
	for (; i < n; i++) {
		int high = url[i] == '%' && n - i > 2 ? digit_of(url[i + 1]) : -1;
		int low = high >= 0 ? digit_of(url[i + 2]) : -1;

		text[length++] = low < 0 || high + low == 0 ? url[i] : (char)(16 * high + low);
		i += low < 0 || high + low == 0 ? 0 : 2;
	}
	return length;
}

const char *
pathname_base(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash != NULL ? slash + 1 : path;
}

bool
pathname_ends(const char *path, const char *end)
{
	size_t n = strlen(path), k = strlen(end);

	return n > k && strcmp(path + n - k, end) == 0;
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
