/* choices.c - the words from which the argument of an option is chosen
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "cli/choices.h"

#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "measured/reader.h"
#include "samples/format.h"
#include "table/column_values.h"
#include "views/views.h"

enum { LIST_ROOM = 400 };

const char *
choices_word(const struct option_row *row, size_t i)
{
	if (row->argument.words != NULL)
		return row->argument.words[i];
	return row->argument.word != NULL ? row->argument.word(i) : NULL;
}

/* Writes the words of ROW to LIST as "a, b or c". */
static void
list_words(const struct option_row *row, char list[LIST_ROOM])
{
	const char *word, *next;
	size_t used = 0;

	list[0] = '\0';
	for (size_t i = 0; (word = choices_word(row, i)) != NULL && used < LIST_ROOM; i++) {
		next = choices_word(row, i + 1);
		used += (size_t)snprintf(list + used, LIST_ROOM - used, "%s%s",
			i == 0 ? "" : next != NULL ? ", " : " or ", word);
	}
}

bool
choices_find(const struct option_row *row, const char *word, size_t *i, struct err *e)
{
	const char *choice;
	char list[LIST_ROOM];

	for (*i = 0; (choice = choices_word(row, *i)) != NULL; ++*i)
		if (strcmp(choice, word) == 0)
			return true;
	list_words(row, list);
	return err_set(e, ERR_USAGE, "--%s=%s: there is no such choice; use %s", row->name, word, list);
}

char *
choices_help(const struct option_row *row)
{
	const char *gap = strstr(row->help, "%s");
	char list[LIST_ROOM] = "", *text;
	size_t room;

	if (gap != NULL)
		list_words(row, list);
	room = strlen(row->help) + strlen(list) + 1;
	text = mem_new(room, 1);
	if (gap == NULL)
		snprintf(text, room, "%s", row->help);
	else
		snprintf(text, room, "%.*s%s%s", (int)(gap - row->help), row->help, list, gap + 2);
	return text;
}

const char *
choices_export(size_t i)
{
	static const char *const names[] = {
#define EXPORT(name, function, traits) name,
#include "cli/exports.def"
#undef EXPORT
	};

	return i < sizeof(names) / sizeof(*names) ? names[i] : NULL;
}

const char *
choices_profile_format(size_t i)
{
	if (i + 1 < NFORMATS)
		return format_name((enum format_kind)(i + 1));
	return measured_format_name(i + 1 - NFORMATS);
}

const char *
choices_view(size_t i)
{
	const struct view_ops *ops = views_printable(i);

	return ops != NULL ? ops->info->name : NULL;
}

/* Can a view sort its rows by the column called ID? */
static bool
is_sortable(const char *id)
{
	const struct view_ops *ops;

	for (size_t v = 0; (ops = views_printable(v)) != NULL; v++)
		for (int i = 0; i < ops->ncolumns; i++) {
			const struct column *c = &ops->columns[i];

			if (column_value_is_sortable(c) && strcmp(c->id, id) == 0)
				return true;
		}
	return false;
}

const char *
choices_sort_column(size_t i)
{
	for (size_t c = 0; c < ncolumn_ids; c++)
		if (is_sortable(column_ids[c].id) && i-- == 0)
			return column_ids[c].id;
	return NULL;
}
