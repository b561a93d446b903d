/* pprof_drop.c - the patterns of a pprof profile for functions that are not to be shown
 *
 * A crafted file may have patterns that need very much time or memory.  So patterns are not used if
 * they have counts of repetitions, as in a{9}, or references back to groups, as in \1.  The time to
 * match other patterns grows with the length of pattern and name.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "measured/formats/pprof_drop.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum {
	LONGEST_PATTERN = 4096,		/* greatest length of a pattern that is used, in bytes */
	LONGEST_NAME = 4096,		/* how many bytes of a name are compared */
	MOST_REPEATED = 8,		/* greatest number of repetitions of groups, as in ((a*)*)*:
					 * each may double the time of regcomp() */
	DEEPEST = 50,			/* greatest depth of groups in groups, because regcomp() is
					 * recursive */
	MOST_MATCHED = 1 << 16,		/* after it was compared with this many bytes, the pattern
					 * is compiled again, because the C library keeps memory for
					 * each new state of a match */
};

/* Returns the last character of the set "[...]" at S: its "]" or, if it has none, the last
 * character of the text.  The "]" of "[:alpha:]", "[.a.]" or "[=a=]" does not end a set. */
static const char *
end_of_set(const char *s)
{
	const char *end = s + 1;

	if (*end == '^')
		end++;
	if (*end == ']')
		end++;
	for (; *end != '\0' && *end != ']'; end++)
		if (*end == '[' && end[1] != '\0' && strchr(":.=", end[1]) != NULL) {
			const char close[] = { end[1], ']', '\0' }, *found = strstr(end + 2, close);

			end = found != NULL ? found + 1 : end;
		}
	return *end != '\0' ? end : end - 1;
}

/* Returns the reason why the pattern S cannot be used, or NULL.  S begins as whole_pattern() makes
 * it. */
static const char *
pattern_fault(const char *s)
{
	int depth = 0, repeated = 0;
	char before = '(';

	for (; *s != '\0'; s++) {
		char c = *s == '\\' || *s == '[' ? 'x' : *s;

		if (*s == '[')
			s = end_of_set(s);
		else if (*s == '\\' && (*++s == '\0' || isalnum((unsigned char)*s)))
			return "is not a regular expression as POSIX defines them";
		if (c == '{')
			return "has counts of repetitions";
		if (strchr("*+?", c) != NULL && strchr("*+?(|", before) != NULL)
			return "repeats nothing, or a repetition";
		repeated += strchr("*+?", c) != NULL && before == ')';
		if (repeated > MOST_REPEATED)
			return "has too many repetitions";
		depth += (c == '(') - (c == ')');
		if (depth > DEEPEST)
			return "has too many groups inside groups";
		before = c;
	}
	return NULL;
}

/* Returns the text for regcomp(): the pattern of N bytes at S must match a whole name.  "(?:", a
 * group that is not numbered, becomes "(", and ".*?", the shortest match, becomes ".*". */
static char *
whole_pattern(const char *s, size_t n)
{
	char *text = mem_new(n + sizeof("^()$"), 1), *to = text;

	*to++ = '^';
	*to++ = '(';
	for (size_t i = 0; i < n && s[i] != '\0'; i++) {
		*to++ = s[i];
		if (s[i] == '\\' && i + 1 < n && s[i + 1] != '\0')
			*to++ = s[++i];
		else if (s[i] == '(' && i + 2 < n && s[i + 1] == '?' && s[i + 2] == ':')
			i += 2;
		else if ((s[i] == '*' || s[i] == '+') && i + 1 < n && s[i + 1] == '?')
			i++;
	}
	*to++ = ')';
	*to++ = '$';
	return text;
}

static bool
open_pattern(struct pprof_pattern *p, const char *what, const char *s, size_t n, struct err *e)
{
	char *text = n <= LONGEST_PATTERN ? whole_pattern(s, n) : NULL;
	const char *fault = text != NULL ? pattern_fault(text) : "is too long";

	if (fault == NULL && regcomp(&p->regex, text, REG_EXTENDED | REG_NOSUB) != 0)
		fault = "is not a regular expression as POSIX defines them";
	if (fault == NULL) {
		p->text = text;
		return true;
	}
	free(text);
	return err_set(e, ERR_FORMAT, "its pattern of functions to %s %s, so nothing is dropped: "
		"%.*s", what, fault, n < 100 ? (int)n : 100, s);
}

static void
release_pattern(struct pprof_pattern *p)
{
	if (p->text != NULL)
		regfree(&p->regex);
	free(p->text);
	*p = (struct pprof_pattern){ 0 };
}

bool
pprof_drop_open(struct pprof_drop *d, const char *drop, size_t ndrop, const char *keep,
	size_t nkeep, struct err *e)
{
	if (ndrop == 0)
		return true;
	if (open_pattern(&d->drop, "drop", drop, ndrop, e)
	    && (nkeep == 0 || open_pattern(&d->keep, "keep", keep, nkeep, e)))
		return true;
	pprof_drop_release(d);
	return false;
}

void
pprof_drop_release(struct pprof_drop *d)
{
	release_pattern(&d->drop);
	release_pattern(&d->keep);
}

/* Returns how many of the N bytes at NAME stand before its arguments, "a::f" of "a::f(int)". */
static size_t
length_without_arguments(const char *name, size_t n)
{
	static const char *const other[] = { "(anonymous namespace)", "operator()" };
	static const size_t before[] = { 0, sizeof("operator") - 1 };
	size_t i = 0;

	while (i < n) {
		size_t skipped = 0;

		for (size_t k = 0; k < 2; k++) {
			size_t length = strlen(other[k]);

			if (i >= before[k] && n - (i - before[k]) >= length
			    && memcmp(name + i - before[k], other[k], length) == 0)
				skipped = length - before[k];
		}
		if (name[i] == '(' && skipped == 0)
			break;
		i += name[i] == '(' ? skipped : 1;
	}
	return i;
}

static bool
matches(struct pprof_pattern *p, const char *name)
{
	size_t n = strlen(name);

	if (p->text == NULL)
		return false;
	if (p->matched > MOST_MATCHED) {
		regfree(&p->regex);
		p->matched = 0;
		if (regcomp(&p->regex, p->text, REG_EXTENDED | REG_NOSUB) != 0)
			mem_exhausted();
	}
	p->matched += n;
	return regexec(&p->regex, name, 0, NULL, 0) == 0;
}

bool
pprof_is_dropped(struct pprof_drop *d, const char *name, size_t n)
{
	char text[LONGEST_NAME + 1];

	if (d->drop.text == NULL || n == 0)
		return false;
	if (*name == '.') {
		name++;
		n--;
	}
	n = length_without_arguments(name, n < LONGEST_NAME ? n : LONGEST_NAME);
	memcpy(text, name, n);
	text[n] = '\0';
	return matches(&d->drop, text) && !matches(&d->keep, text);
}
