/* headless.c - the browser without a terminal: keys in, one screen out
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "headless.h"

#include <stdlib.h>
#include <string.h>

#include "app/app.h"
#include "app/search.h"
#include "base/visible.h"
#include "follow.h"
#include "io/clock.h"
#include "session.h"
#include "session_live.h"

/* Parses the argument of --screen, "100x30" or "100x30,styles". */
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

/* Carries out the request of the last key if it is about the profile or the running program.  A
 * request to suspend, edit or write becomes a message.  Other requests are ignored. */
static void
do_request(struct session *s)
{
	struct app *a = &s->app;

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
	default:
		session_do_request(s);
		break;
	}
}

/* Shows what the running program has recorded, if KEY is KEY_TICK, which stands for a second
 * without keys, or the action of KEY began a read. */
static void
follow_program(struct session *s, uint32_t key)
{
	if (key == KEY_TICK)
		s->last_key -= 1;
	else
		s->last_key = clock_seconds(CLOCK_MONOTONIC);
	if (key == KEY_TICK && !s->app.live.is_frozen)
		session_live_begin(s, false);
	if (follow_is_begun(s->input.follow) && !live_is_busy(&s->app))
		(void)session_live_end(s);
}

bool
headless_run(struct view_input *in, const char *size, const char *keys, FILE *out,
	struct err *e)
{
	struct grid g = { .ascii = !visible_is_utf8() };
	struct session *s;
	int width, height;
	uint32_t key;
	bool styles;

	if (keys == NULL)
		keys = "";
	if (!parse_size(size, &width, &height, &styles, e) || !check_keys(keys, e))
		return false;
	s = session_open(in, g.ascii, NULL);
	app_resize(&s->app, width, height);
	while (s->app.request != REQUEST_QUIT && key_parse(&keys, &key)) {
		app_key(&s->app, key);
		do_request(s);
		if (in->follow != NULL)
			follow_program(s, key);
	}
	while (search_idle(&s->app))
		;
	grid_resize(&g, s->app.width, s->app.height);
	app_draw(&s->app, &g);
	grid_dump(&g, styles, out);
	session_close(s);
	grid_release(&g);
	return true;
}
