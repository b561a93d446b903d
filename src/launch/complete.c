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
#include "base/pathname.h"
#include "io/message.h"
#include "launch/cut.h"
#include "launch/gmonout.h"
#include "launch/images.h"
#include "launch/jitnames.h"
#include "measured/recording.h"
#include "record/recording.h"
#include "recorded/recorded_tasks.h"

/* The state of completing a recording. */
struct completion {
	struct recorded *total;
	struct gmonout gmon;
	bool has_gmon;			/* .gmon was begun */
	struct recorded_tasks tasks;
	off_t copied;			/* bytes of images that were copied */
};

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
	recorded_tasks_add(&c->tasks, r, NULL);
	t->nfiles++;
	if (c->has_gmon)
		gmonout_add(&c->gmon, r);
}

/* Adds the processes and threads of the file of waits NAME of D to C. */
static void
add_waits(struct completion *c, const struct directory *d, const char *name)
{
	char *path = directory_file(d, name);
	struct recording r;
	struct err e;

	if (recording_is(path, NULL) && recording_read(&r, path, NULL, &e)) {
		if (memcmp(r.session, d->session, sizeof(r.session)) == 0)
			recorded_tasks_add(&c->tasks, &r, NULL);
		recording_release(&r);
	}
	free(path);
}

/* Cuts the file NAME of D, and adds its contents to the totals of the completion WITH. */
static bool
complete_file(const struct directory *d, const char *name, void *with)
{
	struct completion *c = with;
	struct recording r;
	struct err e;
	enum cut cut;
	char *path;

	if (pathname_ends(name, REC_WAIT_SUFFIX))
		add_waits(c, d, name);
	if (!pathname_ends(name, REC_SUFFIX))
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

bool
complete_recording(struct recorded *total, const struct directory *d, const struct program *p,
	unsigned hz, struct err *e)
{
	struct completion c = { .total = total };
	struct recorded_task_numbers numbers;
	bool written;
	char *path;

	*total = (struct recorded){ 0 };
	c.has_gmon = !p->counts_itself && gmonout_open(&c.gmon, p, hz);
	written = directory_visit(d, complete_file, &c, e);
	numbers = recorded_tasks_count(&c.tasks);
	total->nprocesses = numbers.processes;
	total->nthreads = numbers.threads;
	if (total->nrunning == 0)
		(void)unlinkat(d->fd, REC_ACCOUNTS, 0);
	if (c.has_gmon && total->nfiles > 0) {
		path = directory_file(d, "gmon.out");
		written = gmonout_write(&c.gmon, path, e) || directory_unnamed(e, path);
		free(path);
	}
	gmonout_release(&c.gmon);
	recorded_tasks_release(&c.tasks);
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
