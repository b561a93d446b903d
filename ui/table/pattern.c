/* pattern.c - a regular expression for searching or filtering rows
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "table/pattern.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "table/match.h"

enum {
	MOST_REPEATED = 8,		/* greatest number of signs that repeat a group or a
					 * repetition, as the second * of (a*)*.  Each such sign may
					 * double the time of regcomp() or regexec(), which cannot
					 * be stopped */
	MOST_COPIES = 255,		/* greatest product of counts of repetitions: 15 * 17 for
					 * a{15}{17}.  POSIX guarantees no more, and the time of
					 * some expressions grows with the square of the product */
	LONGEST = 4096,			/* greatest length of an expression in bytes, */
	DEEPEST = 50,			/* and depth of groups in groups: regcomp() is recursive,
					 * and needs much memory */
};

void
pattern_release(struct pattern *p)
{
	if (p->text != NULL) {
		regfree(&p->regex);
		match_release(p->matcher);
		free(p->matcher);
	}
	free(p->text);
	*p = (struct pattern){ 0 };
}

/* Returns the greater count of the repetition at S: 7 for "{3,7}". */
static unsigned long
repeat_count(const char *s)
{
	char *end;
	unsigned long n = strtoul(s + 1, &end, 10);
	unsigned long m = *end == ',' ? strtoul(end + 1, NULL, 10) : 0;

	return m > n ? m : n;
}

/* Does TEXT exceed MOST_REPEATED or MOST_COPIES? */
static bool
repeats_too_often(const char *text)
{
	unsigned long copies = 1, count;
	unsigned n = 0;
	char before = 'x';
	const char *s;

	for (s = text; *s; s++) {
		if (strchr("+*?{", *s) != NULL && strchr("+*?})", before) != NULL)
			n++;
		count = *s == '{' ? repeat_count(s) : 0;
		if (count > 1)
			copies *= count <= MOST_COPIES ? count : MOST_COPIES + 1;
		if (copies > MOST_COPIES)
			return true;
		before = *s;
		if (*s == '\\' && s[1]) {
			before = 'x';
			s++;
		}
	}
	return n > MOST_REPEATED;
}

/* Does TEXT refer back to a group, as "(a*)\1"?  POSIX allows that in basic expressions only; the
 * C library allows it in extended ones, too, and matching may take exponential time. */
static bool
has_back_reference(const char *text)
{
	for (; *text; text++) {
		if (*text != '\\' || !text[1])
			continue;
		if (*++text >= '1' && *text <= '9')
			return true;
	}
	return false;
}

/* Are groups in TEXT nested deeper than DEEPEST? */
static bool
is_too_deep(const char *text)
{
	int depth = 0;

	for (; *text != '\0' && depth <= DEEPEST; text++) {
		depth += (*text == '(') - (*text == ')');
		if (*text == '\\' && text[1] != '\0')
			text++;
	}
	return depth > DEEPEST;
}

static bool
has_capital(const char *s)
{
	while (*s && !isupper((unsigned char)*s))
		s++;
	return *s != '\0';
}

bool
pattern_compile(struct pattern *p, const char *text, struct err *e)
{
	int flags = REG_EXTENDED | (has_capital(text) ? 0 : REG_ICASE), code;

	pattern_release(p);
	if (*text == '\0')
		return true;
	if (strlen(text) > LONGEST)
		return err_set(e, ERR_USAGE, "%.40s...: longer than %d characters", text,
			LONGEST);
	if (is_too_deep(text))
		return err_set(e, ERR_USAGE, "%.40s...: more than %d groups inside groups", text,
			DEEPEST);
	if (repeats_too_often(text))
		return err_set(e, ERR_USAGE, "%s: too many repetitions", text);
	if (has_back_reference(text))
		return err_set(e, ERR_USAGE, "%s: extended expressions do not refer back to groups",
			text);
	code = regcomp(&p->regex, text, flags);
	if (code != 0) {
		char why[128];

		regerror(code, &p->regex, why, sizeof(why));
		return err_set(e, ERR_USAGE, "%s: %s", text, why);
	}
	p->text = mem_text(text, strlen(text));
	p->matcher = mem_new(1, sizeof(*p->matcher));
	match_open(p->matcher, text, (flags & REG_ICASE) != 0);
	return true;
}
