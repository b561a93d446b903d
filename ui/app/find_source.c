/* find_source.c - asking the user for the path of a source file that was not found
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/find_source.h"

#include <stdlib.h>

#include "base/pathinput.h"
#include "base/pathname.h"
#include "source/sourcepaths.h"

/* Opens the prompt for the path of the source file.  If a file below the current directory has the
 * recorded name, the prompt proposes this file. */
static void
propose_source_path(struct app *a)
{
	const struct lookup *lookup = a->ctx.lookup;
	char *found = sourcepaths_search(".", lookup->sources.files[app_view(a)->subject].path);

	prompt_open(&a->prompt, ASK_SOURCE, found != NULL ? found + 2 : "");
	a->prompt.proposed = found != NULL;
	free(found);
}

void
find_source_ask(struct app *a)
{
	struct view *v = app_view(a);

	if (a->ctx.lookup->paths == NULL || lookup_sources(a->ctx.lookup) == NULL)
		app_say(a, "there is no source to look for");
	else if (lookup_text(a->ctx.lookup, v->subject, NULL) != NULL)
		app_say(a, "the source was found: %s", a->ctx.lookup->texts[v->subject].text.path);
	else
		propose_source_path(a);
}

void
find_source_use(struct app *a, const char *typed)
{
	char *text = pathinput_expand(typed, a->home);
	struct lookup *lookup = a->ctx.lookup;
	const char *recorded = lookup->sources.files[app_view(a)->subject].path;
	char *found = sourcepaths_find_in(text, recorded), *map, *word;
	struct err e;

	if (found == NULL)
		found = sourcepaths_search(text, recorded);
	if (found == NULL) {
		app_say(a, "no %s was found at %s", pathname_base(recorded), text);
		free(text);
		return;
	}
	map = sourcepaths_map_between(recorded, found);
	if (sourcepaths_add_map(lookup->paths, map, &e)) {
		lookup_retry(lookup);
		view_fill(app_view(a));
		word = pathinput_quote(map);
		app_say(a, "to make this permanent: --path-map=%s", word);
		free(word);
	}
	free(map);
	free(found);
	free(text);
}
