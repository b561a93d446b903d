/* gprowse: what was asked for is done here, one phase after the other.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <libiberty/libiberty.h>
#include <locale.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "batch.h"
#include "browse.h"
#include "decode.h"
#include "export.h"
#include "file.h"
#include "help.h"
#include "keys.h"
#include "listing.h"
#include "message.h"
#include "options.h"
#include "shrink.h"
#include "sum.h"

/* Say on standard error what is wrong; returns the exit status. */
static int
complain(const struct err *e)
{
	fflush(stdout);
	if (e->kind != ERR_UNREAD)
		message("%s", e->text);
	return EXIT_FAILURE;
}

/* Everything was written to standard output: or was it?  ERROR: what out_close() found. */
static int
finish(int error)
{
	struct err e;

	errno = EIO;		/* stays if an earlier write failed: nobody knows why */
	if (error == 0 && (fflush(stdout) != 0 || ferror(stdout)))
		error = errno;
	if (error == 0) {
		if (!shrink_happened())
			return EXIT_SUCCESS;
		err_set_(&e, ERR_IO, "%s", shrink_message);
		return complain(&e);
	}
	out_failed_(&e, error);
	return complain(&e);
}

/* What to list: what was asked for or, if that is nothing, what the profile has. */
static bool
choose_lists(const struct options *o, const struct profile *p, unsigned *lists, struct err *e)
{
	bool has_calls = p->has_arcs || p->npossible > 0;

	*lists = o->lists;
	if (*lists == 0)
		*lists = (p->has_histogram ? LIST_FLAT : 0) | (has_calls ? LIST_GRAPH : 0);
	if (*lists == 0 && p->samples->has_blocks)
		*lists = LIST_EXEC_COUNTS;
	if (o->lists == 0)
		*lists &= ~o->mentioned;
	if (p->damaged)
		return profile_damage(p, e);
	if ((*lists & (LIST_FLAT | LIST_GRAPH)) && !p->has_histogram && !has_calls)
		return err_set(e, ERR_EMPTY, "%s: neither samples nor calls in it; run the program "
			"again, until it exits normally", o->profile.files[0]);
	if ((*lists & LIST_FLAT) && !p->has_histogram)
		return err_set(e, ERR_EMPTY, "%s: no histogram in it, so there is no flat profile; "
			"try the call graph: -q", o->profile.files[0]);
	if ((*lists & LIST_GRAPH) && !has_calls)
		return err_set(e, ERR_EMPTY, "%s: no calls in it, so there is no call graph; "
			"was the program compiled with -pg, not only linked?", o->profile.files[0]);
	return true;
}

/* The counts of gcov, in GCOV; NULL: there are none.  What is wrong with them is told. */
static const struct gcov *
read_gcov(const struct options *o, const struct profile *p, struct gcov *gcov)
{
	struct err e;

	if (gcov_read(gcov, &p->images[0], o->gcov_dir, NULL, &e)) {
		if (gcov->trouble.kind != ERR_NONE)
			message("%s", gcov->trouble.text);
		return gcov;
	}
	message("%s", e.text);
	*gcov = (struct gcov){ 0 };
	return NULL;
}

static int
print_lists(const struct options *o, const struct profile *p, unsigned lists)
{
	struct listing l = { .options = o, .profile = p, .rate = p->rate,
		.dimension = p->dimension, .abbreviation = p->abbreviation };
	struct gcov gcov = { 0 };
	struct blocks blocks;
	struct graph graph;
	struct names names;
	struct out out;
	int status;

	if (o->gcov && (lists & LIST_SOURCE))
		l.gcov = read_gcov(o, p, &gcov);
	if (o->exact && p->rate == 0) {
		l.rate = 1;
		l.dimension = "samples";
		l.abbreviation = '#';
	}
	graph_solve_times(&graph, p);
	names_open(&names, p, o->demangling);
	blocks_open(&blocks, p, !o->profile.lines);
	out_open(&out, STDOUT_FILENO);
	l.out = &out;
	l.graph = &graph;
	l.names = &names;
	l.blocks = &blocks;
	listing_print(&l, lists);
	out_close(&out);
	gcov_release(&gcov);
	blocks_release(&blocks);
	names_release(&names);
	graph_release(&graph);
	status = finish(out.error);
	return l.failed ? EXIT_FAILURE : status;
}

/* gprof's listings, and sums, are of one image. */
static bool
has_one_image(const struct options *o, struct err *e)
{
	const struct library *library = o->profile.libraries;

	if (o->profile.nlibraries == 0)
		return true;
	return err_set(e, ERR_USAGE, "%s:%s: %s", library->image, library->file, o->profile.sum_up
		? "a sum is of one image; sum up the profiles of each by themselves"
		: "gprof's listings have one image; add --exact, or see --view");
}

/* gprof takes the first rate for all. */
static void
warn_of_rates(const struct samples *s)
{
	if (s->other_rate > 0)
		message("%s: was sampled %" PRIu32 " times a second, %s %" PRIu32 " times; listings take "
			"that for all, as gprof does, so the times of the former are wrong",
			s->files[s->other_rate].path, s->other_hz, s->files[0].path,
			s->histograms->rate);
}

/* The figures of another image are those of other functions. */
static void
warn_of_image(const struct profile *p)
{
	if (p->nimages == 1 && p->wrong_image)
		message("%s: it is not the image that was run, or was built again since: figures are "
			"those of other functions; --view=notes says more", p->images[0].path);
}

/* Write the sum, if asked to. */
static bool
write_sum(const struct options *o, const struct profile *p, struct err *e)
{
	return !o->profile.sum_up || sum_write(o, p->samples, p->images, e);
}

static int
list(const struct options *o)
{
	struct profile_options wanted = o->profile;
	struct profile p;
	unsigned lists;
	struct err e;
	bool chosen;
	int status;

	if ((!o->exact || wanted.sum_up) && !has_one_image(o, &e))
		return complain(&e);
	wanted.rules = o->exact ? RULES_EXACT : RULES_GPROF;
	wanted.places = o->inline_file_names || (o->lists & (LIST_EXEC_COUNTS | LIST_SOURCE));
	wanted.any_rate = !wanted.sum_up;
	if (!loaded_profile(&p, o, &wanted, &e))
		return complain(&e);
	warn_of_rates(p.samples);
	warn_of_image(&p);
	if (p.samples->nblocks > 0 && !o->profile.lines)
		message("the counts of basic blocks are ignored; use -l");
	chosen = choose_lists(o, &p, &lists, &e) && write_sum(o, &p, &e);
	if (chosen && (lists & LIST_EXEC_COUNTS) && p.places == NULL) {
		/* Nobody asked for them: blocks are all that is in the profile. */
		profile_release(&p);
		wanted.places = true;
		if (!loaded_profile(&p, o, &wanted, &e))
			return complain(&e);
	}
	if (!chosen)
		status = complain(&e);
	else
		status = print_lists(o, &p, lists);
	if (o->mentioned == 0 && lists == 0 && status == EXIT_SUCCESS)
		message("nothing to list: neither samples nor calls in the profile");
	profile_release(&p);
	return status;
}

/* Colours: what was asked for, else unless the environment objects. */
static bool
wants_color(const struct options *o)
{
	const char *no = getenv("NO_COLOR");

	if (o->color != COLOR_AUTO)
		return o->color == COLOR_ALWAYS;
	return !no || !*no;
}

/* Is PATH what a file with keys may be?  Else E says why not. */
static bool
is_config(const char *path, struct err *e)
{
	enum { LONGEST = 1 << 20 };
	struct stat st;

	if (stat(path, &st) != 0)
		return err_file(e, errno);
	if (!S_ISREG(st.st_mode))
		return err_set(e, ERR_IO, "is not a regular file; the keys are as usual");
	return st.st_size <= LONGEST
		|| err_set(e, ERR_IO, "is too long for keys; they are as usual");
}

/* Read the keys that the user wants, if there is a file with them; SAY what is wrong. */
static void
read_keymap(struct keymap *m, FILE *say)
{
	const char *config = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
	bool own = config != NULL && config[0] == '/';
	char path[4096];
	struct file f;
	struct err e;

	if (!own && (home == NULL || *home == '\0'))
		return;
	snprintf(path, sizeof(path), "%s%s/gprowse/config", own ? config : home,
		own ? "" : "/.config");
	if (access(path, F_OK) != 0)
		return;
	if (!is_config(path, &e) || !file_read(&f, path, NULL, &e)) {
		err_in_(&e, "%s", path);
		fprintf(say, "%s\n", e.text);
		return;
	}
	keymap_read(m, (const char *)f.bytes, f.size, path, say);
	file_release(&f);
}

/* Open the browser. */
static bool
run_browser(struct browse *b, struct err *e)
{
	struct keymap keymap = { NULL };
	bool done;
	char *said = NULL;
	size_t size;
	FILE *say = mem_stream(&said, &size);

	read_keymap(&keymap, say);
	mem_close(say);
	/* Behind the browser nobody sees it before it ends. */
	for (char *line = strtok(said, "\n"); line != NULL; line = strtok(NULL, "\n"))
		message("%s", line);
	b->keymap = &keymap;
	b->remark = said;		/* the first of them */
	done = browse_run(b, e);
	b->remark = NULL;
	free(said);
	b->keymap = NULL;
	keymap_release(&keymap);
	return done;
}

/* The browser, a screen of it, or a view as text.  A damaged profile opens; of a view that
 * is all that could be read, and the status says so. */
static int
browse(struct options *o, enum task task)
{
	struct browse b = { .paths = &o->paths, .gcov_dir = o->gcov_dir, .all = o->unused,
		.full_paths = o->print_path, .color = wants_color(o), .mouse = !o->no_mouse,
		.options = o };
	struct loaded *l;
	struct err e;
	bool done;
	int status;

	if (task == TASK_VIEW && !batch_has_view(o->batch.view, &e))
		return complain(&e);
	l = loaded_read(o, NULL, &e);
	if (!l)
		return complain(&e);
	b.loaded = l;
	b.profile = &l->profile;
	b.graph = &l->graph;
	b.names = &l->names;
	if (task == TASK_SCREEN)
		done = browse_screen(&b, o->screen, o->keys, stdout, &e);
	else if (task == TASK_VIEW)
		done = batch_view(&b, &o->batch, stdout, &e);
	else if (task == TASK_EXPORT)
		done = export_profile(&b, o->export, o->batch.limited ? o->batch.limit
			: SIZE_MAX, stdout, &e);
	else
		done = run_browser(&b, &e);
	if (!done && e.kind == ERR_TERMINAL) {
		/* The listing instead; what is said last is still on the screen then. */
		loaded_free(l);
		status = list(o);
		complain(&e);
		return status;
	}
	status = done ? finish(0) : complain(&e);
	if (status == EXIT_SUCCESS && (task == TASK_VIEW || task == TASK_EXPORT)
	    && l->profile.damaged) {
		(void)profile_damage(&l->profile, &e);
		status = complain(&e);
	}
	loaded_free(l);
	return status;
}

/* What the files hold, without an image. */
static int
decode(const struct options *o)
{
	struct out out;
	bool ok;
	int status;

	out_open(&out, STDOUT_FILENO);
	ok = decode_print(&out, o->profile.files, o->profile.nfiles, &o->profile.format);
	out_close(&out);
	status = finish(out.error);
	return ok ? status : EXIT_FAILURE;
}

static int
sum(const struct options *o)
{
	struct err e;

	return has_one_image(o, &e) && sum_files(o, &e) ? EXIT_SUCCESS : complain(&e);
}

/* There is no listing to print if somebody sits at a terminal. */
static enum task
real_task(const struct options *o)
{
	if (o->task == TASK_BROWSE && !(isatty(STDIN_FILENO) && isatty(STDOUT_FILENO)))
		return TASK_LIST;
	return o->task;
}

static int
run(struct options *o)
{
	switch (real_task(o)) {
	case TASK_HELP:
		help_print(stdout);
		return finish(0);
	case TASK_VERSION:
		help_version(stdout);
		return finish(0);
	case TASK_LIST:
		return o->profile.sum_up && o->lists == 0 ? sum(o) : list(o);
	case TASK_DECODE:
		return decode(o);
	case TASK_BROWSE:
	case TASK_VIEW:
	case TASK_SCREEN:
	case TASK_EXPORT:
		return browse(o, real_task(o));
	}
	return EXIT_FAILURE;
}

/* Memory that one file needed is kept for the next, not handed back and asked for again. */
static void
keep_memory(void)
{
#ifdef M_TRIM_THRESHOLD
	mallopt(M_MMAP_THRESHOLD, 4 << 20);
	mallopt(M_TRIM_THRESHOLD, 64 << 20);
#endif
}

/* Whoever started us may have closed standard input or output: what is opened must not take
 * their place.  From what stands there instead nothing is read, and it cannot be written. */
static void
occupy_standard_files(void)
{
	int fd;

	do
		fd = open("/dev/null", O_RDONLY);
	while (fd >= 0 && fd < STDERR_FILENO);
	if (fd > STDERR_FILENO)
		close(fd);
}

int
main(int argc, char **argv)
{
	char **words = argv;
	struct options o;
	struct err e;
	int status;

	occupy_standard_files();
	keep_memory();
	signal(SIGXFSZ, SIG_IGN);	/* a file too large is an error like others */
	setlocale(LC_CTYPE, "");
	shrink_survive();
	expandargv(&argc, &words);
	if (options_parse(&o, argc, words, &e)) {
		if (getenv("GPROF_PATH") != NULL)
			source_paths_add(&o.paths, getenv("GPROF_PATH"));
		status = run(&o);
	} else {
		status = complain(&e);
		help_usage(stderr);
	}
	options_release(&o);
	if (words != argv)
		freeargv(words);
	return status;
}
