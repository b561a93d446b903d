/* firefox.c - profiles of the Firefox Profiler, which samply, Firefox and others write
 *
 * A JSON object.  "threads" has the samples of each thread, with indices of stacks.  Tables of
 * stacks, frames, functions and strings are in each thread or, since version 60, in "shared".  A
 * table is an object of columns; in what Firefox itself writes, it is an array of rows and a
 * "schema" with the place of each column, and "processes" has the profiles of other processes.
 * The scripts gecko.py of perf and gecko_profile_generator.py of simpleperf write this layout, too,
 * with the names "FUNCTION (in OBJECT)" and without libraries.
 * Sources: src/types/profile.ts and docs-developer/CHANGELOG-formats.md of the Firefox Profiler.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "measured/formats/firefox.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "measured/reader.h"

enum {
	OLDEST = 20,			/* the oldest version of processed profiles that is read */
	MOST_PROCESSES = 1000,		/* the profiles of at most so many processes are read */
};

static bool
has_word(struct jsontree_text t, const char *word)
{
	return t.n > 0 && memmem(t.s, t.n, word, strlen(word)) != NULL;
}

/* Sets P->kinds from the names of the categories. */
static void
read_categories(struct firefox *p)
{
	const struct jsontree_value *v = jsontree_get(p->t, p->meta, "categories");

	p->kinds = jsontree_elements(p->t, v, &p->nkinds);
	for (uint32_t i = 0; i < p->nkinds; i++) {
		struct jsontree_text name = jsontree_text(jsontree_get(p->t,
			&p->t->v[p->kinds[i]], "name"));

		p->kinds[i] = has_word(name, "Kernel") || has_word(name, "kernel") ? MEASURED_KERNEL
			: has_word(name, "JIT") ? MEASURED_JIT : 0;
	}
}

/* Returns the part of THREAD, which is part of a process. */
static uint32_t
part_of(struct firefox *p, const struct jsontree_value *thread)
{
	struct jsontree_text name = jsontree_text(jsontree_get(p->t, thread, "name"));
	struct jsontree_text process = jsontree_text(jsontree_get(p->t, thread, "processName"));
	const struct jsontree_value *pid = jsontree_get(p->t, thread, "pid");
	const struct jsontree_value *tid = jsontree_get(p->t, thread, "tid");
	struct jsontree_text pid_text = jsontree_text(pid), tid_text = jsontree_text(tid);
	char number[2][24] = { "", "" };
	const char *text;
	uint32_t part, whole;

	/* Numbers may be texts. */
	if (pid != NULL && pid->kind == JSONTREE_INTEGER)
		pid_text = (struct jsontree_text){ number[0], (size_t)snprintf(number[0],
			sizeof(number[0]), "%" PRId64, pid->integer) };
	if (tid != NULL && tid->kind == JSONTREE_INTEGER)
		tid_text = (struct jsontree_text){ number[1], (size_t)snprintf(number[1],
			sizeof(number[1]), "%" PRId64, tid->integer) };
	text = arena_printf(&p->m->text, "%.*s%s%.*s", name.n < 200 ? (int)name.n : 200, name.s,
		tid_text.n > 0 && name.n > 0 ? " " : "", tid_text.n < 40 ? (int)tid_text.n : 40,
		tid_text.s);
	part = measured_part(p->m, "thread", text, strlen(text));
	text = arena_printf(&p->m->text, "%.*s%s%.*s", process.n < 200 ? (int)process.n : 200,
		process.s, pid_text.n > 0 && process.n > 0 ? " " : "",
		pid_text.n < 40 ? (int)pid_text.n : 40, pid_text.s);
	if (*text == '\0')
		return part;
	whole = measured_part(p->m, "process", text, strlen(text));
	if (p->m->parts[part].whole == NOBODY && p->m->parts[whole].whole == NOBODY)
		measured_divide(p->m, whole, part);
	return part;
}

/* Returns the event NAME with UNIT. */
static uint32_t
event_of(struct firefox *p, const char *name, const char *unit, bool is_sampled)
{
	uint32_t k = namedstacks_event(p->m, name, strlen(name), unit);

	if (k != NOBODY)
		p->m->events[k].is_sampled |= is_sampled;
	return k;
}

/* Adds COUNT of UNIT to EVENT of PATH in PART: UNIT is the value of each of COUNT samples. */
static void
add(struct firefox *p, uint32_t path, uint32_t part, uint32_t event, double count, double unit)
{
	static const double most = 0x1p62;
	struct namedstacks_value value = { .event = event,
		.value = llround(fmax(fmin(count * unit, most), -most)) };

	value.samples = count >= 1 && count < most ? (uint64_t)count : 0;
	value.squares = fabs(count) * unit * unit;
	if (event != NOBODY && value.value != 0)
		namedstacks_add(&p->stacks, path, part, &value);
}

/* Returns how many nanoseconds the unit of CPU times is; 0: they are no times. */
static double
cpu_unit(const struct firefox *p)
{
	const struct jsontree_value *unit = jsontree_get(p->t, jsontree_get(p->t, p->meta,
		"sampleUnits"), "threadCPUDelta");

	return jsontree_is(unit, "ns") ? 1 : jsontree_is(unit, "\302\265s")
		|| jsontree_is(unit, "us") ? 1e3 : 0;
}

/* Adds the samples TABLE of a thread, which is PART.  PATHS has NPATHS paths of stacks. */
static void
add_samples(struct firefox *p, const struct jsontree_value *table, uint32_t part,
	const struct firefox_tables *tables)
{
	struct firefox_column stack = firefox_column(p, table, "stack");
	struct firefox_column weight = firefox_column(p, table, "weight");
	struct firefox_column cpu = firefox_column(p, table, "threadCPUDelta");
	const struct jsontree_value *type = jsontree_get(p->t, table, "weightType");
	bool is_bytes = jsontree_is(type, "bytes"), is_time = jsontree_is(type, "tracing-ms");
	uint32_t time = NOBODY, count = NOBODY, used = NOBODY;

	if (is_bytes)
		count = event_of(p, "bytes", "bytes", true);
	else if (is_time)
		time = event_of(p, "time", "nanoseconds", true);
	else
		count = event_of(p, "samples", "samples", true);
	if (!is_bytes && !is_time && p->interval > 0)
		time = event_of(p, "time", "nanoseconds", true);
	if (cpu.n > 0 && p->of_cpu > 0)
		used = event_of(p, "cpu", "nanoseconds", false);
	for (uint32_t i = 0; i < stack.n && !p->is_full; i++) {
		double of = weight.n > 0 ? firefox_element(&weight, i) : 1;
		uint32_t path = stack.v[i] >= 0 && stack.v[i] < tables->npaths
			? tables->paths[(uint32_t)stack.v[i]] : NOBODY;

		if (path == NOBODY)
			continue;
		add(p, path, part, count, of, 1);
		add(p, path, part, time, of, is_time ? 1e6 : p->interval);
		if (used != NOBODY && firefox_element(&cpu, i) > 0)
			add(p, path, part, used, 1, firefox_element(&cpu, i) * p->of_cpu);
		p->is_full = !measured_has_room(p->m, 0);
	}
	free(stack.v);
	free(weight.v);
	free(cpu.v);
}

/* Reads the thread V.  SHARED has the tables that all threads share, if there are such tables. */
static void
read_thread(struct firefox *p, const struct jsontree_value *v, struct firefox_tables *shared)
{
	const struct jsontree_value *samples = jsontree_get(p->t, v, "samples");
	struct firefox_tables own = { .shared = shared, .own = v };
	struct firefox_tables *tables = &own;
	bool has_own = jsontree_get(p->t, v, "stackTable") != NULL;

	if (!has_own)
		tables = shared;
	if (tables->paths == NULL)
		firefox_make_paths(p, tables);
	add_samples(p, samples, part_of(p, v), tables);
	firefox_tables_release(&own);
}

/* Reads the profile V of a process.  Returns false if its version is not read, as E says. */
static bool
read_process(struct firefox *p, const struct jsontree_value *v, struct err *e)
{
	const struct jsontree_value *thread = jsontree_first(p->t, jsontree_get(p->t, v, "threads"));
	struct firefox_tables shared = { 0 };
	int64_t version;

	p->meta = jsontree_get(p->t, v, "meta");
	p->libs = jsontree_get(p->t, v, "libs");
	p->interval = jsontree_real(jsontree_get(p->t, p->meta, "interval"), 0) * 1e6;
	version = jsontree_integer(jsontree_get(p->t, p->meta, "preprocessedProfileVersion"), OLDEST);
	if (version < OLDEST)
		return err_set(e, ERR_FORMAT, "has the version %" PRId64 " of the Firefox Profiler, which "
			"is too old; open it in profiler.firefox.com, and save it again", version);
	read_categories(p);
	firefox_share_tables(p, jsontree_get(p->t, v, "shared"));
	p->of_cpu = cpu_unit(p);
	for (; thread != NULL && !p->is_full; thread = jsontree_next(p->t, thread))
		read_thread(p, thread, &shared);
	firefox_tables_release(&shared);
	free(p->kinds);
	p->kinds = NULL;
	return true;
}

/* Reads the profile V and those of its processes. */
static bool
read_processes(struct firefox *p, const struct jsontree_value *v, struct err *e)
{
	const struct jsontree_value *todo[MOST_PROCESSES];
	uint32_t n = 0;
	bool ok = true;

	todo[n++] = v;
	for (uint32_t i = 0; i < n && ok && !p->is_full; i++) {
		const struct jsontree_value *inner = jsontree_get(p->t, todo[i], "processes");

		ok = read_process(p, todo[i], e);
		for (inner = jsontree_first(p->t, inner); inner != NULL && n < MOST_PROCESSES;
		     inner = jsontree_next(p->t, inner))
			todo[n++] = inner;
	}
	return ok;
}

/* Adds notes, and what was recorded as the title. */
static void
add_notes(struct firefox *p)
{
	struct measured *m = p->m;
	struct jsontree_text product = jsontree_text(jsontree_get(p->t, p->meta, "product"));

	if (product.n > 0 && m->title == NULL)
		m->title = arena_text(&m->text, product.s, product.n);
	if (p->nraw > 0)
		measured_add_note(m, arena_printf(&m->text, "%" PRIu64 " frames of the profile have only "
			"addresses, whose files are not on this machine, or were built again.", p->nraw),
			"They are one function for each library. Let samply open the profile where it was "
			"recorded, and save it with symbols: samply load FILE");
	if (p->nbad > 0)
		measured_add_note(m, arena_printf(&m->text, "%" PRIu64 " stacks of the profile are not valid.",
			p->nbad), "They are skipped.");
}

static bool
read_firefox(struct input *in, struct measured *m, const struct measured_options *options,
	struct err *e)
{
	struct jsontree t;
	bool ok = jsontree_read(&t, in, m, e), is_known = true;
	struct firefox p = { .m = m, .stacks.m = m, .t = &t, .codes = options->codes };
	const struct jsontree_value *inner;
	struct err why = { 0 };

	if (t.n > 0) {
		/* Some programs save the profile as a member of another object. */
		inner = jsontree_get(&t, t.v, "profile");
		is_known = read_processes(&p, inner != NULL ? inner : t.v, &why);
		add_notes(&p);
	}
	jsontree_release(&t);
	free(p.unnamed);
	if (!is_known) {
		*e = why;
		return false;
	}
	return p.is_full ? measured_no_room(m, e) : ok;
}

static bool
recognise(const unsigned char *head, size_t n)
{
	return jsontree_has(head, n, "\"preprocessedProfileVersion\"")
		|| (jsontree_has(head, n, "\"stackTable\"") && jsontree_has(head, n, "\"frameTable\""))
		|| (jsontree_has(head, n, "\"processType\"") && jsontree_has(head, n, "\"meta\""));
}

const struct measured_format firefox_format = {
	.is_certain = true, .stacks = STACKS_UNWOUND, .recognise = recognise, .read = read_firefox,
	.finish = measured_choose_event };
