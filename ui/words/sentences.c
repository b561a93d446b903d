/* sentences.c - facts in words
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "words/sentences.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

static const struct sentence {
	enum { ABOUT_IT, SAY_IT, OR_SAY } kind;
	const char *when;		/* of ABOUT_IT: the subject */
	const char *text;
} sentences[] = {
#define ABOUT(subject)		{ ABOUT_IT, subject, NULL },
#define SAY(when, text)		{ SAY_IT, when, text },
#define OR(when, text)		{ OR_SAY, when, text },
#include "words/sentences.def"
};

enum { SENTENCES = sizeof(sentences) / sizeof(*sentences) };

#define NAME_LETTERS "abcdefghijklmnopqrstuvwxyz_ABCDEFGHIJKLMNOPQRSTUVWXYZ"

struct speech {
	const struct facts *f;
	FILE *out;
	bool is_one;			/* the fact that was written last is the number 1 */
};

/* Do all conditions in [WHEN, END) hold? */
static bool
holds(const struct speech *p, const char *when, const char *end)
{
	for (; when < end; when += strspn(when, " ")) {
		bool wanted = *when != '!';
		size_t n = strspn(when += !wanted, NAME_LETTERS);
		const struct facts_item *fact = facts_find(p->f, when, n);

		assert(n > 0);
		if ((n == 3 && memcmp(when, "one", n) == 0 ? p->is_one : fact != NULL && fact->is)
		    != wanted)
			return false;
		when += n;
	}
	return true;
}

/* Returns the end of the alternative at S: the next '|' or '}' that is not inside braces. */
static const char *
alternative_end(const char *s)
{
	for (int depth = 0; depth > 0 || (*s != '|' && *s != '}'); s++) {
		assert(*s != '\0');
		depth += (*s == '{') - (*s == '}');
	}
	return s;
}

static void say_about(struct speech *p, const char *about, size_t n);

/* Writes what the name at S, which follows a '$', stands for; returns what follows it. */
static const char *
say_name(struct speech *p, const char *s)
{
	size_t n = strspn(s, NAME_LETTERS);
	const struct facts_item *fact = facts_find(p->f, s, n);

	if (n == 0) {
		fputc('$', p->out);
	} else if (isupper((unsigned char)*s)) {
		say_about(p, s, n);
	} else if (n == 1 && *s == 's') {
		fputs(p->is_one ? "" : "s", p->out);
	} else if (fact != NULL) {
		fputs(fact->text, p->out);
		p->is_one = fact->is_one;
	}
	return s + n;
}

static void say_text(struct speech *p, const char *s, const char *end);

/* Writes the first of the alternatives at S whose conditions hold; returns what follows them. */
static const char *
say_one_of(struct speech *p, const char *s)
{
	bool is_said = false;

	for (;; s++) {
		const char *end = alternative_end(s), *text = s + strspn(s, NAME_LETTERS " !");
		bool has_condition = *text == '?';

		if (!is_said && (!has_condition || holds(p, s, text))) {
			say_text(p, has_condition ? text + 1 : s, end);
			is_said = true;
		}
		s = end;
		if (*s == '}')
			return s + 1;
	}
}

static void
say_text(struct speech *p, const char *s, const char *end)
{
	while (s < end)
		if (*s == '$')
			s = say_name(p, s + 1);
		else if (*s == '{')
			s = say_one_of(p, s + 1);
		else
			fputc(*s++, p->out);
}

static void
say_about(struct speech *p, const char *about, size_t n)
{
	const struct sentence *s = sentences, *end = sentences + SENTENCES;
	bool is_said = false;

	while (s->kind != ABOUT_IT || strncmp(s->when, about, n) != 0 || s->when[n] != '\0') {
		s++;
		assert(s < end);
	}
	while (++s < end && s->kind != ABOUT_IT) {
		if (s->kind == SAY_IT)
			is_said = false;
		if (is_said || !holds(p, s->when, s->when + strlen(s->when)))
			continue;
		say_text(p, s->text, s->text + strlen(s->text));
		is_said = true;
	}
}

void
sentences_say(const struct facts *f, const char *about, FILE *out)
{
	say_about(&(struct speech){ .f = f, .out = out }, about, strlen(about));
}
