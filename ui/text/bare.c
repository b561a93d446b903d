/* bare.c - demangled names without parameters, template arguments and return type
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "text/bare.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "text/dotted.h"
#include "text/nameparts.h"

struct bare_writer {
	const char *name;
	char *out;
	uint32_t *from;			/* FROM of bare_write(); may be NULL */
	size_t n;			/* bytes written so far */
};

/* Writes the N bytes at S, which points into W->name. */
static void
write_part(struct bare_writer *w, const char *s, size_t n)
{
	memcpy(w->out + w->n, s, n);
	for (size_t i = 0; w->from != NULL && i < n; i++)
		w->from[w->n + i] = (uint32_t)(s + i - w->name);
	w->n += n;
}

/* Writes S without its brackets and what is in them.  The brackets of operators and anonymous
 * namespaces and the braces of lambdas stay, and so do angle brackets at the beginning, as in
 * "<cycle 1>" or Rust's "<type as trait>". */
static void
write_without_brackets(struct bare_writer *w, struct slice s)
{
	size_t at = 0, n;

	if (s.n > 0 && s.s[0] == '<') {
		at = nameparts_bracket_end(s, 0);
		write_part(w, s.s, at);
	}
	while (at < s.n) {
		if ((n = nameparts_operator(s, at)) > 0 || (n = nameparts_anonymous(s, at)) > 0) {
			write_part(w, s.s + at, n);
			at += n;
		} else if (s.s[at] == '<' || s.s[at] == '(' || nameparts_starts(s, at, "[abi:")) {
			at = nameparts_bracket_end(s, at);
		} else {
			write_part(w, s.s + at++, 1);
		}
	}
}

/* Writes the remarks at the end of a name, "[clone .isra.0]" or "'2", but not "const". */
static void
write_remarks(struct bare_writer *w, struct slice tail)
{
	size_t at = nameparts_remark(tail);

	write_part(w, tail.s + at, tail.n - at);
}

/* The fast case of bare_write().  If NAME begins with its bare form, as "geo::find(double)" does,
 * returns the length of the bare form.  Returns 0 if NAME must be parsed. */
static size_t
simple_length(const char *name, size_t n)
{
	size_t i, end = 0;

	while (end < n && memchr("(<[{ ", name[end], 5) == NULL)
		end++;
	if (end == n)
		return n;
	if (end == 0 || name[end] != '(' || memmem(name, end, "operator", 8) != NULL)
		return 0;
	for (i = end; i < n; i++)
		if (name[i] == '[' || name[i] == '{' || name[i] == '\''
			|| (name[i] == ':' && name[i - 1] == ')'))
			return 0;
	return end;
}

size_t
bare_write(const char *name, size_t n, char *out, uint32_t *from)
{
	struct bare_writer w = { .name = name };
	bool is_whole = n >= NAMEPARTS_LONGEST || dotted_is_method(name, n);
	size_t simple = is_whole ? n : simple_length(name, n), i;
	struct name_parts p = { 0 };

	w.out = out;
	w.from = from;
	if (simple > 0) {
		write_part(&w, name, simple);
		return simple;
	}
	nameparts_parse(&p, (struct slice){ name, n });
	for (i = 0; p.own.n > 0 && i < p.nscopes; i++) {
		write_without_brackets(&w, p.scopes[i]);
		write_part(&w, p.scopes[i].s + p.scopes[i].n, 2);
	}
	write_without_brackets(&w, p.own);
	if (w.n > 0)
		write_remarks(&w, p.tail);
	free(p.scopes);
	if (w.n == 0)
		write_part(&w, name, n);
	assert(w.n <= n);
	return w.n;
}

const char *
bare_name_in(const char *name, char **buffer, size_t *room)
{
	size_t n = strlen(name);

	*buffer = mem_grow(*buffer, n + 1, room, 1);
	(*buffer)[bare_write(name, n, *buffer, NULL)] = '\0';
	return *buffer;
}

char *
bare_name(const char *name)
{
	char *bare = NULL;
	size_t room = 0;

	(void)bare_name_in(name, &bare, &room);
	return bare;
}

/* Is the scope S a function, such as "area(int)" in "area(int)::{lambda()#1}"? */
static bool
is_function(struct slice s)
{
	size_t at = 0, n;

	while (at < s.n) {
		if ((n = nameparts_anonymous(s, at)) > 0 || (n = nameparts_operator(s, at)) > 0)
			at += n;
		else if (s.s[at] == '(')
			return true;
		else
			at = s.s[at] == '<' ? nameparts_bracket_end(s, at) : at + 1;
	}
	return false;
}

/* Returns the number of scopes of P before the first function. */
static size_t
count_scopes(const struct name_parts *p)
{
	size_t i;

	for (i = 0; i < p->nscopes; i++) {
		/* The scope before a lambda is a function, even without a "(", as in
		 * "main::{lambda()#1}". */
		if (p->scopes[i].n > 0 && p->scopes[i].s[0] == '{')
			return i > 0 ? i - 1 : 0;
		if (is_function(p->scopes[i]))
			return i;
	}
	return i;
}

char *
bare_scopes(const char *name, bool outermost)
{
	struct slice whole = { name, strlen(name) };
	struct bare_writer w = { .name = name };
	struct name_parts p = { 0 };
	size_t n, i;

	if (whole.n >= NAMEPARTS_LONGEST || strstr(name, "::") == NULL)
		return NULL;
	nameparts_parse(&p, whole);
	n = p.own.n > 0 ? count_scopes(&p) : 0;
	if (outermost && n > 1)
		n = 1;
	if (n > 0)
		w.out = mem_new(whole.n + 1, 1);
	for (i = 0; i < n; i++) {
		if (i > 0)
			write_part(&w, p.scopes[i].s - 2, 2);
		write_without_brackets(&w, p.scopes[i]);
	}
	free(p.scopes);
	return w.out;
}
