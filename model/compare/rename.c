/* rename.c - renames of functions between two profiles, as the user states them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "compare/rename.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum { MOST_PARTS = 10, LONGEST = 1 << 14 };	/* LONGEST: of the names that are made, in bytes */

/* Returns the end of the part of S before the character BY.  A backslash takes from BY its meaning.
 * Returns NULL if BY is missing. */
static const char *
part_end(const char *s, char by)
{
	for (; *s != '\0' && *s != by; s++)
		if (*s == '\\' && s[1] != '\0')
			s++;
	return *s == by ? s : NULL;
}

/* Returns the part from S to END, to be free()d, without the backslashes before BY. */
static char *
copy_part(const char *s, const char *end, char by)
{
	char *part = mem_new((size_t)(end - s) + 1, 1);
	size_t n = 0;

	while (s < end) {
		if (s[0] == '\\' && s[1] == by)
			s++;
		else if (s[0] == '\\')
			part[n++] = *s++;
		part[n++] = *s++;
	}
	return part;
}

bool
rename_open(struct rename *r, const char *text, struct err *e)
{
	char by = text[0] == 's' ? text[1] : '\0', *from, why[200];
	const char *middle = NULL, *end = NULL;
	int failed;

	if (by != '\0' && by != '\\')
		middle = part_end(text + 2, by);
	if (middle != NULL)
		end = part_end(middle + 1, by);
	if (end == NULL || middle == text + 2 || strspn(end + 1, "g") != strlen(end + 1))
		return err_set(e, ERR_USAGE, "--rename=%s: write --rename=s/OLD/NEW/, with an extended "
			"regular expression as OLD", text);
	from = copy_part(text + 2, middle, by);
	failed = regcomp(&r->regex, from, REG_EXTENDED);
	free(from);
	if (failed != 0) {
		(void)regerror(failed, &r->regex, why, sizeof(why));
		return err_set(e, ERR_USAGE, "--rename=%s: %s", text, why);
	}
	r->to = copy_part(middle + 1, end, by);
	r->all = end[1] == 'g';
	r->whole = NULL;
	return true;
}

void
rename_open_names(struct rename *r, const char *from, const char *to)
{
	*r = (struct rename){ .whole = mem_text(from, strlen(from)),
		.to = mem_text(to, strlen(to)) };
}

void
rename_release(struct rename *r)
{
	if (r->whole == NULL)
		regfree(&r->regex);
	free(r->whole);
	free(r->to);
}

/* Writes the replacement of a match in NAME, whose parts are M, to OUT. */
static void
write_replacement(const struct rename *r, const char *name, const regmatch_t *m, FILE *out)
{
	for (const char *s = r->to; *s != '\0'; s++) {
		int part = *s == '&' ? 0 : -1;

		if (*s == '\\' && s[1] != '\0') {
			s++;
			part = *s >= '0' && *s <= '9' ? *s - '0' : -1;
		}
		if (part < 0)
			fputc(*s, out);
		else if (m[part].rm_so >= 0)
			fwrite(name + m[part].rm_so, 1, (size_t)(m[part].rm_eo - m[part].rm_so),
				out);
	}
}

/* Returns NAME after the substitution R, or NAME itself if nothing in it matches, or if it would
 * become too long. */
static const char *
substitute(const struct rename *r, struct arena *text, const char *name)
{
	regmatch_t m[MOST_PARTS];
	const char *s = name, *changed = name;
	char *made = NULL;
	size_t size = 0;
	FILE *out = NULL;

	if (r->whole != NULL)
		return strcmp(name, r->whole) == 0 ? r->to : name;
	while (regexec(&r->regex, s, MOST_PARTS, m, s > name ? REG_NOTBOL : 0) == 0) {
		if (out == NULL)
			out = mem_stream(&made, &size);
		fwrite(s, 1, (size_t)m[0].rm_so, out);
		write_replacement(r, s, m, out);
		/* An empty match must not be found again. */
		if (m[0].rm_eo == m[0].rm_so && s[m[0].rm_eo] != '\0')
			fputc(s[m[0].rm_eo++], out);
		s += m[0].rm_eo;
		if (!r->all || *s == '\0')
			break;
	}
	if (out == NULL)
		return name;
	fputs(s, out);
	mem_close(out);
	if (size > 0 && size < LONGEST)
		changed = arena_text(text, made, size);
	free(made);
	return changed;
}

const char *
rename_of(const struct rename *r, size_t n, struct arena *text, const char *name)
{
	for (size_t i = 0; i < n; i++)
		name = substitute(&r[i], text, name);
	return name;
}
