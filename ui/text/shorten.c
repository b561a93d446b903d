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
#include "text/dotted.h"
#include "text/nameparts.h"
#include "text/text.h"

#define LEAST_OF_CLASS 3		/* least number of cells to which the name of a class is
					 * cut */
#define LEAST_DIFFERENCE 7		/* least number of cells for brackets with the bytes in
					 * which similar names differ */

static bool
is_brief_enough(const struct name_parts *p, const struct brevity *brief, int width, bool ascii)
{
	char *text = brevity_print(p, brief, ascii);
	bool answer = text_width(text, ascii) <= width;

	free(text);
	return answer;
}

/* Omits leading scopes until the name fits, but never the last scope. */
static void
drop_scopes(const struct name_parts *p, struct brevity *brief, int width, bool ascii)
{
	size_t most = p->nscopes > 0 ? p->nscopes - 1 : 0;

	BISECT(brief->first, most, is_brief_enough(p, brief, width, ascii));
}

/* A lambda of C++ and a closure of Rust are named by the function that contains them, so their
 * braces are no scopes that can stand alone: makes them a part of P->own, as in
 * "{lambda(int)#1}::operator()" and "{{closure}}::{{closure}}". */
static void
add_braces_to_own(struct name_parts *p)
{
	while (p->nscopes > 0 && p->scopes[p->nscopes - 1].n > 0
		&& p->scopes[p->nscopes - 1].s[0] == '{') {
		p->nscopes--;
		p->own.n += (size_t)(p->own.s - p->scopes[p->nscopes].s);
		p->own.s = p->scopes[p->nscopes].s;
	}
}

/* Omits what follows the first braces of the function's own name: "::operator()" of a lambda, and
 * closures inside a closure. */
static void
drop_behind_braces(struct name_parts *p)
{
	if (p->own.n > 0 && p->own.s[0] == '{')
		p->own.n = nameparts_bracket_end(p->own, 0);
}

/* Does the next stage of shortening, *STAGE: shortens or omits one more part of the name.  Returns
 * false if no stage remains. */
static bool
make_briefer(struct brevity *brief, struct name_parts *p, int *stage, int width, bool ascii)
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
		drop_behind_braces(p);
		return true;
	case 6:
		drop_scopes(p, brief, width, ascii);
		return true;
	case 7:
		brief->no_own_templates = true;
		return true;
	case 8:
		brief->target = brief->braces = brief->no_trait = true;
		return true;
	}
	return false;
}

/* Returns the name with the parts P, shortened as BRIEF says, or NULL if it does not fit; free()
 * the result. */
static char *
if_it_fits(const struct name_parts *p, const struct brevity *brief, int width, bool ascii)
{
	char *text = brevity_print(p, brief, ascii);

	if (text_width(text, ascii) <= width)
		return text;
	free(text);
	return NULL;
}

/* Returns the name with the class cut so that the name fits, or NULL if too little of the class
 * would remain; free() the result. */
static char *
cut_class(const struct name_parts *p, struct brevity brief, int width, bool ascii)
{
	char *text;

	if (p->nscopes == 0)
		return NULL;
	brief.class_width = 0;
	text = brevity_print(p, &brief, ascii);
	brief.class_width = width - text_width(text, ascii);
	free(text);
	return brief.class_width >= LEAST_OF_CLASS ? brevity_print(p, &brief, ascii) : NULL;
}

/* The name still does not fit.  Omits more: the ellipsis for scopes, the end of the class, the
 * tail, or the class.  A whole class is better than the tail, and the tail better than a cut class.
 * Returns the name, which may still be too wide; free() it. */
static char *
cut_name(const struct name_parts *p, struct brevity brief, int width, bool ascii)
{
	char *text = NULL;

	for (int i = 0; text == NULL && i < 2; i++) {
		brief.no_tail = i == 1;
		text = if_it_fits(p, &brief, width, ascii);
		brief.no_dots = p->nscopes > 0;
		if (text == NULL)
			text = if_it_fits(p, &brief, width, ascii);
		brief.no_dots = false;
		if (text == NULL && !brief.no_tail)
			text = cut_class(p, brief, width, ascii);
	}
	for (int i = 0; text == NULL && i < 2; i++) {
		brief.no_tail = i == 1;
		if (brief.no_tail)
			text = cut_class(p, brief, width, ascii);
		brief.no_scope = p->nscopes > 0;
		if (text == NULL)
			text = if_it_fits(p, &brief, width, ascii);
		brief.no_scope = false;
	}
	brief.no_scope = brief.no_dots = p->nscopes > 0;
	return text != NULL ? text : brevity_print(p, &brief, ascii);
}

/* Returns TEXT cut to WIDTH cells, with "…" at the end, and frees TEXT; free() the result. */
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

/* Returns TEXT cut to WIDTH cells, with "…" in the middle, and frees TEXT; free() the result. */
static char *
cut_middle(char *text, int width, bool ascii)
{
	static const char dots[] = "…";
	size_t length = strlen(text), n, at;
	int room = width - text_width(dots, ascii), tail = room / 2;
	struct glyph g;
	char *cut;

	if (tail < 1)
		return cut_end(text, width, ascii);
	n = text_fit(text, length, room - tail, ascii);
	at = text_fit(text, length, text_width(text, ascii) - tail, ascii);
	if (text_width(text + at, ascii) > tail)
		at += text_glyph(text + at, length - at, ascii, &g);
	cut = mem_new(n + sizeof(dots) + length - at, 1);
	memcpy(cut, text, n);
	memcpy(cut + n, dots, sizeof(dots));
	memcpy(cut + n + sizeof(dots) - 1, text + at, length - at + 1);
	free(text);
	return cut;
}

/* Is all of NAME in square brackets, as in "[futex: lock held by thread 123 worker]"?  Such names
 * often differ only at the end. */
static bool
is_place(struct slice name)
{
	return name.n > 2 && *name.s == '[' && nameparts_bracket_end(name, 0) == name.n;
}

/* Returns S without "(anonymous namespace)::"; free() it. */
static char *
without_anonymous(struct slice s)
{
	char *text = mem_new(s.n + 1, 1);
	size_t length = 0;

	for (size_t at = 0; at < s.n; at++) {
		size_t n = nameparts_anonymous(s, at);

		if (n > 0 && nameparts_starts(s, at + n, "::"))
			at += n + 1;
		else
			text[length++] = s.s[at];
	}
	text[length] = '\0';
	return text;
}

/* Is all of NAME in angle brackets, as in Python's "<method 'get' of 'dict' objects>"?  These are no
 * template arguments. */
static bool
is_bracketed(struct slice name)
{
	return name.n > 0 && *name.s == '<' && nameparts_bracket_end(name, 0) == name.n;
}

/* Like shorten_name(), for a name that has fewer than NAMEPARTS_LONGEST bytes and does not fit. */
static char *
shorten_parts(const char *name, int width, bool ascii)
{
	struct brevity brief = { .class_width = -1 };
	struct name_parts p = { 0 };
	char *text = mem_text(name, strlen(name));
	int stage = 0;

	nameparts_parse(&p, (struct slice){ name, strlen(name) });
	if (p.own.n == 0 || is_bracketed((struct slice){ name, strlen(name) })) {
		free(p.scopes);
		return cut_end(text, width, ascii);
	}
	add_braces_to_own(&p);
	while (text_width(text, ascii) > width && make_briefer(&brief, &p, &stage, width, ascii)) {
		free(text);
		text = brevity_print(&p, &brief, ascii);
	}
	if (text_width(text, ascii) > width) {
		free(text);
		text = cut_name(&p, brief, width, ascii);
	}
	if (text_width(text, ascii) > width)
		text = cut_end(text, width, ascii);
	free(p.scopes);
	return text;
}

char *
shorten_name(const char *name, int width, bool ascii)
{
	struct slice whole = { name, strnlen(name, NAMEPARTS_LONGEST) };
	char *shorter, *text = mem_text(name, whole.n);

	if (whole.n == NAMEPARTS_LONGEST)
		return cut_end(text, width, ascii);
	if (text_width(text, ascii) <= width)
		return text;
	if (is_place(whole))
		return cut_middle(text, width, ascii);
	free(text);
	text = dotted_shorten(name, width, ascii);
	if (text != NULL)
		return text_width(text, ascii) <= width ? text : cut_end(text, width, ascii);
	shorter = without_anonymous(whole);
	if (text_width(shorter, ascii) <= width)
		return shorter;
	text = shorten_parts(shorter, width, ascii);
	free(shorter);
	return text;
}

char *
shorten_middle(const char *text, int width, bool ascii)
{
	char *copy = mem_text(text, strlen(text));

	return text_width(text, ascii) <= width ? copy : cut_middle(copy, width, ascii);
}

size_t
shorten_begin(const char *name)
{
	struct slice whole = { name, strnlen(name, NAMEPARTS_LONGEST) };
	struct name_parts p = { 0 };
	size_t begin = whole.n;

	if (whole.n == NAMEPARTS_LONGEST)
		return strlen(name);
	nameparts_parse(&p, whole);
	if (p.own.n > 0)
		begin = (size_t)((p.nscopes > 0 ? p.scopes[0].s : p.own.s) - name);
	free(p.scopes);
	return begin;
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

/* If NAME ends in "._omp_fn.0" or " [clone ._omp_fn.0]", returns the position of this ending.  Also
 * sets *NUMBER to the digits at its end, "0", and *DIGITS to how many they are.  If NAME has no
 * such ending, returns NULL. */
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

	if (strchr(name, '<') == NULL || is_bracketed(whole))
		return NULL;
	nameparts_parse(&p, whole);
	if (p.own.n > 0 && p.level == 0)
		text = brevity_print(&p, &brief, false);
	free(p.scopes);
	/* NAME is not an instance of a template if only its return type or its parameters have
	 * template arguments: then TEXT has no "<". */
	if (text != NULL && strchr(text, '<') == NULL) {
		free(text);
		text = NULL;
	}
	return text;
}

/* Finds the outermost brackets of S, a part of NAME, around byte FROM of NAME.  Sets *OPEN and
 * *CLOSE to the positions of the two brackets in NAME.  Returns false if the byte is in no
 * brackets. */
static bool
find_bracket(const char *name, struct slice s, size_t from, size_t *open, size_t *close)
{
	size_t at = 0, n;

	if (s.n == 0 || name + from < s.s || name + from >= s.s + s.n)
		return false;
	from -= (size_t)(s.s - name);
	while (at <= from) {
		n = nameparts_operator(s, at) + nameparts_anonymous(s, at);
		if (n == 0 && nameparts_closer(s.s[at]) != '\0') {
			n = nameparts_bracket_end(s, at) - at;
			if (from > at && from < at + n
				&& s.s[at + n - 1] == nameparts_closer(s.s[at])) {
				*open = (size_t)(s.s - name) + at;
				*close = *open + n - 1;
				return true;
			}
		}
		at += n > 0 ? n : 1;
	}
	return false;
}

/* Finds the brackets around byte FROM of NAME, whose parts are P.  Sets *OPEN and *CLOSE to the
 * positions of the brackets.  Returns the number of the scope that has the brackets.  Returns
 * P->nscopes if they are in the function's own template arguments or parameters.  Returns -1 if
 * byte FROM is in no brackets. */
static int
find_argument(const struct name_parts *p, const char *name, size_t from, size_t *open,
	size_t *close)
{
	for (size_t i = 0; i < p->nscopes; i++)
		if (find_bracket(name, p->scopes[i], from, open, close))
			return (int)i;
	if (find_bracket(name, p->own, from, open, close)
		|| find_bracket(name, p->arguments, from, open, close))
		return (int)p->nscopes;
	return -1;
}

/* Returns TEXT without its leading scopes, and frees TEXT; free() the result. */
static char *
last_word(char *text)
{
	size_t end = strcspn(text, "<([{, "), begin = end;
	char *word;

	while (begin > 0 && text[begin - 1] != ':')
		begin--;
	word = mem_text(text + begin, strlen(text + begin));
	free(text);
	return word;
}

/* NAME has a pair of brackets at bytes OPEN and CLOSE.  Returns the brackets and, between them,
 * bytes [FROM, END) of NAME; free() the result.  "…" stands for the other bytes between the
 * brackets. If bytes [FROM, END) do not fit, shortens them.  The result has at most WIDTH cells,
 * unless even the brackets and "…" need more. */
static char *
difference(const char *name, size_t open, size_t close, size_t from, size_t end, int width,
	bool ascii)
{
	int dots = text_width("…", ascii), room = width - 2 - (from > open + 1 ? dots : 0);
	bool whole = end >= close;
	char *inner, *text;
	size_t n;
	FILE *out;

	while (from < end && name[from] == ' ')
		from++;
	inner = without_anonymous((struct slice){ name + from, end - from });
	if (text_width(inner, ascii) > room - (whole ? 0 : dots))
		inner = last_word(inner);
	if (text_width(inner, ascii) > room - (whole ? 0 : dots)) {
		whole = false;
		n = text_fit(inner, strlen(inner), room > dots ? room - dots : 0, ascii);
		inner[n] = '\0';
	}
	out = mem_stream(&text, &n);
	fprintf(out, "%c%s%s%s%c", name[open], from > open + 1 ? "…" : "", inner,
		whole ? "" : "…", name[close]);
	mem_close(out);
	free(inner);
	return text;
}

/* Returns HEAD, DIFFERING, "::" and OWN, joined, in at most WIDTH cells; free() the result.
 * Shortens HEAD first.  Shortens OWN only if DIFFERING leaves too little room for OWN. */
static char *
join_scope(const char *head, const char *differing, const char *own, int width, bool ascii)
{
	int room = width - text_width(differing, ascii) - 2, dots = text_width("…", ascii);
	char *begin, *end, *text;
	size_t n;
	FILE *out;

	end = shorten_name(own, room > dots ? room - dots : 0, ascii);
	begin = shorten_name(head, room - text_width(end, ascii), ascii);
	out = mem_stream(&text, &n);
	fprintf(out, "%s%s::%s", begin, differing, end);
	mem_close(out);
	free(begin);
	free(end);
	return text_width(text, ascii) <= width ? text : cut_end(text, width, ascii);
}

/* Returns NAME, whose parts are P, shortened to WIDTH cells; free() the result.  Scope
 * P->scopes[SCOPE] has an opening bracket at byte BRACKET[0] of NAME, and a closing bracket at byte
 * BRACKET[1].  Bytes [SPAN[0], SPAN[1]) of NAME are between these brackets, and are kept if they
 * fit. */
static char *
distinct_scope(const char *name, const struct name_parts *p, int scope, const size_t bracket[2],
	const size_t span[2], int width, bool ascii)
{
	size_t length, begin = (size_t)(p->scopes[0].s - name);
	const char *own = shorten_own(name, &length);
	const char *behind = p->scopes[scope].s + p->scopes[scope].n + 2;
	int room = width - text_nwidth(own, length, ascii) - 2 - text_width("…", ascii);
	char *head = mem_text(name + begin, bracket[0] - begin), *bare = bare_name(head);
	char *differing = difference(name, bracket[0], bracket[1], span[0], span[1],
		room > width / 2 ? room : width / 2, ascii);
	char *text = join_scope(bare, differing, behind, width, ascii);

	free(head);
	free(bare);
	free(differing);
	return text;
}

int
shorten_cells(const char *name, bool ascii)
{
	char *bare = bare_name(name);
	struct name_parts p = { 0 };
	const char *begin = bare;
	int cells;

	nameparts_parse(&p, (struct slice){ bare, strnlen(bare, NAMEPARTS_LONGEST) });
	add_braces_to_own(&p);
	if (p.own.n > 0)
		begin = p.nscopes > 0 ? p.scopes[p.nscopes - 1].s : p.own.s;
	cells = text_width(begin, ascii);
	free(p.scopes);
	free(bare);
	return cells;
}

/* Like distinct_scope(), for brackets in the function's own template arguments or parameters.  The
 * class and the function's own name say more than the differing bytes. */
static char *
distinct_own(const char *name, const size_t bracket[2], const size_t span[2], int width, bool ascii)
{
	size_t length;
	const char *own = shorten_own(name, &length);
	int room = width - shorten_cells(name, ascii);
	bool has_class = shorten_cells(name, ascii) > text_nwidth(own, length, ascii);
	char *bare, *head, *text, *differing;

	if (has_class && room < LEAST_DIFFERENCE)
		return shorten_name(name, width, ascii);
	bare = bare_name(name);
	differing = difference(name, bracket[0], bracket[1], span[0], span[1],
		has_class || room > width / 2 ? room : width / 2, ascii);
	head = shorten_name(bare, width - text_width(differing, ascii), ascii);
	text = mem_new(strlen(head) + strlen(differing) + 1, 1);
	strcpy(text, head);
	strcat(text, differing);
	free(bare);
	free(differing);
	free(head);
	return text_width(text, ascii) <= width ? text : cut_end(text, width, ascii);
}

char *
shorten_distinct(const char *name, size_t from, size_t end, int width, bool ascii)
{
	struct slice whole = { name, strnlen(name, NAMEPARTS_LONGEST) };
	struct name_parts p = { 0 };
	size_t bracket[2], span[2] = { from, end };
	char *text;
	int scope = -1;

	if (text_width(name, ascii) > width && whole.n < NAMEPARTS_LONGEST)
		nameparts_parse(&p, whole);
	if (p.own.n > 0 && p.level == 0)
		scope = find_argument(&p, name, from, &bracket[0], &bracket[1]);
	if (scope >= 0 && span[1] > bracket[1])
		span[1] = bracket[1];
	if (scope < 0 || span[0] >= span[1])
		text = shorten_name(name, width, ascii);
	else if ((size_t)scope < p.nscopes)
		text = distinct_scope(name, &p, scope, bracket, span, width, ascii);
	else
		text = distinct_own(name, bracket, span, width, ascii);
	free(p.scopes);
	return text;
}
