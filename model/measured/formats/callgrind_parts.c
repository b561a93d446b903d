/* callgrind_parts.c - parts of runs in files of callgrind
 *
 * While files are read, the name of a part has four values, separated by tabs: those of the header
 * lines "pid:", "thread:" and "part:", and the path of the file.  When all files have been read,
 * only header values that differ between the parts stay in the names.  The path also stays if two
 * parts have the same header values.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/rules.h"
#include "measured/formats/callgrind.h"

static const char unnamed_kind[] = "callgrind";	/* kind of a part that has no final name yet */

static const char *const part_kinds[PART_LINES + 1] = { "process", "thread", "part", "file" };

/* Does something that belongs to this part seem to be missing?  Totals alone do not tell: xdebug
 * states the run time, pyprof2calltree the largest total of a function. */
static bool
is_cut(const struct callgrind *c)
{
	return !c->has_costs || (c->by_callgrind && !c->has_end)
		|| (c->ends_in_line && c->stated_line < c->in->line);
}

/* Notes the totals that the file states for this part.  If this part seems to be cut, and its costs
 * do not add up to these totals, counts their line as bad. */
static void
check_stated(struct callgrind *c)
{
	uint32_t k = 0;

	for (uint32_t i = 0; i < c->nevents; i++) {
		struct measured_event *event = c->events[i] != NOBODY
			? &c->m->events[c->events[i]] : NULL;

		if (event != NULL && c->has_stated)
			event->stated = measured_sum(event->stated, c->stated[i]);
		else if (event != NULL)
			event->has_stated = false;
	}
	while (c->has_stated && k < c->nevents && c->sums[k] >= c->stated[k])
		k++;
	if (c->has_stated && k < c->nevents && is_cut(c))
		callgrind_bad(c, c->stated_line, "the total is %lld %s, but the costs add up to "
			"%lld: the file is not whole", (long long)c->stated[k], c->events[k] != NOBODY
			? c->m->events[c->events[k]].name : "", (long long)c->sums[k]);
	c->has_stated = c->has_costs = c->has_end = false;
	memset(c->sums, 0, sizeof(c->sums));
}

void
callgrind_begin_part(struct callgrind *c)
{
	if (c->nevents == 0)
		return;
	callgrind_find_callee(c);
	callgrind_add_own(c);
	check_stated(c);
	c->nevents = 0;
	c->part = NOBODY;
	c->func = c->named = NOBODY;
	c->called_func = c->called_file = c->called_object = NOBODY;
	c->object = c->file = c->func_file = c->unknown;
	c->has_fl = c->is_said = c->is_outermost = false;
	c->address = c->line = 0;
	c->next = OWN_COSTS;
}

uint32_t
callgrind_part(struct callgrind *c)
{
	char name[PART_LINES * (sizeof(c->part_lines[0]) + 1) + 4096];

	if (c->part != NOBODY)
		return c->part;
	snprintf(name, sizeof(name), "%s\t%s\t%s\t%s", c->part_lines[PART_PROCESS],
		c->part_lines[PART_THREAD], c->part_lines[PART_NUMBER], c->in->path);
	c->part = measured_part(c->m, unnamed_kind, name, strlen(name));
	return c->part;
}

/* Sets *AT to value number I in NAME, the name of a part, and *N to its length in bytes. */
static void
find_value(const char *name, int i, const char **at, size_t *n)
{
	for (int k = 0; k < i; k++)
		name += strcspn(name, "\t") + 1;
	*at = name;
	*n = i < PART_LINES ? strcspn(name, "\t") : strlen(name);
}

/* Is value number I the same in all parts? */
static bool
is_same(const struct measured *m, int i)
{
	const char *first, *s;
	size_t nfirst, n;

	find_value(m->parts[0].name, i, &first, &nfirst);
	for (uint32_t p = 1; p < m->nparts; p++) {
		find_value(m->parts[p].name, i, &s, &n);
		if (n != nfirst || memcmp(s, first, n) != 0)
			return false;
	}
	return true;
}

static int
by_name(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Does every part have another combination of header values? */
static bool
has_distinct_values(const struct measured *m)
{
	const char **names = mem_new(m->nparts, sizeof(*names)), *path;
	bool distinct = true;
	size_t n;

	for (uint32_t p = 0; p < m->nparts; p++)
		names[p] = m->parts[p].name;
	qsort(names, m->nparts, sizeof(*names), by_name);
	for (uint32_t p = 1; distinct && p < m->nparts; p++) {
		find_value(names[p], PART_LINES, &path, &n);
		distinct = strncmp(names[p], names[p - 1], (size_t)(path - names[p])) != 0;
	}
	free(names);
	return distinct;
}

/* Shortens the name of part P: keeps only the values I for which DIFFERS[I] is set.  The name
 * becomes a text such as "2" or "2, part 1".  The first value that is kept determines the kind of
 * the part. */
static void
name_part(struct measured *m, uint32_t p, const bool differs[PART_LINES + 1])
{
	const char *name = NULL, *s;
	size_t n;

	for (int i = 0; i <= PART_LINES; i++) {
		if (!differs[i])
			continue;
		find_value(m->parts[p].name, i, &s, &n);
		if (name == NULL)
			m->parts[p].kind = part_kinds[i];
		name = name == NULL ? arena_printf(&m->text, "%.*s", (int)n, s)
			: arena_printf(&m->text, "%s, %s %.*s", name, part_kinds[i], (int)n, s);
	}
	m->parts[p].name = name;
}

/* Removes the parts that stand for whole files: the parts that this reader has made replace
 * them. */
static void
drop_others(struct measured *m)
{
	uint32_t *to = mem_new(m->nparts, sizeof(*to)), n = 0;

	for (uint32_t p = 0; p < m->nparts; p++) {
		to[p] = n;
		if (strcmp(m->parts[p].kind, unnamed_kind) == 0)
			m->parts[n++] = m->parts[p];
	}
	for (uint32_t i = 0; i < m->ncosts; i++)
		m->costs[i].part = to[m->costs[i].part];
	for (uint32_t i = 0; i < m->ntotals; i++)
		m->totals[i].part = to[m->totals[i].part];
	for (uint32_t i = 0; i < m->ncalls; i++)
		m->calls[i].part = to[m->calls[i].part];
	m->nparts = n;
	m->file_part = NOBODY;
	free(to);
}

void
callgrind_name_parts(struct measured *m)
{
	bool differs[PART_LINES + 1], any = false;

	drop_others(m);
	if (m->nparts == 0)
		return;
	for (int i = 0; i < PART_LINES; i++) {
		differs[i] = !is_same(m, i);
		any = any || differs[i];
	}
	differs[PART_LINES] = !any || !has_distinct_values(m);
	for (uint32_t p = 0; p < m->nparts; p++)
		name_part(m, p, differs);
}
