/* pathinput.c - paths that a user types
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/pathinput.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/mem.h"
#include "base/pathname.h"

/* Returns the N bytes at A followed by the string B, to be free()d.  There is room for one more
 * character. */
static char *
join_texts(const char *a, size_t n, const char *b)
{
	size_t m = strlen(b);
	char *path = mem_new(n + m + 2, 1);

	memcpy(path, a, n);
	memcpy(path + n, b, m);
	return path;
}

char *
pathinput_expand(const char *path, const char *home)
{
	if (path[0] != '~' || (path[1] != '/' && path[1] != '\0') || home == NULL)
		return mem_text(path, strlen(path));
	return join_texts(home, strlen(home), path + 1);
}

/* Shortens *COMMON to the longest prefix that *COMMON and NAME share.  The caller knows that their
 * first LENGTH bytes are equal.  If *COMMON is NULL, it becomes a copy of NAME. */
static void
keep_common_prefix(char **common, const char *name, size_t length)
{
	size_t i = length;

	if (*common == NULL) {
		*common = mem_text(name, strlen(name));
		return;
	}
	while ((*common)[i] != '\0' && (*common)[i] == name[i])
		i++;
	/* Do not cut a character in two. */
	while (i > length && ((unsigned char)(*common)[i] & 0xc0) == 0x80)
		i--;
	(*common)[i] = '\0';
}

char *
pathinput_complete(const char *path, const char *home, size_t *n)
{
	const char *base = pathname_base(path);
	size_t length = strlen(base), lead = (size_t)(base - path);
	char *typed_dir = mem_text(path, lead), *common = NULL, *done;
	char *expanded = pathinput_expand(lead > 0 ? typed_dir : ".", home);
	DIR *dir = opendir(expanded);
	struct dirent *entry;
	struct stat st;

	free(typed_dir);
	free(expanded);
	*n = 0;
	while (dir != NULL && (entry = readdir(dir)) != NULL) {
		const char *name = entry->d_name;

		if (strncmp(name, base, length) != 0 || (length == 0 && name[0] == '.')
		    || strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
			continue;
		keep_common_prefix(&common, name, length);
		(*n)++;
	}
	if (dir != NULL)
		closedir(dir);
	if (*n == 0)
		return NULL;
	done = join_texts(path, lead, common);
	free(common);
	expanded = pathinput_expand(done, home);
	if (*n == 1 && stat(expanded, &st) == 0 && S_ISDIR(st.st_mode))
		strcat(done, "/");
	free(expanded);
	return done;
}

/* Does a shell leave TEXT as it is, even without quotes?  zsh replaces =NAME by the path of the
 * command NAME. */
static bool
is_plain(const char *text)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
		"0123456789_.,:/=@%+-";

	return *text != '\0' && *text != '=' && text[strspn(text, plain)] == '\0';
}

char *
pathinput_quote(const char *text)
{
	char *word = mem_new(4 * strlen(text) + 3, 1), *to = word;

	if (is_plain(text))
		return strcpy(word, text);
	*to++ = '\'';
	for (; *text != '\0'; text++)
		if (*text == '\'')
			to = stpcpy(to, "'\\''");
		else
			*to++ = *text;
	*to = '\'';
	return word;
}
