/* shorten.c - long names made short by their structure
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "shorten.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mem.h"
#include "text.h"

#define DEEPEST 256			/* nesting in which kinds of brackets are told apart */
#define DEEPEST_SHOWN 4			/* brackets in brackets whose inside is shown in part */
#define LEAST_OF_CLASS 3		/* cells of a class that still say something */

struct slice {
	const char *s;
	size_t n;
};

/* void  Eigen::internal::smart_copy<double>  (double*)   const [clone .isra.0]
 * type  scopes           own                 arguments   tail
 */
struct parsed {
	struct slice type, own, arguments, tail;
	struct slice *scopes;		/* owned */
	size_t nscopes, room;
	int level;			/* declarators around the name, which are in TYPE whole */
};

/* What is left out when a name is printed. */
struct brevity {
	bool templates, arguments;	/* to <…>, (…) */
	bool no_type, no_arguments, no_scope_templates, no_own_templates, no_scope, no_tail, no_dots;
	size_t first;			/* scopes before this one are left out */
	int class_width;		/* of the last scope; < 0: whole */
};

static bool
is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '$' || (unsigned char)c >= 0x80;
}

static bool
starts(struct slice s, size_t at, const char *with)
{
	size_t n = strlen(with);

	return at <= s.n && s.n - at >= n && memcmp(s.s + at, with, n) == 0;
}

/* The length of the operator's name at AT: "operator<<", "operator()"; of a conversion
 * and of new and delete only "operator".  0: there is none. */
static size_t
operator_at(struct slice s, size_t at)
{
	static const char *const signs[] = {
		"()", "[]", "<=>", "<<=", ">>=", "->*", "<<", ">>", "<=", ">=", "->", "<", ">",
	};
	size_t i;

	if (!starts(s, at, "operator") || (at > 0 && is_word(s.s[at - 1])))
		return 0;
	if (at + 8 < s.n && is_word(s.s[at + 8]))
		return 0;
	for (i = 0; i < sizeof(signs) / sizeof(*signs); i++)
		if (starts(s, at + 8, signs[i]))
			return 8 + strlen(signs[i]);
	return 8;
}

static char
closer(char open)
{
	switch (open) {
	case '(': return ')';
	case '[': return ']';
	case '{': return '}';
	case '<': return '>';
	}
	return '\0';
}

/* Where the bracket at AT is closed, one after; the end when it never is. */
static size_t
group_end(struct slice s, size_t at)
{
	char open[DEEPEST];
	size_t depth = 0, length;

	while (at < s.n) {
		char c = s.s[at];

		length = operator_at(s, at);
		if (length) {
			at += length;
			continue;
		}
		if (closer(c)) {
			if (depth < DEEPEST)
				open[depth] = c;
			depth++;
		} else if (c == ')' || c == ']' || c == '}' || c == '>') {
			bool known = depth > 0 && depth <= DEEPEST;

			if (c == '>' && at > 0 && s.s[at - 1] == '-')
				;
			else if (!known || closer(open[depth - 1]) == c)
				depth--;
			else if (c != '>')
				/* "<" was a comparison after all. */
				while (depth > 0 && depth <= DEEPEST && closer(open[--depth]) != c)
					;
			if (depth == 0)
				return at + 1;
		}
		at++;
	}
	return s.n;
}

static bool
is_anonymous(struct slice s, size_t at)
{
	return starts(s, at, "(anonymous namespace)");
}

static void
add_scope(struct parsed *p, struct slice s)
{
	p->scopes = mem_room(p->scopes, p->nscopes + 1, &p->room, sizeof(*p->scopes));
	p->scopes[p->nscopes++] = s;
}

static struct slice
part(struct slice s, size_t from, size_t to)
{
	return (struct slice){ s.s + from, to - from };
}

/* Does the bracket that ends before AT belong to the type: "decltype (x) f"? */
static bool
is_decltype(struct slice s, size_t open)
{
	while (open > 0 && s.s[open - 1] == ' ')
		open--;
	return open >= 8 && memcmp(s.s + open - 8, "decltype", 8) == 0;
}

/* "void (*pick<int>(int))(char)": what is inside the first bracket is the name. */
static bool
is_declarator(struct slice s, size_t open, size_t end)
{
	return open + 1 < s.n && (s.s[open + 1] == '*' || s.s[open + 1] == '&')
		&& end < s.n && (s.s[end] == '(' || s.s[end] == '[') && end - open > 3;
}

static void
parse(struct parsed *p, struct slice s)
{
	size_t at = 0, start = 0, begin = 0, open = 0, close = 0, length, end;
	bool conversion = false;

	while (at < s.n) {
		char c = s.s[at];

		length = operator_at(s, at);
		if (length) {
			conversion = length == 8;
			at += length;
			/* "operator< <int>": the blank is part of the name. */
			if (!conversion && starts(s, at, " <"))
				at++;
		} else if (c == ':' && at + 1 < s.n && s.s[at + 1] == ':') {
			if (!conversion) {
				add_scope(p, part(s, begin, at));
				begin = at + 2;
				close = 0;
			}
			at += 2;
		} else if (c == '(' && is_anonymous(s, at)) {
			at += strlen("(anonymous namespace)");
		} else if (c == '(') {
			end = group_end(s, at);
			if (is_declarator(s, at, end) && !is_decltype(s, at)
				&& p->level++ < DEEPEST_SHOWN) {
				p->nscopes = 0;
				parse(p, part(s, at + 2, end - 1));
				p->type = part(s, 0, s.n);
				return;
			}
			if (!is_decltype(s, at)) {
				open = at;
				close = end;
				conversion = false;
			}
			at = end;
		} else if (closer(c)) {
			at = group_end(s, at);
		} else if (c == ' ' && (close == at || starts(s, at, " ["))) {
			break;
		} else if (c == ' ' && !conversion) {
			at++;
			start = begin = at;
			p->nscopes = 0;
			close = 0;
		} else {
			at++;
		}
	}
	p->type = part(s, 0, start);
	p->own = part(s, begin, close ? open : at);
	p->arguments = close ? part(s, open, close) : part(s, at, at);
	p->tail = part(s, at, s.n);
}

/* Where the " as " of Rust's "<type as trait>" is among its bytes, or 0. */
static size_t
find_as(struct slice s)
{
	size_t at = 1;

	while (at < s.n && !starts(s, at, " as "))
		at = closer(s.s[at]) ? group_end(s, at) : at + 1;
	return at < s.n ? at : 0;
}

/* The last word of a path: "String" of "alloc::string::String", "Vec" of "a::Vec<u8>". */
static void
print_last_word(FILE *out, struct slice s)
{
	size_t at = 0, begin = 0, end;

	for (; at < s.n && !closer(s.s[at]); at++)
		if (starts(s, at, "::"))
			begin = at + 2;
	end = at;
	fwrite(s.s + begin, 1, end - begin, out);
	if (end < s.n)
		fputs("<…>", out);
}

/* "<type as trait>", or "<…>" if it is something else. */
static void
print_angle(FILE *out, struct slice s)
{
	size_t as = find_as(s);

	if (as == 0 || s.n < 2 || s.s[1] == '(' || s.s[1] == '[') {
		fputs("<…>", out);
		return;
	}
	fputc('<', out);
	print_last_word(out, part(s, 1, as));
	fputs(" as ", out);
	print_last_word(out, part(s, as + 4, s.n - 1));
	fputc('>', out);
}

/* Print S with its brackets as short as BRIEF says. */
static void
print_part(FILE *out, struct slice s, const struct brevity *brief, bool no_templates,
	int level)
{
	size_t at = 0, end;
	bool group;

	while (at < s.n) {
		size_t length = operator_at(s, at);
		char c = s.s[at];

		if (length == 0 && c == '(' && is_anonymous(s, at))
			length = strlen("(anonymous namespace)");
		if (length) {
			fwrite(s.s + at, 1, length, out);
			at += length;
			continue;
		}
		group = c == '<' || c == '(' || c == '[';
		end = group ? group_end(s, at) : at + 1;
		if (c == ' ' && no_templates && starts(s, at, " <")) {
			at++;
			continue;
		}
		if (group && (end == at + 1 || s.s[end - 1] != closer(c))) {
			/* Never closed: not what it seemed to be. */
			fwrite(s.s + at, 1, s.n - at, out);
			return;
		}
		if (c == '<' && brief->templates && !(at == 0 && end == s.n)) {
			if (!no_templates)
				fputs("<…>", out);
		} else if (c == '<' && brief->templates) {
			print_angle(out, s);
		} else if (c == '(' && brief->no_arguments) {
			;
		} else if (c == '(' && end - at > 2
			&& (brief->arguments || (brief->templates && level == DEEPEST_SHOWN))) {
			fputs("(…)", out);
		} else if (c == '(' && brief->templates) {
			fputc('(', out);
			print_part(out, part(s, at + 1, end - 1), brief, false, level + 1);
			fputc(')', out);
		} else if (c != '[' || !brief->templates || !starts(s, at, "[abi:")) {
			fwrite(s.s + at, 1, end - at, out);
		}
		at = end;
	}
}

/* "[clone .isra.0]" and the like are kept; " const" belongs to the arguments. */
static void
print_tail(FILE *out, const struct parsed *p, const struct brevity *brief)
{
	size_t at = 0;

	if (brief->no_tail)
		return;
	if (brief->no_arguments)
		while (at < p->tail.n && !starts(p->tail, at, " ["))
			at++;
	while (at < p->tail.n) {
		if (brief->no_arguments && starts(p->tail, at, "[clone "))
			fputc('[', out), at += strlen("[clone ");
		else
			fputc(p->tail.s[at++], out);
	}
}

static void
print_class(FILE *out, const struct parsed *p, const struct brevity *brief, bool ascii)
{
	struct slice last = p->scopes[p->nscopes - 1];
	char *class = NULL;
	size_t n = 0;
	FILE *f = mem_stream(&class, &n);

	print_part(f, last, brief, true, 0);
	mem_close(f);
	fwrite(class, 1, text_fit(class, n, brief->class_width, ascii), out);
	fputs("…::", out);
	free(class);
}

static char *
print(const struct parsed *p, const struct brevity *brief, bool ascii)
{
	char *text = NULL;
	size_t n = 0, i;
	FILE *out = mem_stream(&text, &n);

	if (p->level > 0 && !brief->no_type) {
		struct brevity whole = { .templates = brief->templates };

		print_part(out, p->type, &whole, false, 0);
		mem_close(out);
		return text;
	}
	if (!brief->no_type)
		print_part(out, p->type, brief, false, 0);
	if ((brief->first > 0 || brief->no_scope) && !brief->no_dots)
		fputs("…", out);
	for (i = brief->first; i < p->nscopes && !brief->no_scope; i++) {
		if (brief->class_width >= 0) {
			print_class(out, p, brief, ascii);
			break;
		}
		print_part(out, p->scopes[i], brief, brief->no_scope_templates, 0);
		fputs("::", out);
	}
	print_part(out, p->own, brief, brief->no_own_templates, 0);
	if (!brief->no_arguments)
		print_part(out, p->arguments, brief, false, 0);
	print_tail(out, p, brief);
	mem_close(out);
	return text;
}

/* Leave out a little more than before; false when nothing is left to leave out. */
static bool
be_briefer(struct brevity *brief, const struct parsed *p, int *stage)
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
		if (brief->first + 1 < p->nscopes) {
			brief->first++;
			*stage = 5;
		}
		return true;
	case 6:
		brief->no_own_templates = true;
		return true;
	}
	return false;
}

/* The class cut, then left out; then the tail; then the end of the name itself. */
static char *
cut_class(const struct parsed *p, struct brevity *brief, int width, bool ascii)
{
	char *text;
	int over;

	if (p->nscopes > 0) {
		brief->class_width = 0;
		text = print(p, brief, ascii);
		over = text_width(text, ascii) - width;
		if (-over >= LEAST_OF_CLASS) {
			free(text);
			brief->class_width = -over;
			return print(p, brief, ascii);
		}
		free(text);
		brief->no_scope = true;
	}
	text = print(p, brief, ascii);
	if (text_width(text, ascii) > width && p->tail.n > 0) {
		free(text);
		brief->no_tail = true;
		text = print(p, brief, ascii);
	}
	if (text_width(text, ascii) > width && p->nscopes > 0) {
		free(text);
		brief->no_dots = true;
		text = print(p, brief, ascii);
	}
	return text;
}

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
shorten(const char *name, int width, bool ascii)
{
	struct slice whole = { name, strlen(name) };
	struct brevity brief = { .class_width = -1 };
	struct parsed p = { 0 };
	char *text = mem_text(name, strlen(name));
	int stage = 0;

	if (text_width(text, ascii) <= width)
		return text;
	parse(&p, whole);
	if (p.own.n == 0) {
		free(p.scopes);
		return cut_end(text, width, ascii);
	}
	while (text_width(text, ascii) > width && be_briefer(&brief, &p, &stage)) {
		free(text);
		text = print(&p, &brief, ascii);
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
own_name(const char *name, size_t *length)
{
	struct slice whole = { name, strlen(name) };
	struct parsed p = { 0 };
	size_t at = 0, n;

	parse(&p, whole);
	free(p.scopes);
	while (at < p.own.n) {
		n = operator_at(p.own, at);
		if (!n && (p.own.s[at] == '<' || starts(p.own, at, "[abi:")))
			break;
		at += n ? n : 1;
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

/* "._omp_fn.0" at the end of NAME, or " [clone ._omp_fn.0]": where, and its number. */
static const char *
omp_body(const char *name, const char **number, size_t *digits)
{
	const char *at = strstr(name, "._omp_fn.");
	const char *rest;

	if (!at)
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
plain_name(const char *name)
{
	const char *number = "", *end = name + strlen(name), *omp, *mod = NULL;
	size_t digits = 0, n;
	char *plain;

	omp = omp_body(name, &number, &digits);
	if (omp)
		end = omp;
	if (strncmp(name, "__", 2) == 0)
		mod = name[2] ? strstr(name + 3, "_MOD_") : NULL;
	if (mod && mod + 5 >= end)
		mod = NULL;
	if (!omp && !mod)
		return NULL;
	n = strlen(name) + 16;
	plain = mem_new(n, 1);
	if (mod)
		snprintf(plain, n, "%.*s::%.*s", (int)(mod - name - 2), name + 2,
			(int)(end - mod - 5), mod + 5);
	else
		snprintf(plain, n, "%.*s", (int)(end - name), name);
	if (omp)
		snprintf(plain + strlen(plain), n - strlen(plain), " [omp %.*s]",
			(int)digits, number);
	return plain;
}

char *
generic_name(const char *name)
{
	static const struct brevity brief = { .templates = true, .no_type = true,
		.no_arguments = true, .no_tail = true, .class_width = -1 };
	struct slice whole = { name, strlen(name) };
	struct parsed p = { 0 };
	char *text = NULL;

	if (!strchr(name, '<'))
		return NULL;
	parse(&p, whole);
	if (p.own.n > 0 && p.level == 0)
		text = print(&p, &brief, false);
	free(p.scopes);
	/* Arguments or a type may have been all there was. */
	if (text && !strchr(text, '<')) {
		free(text);
		text = NULL;
	}
	return text;
}
