/* prompt_actions.c - typing at prompts, and acting on the answers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/prompt_actions.h"

#include <stdlib.h>
#include <string.h>

#include "app/completing.h"
#include "app/display.h"
#include "app/find_source.h"
#include "app/go_to.h"
#include "app/marks.h"
#include "app/navigate.h"
#include "app/search.h"
#include "base/mem.h"
#include "base/pathinput.h"
#include "screen/keymap.h"
#include "table/layout.h"
#include "table/view_filter.h"

void
prompt_actions_write(struct app *a, const char *path)
{
	char *full = pathinput_expand(path, a->home);

	free(a->text);
	a->text = full;
	a->overwrite = false;
	a->request = REQUEST_WRITE;
}

static void
request_dump(struct app *a, const char *path)
{
	char *full = pathinput_expand(path, a->home);

	free(a->text);
	a->text = full;
	a->overwrite = false;
	a->live.verb = ACT_DUMP;
	a->request = REQUEST_CONTROL;
}

/* Completes the typed path as far as all files whose paths begin with it agree. */
static void
complete_path(struct app *a)
{
	struct prompt *p = &a->prompt;
	size_t n;
	char *path = pathinput_complete(p->text, a->home, &n);

	if (path != NULL)
		prompt_set(p, path);
	if (n != 1)
		app_say(a, n == 0 ? "no file begins with %s" : "several files begin with %s", p->text);
	free(path);
}

static void
complete_text(struct app *a, int step)
{
	if (a->prompt.question == ASK_GO)
		completing_step(a, step);
	else if (a->prompt.question == ASK_WRITE || a->prompt.question == ASK_DUMP
		|| a->prompt.question == ASK_SOURCE)
		complete_path(a);
}

static void
sort_by_letter(struct app *a, uint32_t key)
{
	struct view *v = app_view(a);
	int i;

	if (key == 'o' && v->ops->sort < 0) {
		display_sort(a, -1, false);
		return;
	}
	for (i = 0; i < v->ops->ncolumns; i++) {
		const struct column *c = &v->ops->columns[i];

		if (c->letter && (uint32_t)c->letter == key && layout_column_used(v, c)) {
			display_sort(a, i, false);
			return;
		}
	}
	if (key != KEY_ESC && key != KEY_CTRL('c') && key != KEY_RETURN)
		app_say(a, "no column has that letter");
}

static void
filter_rows(struct app *a, const char *text)
{
	struct view *v = app_view(a);
	char part[FIGURE];
	struct err e;

	if (!view_filter_set(v, text, &e))
		app_say(a, "filter: %s%s", e.text,
			v->filter.text != NULL ? "; the old filter stays" : "");
	else if (*text && v->ops->picture != NULL) {
		figure_percent(part, v->ops->picture->shown_part(v), 1, 1);
		app_say(a, "stacks with a match have %s %% of all %s; Esc shows all again", part,
			figure_what(&a->ctx.scale));
	} else if (*text)
		app_say(a, "%zu of %zu rows match; Esc shows all again", v->filled, v->unfiltered);
}

void
prompt_actions_ask_overwrite(struct app *a)
{
	a->refused = a->request;
	prompt_open(&a->prompt, ASK_OVERWRITE, a->text);
}

static void
act_on_line(struct app *a)
{
	enum question question = a->prompt.question;
	uint32_t completed = a->prompt.completed;
	char *text = mem_text(a->prompt.text, strlen(a->prompt.text));

	prompt_close(&a->prompt);
	if ((question == ASK_SEARCH || question == ASK_FILTER) && *text) {
		free(a->last_pattern);
		a->last_pattern = mem_text(text, strlen(text));
	}
	if (question == ASK_SEARCH)
		search_for(a, text);
	else if (question == ASK_FILTER)
		filter_rows(a, text);
	else if (question == ASK_INDEX && *text)
		go_to_index(a, text);
	else if (question == ASK_GO && completed != NOBODY)
		navigate_to_node(a, completed);
	else if (question == ASK_GO && *text)
		go_to_text(a, text);
	else if (question == ASK_SOURCE && *text)
		find_source_use(a, text);
	else if (question == ASK_DUMP && *text)
		request_dump(a, text);
	else if (question == ASK_WRITE && *text)
		prompt_actions_write(a, text);
	free(text);
}

/* Is the answer to QUESTION a single key? */
static bool
is_letter(enum question question)
{
	return question == ASK_SORT || question == ASK_OVERWRITE || question == ASK_MARK
		|| question == ASK_GO_MARK;
}

static void
act_on_letter(struct app *a, uint32_t key)
{
	enum question question = a->prompt.question;
	bool is_given_up = key == KEY_ESC || key == KEY_CTRL('c') || key == KEY_RETURN;

	prompt_close(&a->prompt);
	if (question == ASK_SORT)
		sort_by_letter(a, key);
	else if (question == ASK_OVERWRITE && (key == 'y' || key == 'Y')) {
		a->overwrite = true;
		a->request = a->refused;
	}
	else if (question == ASK_OVERWRITE)
		app_say(a, "not written");
	else if (question == ASK_MARK && !is_given_up)
		marks_set(a, key);
	else if (question == ASK_GO_MARK && !is_given_up)
		marks_go(a, key);
}

/* In a prompt for a pattern, replaces the typed text by the last pattern. */
static void
recall_pattern(struct app *a)
{
	if ((a->prompt.question == ASK_SEARCH || a->prompt.question == ASK_FILTER)
		&& a->last_pattern != NULL)
		prompt_set(&a->prompt, a->last_pattern);
}

static uint32_t
parse_times(const char *digits)
{
	unsigned long long n = strtoull(digits, NULL, 10);

	return n < UINT32_MAX ? (uint32_t)n : UINT32_MAX;
}

/* Is KEY a control key that scrolls the view by a line, half a page or a page?  While a number is
 * typed, such a key scrolls the view instead of editing the number. */
static bool
is_move(const struct app *a, uint32_t key)
{
	const struct binding *b = key < ' ' ? keymap_binding(a->ctx.keymap,
		app_view(a)->ops->info->where, key) : NULL;

	return b != NULL && (b->action == ACT_PAGE_DOWN || b->action == ACT_PAGE_UP
		|| b->action == ACT_HALF_DOWN || b->action == ACT_HALF_UP
		|| b->action == ACT_LINE_DOWN || b->action == ACT_LINE_UP);
}

void
prompt_actions_key(struct app *a, uint32_t key)
{
	enum question question;
	enum typed typed;

	if (is_letter(a->prompt.question)) {
		act_on_letter(a, key);
		return;
	}
	/* A key that is no digit ends the number and does its usual action.  A movement is repeated
	 * as often as the number says, as in vi. */
	if (a->prompt.question == ASK_INDEX && key != KEY_ERASE && !(key >= '0' && key <= '9')
		&& (key >= ' ' || is_move(a, key))) {
		a->times = parse_times(a->prompt.text);
		prompt_close(&a->prompt);
		app_key(a, key);
		a->times = 0;
		return;
	}
	question = a->prompt.question;
	if (key == KEY_CURSOR_UP) {
		recall_pattern(a);
		key = KEY_LAST;
	}
	typed = prompt_key(&a->prompt, key);
	if (typed != TYPED_TAB && typed != TYPED_BACKTAB)
		completing_end(a);
	switch (typed) {
	case TYPED_MORE:
		if (question == ASK_SEARCH)
			search_along(a);
		if (a->prompt.question == ASK_INDEX && a->prompt.n == 0)
			prompt_close(&a->prompt);
		break;
	case TYPED_LINE:
		act_on_line(a);
		break;
	case TYPED_NOTHING:
		prompt_close(&a->prompt);
		if (question == ASK_SEARCH)
			search_give_up(a);
		break;
	case TYPED_TAB: case TYPED_BACKTAB:
		complete_text(a, typed == TYPED_TAB ? 1 : -1);
		break;
	}
}

static void
draw_choice(struct pen *pen, char letter, const char *words)
{
	int n = (int)strcspn(words, " $");

	if (pen_left(pen) < 5 + n)
		return;
	pen_text(pen, "  ");
	pen_style(pen, STYLE_KEY);
	pen_text(pen, (char[2]){ letter, '\0' });
	pen_style(pen, STYLE_PROMPT);
	pen_text(pen, " ");
	pen_ntext(pen, words, (size_t)n);
}

/* Draws the menu of columns into line Y.  Columns that only wide screens show come last, because
 * the line may be too short for all columns. */
static void
draw_menu(struct app *a, struct grid *g, int y)
{
	const struct view *v = app_view(a);
	struct pen pen = pen_at(g, 0, y, g->width);
	int i, wide;

	pen_style(&pen, STYLE_PROMPT);
	pen_text(&pen, "sort by");
	for (wide = 0; wide < 2; wide++)
		for (i = 0; i < v->ops->ncolumns; i++) {
			const struct column *c = &v->ops->columns[i];

			if (c->letter && layout_column_used(v, c) && (c->width == 0) == wide)
				draw_choice(&pen, c->letter, c->title + strspn(c->title, " "));
		}
	if (v->ops->sort < 0)
		draw_choice(&pen, 'o', "original");
	g->cursor_x = 7;
	g->cursor_y = y;
}

/* Returns the question that the prompt shows before the answer. */
static const char *
lead_of(const struct app *a)
{
	static const char *const leads[] = {
		[ASK_SEARCH] = "/",
		[ASK_FILTER] = "keep rows that match: ",
		[ASK_GO] = "go to (index, name, file:line): ",
		[ASK_INDEX] = "go to index ",
		[ASK_SOURCE] = "source file or its directory: ",
		[ASK_WRITE] = "write to file (.txt .tsv .csv .json): ",
		[ASK_DUMP] = "write a gmon.out to: ",
		[ASK_OVERWRITE] = "the file exists; y overwrites ",
		[ASK_MARK] = "mark with a letter: ",
		[ASK_GO_MARK] = "go to mark: ",
	};
	const struct view_ops *ops = app_view(a)->ops;

	if (a->prompt.question == ASK_GO && ops->about_file)
		return "go to (line, name, file:line): ";
	if (a->prompt.question == ASK_FILTER && ops->picture != NULL)
		return "keep stacks that match: ";
	return leads[a->prompt.question];
}

void
prompt_actions_draw(struct app *a, struct grid *g, int y)
{
	if (a->prompt.question == ASK_SORT)
		draw_menu(a, g, y);
	else
		prompt_draw(&a->prompt, lead_of(a), g, y);
}
