/* complete.c - the end of a recording: its files are cut, read and added up
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "launch/complete.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/pathinput.h"
#include "io/message.h"
#include "launch/cut.h"
#include "launch/gmonout.h"
#include "launch/images.h"
#include "launch/jitnames.h"
#include "measured/recording.h"
#include "record/recording.h"

/* The state of completing a recording. */
struct completion {
	struct recorded *total;
	struct gmonout gmon;
	bool has_gmon;			/* .gmon was begun */
	uint32_t *pids;			/* owned; numbers of processes; the number of a process with
					 * several files occurs several times */
	size_t npids, room;
	off_t copied;			/* bytes of images that were copied */
};

/* Counts the threads twice: by the tables of arcs, and by the tables of stacks.  Returns the
 * greater number, or 1 if there are no tables.  Each table says how many threads have used it.  If
 * the generation of a table is not 0, its first thread has had a table before, and was counted
 * there. */
size_t
complete_count_threads(const struct recording *r)
{
	size_t n[2] = { 0, 0 };

	for (uint32_t i = 0; i < r->ntables; i++) {
		const struct recording_table *t = &r->tables[i];
		uint32_t counted = t->generation > 0;

		n[t->has_stacks] += t->threads > counted ? t->threads - counted : 0;
	}
	return n[0] > n[1] ? n[0] : n[1] > 0 ? n[1] : 1;
}

static void
add_process(struct completion *c, uint32_t pid)
{
	c->pids = mem_grow(c->pids, c->npids + 1, &c->room, sizeof(*c->pids));
	c->pids[c->npids++] = pid;
}

static void
add_file(struct completion *c, const struct recording *r)
{
	struct recorded *t = c->total;
	uint64_t ticks = 0;

	t->nresets += r->reset != 0;
	t->nswitched += r->from_outside != 0 && r->is_switched;
	for (uint32_t i = 0; i < r->narcs; i++)
		t->calls += r->arcs[i].count;
	for (uint32_t i = 0; i < r->nstacks; i++) {
		ticks += r->stacks[i].ticks;
		t->samples += recording_samples(&r->stacks[i]);
	}
	for (uint32_t i = 0; i < r->ntables; i++)
		t->used += (double)r->tables[i].cpu / 1e9;
	t->used += (double)r->unsampled / 1e9;
	t->seconds += r->hz != 0 ? (double)ticks / r->hz : 0;
	t->lost_calls += r->lost_calls;
	t->lost_samples += r->lost_samples;
	if ((r->from_outside & REC_BESIDE) == 0)
		t->nthreads += complete_count_threads(r);
	t->nfiles++;
	add_process(c, r->pid);
	for (uint32_t i = 0; (r->problems & REC_IN_PARENT) != 0 && i < r->ntables; i++)
		add_process(c, r->tables[i].pid);
	if (c->has_gmon)
		gmonout_add(&c->gmon, r);
}

/* Cuts the file NAME of D, and adds its contents to the totals of the completion WITH. */
static bool
complete_file(const struct directory *d, const char *name, void *with)
{
	struct completion *c = with;
	size_t n = strlen(name), end = sizeof(REC_SUFFIX) - 1;
	struct recording r;
	struct err e;
	enum cut cut;
	char *path;

	if (n <= end || strcmp(name + n - end, REC_SUFFIX) != 0)
		return true;
	cut = cut_file(d, name);
	if (cut == CUT_OTHER)
		return true;
	c->total->nrunning += cut == CUT_RUNS;
	path = directory_file(d, name);
	if (recording_read(&r, path, NULL, &e)) {
		add_file(c, &r);
		jitnames_keep(d, name, &r);
		images_keep(d, &r, &c->copied);
		recording_release(&r);
	}
	free(path);
	return true;
}

static int
by_number(const void *a, const void *b)
{
	const uint32_t *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

/* Sorts the N PIDS, and returns how many different numbers are among them.  A process that executes
 * several programs has several files. */
static size_t
count_different(uint32_t *pids, size_t n)
{
	size_t different = 0;

	if (n > 0)
		qsort(pids, n, sizeof(*pids), by_number);
	for (size_t i = 0; i < n; i++)
		different += i == 0 || pids[i] != pids[i - 1];
	return different;
}

bool
complete_recording(struct recorded *total, const struct directory *d, const struct program *p,
	unsigned hz, struct err *e)
{
	struct completion c = { .total = total };
	bool written;
	char *path;

	*total = (struct recorded){ 0 };
	c.has_gmon = !p->counts_itself && gmonout_open(&c.gmon, p, hz);
	written = directory_visit(d, complete_file, &c, e);
	total->nprocesses = count_different(c.pids, c.npids);
	if (total->nrunning == 0)
		(void)unlinkat(d->fd, REC_ACCOUNTS, 0);
	if (c.has_gmon && total->nfiles > 0) {
		path = directory_file(d, "gmon.out");
		written = gmonout_write(&c.gmon, path, e) || directory_unnamed(e, path);
		free(path);
	}
	gmonout_release(&c.gmon);
	free(c.pids);
	return written;
}

/* Writes N with commas between groups of three digits to TEXT, and returns TEXT. */
static const char *
with_commas(char text[32], uint64_t n)
{
	char digits[24];
	int length = snprintf(digits, sizeof(digits), "%" PRIu64, n), used = 0;

	for (int i = 0; i < length; i++) {
		if (i > 0 && (length - i) % 3 == 0)
			text[used++] = ',';
		text[used++] = digits[i];
	}
	text[used] = '\0';
	return text;
}

/* Writes "N NOUN" to FILE, with the ending PLURAL if N is not 1. */
static void
print_number(FILE *file, uint64_t n, const char *noun, const char *plural)
{
	char text[32];

	fprintf(file, "%s %s%s", with_commas(text, n), noun, n == 1 ? "" : plural);
}

void
complete_tell(const struct recorded *total, const char *path, int status)
{
	char *line, *word = pathinput_quote(path), number[32];
	size_t size;
	FILE *text = mem_stream(&line, &size);

	if (status > STATUS_SIGNAL && status - STATUS_SIGNAL < NSIG)
		fprintf(text, "%s; ", strsignal(status - STATUS_SIGNAL));
	fprintf(text, "recorded %.2f s%s in ", total->seconds, total->nresets > 0
		? " since the last reset" : "");
	print_number(text, total->nprocesses, "process", "es");
	fputs(", ", text);
	print_number(text, total->nthreads, "thread", "s");
	fputs(": ", text);
	print_number(text, total->calls, "call", "s");
	if (total->lost_calls > 0)
		fprintf(text, " (%s lost)", with_commas(number, total->lost_calls));
	fputs(", ", text);
	print_number(text, total->samples, "sample", "s");
	fprintf(text, " (%s lost); ", with_commas(number, total->lost_samples));
	if (total->nrunning > 0) {
		print_number(text, total->nrunning, "process", "es");
		fprintf(text, " still run%s; ", total->nrunning == 1 ? "s" : "");
	}
	fprintf(text, "open with: gprowse %s", word);
	mem_close(text);
	free(word);
	message("%s", line);
	free(line);
}
