/* brevity.c - printing a demangled name without some of its parts
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "text/brevity.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "text/text.h"

#define DEEPEST_SHOWN 4			/* parentheses that are nested deeper than this become
					 * "(…)" */

/* The text that is printed. */
struct text {
	char *s;			/* owned */
	size_t n, room;			/* in bytes; .n does not count the NUL */
};

/* Appends the N bytes at S, which may be NULL if N is 0. */
static void
put(struct text *out, const char *s, size_t n)
{
	out->s = mem_grow(out->s, out->n + n + 1, &out->room, 1);
	if (n > 0)
		memcpy(out->s + out->n, s, n);
	out->n += n;
	out->s[out->n] = '\0';
}

static void
put_text(struct text *out, const char *s)
{
	put(out, s, strlen(s));
}

/* Returns the position of " as " in S, Rust's "<type as trait>".  Returns 0 if S has no " as ". */
static size_t
find_as(struct slice s)
{
	size_t at = 1;

	while (at < s.n && !nameparts_starts(s, at, " as "))
		at = nameparts_closer(s.s[at]) ? nameparts_bracket_end(s, at) : at + 1;
	return at < s.n ? at : 0;
}

/* Prints the last word of the path S: "String" for "alloc::string::String", "Vec<…>" for
 * "a::Vec<u8>".  If NO_TEMPLATES, omits "<…>". */
static void
print_last_word(struct text *out, struct slice s, bool no_templates)
{
	size_t at = 0, begin = 0, end;

	for (; at < s.n && !nameparts_closer(s.s[at]); at++)
		if (nameparts_starts(s, at, "::"))
			begin = at + 2;
	end = at;
	put(out, s.s + begin, end - begin);
	if (end < s.n && !no_templates)
		put_text(out, "<…>");
}

/* Prints S, which is in angle brackets.  If S is Rust's "<type as trait>", prints it with short
 * paths, except if the type is a tuple or a slice.  If BRIEF->no_trait, prints only the type or, if
 * the type is a parameter such as "T", only the trait.  Prints "<…>" for anything else. */
static void
print_angle(struct text *out, struct slice s, const struct brevity *brief, bool no_templates)
{
	size_t as = find_as(s);
	bool is_parameter = as == 2;

	if (as == 0 || s.n < 2 || s.s[1] == '(' || s.s[1] == '[') {
		put_text(out, "<…>");
		return;
	}
	if (!brief->no_trait)
		put_text(out, "<");
	if (!brief->no_trait || !is_parameter)
		print_last_word(out, nameparts_slice(s, 1, as), no_templates);
	if (!brief->no_trait)
		put_text(out, " as ");
	if (!brief->no_trait || is_parameter)
		print_last_word(out, nameparts_slice(s, as + 4, s.n - 1), no_templates);
	if (!brief->no_trait)
		put_text(out, ">");
}

static void print_part(struct text *out, struct slice s, const struct brevity *brief,
	bool no_templates, int level);

/* Prints bytes [AT, END) of S, a part in brackets, shortened as BRIEF says. */
static void
print_bracket(struct text *out, struct slice s, size_t at, size_t end,
	const struct brevity *brief, bool no_templates, int level)
{
	char c = s.s[at];

	if (c == '<' && brief->templates) {
		if (at == 0 && end == s.n)
			print_angle(out, s, brief, no_templates);
		else if (!no_templates)
			put_text(out, "<…>");
	} else if (c == '(' && brief->no_arguments) {
		;
	} else if (c == '(' && end - at > 2
		&& (brief->arguments || (brief->templates && level == DEEPEST_SHOWN))) {
		put_text(out, "(…)");
	} else if (c == '(' && brief->templates) {
		put_text(out, "(");
		print_part(out, nameparts_slice(s, at + 1, end - 1), brief, false, level + 1);
		put_text(out, ")");
	} else if (c != '[' || !brief->templates || !nameparts_starts(s, at, "[abi:")) {
		put(out, s.s + at, end - at);
	}
}

/* Prints S, with its brackets shortened as BRIEF says.  If NO_TEMPLATES, omits template arguments.
 * S is inside LEVEL pairs of parentheses. */
static void
print_part(struct text *out, struct slice s, const struct brevity *brief, bool no_templates,
	int level)
{
	size_t from = 0, at = 0, end;	/* bytes [from, at) are printed later, as they are */

	while (at < s.n) {
		size_t word = nameparts_operator(s, at) + nameparts_anonymous(s, at);
		char c = s.s[at];

		if (word > 0 || c == '{' || !nameparts_closer(c)) {
			if (no_templates && word == 0 && nameparts_starts(s, at, " <")) {
				put(out, s.s + from, at - from);
				from = at + 1;
			}
			at += word > 0 ? word : 1;
			continue;
		}
		end = nameparts_bracket_end(s, at);
		if (end == at + 1 || s.s[end - 1] != nameparts_closer(c))
			break;	/* the bracket is never closed: print the rest as it is */
		put(out, s.s + from, at - from);
		print_bracket(out, s, at, end, brief, no_templates, level);
		from = at = end;
	}
	put(out, s.s + from, s.n - from);
}

/* Prints the tail of P.  If arguments are omitted, omits " const", too, and shortens
 * "[clone .isra.0]" to "[.isra.0]". */
static void
print_tail(struct text *out, const struct name_parts *p, const struct brevity *brief)
{
	size_t at = brief->no_arguments ? nameparts_remark(p->tail) : 0;

	if (brief->no_tail)
		return;
	while (at < p->tail.n) {
		if (brief->no_arguments && nameparts_starts(p->tail, at, "[clone "))
			put_text(out, "["), at += strlen("[clone ");
		else
			put(out, &p->tail.s[at++], 1);
	}
}

/* Prints S, the function's own name.  In a conversion, prints only the last word of the type, if
 * BRIEF->target. */
static void
print_own(struct text *out, struct slice s, const struct brevity *brief)
{
	static const char conversion[] = "operator ";
	size_t n = strlen(conversion), open = 0;

	if (brief->target && nameparts_starts(s, 0, conversion)
		&& !nameparts_starts(s, n, "new") && !nameparts_starts(s, n, "delete")) {
		put_text(out, conversion);
		print_last_word(out, nameparts_slice(s, n, s.n), brief->no_own_templates);
		return;
	}
	while (open < s.n && s.s[open] != '{')
		open++;
	if (brief->braces && open < s.n) {
		print_part(out, nameparts_slice(s, 0, open), brief, brief->no_own_templates, 0);
		put_text(out, "{…}");
		return;
	}
	print_part(out, s, brief, brief->no_own_templates, 0);
}

/* Prints the last scope of P, cut to BRIEF->class_width cells, and "…::". */
static void
print_class(struct text *out, const struct name_parts *p, const struct brevity *brief, bool ascii)
{
	struct slice last = p->scopes[p->nscopes - 1];
	struct text class = { 0 };

	put_text(&class, "");
	print_part(&class, last, brief, true, 0);
	put(out, class.s, text_fit(class.s, class.n, brief->class_width, ascii));
	put_text(out, "…::");
	free(class.s);
}

char *
brevity_print(const struct name_parts *p, const struct brevity *brief, bool ascii)
{
	struct text text = { 0 }, *out = &text;
	size_t i;

	put_text(out, "");
	if (p->level > 0 && !brief->no_type) {
		struct brevity whole = { .templates = brief->templates };

		print_part(out, p->type, &whole, false, 0);
		return text.s;
	}
	if (!brief->no_type)
		print_part(out, p->type, brief, false, 0);
	if ((brief->first > 0 || brief->no_scope) && !brief->no_dots)
		put_text(out, "…");
	for (i = brief->first; i < p->nscopes && !brief->no_scope; i++) {
		if (brief->class_width >= 0) {
			print_class(out, p, brief, ascii);
			break;
		}
		print_part(out, p->scopes[i], brief, brief->no_scope_templates, 0);
		put_text(out, "::");
	}
	print_own(out, p->own, brief);
	if (!brief->no_arguments)
		print_part(out, p->arguments, brief, false, 0);
	print_tail(out, p, brief);
	return text.s;
}
