/* nameparts.c - splitting a demangled name into its parts
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "text/nameparts.h"

#include <ctype.h>
#include <string.h>

#include "base/mem.h"

enum {
	DEEPEST = 256,			/* brackets that are nested deeper than this are closed by
					 * closing brackets of any kind */
	MOST_LEVELS = 4,		/* greatest number of nested declarators that are parsed */
};

static bool
is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '$' || (unsigned char)c >= 0x80;
}

size_t
nameparts_operator(struct slice s, size_t at)
{
	static const char *const signs[] = {
		"()", "[]", "<=>", "<<=", ">>=", "->*", "<<", ">>", "<=", ">=", "->", "<", ">",
	};
	size_t i;

	if (!nameparts_starts(s, at, "operator") || (at > 0 && is_word(s.s[at - 1])))
		return 0;
	if (at + 8 < s.n && is_word(s.s[at + 8]))
		return 0;
	for (i = 0; i < sizeof(signs) / sizeof(*signs); i++)
		if (nameparts_starts(s, at + 8, signs[i]))
			return 8 + strlen(signs[i]);
	return 8;
}

char
nameparts_closer(char open)
{
	switch (open) {
	case '(': return ')';
	case '[': return ']';
	case '{': return '}';
	case '<': return '>';
	}
	return '\0';
}

size_t
nameparts_bracket_end(struct slice s, size_t at)
{
	char open[DEEPEST];
	size_t depth = 0, length;

	while (at < s.n) {
		char c = s.s[at];

		length = nameparts_operator(s, at);
		if (length > 0) {
			at += length;
			continue;
		}
		if (nameparts_closer(c) != '\0') {
			if (depth < DEEPEST)
				open[depth] = c;
			depth++;
		} else if (c == ')' || c == ']' || c == '}' || c == '>') {
			bool known = depth > 0 && depth <= DEEPEST;

			if (c == '>' && at > 0 && s.s[at - 1] == '-')
				;
			else if (!known || nameparts_closer(open[depth - 1]) == c)
				depth--;
			else if (c != '>')
				/* The last opening bracket was an operator, such as "<".  Drop
				 * opening brackets up to the bracket that C closes. */
				while (depth > 0 && depth <= DEEPEST
					&& nameparts_closer(open[--depth]) != c)
					;
			if (depth == 0)
				return at + 1;
		}
		at++;
	}
	return s.n;
}

size_t
nameparts_anonymous(struct slice s, size_t at)
{
	return nameparts_starts(s, at, NAMEPARTS_ANONYMOUS) ? strlen(NAMEPARTS_ANONYMOUS) : 0;
}

static void
add_scope(struct name_parts *p, struct slice s)
{
	p->scopes = mem_grow(p->scopes, p->nscopes + 1, &p->room, sizeof(*p->scopes));
	p->scopes[p->nscopes++] = s;
}

struct slice
nameparts_slice(struct slice s, size_t from, size_t to)
{
	return (struct slice){ s.s + from, to - from };
}

/* Does the bracket at OPEN belong to the type, as in "decltype (x) f"? */
static bool
is_decltype(struct slice s, size_t open)
{
	while (open > 0 && s.s[open - 1] == ' ')
		open--;
	return open >= 8 && memcmp(s.s + open - 8, "decltype", 8) == 0;
}

/* Does the bracket from OPEN to END contain the function's name, as in
 * "void (*pick<int>(int))(char)"? */
static bool
is_declarator(struct slice s, size_t open, size_t end)
{
	return open + 1 < s.n && (s.s[open + 1] == '*' || s.s[open + 1] == '&')
		&& end < s.n && (s.s[end] == '(' || s.s[end] == '[') && end - open > 3;
}

/* The state of nameparts_parse(). */
struct name_cursor {
	struct slice s;
	size_t at;
	size_t start;			/* position after the type, where the scopes or the name
					 * begin */
	size_t begin;			/* where the scope or name at .at begins */
	size_t open, close;		/* where the arguments begin and end; .close is 0 until they
					 * are found */
	bool conversion;		/* .at is in the name of a conversion or of an operator
					 * without brackets, after "operator" */
};

/* Skips the name of an operator, so that its brackets and signs are not parsed. */
static void
pass_operator(struct name_cursor *w, size_t length)
{
	w->conversion = length == strlen("operator");
	w->at += length;
	/* "operator< <int>": the blank is part of the name. */
	if (!w->conversion && nameparts_starts(w->s, w->at, " <"))
		w->at++;
}

static void
pass_scope(struct name_cursor *w, struct name_parts *p)
{
	if (!w->conversion) {
		add_scope(p, nameparts_slice(w->s, w->begin, w->at));
		w->begin = w->at + 2;
		w->close = 0;
	}
	w->at += 2;
}

/* Skips the parentheses at W->at, and stores them as the arguments unless they belong to decltype.
 * Returns false if they contain the function's name (is_declarator()); then P is complete. */
static bool
pass_arguments(struct name_cursor *w, struct name_parts *p)
{
	size_t open = w->at, end = nameparts_bracket_end(w->s, open);

	w->at = end;
	if (is_decltype(w->s, open))
		return true;
	if (is_declarator(w->s, open, end) && p->level++ < MOST_LEVELS) {
		p->nscopes = 0;
		nameparts_parse(p, nameparts_slice(w->s, open + 2, end - 1));
		p->type = w->s;
		return false;
	}
	w->open = open;
	w->close = end;
	w->conversion = false;
	return true;
}

/* Treats the text up to the blank at W->at as the type, so the scopes and the name begin after
 * it. */
static void
pass_type(struct name_cursor *w, struct name_parts *p)
{
	w->start = w->begin = ++w->at;
	w->close = 0;
	p->nscopes = 0;
}

void
nameparts_parse(struct name_parts *p, struct slice s)
{
	struct name_cursor w = { .s = s };
	size_t length;

	while (w.at < s.n) {
		char c = s.s[w.at];

		if ((length = nameparts_operator(s, w.at)) > 0)
			pass_operator(&w, length);
		else if (nameparts_starts(s, w.at, "::"))
			pass_scope(&w, p);
		else if ((length = nameparts_anonymous(s, w.at)) > 0)
			w.at += length;
		else if (c == '(' && !pass_arguments(&w, p))
			return;
		else if (c == '(')
			continue;
		else if (nameparts_closer(c) != '\0')
			w.at = nameparts_bracket_end(s, w.at);
		else if ((c == '\'' && w.close > 0 && w.close == w.at)
			|| (c == ' ' && (w.close == w.at || nameparts_starts(s, w.at, " ["))))
			break;
		else if (c == ' ' && !w.conversion)
			pass_type(&w, p);
		else
			w.at++;
	}
	/* Only names with arguments have a type; other names with blanks are phrases. */
	if (w.close == 0 && w.start > 0) {
		w.start = w.begin = 0;
		p->nscopes = 0;
	}
	p->type = nameparts_slice(s, 0, w.start);
	if (w.close == 0)
		w.open = w.close = w.at;
	p->own = nameparts_slice(s, w.begin, w.open);
	p->arguments = nameparts_slice(s, w.open, w.close);
	p->tail = nameparts_slice(s, w.at, s.n);
}

size_t
nameparts_remark(struct slice tail)
{
	size_t at = 0;

	while (at < tail.n && tail.s[at] != '\'' && !nameparts_starts(tail, at, " ["))
		at++;
	return at;
}
