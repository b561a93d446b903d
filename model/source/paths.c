/* paths.c - paths as people type them.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "source/paths.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/mem.h"
#include "base/pathname.h"

static char *
joined(const char *a, size_t n, const char *b)
{
	size_t m = strlen(b);
	char *path = mem_new(n + m + 2, 1);	/* and a '/' */

	memcpy(path, a, n);
	memcpy(path + n, b, m);
	return path;
}

char *
paths_expand(const char *path, const char *home)
{
	if (path[0] != '~' || (path[1] != '/' && path[1] != '\0') || !home)
		return mem_text(path, strlen(path));
	return joined(home, strlen(home), path + 1);
}

/* Make *COMMON what it has in common with NAME. */
static void
keep_common(char **common, const char *name)
{
	size_t i;

	if (!*common) {
		*common = mem_text(name, strlen(name));
		return;
	}
	for (i = 0; (*common)[i] && (*common)[i] == name[i]; i++)
		;
	(*common)[i] = '\0';
}

char *
paths_complete(const char *path, const char *home, size_t *n)
{
	const char *base = pathname_base(path);
	size_t length = strlen(base), lead = (size_t)(base - path);
	char *start = mem_text(path, lead), *there = paths_expand(lead ? start : ".", home),
		*common = NULL, *done;
	DIR *dir = opendir(there);
	struct dirent *entry;
	struct stat st;

	free(start);
	free(there);
	*n = 0;
	while (dir && (entry = readdir(dir)) != NULL) {
		const char *name = entry->d_name;

		if (strncmp(name, base, length) != 0 || (length == 0 && name[0] == '.')
			|| strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
			continue;
		keep_common(&common, name);
		(*n)++;
	}
	if (dir)
		closedir(dir);
	if (*n == 0)
		return NULL;
	done = joined(path, lead, common);
	free(common);
	there = paths_expand(done, home);
	if (*n == 1 && stat(there, &st) == 0 && S_ISDIR(st.st_mode))
		strcat(done, "/");
	free(there);
	return done;
}

static bool
is_plain(const char *text)
{
	return *text != '\0' && text[strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
		"0123456789_.,:/=@%+-")] == '\0';
}

char *
paths_shell_word(const char *text)
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
