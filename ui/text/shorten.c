/* shorten.c - shortening demangled names, part by part
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "text/shorten.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bisect.h"
#include "base/mem.h"
#include "text/bare.h"
#include "text/brevity.h"
#include "text/nameparts.h"
#include "text/text.h"

#define LEAST_OF_CLASS 3		/* least cells of a class name that is cut */
#define LONGEST 16384			/* bytes of a name that is parsed; longer names are cut */

static bool
is_brief_enough(const struct name_parts *p, const struct brevity *brief, int width, bool ascii)
{
	char *text = brevity_print(p, brief, ascii);
	bool answer = text_width(text, ascii) <= width;

	free(text);
	return answer;
}

/* Omit leading scopes until the name fits, but never the last scope. */
static void
drop_scopes(const struct name_parts *p, struct brevity *brief, int width, bool ascii)
{
	size_t most = p->nscopes > 0 ? p->nscopes - 1 : 0;

	BISECT(brief->first, most, is_brief_enough(p, brief, width, ascii));
}

/* Do the next stage of shortening, *STAGE: omit one more part of the name.  Returns false if no
 * stage is left. */
static bool
make_briefer(struct brevity *brief, const struct name_parts *p, int *stage, int width, bool ascii)
{
	switch ((*stage)++) {
	case 0:
		brief->templates = true;
		return true;
	case 1:
		brief->arguments = true;
		return true;
	case 2:
		brief->no_type = true;
		return true;
	case 3:
		brief->no_arguments = true;
		return true;
	case 4:
		brief->no_scope_templates = true;
		return true;
	case 5:
		drop_scopes(p, brief, width, ascii);
		return true;
	case 6:
		brief->no_own_templates = true;
		return true;
	}
	return false;
}

/* Shorten the name step by step until it fits: cut the class, omit the class, omit the tail, omit
 * the ellipsis for scopes.  Returns the name; free() it. */
static char *
cut_class(const struct name_parts *p, struct brevity *brief, int width, bool ascii)
{
	char *text;
	int over;

	if (p->nscopes > 0) {
		brief->class_width = 0;
		text = brevity_print(p, brief, ascii);
		over = text_width(text, ascii) - width;
		if (-over >= LEAST_OF_CLASS) {
			free(text);
			brief->class_width = -over;
			return brevity_print(p, brief, ascii);
		}
		free(text);
		brief->no_scope = true;
	}
	text = brevity_print(p, brief, ascii);
	if (text_width(text, ascii) > width && p->tail.n > 0) {
		free(text);
		brief->no_tail = true;
		text = brevity_print(p, brief, ascii);
	}
	if (text_width(text, ascii) > width && p->nscopes > 0) {
		free(text);
		brief->no_dots = true;
		text = brevity_print(p, brief, ascii);
	}
	return text;
}

/* Returns TEXT, which it frees, cut to WIDTH cells. */
static char *
cut_end(char *text, int width, bool ascii)
{
	static const char dots[] = "…";
	int room = width - text_width(dots, ascii);
	size_t n = text_fit(text, strlen(text), room < 0 ? 0 : room, ascii);
	char *cut = mem_new(n + sizeof(dots), 1);

	memcpy(cut, text, n);
	if (room >= 0)
		memcpy(cut + n, dots, sizeof(dots));
	free(text);
	return cut;
}

char *
shorten_name(const char *name, int width, bool ascii)
{
	struct slice whole = { name, strnlen(name, LONGEST) };
	struct brevity brief = { .class_width = -1 };
	struct name_parts p = { 0 };
	char *text = mem_text(name, whole.n);
	int stage = 0;

	if (whole.n < LONGEST) {
		if (text_width(text, ascii) <= width)
			return text;
		nameparts_parse(&p, whole);
	}
	if (p.own.n == 0) {
		free(p.scopes);
		return cut_end(text, width, ascii);
	}
	while (text_width(text, ascii) > width && make_briefer(&brief, &p, &stage, width, ascii)) {
		free(text);
		text = brevity_print(&p, &brief, ascii);
	}
	if (text_width(text, ascii) > width) {
		free(text);
		text = cut_class(&p, &brief, width, ascii);
	}
	if (text_width(text, ascii) > width)
		text = cut_end(text, width, ascii);
	free(p.scopes);
	return text;
}

const char *
shorten_own(const char *name, size_t *length)
{
	struct slice whole = { name, strlen(name) };
	struct name_parts p = { 0 };
	size_t at = 0, n;

	nameparts_parse(&p, whole);
	free(p.scopes);
	while (at < p.own.n) {
		n = nameparts_operator(p.own, at);
		if (n == 0 && (p.own.s[at] == '<' || nameparts_starts(p.own, at, "[abi:")))
			break;
		at += n > 0 ? n : 1;
	}
	while (at > 0 && p.own.s[at - 1] == ' ')
		at--;
	*length = at;
	if (at == 0) {
		*length = whole.n;
		return name;
	}
	return p.own.s;
}

/* Returns the position of "._omp_fn.0" or " [clone ._omp_fn.0]" at the end of NAME, and its number;
 * or NULL. */
static const char *
omp_body(const char *name, const char **number, size_t *digits)
{
	const char *at = strstr(name, "._omp_fn.");
	const char *rest;

	if (at == NULL)
		return NULL;
	*number = at + strlen("._omp_fn.");
	*digits = strspn(*number, "0123456789");
	rest = *number + *digits;
	if (*digits == 0)
		return NULL;
	if (at - name >= 8 && memcmp(at - 8, " [clone ", 8) == 0 && strcmp(rest, "]") == 0)
		return at - 8;
	return *rest == '\0' ? at : NULL;
}

char *
shorten_plain(const char *name)
{
	const char *number = "", *end = name + strlen(name), *omp, *mod = NULL;
	size_t digits = 0, n;
	char *plain;

	omp = omp_body(name, &number, &digits);
	if (omp != NULL)
		end = omp;
	if (strncmp(name, "__", 2) == 0)
		mod = name[2] != '\0' ? strstr(name + 3, "_MOD_") : NULL;
	if (mod != NULL && mod + 5 >= end)
		mod = NULL;
	if (omp == NULL && mod == NULL)
		return NULL;
	n = strlen(name) + 16;
	plain = mem_new(n, 1);
	if (mod != NULL)
		snprintf(plain, n, "%.*s::%.*s", (int)(mod - name - 2), name + 2,
			(int)(end - mod - 5), mod + 5);
	else
		snprintf(plain, n, "%.*s", (int)(end - name), name);
	if (omp != NULL)
		snprintf(plain + strlen(plain), n - strlen(plain), " [omp %.*s]",
			(int)digits, number);
	return plain;
}

char *
shorten_generic(const char *name)
{
	static const struct brevity brief = { .templates = true, .no_type = true,
		.no_arguments = true, .no_tail = true, .class_width = -1 };
	struct slice whole = { name, strlen(name) };
	struct name_parts p = { 0 };
	char *text = NULL;

	if (strchr(name, '<') == NULL)
		return NULL;
	nameparts_parse(&p, whole);
	if (p.own.n > 0 && p.level == 0)
		text = brevity_print(&p, &brief, false);
	free(p.scopes);
	/* If no "<" is left, only the type or the parameters had template arguments, so NAME is not
	 * an instance. */
	if (text != NULL && strchr(text, '<') == NULL) {
		free(text);
		text = NULL;
	}
	return text;
}

/* Returns bytes [FROM, END) of NAME in the brackets that begin at byte OPEN of NAME, with "…" for
 * the text before and behind them, in at most WIDTH cells; free() it. */
static char *
difference(const char *name, size_t open, size_t from, size_t end, int width, bool ascii)
{
	const char closer[] = { nameparts_closer(name[open]), '\0' };
	char *text;
	size_t n;
	FILE *out = mem_stream(&text, &n);

	fprintf(out, "%c%s", name[open], from > open + 1 ? "…" : "");
	while (from < end && name[from] == ' ')
		from++;
	fwrite(name + from, 1, end - from, out);
	fprintf(out, "%s%s", name[end] == closer[0] ? "" : "…", closer);
	mem_close(out);
	return text_width(text, ascii) <= width ? text : cut_end(text, width, ascii);
}

char *
shorten_distinct(const char *name, size_t from, size_t end, int width, bool ascii)
{
	size_t own, open;
	char *bare, *differing, *head, *text;
	int room;

	if (text_width(name, ascii) <= width)
		return shorten_name(name, width, ascii);
	bare = bare_name(name);
	open = (size_t)(shorten_own(name, &own) - name) + own;
	if (from <= open || from >= end || nameparts_closer(name[open]) == '\0') {
		free(bare);
		return shorten_name(name, width, ascii);
	}
	room = width - text_nwidth(name + open - own, own, ascii);
	differing = difference(name, open, from, end, room > width / 2 ? room : width / 2, ascii);
	room = width - text_width(differing, ascii);
	head = shorten_name(bare, room, ascii);
	text = mem_new(strlen(head) + strlen(differing) + 1, 1);
	strcpy(text, head);
	strcat(text, differing);
	free(bare);
	free(differing);
	free(head);
	return text;
}
