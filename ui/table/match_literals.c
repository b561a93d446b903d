/* match_literals.c - literals that every match of an expression contains
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "table/match_literals.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

enum { LEAST_WORD = 3 };		/* least number of letters of a word; a unit such as "ms"
					 * has fewer letters */

/* State of reading an expression. */
struct pattern_reader {
	const char *at;			/* the part of the expression that is not read yet */
	struct match_literals *literals;
	struct alternative alternative;	/* literals of the alternative that is being read */
	char run[LITERAL_ROOM];		/* the word that is being read */
	char text[LITERAL_ROOM];	/* the text that is being read */
	size_t nchars, nrun, ntext;	/* length of alternative.chars, run, text */
	int depth;			/* nesting of parentheses */
	bool is_choice;			/* the expression has several alternatives */
	bool unknown;			/* a part of the expression is not understood, so no
					 * literals are known */
};

static void
end_run(struct pattern_reader *p)
{
	p->run[p->nrun] = '\0';
	if (p->nrun >= LEAST_WORD && p->nrun > strlen(p->alternative.word))
		strcpy(p->alternative.word, p->run);
	p->nrun = 0;
}

static void
end_text(struct pattern_reader *p)
{
	end_run(p);
	p->text[p->ntext] = '\0';
	if (p->ntext > strlen(p->alternative.text))
		strcpy(p->alternative.text, p->text);
	p->ntext = 0;
}

/* Does NEXT begin with "*", "?" or "{", so that the item before NEXT may be absent from a match? */
static bool
is_optional(const char *next)
{
	next += strspn(next, "+");
	return *next == '*' || *next == '?' || *next == '{';
}

/* Reads the character C, which is followed by NEXT. */
static void
read_char(struct pattern_reader *p, char c, const char *next)
{
	bool letter = c == '_' || isalpha((unsigned char)c);

	if ((unsigned char)c >= 0x80)
		p->unknown = true;
	if (c == ' ')
		p->literals->no_blank = false;
	if (p->depth > 0 || is_optional(next)) {
		end_text(p);
		return;
	}
	if (p->ntext + 1 >= sizeof(p->text))
		end_text(p);
	p->text[p->ntext++] = c;
	if (p->nchars < MOST_LITERAL_CHARS && strchr(p->alternative.chars, c) == NULL)
		p->alternative.chars[p->nchars++] = c;
	if (!letter || p->nrun + 1 >= sizeof(p->run))
		end_run(p);
	if (letter)
		p->run[p->nrun++] = c;
	if (*next == '+')
		end_text(p);
}

/* Can the bracket expression with the content [AT, END) match a blank?  Returns true if it is not
 * sure that it cannot. */
static bool
has_blank(const char *at, const char *end)
{
	static const char *const classes[] = { "[:alnum:]", "[:alpha:]", "[:digit:]", "[:xdigit:]",
		"[:lower:]", "[:upper:]" };
	size_t i;

	if (*at == '^')
		return true;
	while (at < end) {
		if ((unsigned char)*at <= ' ' || (unsigned char)*at >= 0x7f)
			return true;
		if (*at != '[' || strchr(".=:", at[1]) == NULL) {
			at++;
			continue;
		}
		for (i = 0; i < sizeof(classes) / sizeof(*classes); i++)
			if (strncmp(at, classes[i], strlen(classes[i])) == 0)
				break;
		if (i == sizeof(classes) / sizeof(*classes))
			return true;
		at += strlen(classes[i]);
	}
	return false;
}

/* Returns the closing bracket of the bracket expression whose content begins at AT, or NULL. */
static const char *
end_of_set(const char *at)
{
	const char *end = at + (*at == '^');

	end += *end == ']';
	for (; *end != ']'; end++) {
		if (*end == '\0')
			return NULL;
		if (*end == '[' && end[1] && strchr(".=:", end[1]) != NULL) {
			const char close[] = { end[1], ']', '\0' };

			end = strstr(end + 2, close);
			if (end == NULL)
				return NULL;
			end++;
		}
	}
	return end;
}

static void
read_set(struct pattern_reader *p)
{
	const char *end = end_of_set(p->at + 1);

	end_text(p);
	if (end == NULL) {
		p->unknown = true;
		p->at += strlen(p->at);
		return;
	}
	if (has_blank(p->at + 1, end))
		p->literals->no_blank = false;
	p->at = end + 1;
}

static void
end_alternative(struct pattern_reader *p)
{
	end_text(p);
	if (p->literals->n == MOST_ALTERNATIVES || p->nchars == 0)
		p->unknown = true;
	else
		p->literals->v[p->literals->n++] = p->alternative;
	p->alternative = (struct alternative){ .word = "" };
	p->nchars = 0;
}

static void
read_special(struct pattern_reader *p)
{
	char c = *p->at++;

	end_text(p);
	switch (c) {
	case '(':
		p->depth++;
		break;
	case ')':
		p->depth--;
		break;
	case '|':
		if (p->depth == 0) {
			end_alternative(p);
			p->is_choice = true;
		}
		break;
	case '{':
		p->at += strcspn(p->at, "}");
		p->at += *p->at == '}';
		break;
	case '$':
		p->literals->at_end = !*p->at && p->depth == 0;
		p->literals->no_blank = p->literals->no_blank && p->literals->at_end;
		break;
	case '.':
	case '^':
		p->literals->no_blank = false;
		break;
	default:
		break;
	}
}

void
match_literals_parse(struct match_literals *literals, const char *text)
{
	struct pattern_reader p = { .at = text, .literals = literals };

	*literals = (struct match_literals){ .no_blank = true };
	while (*p.at) {
		if (*p.at == '\\' && ispunct((unsigned char)p.at[1])
			&& strchr("<>`'", p.at[1]) == NULL) {
			read_char(&p, p.at[1], p.at + 2);
			p.at += 2;
		} else if (*p.at == '\\') {
			literals->no_blank = false;
			literals->n = 0;
			return;
		} else if (*p.at == '[') {
			read_set(&p);
		} else if (strchr("().|^$*+?{", *p.at) != NULL) {
			read_special(&p);
		} else {
			read_char(&p, *p.at, p.at + 1);
			p.at++;
		}
	}
	end_alternative(&p);
	assert(literals->n <= MOST_ALTERNATIVES);
	/* Only the last alternative is known to match at the end; others may match anywhere. */
	if (literals->at_end && p.is_choice)
		literals->no_blank = literals->at_end = false;
	literals->no_blank = literals->no_blank && (!literals->at_end || literals->n == 1);
	if (p.unknown || p.depth != 0)
		literals->n = 0;
}

bool
match_literals_may_match(const struct match_literals *literals, const char *text, const char *more)
{
	for (size_t i = 0; i < literals->n; i++) {
		const struct alternative *alternative = &literals->v[i];
		const char *c = alternative->chars;

		if (alternative->word[0] != '\0' && strstr(text, alternative->word) == NULL
			&& strstr(more, alternative->word) == NULL)
			continue;
		while (*c && (strchr(text, *c) != NULL || strchr(more, *c) != NULL))
			c++;
		if (*c == '\0')
			return true;
	}
	return literals->n == 0;
}

bool
match_literals_in_line(const struct match_literals *literals, const char *line)
{
	size_t i;

	for (i = 0; i < literals->n && strstr(line, literals->v[i].text) == NULL; i++)
		;
	return i < literals->n || literals->n == 0;
}
