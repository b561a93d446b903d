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
					 * ".c", in bytes.  A name with one "." and without "/" and
					 * brackets may be the name of a file.  Such a name is not
					 * shortened to its suffix */

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

/* Does NAME end as the name of a file that has functions, or as such a name and a version number?
 * True for "libz.so.1.2", "a.dll" and "a/b.py". */
static bool
is_file(const char *name)
{
	static const char *const suffixes[] = { ".so", ".dylib", ".dll", ".exe", ".sys", ".ko", ".o",
		".a", ".jar", ".py", ".pyx", ".js", ".mjs", ".ts", ".rb", ".php", ".pl", ".lua",
		".c", ".cc", ".cpp", ".cxx", ".h", ".hh", ".hpp", ".rs", ".f", ".S" };
	size_t n = strlen(name), length;

	while (n > 0 && (isdigit((unsigned char)name[n - 1]) || name[n - 1] == '.'))
		n--;
	for (size_t i = 0; i < sizeof(suffixes) / sizeof(*suffixes); i++) {
		length = strlen(suffixes[i]);
		if (n > length && memcmp(name + n - length, suffixes[i], length) == 0)
			return true;
	}
	return false;
}

/* Returns "…" and the bytes of S from FROM on; free() the result. */
static char *
with_dots(struct slice s, size_t from)
{
	static const char dots[] = "…";
	char *text = mem_new(s.n - from + sizeof(dots), 1);

	memcpy(text, dots, sizeof(dots) - 1);
	memcpy(text + sizeof(dots) - 1, s.s + from, s.n - from);
	return text;
}

char *
dotted_shorten(const char *name, int width, bool ascii)
{
	struct slice s = { name, strlen(name) };
	int left = text_width(name, ascii), dots = text_width("…", ascii);
	bool file = name[0] == '/' || (strcspn(name, " <([") == s.n && is_file(name));
	bool plain = strpbrk(name, "/(<") == NULL && strchr(name, '.') == strrchr(name, '.');
	size_t from = 0, at;

	if (!file && !is_dotted(name))
		return NULL;
	for (const char *sign = file ? "/" : "/."; *sign != '\0' && left + dots > width; sign++)
		for (at = from; (at = next_separator(s, at, *sign)) < s.n && left + dots > width;
			at++) {
			if (plain && s.n - at <= LONGEST_SUFFIX)
				break;
			left -= text_nwidth(name + from, at - from, ascii);
			from = at;
		}
	if (from == 0)
		return NULL;
	/* Omit the ellipsis and the separator if the last word would be cut. */
	if (left + dots > width)
		return mem_text(name + from + 1, s.n - from - 1);
	return with_dots(s, from);
}
