/* headless.c - the browser without a terminal: keys in, one screen out
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "headless.h"

#include <stdlib.h>
#include <string.h>

#include "app/app.h"
#include "app/display.h"
#include "app/search.h"
#include "base/visible.h"

/* Parse the argument of --screen, "100x30" or "100x30,styles". */
static bool
parse_size(const char *text, int *width, int *height, bool *styles, struct err *e)
{
	int n = 0;

	*styles = false;
	if (sscanf(text, "%4dx%4d%n", width, height, &n) != 2 || *width < 1 || *height < 1)
		return err_set(e, ERR_USAGE, "--screen=%s: not a size; write columns and rows, as in "
			"80x24", text);
	if (*width * *height > MOST_CELLS)
		return err_set(e, ERR_USAGE, "--screen=%s: more than a million characters; choose a "
			"smaller size", text);
	*styles = strcmp(text + n, ",styles") == 0;
	if (text[n] != '\0' && !*styles)
		return err_set(e, ERR_USAGE, "--screen=%s: only ,styles may follow the size", text);
	return true;
}

static bool
check_keys(const char *keys, struct err *e)
{
	const char *at = keys;
	uint32_t key;

	while (key_parse(&at, &key))
		;
	if (*at != '\0')
		return err_set(e, ERR_USAGE, "--keys: no key is called %.*s; write names such as "
			"j <Enter> <Esc> <Down> <C-d> <lt> <Space> <Resize:40x10>",
			(int)(strcspn(at + 1, " >") + 1 + (at[0] == '<')), at);
	return true;
}

/* Show in the message line what the browser would do on a terminal, without doing it. */
static void
say_request(struct app *a)
{
	switch (a->request) {
	case REQUEST_SUSPEND:
		app_say(a, "suspended");
		break;
	case REQUEST_EDIT:
		app_say(a, "edit %s +%u", a->edit_path, a->edit_line);
		break;
	case REQUEST_WRITE:
		app_say(a, "write %s", a->text);
		break;
	case REQUEST_RELOAD:
		app_say(a, "read again");
		break;
	case REQUEST_NOTHING: case REQUEST_QUIT: case REQUEST_REDRAW: case REQUEST_COPY:
	case REQUEST_MOUSE:
		break;
	}
}

bool
headless_run(const struct view_input *in, const char *size, const char *keys, FILE *out,
	struct err *e)
{
	struct grid g = { .ascii = visible_is_ascii() };
	struct lookup lookup;
	struct app a;
	int width, height;
	uint32_t key;
	bool styles;

	if (keys == NULL)
		keys = "";
	if (!parse_size(size, &width, &height, &styles, e) || !check_keys(keys, e))
		return false;
	view_input_lookup(&lookup, in);
	app_open(&a, &in->loaded->graph, &in->loaded->names, &lookup, g.ascii);
	if (in->all)
		display_show_all(&a, true);
	app_resize(&a, width, height);
	while (a.request != REQUEST_QUIT && key_parse(&keys, &key)) {
		app_key(&a, key);
		say_request(&a);
	}
	while (search_idle(&a))
		;
	grid_resize(&g, a.width, a.height);
	app_draw(&a, &g);
	grid_dump(&g, styles, out);
	app_release(&a);
	lookup_release(&lookup);
	grid_release(&g);
	return true;
}
