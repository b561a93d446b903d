/* live.c - measure what one read of a running program's recording costs
 *
 *	bench/live DIRECTORY
 *
 * bench/live.sh makes the recording.  Before each read, changes the counts of all calls and of some
 * stacks.  Prints Markdown: the median processor time of each step in milliseconds.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <fcntl.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "app/app.h"
#include "app/show.h"
#include "base/mem.h"
#include "cli/loaded.h"
#include "figures/graph_solve.h"
#include "load/open_measured.h"
#include "measured/measured.h"
#include "profile/paths.h"
#include "record/recording.h"
#include "recorded/recorded_live.h"

enum { TIMES = 301, WIDTH = 120, HEIGHT = 40 };

enum step { READ, PROFILE, SHOW, DRAW, STEPS };

static double
now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static int
by_value(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* Maps the file of the recording in DIR for writing. */
static unsigned char *
map_recording(const char *dir, size_t *size)
{
	char path[4096];
	struct stat st;
	void *bytes;
	int fd;

	snprintf(path, sizeof(path), "%s/image.77.0.gprec", dir);
	fd = open(path, O_RDWR | O_CLOEXEC);
	if (fd < 0 || fstat(fd, &st) != 0)
		return NULL;
	*size = (size_t)st.st_size;
	bytes = mmap(NULL, *size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	close(fd);
	return bytes == MAP_FAILED ? NULL : bytes;
}

/* Adds to the counters in the SIZE bytes BYTES: to those of all calls, and to those of every third
 * stack. */
static void
run_program(unsigned char *bytes, size_t size)
{
	const struct rec_head *head = (const void *)bytes;

	for (size_t at = head->first; at + sizeof(struct rec_segment) <= size && at < head->used;) {
		const struct rec_segment *s = (const void *)(bytes + at);
		struct rec_slot *slots = (void *)(bytes + at + sizeof(*s));

		if (s->magic != REC_SEGMENT_MAGIC || s->bytes == 0)
			break;
		for (uint64_t i = 0; s->type == REC_ARCS && i < s->table.slots; i++)
			slots[i].count += slots[i].from != 0;
		for (uint64_t i = 0; s->type == REC_STACKS && i < s->table.slots; i++)
			if (slots[i].ticks > 0 && i % 3 == 0) {
				slots[i].count++;
				slots[i].ticks++;
			}
		at += s->bytes;
	}
}

/* What the browser shows. */
struct shown_here {
	struct app app;
	struct loaded *loaded;		/* NULL: nothing is shown yet */
	struct lookup *lookup;
	struct grid grid;
};

/* Lets B show NEXT instead of what it shows. */
static void
show_loaded(struct shown_here *b, struct loaded *next)
{
	struct lookup *lookup = mem_new(1, sizeof(*lookup));

	lookup_open(lookup, next->graph, NULL);
	if (b->loaded == NULL) {
		app_open(&b->app, next->graph, &next->names, lookup, false);
	} else {
		(void)app_show(&b->app, &(struct shown){ .read = next->graph,
			.names = &next->names, .lookup = lookup }, true);
		lookup_release(b->lookup);
		free(b->lookup);
		loaded_free(b->loaded);
	}
	b->lookup = lookup;
	b->loaded = next;
}

/* Reads the recording and lets B show it, as src/session.c does.  Sets T to the times at which
 * steps began and the last one ended. */
static bool
read_once(struct recorded_live *l, const struct options *o, struct shown_here *b,
	double t[STEPS + 1], struct err *e)
{
	const struct measured_choice choice = { .part = NOBODY };
	struct recorded_files files;
	struct recorded_moment moment;
	struct loaded *next = NULL;
	struct selection selection;
	struct graph *g = NULL;
	struct measured *m;

	t[READ] = now();
	recorded_live_files(l, &files);
	m = recorded_live_read(l, &files, SINCE_START, false, &moment, NULL, e);
	recorded_files_release(&files);
	if (m == NULL)
		return false;
	recorded_live_taken(l);
	t[PROFILE] = now();
	if (b->loaded == NULL || !open_measured_is_like(&b->loaded->profile, m)) {
		next = loaded_measured(m, o, &choice, NULL, e);
	} else {
		m = open_measured_values(&b->loaded->profile, m);
		b->loaded->nnotes_read = b->loaded->profile.nnotes;
		selection = b->loaded->graph->selection;
		selection.like = b->loaded->graph;
		g = graph_new(&b->loaded->profile, &selection, NULL);
		loaded_exchange(b->loaded, &g);
	}
	measured_release(m);
	t[SHOW] = now();
	if (next != NULL)
		show_loaded(b, next);
	else
		(void)app_show(&b->app, &(struct shown){ .read = b->loaded->graph,
			.names = &b->loaded->names, .lookup = b->lookup }, true);
	graph_free(g);
	t[DRAW] = now();
	app_draw(&b->app, &b->grid);
	t[STEPS] = now();
	return true;
}

/* Prints the times of STEPS, and of all together. */
static void
report(double times[STEPS][TIMES], double all[TIMES])
{
	static const char *const steps[] = { "file and snapshot", "profile, graph, notes",
		"browser", "drawing" };

	for (int k = 0; k < STEPS; k++) {
		qsort(times[k], TIMES, sizeof(times[k][0]), by_value);
		printf("| %s | %.2f |\n", steps[k], times[k][TIMES / 2]);
	}
	qsort(all, TIMES, sizeof(all[0]), by_value);
	printf("| one read | %.2f |\n", all[TIMES / 2]);
}

int
main(int argc, char **argv)
{
	static double times[STEPS][TIMES], all[TIMES];
	struct options o = { .profile.image = argv[1] };
	struct shown_here b = { 0 };
	struct recorded_live *l;
	unsigned char *bytes;
	size_t size;
	struct err e = { 0 };

	setlocale(LC_ALL, "C.UTF-8");
	mem_keep();
	if (argc != 2 || (l = recorded_live_open(&o.profile)) == NULL
	    || (bytes = map_recording(argv[1], &size)) == NULL) {
		fprintf(stderr, "usage: bench/live DIRECTORY\n");
		return 2;
	}
	grid_resize(&b.grid, WIDTH, HEIGHT);
	/* The first read opens the browser, so it is not counted. */
	for (int i = -1; i < TIMES; i++) {
		double t[STEPS + 1];

		run_program(bytes, size);
		if (!read_once(l, &o, &b, t, &e)) {
			fprintf(stderr, "%s\n", e.text);
			return 1;
		}
		for (int k = 0; i >= 0 && k < STEPS; k++)
			times[k][i] = t[k + 1] - t[k];
		if (i >= 0)
			all[i] = t[STEPS] - t[0];
	}
	printf("%u functions, %u arcs, %u paths\n\n| step | ms |\n|---|--:|\n",
		b.loaded->profile.nfuncs, b.loaded->profile.narcs, b.loaded->profile.paths->n);
	report(times, all);
	app_release(&b.app);
	lookup_release(b.lookup);
	free(b.lookup);
	loaded_free(b.loaded);
	recorded_live_close(l);
	grid_release(&b.grid);
	munmap(bytes, size);
	return 0;
}
