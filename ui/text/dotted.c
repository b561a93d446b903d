/* dotted.c - names of functions of Go and Java, and of directories
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "text/dotted.h"

#include <ctype.h>
#include <string.h>

#include "base/clonename.h"
#include "base/mem.h"
#include "text/nameparts.h"
#include "text/text.h"

enum { LONGEST_SUFFIX = 5 };		/* greatest length of the suffix of a file's name, such as
					 * ".c", in bytes.  A name without "/" and brackets may be
					 * the name of a file.  Such a name is not shortened to its
					 * suffix */

bool
dotted_is_method(const char *name, size_t n)
{
	return memmem(name, n, ".(", 2) != NULL || memmem(name, n, ".<", 2) != NULL;
}

/* Does NAME have a ".", and does a letter or "_" follow each "."?  False if NAME has the ending of
 * a clone, as "f.part.0" or "f.cold". */
static bool
has_words(const char *name)
{
	const char *dot = strchr(name, '.');

	if (dot == NULL || clonename_ending(name) != NULL)
		return false;
	for (; dot != NULL; dot = strchr(dot + 1, '.'))
		if (!isalpha((unsigned char)dot[1]) && dot[1] != '_')
			return false;
	return true;
}

/* Does NAME consist of words with "/" and "." between them?  False for names with "::", which are
 * names of C++ or Rust.  A name with a blank, "<" or "(" must be the name of a method of Go or
 * Java. */
static bool
is_dotted(const char *name)
{
	size_t n = strlen(name);

	if (strstr(name, "::") != NULL)
		return false;
	return dotted_is_method(name, n) || (strcspn(name, " <(") == n
		&& (strchr(name, '/') != NULL || has_words(name)));
}

/* Returns the position of the next separator SIGN in NAME, from AT on.  Skips separators in
 * brackets, and a separator at the end of NAME.  Returns the length of NAME if there is no other
 * separator. */
static size_t
next_separator(struct slice name, size_t at, char sign)
{
	while (at < name.n && (name.s[at] != sign || at + 1 == name.n))
		at = nameparts_closer(name.s[at]) != '\0' ? nameparts_bracket_end(name, at) : at + 1;
	return at;
}

char *
dotted_shorten(const char *name, int width, bool ascii)
{
	static const char dots[] = "…";
	struct slice s = { name, strlen(name) };
	int left = text_width(name, ascii), room = width - text_width(dots, ascii);
	bool path = name[0] == '/', plain = strpbrk(name, "/(<") == NULL;
	size_t from = 0, at;
	char *text;

	if (!path && !is_dotted(name))
		return NULL;
	for (const char *sign = path ? "/" : "/."; *sign != '\0' && left > room; sign++)
		for (at = from; (at = next_separator(s, at, *sign)) < s.n && left > room; at++) {
			if (plain && s.n - at <= LONGEST_SUFFIX)
				break;
			left -= text_nwidth(name + from, at - from, ascii);
			from = at;
		}
	if (from == 0)
		return NULL;
	text = mem_new(s.n - from + sizeof(dots), 1);
	memcpy(text, dots, sizeof(dots) - 1);
	strcpy(text + sizeof(dots) - 1, name + from);
	return text;
}
