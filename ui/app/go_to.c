/* go_to.c - going to the function, line or file that the user typed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/go_to.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/navigate.h"
#include "app/navigate_source.h"
#include "app/prompt_actions.h"
#include "lookup/sourceplace.h"
#include "table/name_lookup.h"

/* S is the match that was found for TEXT.  Tells the user if TEXT is not one or more whole parts of
 * the matching name, or if other names match as well. */
static void
report_fit(struct app *a, const char *text, const struct name_match *s)
{
	char which[32] = "the only one";

	if (s->n > 1)
		snprintf(which, sizeof(which), "the first of %u", s->n);
	if (s->fit == FIT_INSIDE)
		app_say(a, "no name begins with %s; this is %s %s it", text, which,
			s->n > 1 ? "names that contain" : "that contains");
	else if (s->fit == FIT_BEGIN)
		app_say(a, "%s whose name begins with %s", which, text);
	else if (s->n > 1 && s->fit == FIT_PARTS)
		app_say(a, "%s names with the part %s", which, text);
	else if (s->n > 1)
		app_say(a, "%s called %s", which, text);
}

/* Goes to line NUMBER of the source that is shown, or to its last line. */
static void
go_to_line(struct app *a, uint64_t number)
{
	struct view *v = app_view(a);

	view_to_line(v, number < UINT32_MAX ? (uint32_t)number : UINT32_MAX);
	if (v->rows.n > 0 && number > view_row(v)->thing)
		app_say(a, "there is no line %llu: this is the last one",
			(unsigned long long)number);
}

/* Executes TEXT if it is a vi command for quitting or writing; otherwise returns false. */
static bool
run_vi_command(struct app *a, const char *text)
{
	if (strcmp(text, "q") == 0 || strcmp(text, "q!") == 0 || strcmp(text, "qa") == 0
		|| strcmp(text, "quit") == 0)
		a->request = REQUEST_QUIT;
	else if (strcmp(text, "w") == 0)
		prompt_open(&a->prompt, ASK_WRITE, "");
	else if (strncmp(text, "w ", 2) == 0 && text[2 + strspn(text + 2, " ")])
		prompt_actions_write(a, text + 2 + strspn(text + 2, " "));
	else
		return false;
	return true;
}

/* Is TEXT a number in brackets, such as "[12]"? */
static bool
is_index(const char *text)
{
	size_t n = *text == '[' ? strspn(text + 1, "0123456789") : 0;

	return n > 0 && strcmp(text + 1 + n, "]") == 0;
}

void
go_to_index(struct app *a, const char *digits)
{
	int length = (int)strspn(digits, "0123456789");
	uint32_t n = length < 18
		? view_context_at_index(&a->ctx, strtoull(digits, NULL, 10)) : NOBODY;

	if (n == NOBODY)
		app_say(a, "there is no [%.*s]: the last index is [%u]", length, digits,
			a->ctx.most_index);
	else
		navigate_to_node(a, n);
}

/* Goes to the function whose name matches TEXT, to the node with index TEXT, or to file TEXT.  A
 * file is preferred to functions whose names do not end with TEXT (FIT_END).  IS_NUMBER: TEXT
 * consists of digits. */
static void
go_to_name(struct app *a, const char *text, bool is_number)
{
	struct name_match s = name_lookup_best(&a->ctx, text, NOBODY);
	uint32_t file = s.node == NOBODY || s.fit > FIT_END
		? sourceplace_find_file(a->ctx.lookup, text) : NOBODY;

	if (file != NOBODY) {
		navigate_source_line(a, file, 1, NOBODY);
	} else if (s.node != NOBODY) {
		navigate_to_node(a, s.node);
		report_fit(a, text, &s);
	} else if (is_number || is_index(text)) {
		go_to_index(a, text + (*text == '['));
	} else {
		app_say(a, "no function or file is called %s", text);
	}
}

void
go_to_text(struct app *a, const char *text)
{
	bool in_source = app_view(a)->ops->about_file;
	bool is_number = text[strspn(text, "0123456789")] == '\0';
	uint32_t node, file, line;

	if (in_source && is_number && strlen(text) < 18) {
		go_to_line(a, strtoull(text, NULL, 10));
		return;
	}
	node = name_lookup_exact(&a->ctx, text);
	if (node == NOBODY && run_vi_command(a, text))
		return;
	file = node == NOBODY ? sourceplace_find_line(a->ctx.lookup, text, &line) : NOBODY;
	if (file != NOBODY) {
		navigate_source_line(a, file, line, NOBODY);
		if (app_view(a)->subject == file && !a->message[0])
			go_to_line(a, line);
		return;
	}
	go_to_name(a, text, is_number);
}
