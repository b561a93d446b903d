/* What is in all that a pattern matches.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "table/match_literals.h"

#include <ctype.h>
#include <string.h>

enum { LEAST_WORD = 3 };		/* letters; figures have units of at most two */

/* Reading an expression. */
struct parse {
	const char *at;
	struct ways *ways;
	struct way way;			/* the one that is being read ... */
	char run[WORD_ROOM];		/* ... the word in it ... */
	char text[WORD_ROOM];		/* ... and that with blanks and figures */
	size_t nchars, nrun, ntext;
	int depth;			/* of parentheses */
	bool odd;			/* something in it is not understood */
};

static void
end_run(struct parse *p)
{
	p->run[p->nrun] = '\0';
	if (p->nrun >= LEAST_WORD && p->nrun > strlen(p->way.word))
		strcpy(p->way.word, p->run);
	p->nrun = 0;
}

static void
end_text(struct parse *p)
{
	end_run(p);
	p->text[p->ntext] = '\0';
	if (p->ntext > strlen(p->way.text))
		strcpy(p->way.text, p->text);
	p->ntext = 0;
}

static bool
may_be_left_out(const char *next)
{
	next += strspn(next, "+");
	return *next == '*' || *next == '?' || *next == '{';
}

/* The character C, then NEXT. */
static void
take_char(struct parse *p, char c, const char *next)
{
	bool letter = c == '_' || isalpha((unsigned char)c);

	if ((unsigned char)c >= 0x80)
		p->odd = true;
	if (c == ' ')
		p->ways->no_blank = false;
	if (p->depth > 0 || may_be_left_out(next)) {
		end_text(p);
		return;
	}
	if (p->ntext + 1 >= sizeof(p->text))
		end_text(p);
	p->text[p->ntext++] = c;
	if (p->nchars < MOST_MUSTS && !strchr(p->way.chars, c))
		p->way.chars[p->nchars++] = c;
	if (!letter || p->nrun + 1 >= sizeof(p->run))
		end_run(p);
	if (letter)
		p->run[p->nrun++] = c;
	if (*next == '+')
		end_text(p);
}

/* Does the set between brackets, [AT, END), hold a blank? */
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
		if (*at != '[' || !strchr(".=:", at[1])) {
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

/* The end of the set that begins at AT, behind its bracket: at the closing one, or NULL. */
static const char *
end_of_set(const char *at)
{
	const char *end = at + (*at == '^');

	end += *end == ']';
	for (; *end != ']'; end++) {
		if (*end == '\0')
			return NULL;
		if (*end == '[' && end[1] && strchr(".=:", end[1])) {
			const char close[] = { end[1], ']', '\0' };

			end = strstr(end + 2, close);
			if (!end)
				return NULL;
			end++;
		}
	}
	return end;
}

static void
take_set(struct parse *p)
{
	const char *end = end_of_set(p->at + 1);

	end_text(p);
	if (!end) {
		p->odd = true;
		p->at += strlen(p->at);
		return;
	}
	if (has_blank(p->at + 1, end))
		p->ways->no_blank = false;
	p->at = end + 1;
}

static void
end_way(struct parse *p)
{
	end_text(p);
	if (p->ways->n == MOST_WAYS || p->nchars == 0)
		p->odd = true;
	else
		p->ways->v[p->ways->n++] = p->way;
	p->way = (struct way){ .word = "" };
	p->nchars = 0;
}

static void
take_special(struct parse *p)
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
		if (p->depth == 0)
			end_way(p);
		break;
	case '{':
		p->at += strcspn(p->at, "}");
		p->at += *p->at == '}';
		break;
	case '$':
		p->ways->at_end = !*p->at && p->depth == 0;
		p->ways->no_blank = p->ways->no_blank && p->ways->at_end;
		break;
	case '.':
	case '^':
		p->ways->no_blank = false;
		break;
	default:
		break;
	}
}

void
ways_learn(struct ways *w, const char *text)
{
	struct parse p = { .at = text, .ways = w };

	*w = (struct ways){ .no_blank = true };
	while (*p.at) {
		if (*p.at == '\\' && ispunct((unsigned char)p.at[1])
			&& !strchr("<>`'", p.at[1])) {
			take_char(&p, p.at[1], p.at + 2);
			p.at += 2;
		} else if (*p.at == '\\') {
			w->no_blank = false;
			w->n = 0;
			return;
		} else if (*p.at == '[') {
			take_set(&p);
		} else if (strchr("().|^$*+?{", *p.at)) {
			take_special(&p);
		} else {
			take_char(&p, *p.at, p.at + 1);
			p.at++;
		}
	}
	end_way(&p);
	w->no_blank = w->no_blank && (!w->at_end || w->n == 1);
	if (p.odd || p.depth != 0)
		w->n = 0;
}

bool
ways_fit(const struct ways *w, const char *text, const char *more)
{
	for (size_t i = 0; i < w->n; i++) {
		const struct way *way = &w->v[i];
		const char *c = way->chars;

		if (way->word[0] && !strstr(text, way->word) && !strstr(more, way->word))
			continue;
		while (*c && (strchr(text, *c) || strchr(more, *c)))
			c++;
		if (!*c)
			return true;
	}
	return w->n == 0;
}

bool
ways_in(const struct ways *w, const char *line)
{
	size_t i;

	for (i = 0; i < w->n && !strstr(line, w->v[i].text); i++)
		;
	return i < w->n || w->n == 0;
}
