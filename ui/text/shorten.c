/* shorten.c - long names made short by their structure
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "text/shorten.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bisect.h"
#include "base/mem.h"
#include "text/nameparts.h"
#include "text/text.h"

#define DEEPEST_SHOWN 4			/* brackets in brackets whose inside is shown in part */
#define LEAST_OF_CLASS 3		/* cells of a class that still say something */
#define LONGEST 16384			/* bytes of a name whose structure is looked at */

/* What is left out when a name is printed. */
struct brevity {
	bool templates, arguments;	/* to <…>, (…) */
	bool no_type, no_arguments, no_scope_templates, no_own_templates, no_scope,
		no_tail, no_dots;
	size_t first;			/* scopes before this one are left out */
	int class_width;		/* of the last scope; < 0: whole */
};

/* Where the " as " of Rust's "<type as trait>" is among its bytes, or 0. */
static size_t
find_as(struct slice s)
{
	size_t at = 1;

	while (at < s.n && !nameparts_starts(s, at, " as "))
		at = nameparts_closer(s.s[at]) ? nameparts_bracket_end(s, at) : at + 1;
	return at < s.n ? at : 0;
}

/* The last word of a path: "String" of "alloc::string::String", "Vec" of "a::Vec<u8>". */
static void
print_last_word(FILE *out, struct slice s)
{
	size_t at = 0, begin = 0, end;

	for (; at < s.n && !nameparts_closer(s.s[at]); at++)
		if (nameparts_starts(s, at, "::"))
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
	print_last_word(out, nameparts_slice(s, 1, as));
	fputs(" as ", out);
	print_last_word(out, nameparts_slice(s, as + 4, s.n - 1));
	fputc('>', out);
}

static void print_part(FILE *out, struct slice s, const struct brevity *brief,
	bool no_templates, int level);

/* Print the bracket from AT to END of S as short as BRIEF says. */
static void
print_bracket(FILE *out, struct slice s, size_t at, size_t end,
	const struct brevity *brief, bool no_templates, int level)
{
	char c = s.s[at];

	if (c == '<' && brief->templates) {
		if (at == 0 && end == s.n)
			print_angle(out, s);
		else if (!no_templates)
			fputs("<…>", out);
	} else if (c == '(' && brief->no_arguments) {
		;
	} else if (c == '(' && end - at > 2
		&& (brief->arguments || (brief->templates && level == DEEPEST_SHOWN))) {
		fputs("(…)", out);
	} else if (c == '(' && brief->templates) {
		fputc('(', out);
		print_part(out, nameparts_slice(s, at + 1, end - 1), brief, false, level + 1);
		fputc(')', out);
	} else if (c != '[' || !brief->templates || !nameparts_starts(s, at, "[abi:")) {
		fwrite(s.s + at, 1, end - at, out);
	}
}

/* Print S with its brackets as short as BRIEF says. */
static void
print_part(FILE *out, struct slice s, const struct brevity *brief, bool no_templates,
	int level)
{
	size_t at = 0, end;

	while (at < s.n) {
		size_t word = nameparts_operator(s, at) + nameparts_anonymous(s, at);
		char c = s.s[at];

		if (word > 0 || c == '{' || !nameparts_closer(c)) {
			end = at + (word > 0 ? word : 1);
			if (!no_templates || word > 0 || !nameparts_starts(s, at, " <"))
				fwrite(s.s + at, 1, end - at, out);
		} else {
			end = nameparts_bracket_end(s, at);
			if (end == at + 1 || s.s[end - 1] != nameparts_closer(c)) {
				/* Never closed: not what it seemed to be. */
				fwrite(s.s + at, 1, s.n - at, out);
				return;
			}
			print_bracket(out, s, at, end, brief, no_templates, level);
		}
		at = end;
	}
}

/* "[clone .isra.0]" and the like are kept; " const" belongs to the arguments. */
static void
print_tail(FILE *out, const struct name_parts *p, const struct brevity *brief)
{
	size_t at = 0;

	if (brief->no_tail)
		return;
	if (brief->no_arguments)
		while (at < p->tail.n && !nameparts_starts(p->tail, at, " ["))
			at++;
	while (at < p->tail.n) {
		if (brief->no_arguments && nameparts_starts(p->tail, at, "[clone "))
			fputc('[', out), at += strlen("[clone ");
		else
			fputc(p->tail.s[at++], out);
	}
}

static void
print_class(FILE *out, const struct name_parts *p, const struct brevity *brief, bool ascii)
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
print_name(const struct name_parts *p, const struct brevity *brief, bool ascii)
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

static bool
is_brief_enough(const struct name_parts *p, const struct brevity *brief, int width, bool ascii)
{
	char *text = print_name(p, brief, ascii);
	bool answer = text_width(text, ascii) <= width;

	free(text);
	return answer;
}

/* Leave out scopes from the first on until the rest fits, but never the last one. */
static void
drop_scopes(const struct name_parts *p, struct brevity *brief, int width, bool ascii)
{
	size_t most = p->nscopes > 0 ? p->nscopes - 1 : 0;

	BISECT(brief->first, most, is_brief_enough(p, brief, width, ascii));
}

/* Leave out a little more than before; false when nothing is left to leave out. */
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

/* The class cut, then left out; then the tail; then the end of the name itself. */
static char *
cut_class(const struct name_parts *p, struct brevity *brief, int width, bool ascii)
{
	char *text;
	int over;

	if (p->nscopes > 0) {
		brief->class_width = 0;
		text = print_name(p, brief, ascii);
		over = text_width(text, ascii) - width;
		if (-over >= LEAST_OF_CLASS) {
			free(text);
			brief->class_width = -over;
			return print_name(p, brief, ascii);
		}
		free(text);
		brief->no_scope = true;
	}
	text = print_name(p, brief, ascii);
	if (text_width(text, ascii) > width && p->tail.n > 0) {
		free(text);
		brief->no_tail = true;
		text = print_name(p, brief, ascii);
	}
	if (text_width(text, ascii) > width && p->nscopes > 0) {
		free(text);
		brief->no_dots = true;
		text = print_name(p, brief, ascii);
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
		text = print_name(&p, &brief, ascii);
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
		if (!n && (p.own.s[at] == '<' || nameparts_starts(p.own, at, "[abi:")))
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
shorten_plain(const char *name)
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
shorten_generic(const char *name)
{
	static const struct brevity brief = { .templates = true, .no_type = true,
		.no_arguments = true, .no_tail = true, .class_width = -1 };
	struct slice whole = { name, strlen(name) };
	struct name_parts p = { 0 };
	char *text = NULL;

	if (!strchr(name, '<'))
		return NULL;
	nameparts_parse(&p, whole);
	if (p.own.n > 0 && p.level == 0)
		text = print_name(&p, &brief, false);
	free(p.scopes);
	/* Arguments or a type may have been all there was. */
	if (text && !strchr(text, '<')) {
		free(text);
		text = NULL;
	}
	return text;
}

/* S without what is in brackets; those of operators, of lambdas and of nameless scopes
 * are no arguments. */
static void
print_bare(struct slice s, FILE *out)
{
	size_t at = 0, n;

	while (at < s.n) {
		if ((n = nameparts_operator(s, at)) > 0 || (n = nameparts_anonymous(s, at)) > 0) {
			fwrite(s.s + at, 1, n, out);
			at += n;
		} else if (s.s[at] == '<' || s.s[at] == '(' || nameparts_starts(s, at, "[abi:")) {
			at = nameparts_bracket_end(s, at);
		} else {
			fputc(s.s[at++], out);
		}
	}
}

char *
shorten_bare(const char *name)
{
	struct slice whole = { name, strlen(name) };
	struct name_parts p = { 0 };
	char *text = NULL;
	size_t n, i;
	FILE *out;

	if (name[strcspn(name, "(<[ ")] == '\0')
		return NULL;
	nameparts_parse(&p, whole);
	if (p.own.n > 0) {
		out = mem_stream(&text, &n);
		for (i = 0; i < p.nscopes; i++) {
			print_bare(p.scopes[i], out);
			fputs("::", out);
		}
		print_bare(p.own, out);
		mem_close(out);
	}
	free(p.scopes);
	return text;
}
