/* argfiles.c - @FILE on the command line: the options in a file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "cli/argfiles.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/iberty.h"
#include "base/mem.h"

enum { MOST_FILES = 2000 };		/* as in GNU gprof */

struct words {
	char **v;			/* owned, as the words */
	size_t n, room;
	unsigned nfiles;		/* how many files were read */
};

static void
add_word(struct words *w, const char *word)
{
	w->v = mem_grow(w->v, w->n + 1, &w->room, sizeof(*w->v));
	w->v[w->n++] = word != NULL ? mem_text(word, strlen(word)) : NULL;
}

static bool add_expanded(struct words *w, char **words, int n, struct err *e);

/* Adds the words in the file PATH.  *FOUND becomes false if there is no such file. */
static bool
add_file(struct words *w, const char *path, bool *found, struct err *e)
{
	struct file f;
	char *text, **words;
	bool ok;
	int n = 0;

	*found = file_read(&f, path, FILE_READY, NULL, e);
	if (!*found)
		return e->kind == ERR_MISSING || err_in(e, "@%s", path);
	if (++w->nfiles > MOST_FILES) {
		file_release(&f);
		return err_set(e, ERR_USAGE, "@%s: more than %d files of options", path, MOST_FILES);
	}
	text = mem_text((const char *)f.bytes, f.size);
	file_release(&f);
	words = buildargv(text);
	free(text);
	while (words != NULL && words[n] != NULL)
		n++;
	ok = add_expanded(w, words, n, e);
	freeargv(words);
	return ok;
}

/* Adds the N WORDS.  The depth of recursion is limited by MOST_FILES. */
static bool
add_expanded(struct words *w, char **words, int n, struct err *e)
{
	for (int i = 0; i < n; i++) {
		bool found = false;

		if (words[i][0] == '@' && !add_file(w, words[i] + 1, &found, e))
			return false;
		if (!found)
			add_word(w, words[i]);
	}
	return true;
}

bool
argfiles_expand(char ***out, int *nout, char **words, int n, struct err *e)
{
	struct words w = { 0 };
	bool ok = add_expanded(&w, words, n, e);

	add_word(&w, NULL);
	*out = w.v;
	*nout = (int)w.n - 1;
	if (!ok)
		argfiles_free(w.v);
	return ok;
}

void
argfiles_free(char **words)
{
	for (char **word = words; *word != NULL; word++)
		free(*word);
	free(words);
}
