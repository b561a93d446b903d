/* follow.c - reads a recording again and again while its program runs, in a thread of its own
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "follow.h"

#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "cli/options_measured.h"
#include "io/clock.h"
#include "launch/control.h"
#include "launch/control_options.h"
#include "launch/watch.h"
#include "load/open_measured.h"
#include "recorded/recorded_live.h"

static const double share = 0.05;	/* reading takes at most this fraction of the time of a
					 * processor */

struct follow {
	const struct options *options;
	struct recorded_live *recording;
	pthread_t thread;
	bool is_first;			/* the current or last read is the first read */
	bool is_begun;			/* a read was begun, and follow_take() has not yet taken its
					 * result */
	bool has_thread;		/* .thread reads, or has read and must be joined */
	bool is_late;			/* the thread was told to stop; when it has ended, .next is
					 * read */
	struct {
		enum live_span span;
		struct measured_choice choice;
	} next;
	atomic_bool is_done;		/* the thread has nothing more to do */
	struct stop stop;		/* stops the thread */

	/* What the thread reads. */
	enum live_span span;
	enum open_since since;		/* calls and samples since this moment are counted.  For
					 * LIVE_LAST, both reads that are compared use the same
					 * moment */
	struct measured_choice choice;

	/* What the thread has made. */
	struct loaded *loaded;		/* owned; NULL: nothing has changed, or the read was
					 * stopped or has failed, or there is .values */
	struct measured *values;	/* owned; instead of .loaded if the shape is that of the
					 * read before (measured.shape); or NULL */
	struct err err;
	struct watch watch;
	bool was_replaced;		/* the first recording is another one than in the previous
					 * read */
	bool is_removed;		/* there were files, and now there are none */
	struct recorded_moment moment;
	double began, ended;		/* when the read began and ended, in seconds of
					 * CLOCK_MONOTONIC; 0: no read has begun or ended */

	/* About the last read that had figures and whose result follow_take() has returned. */
	uint64_t shape_before;		/* measured.shape */
	struct recorded_moment before;
	enum live_span span_before;
	enum open_since since_before;
	size_t files_before;
	double began_before;		/* when that read began, in seconds of CLOCK_MONOTONIC; 0:
					 * there was no such read */
	bool had_ended;			/* at that read, no process was running */

	/* About all reads so far. */
	bool has_session;		/* .session is known */
	unsigned char session[16];	/* session in the marker of the first recording */
	double end;			/* when a read first found that no process runs, in seconds
					 * since 1970; 0: a process runs */
};

/* Sets F->was_replaced if the first recording of FILES is another one than in the previous read.
 * Stores the session of this recording in F. */
static void
see_session(struct follow *f, const struct recorded_files *files)
{
	const struct recording_marker *marker = &files->sources[0].marker;

	f->was_replaced = f->has_session && marker->has_session
		&& memcmp(marker->session, f->session, sizeof(f->session)) != 0;
	if (marker->has_session)
		memcpy(f->session, marker->session, sizeof(f->session));
	f->has_session |= marker->has_session;
}

/* Have all FILES been removed? */
static bool
are_removed(const struct recorded_files *files)
{
	for (size_t i = 0; i < files->n; i++)
		if (access(files->paths[i], F_OK) == 0)
			return false;
	return true;
}

/* Makes F->loaded from M, which it releases. */
static void
make_loaded(struct follow *f, struct measured *m)
{
	f->loaded = loaded_measured(m, f->options, &f->choice, &f->stop, &f->err);
	measured_release(m);
}

/* Reads the span F->span of the event and the part that F->choice names.  Reads nothing if the
 * files were removed.  Also reads nothing if no program runs and nothing has changed since the last
 * read. */
static void
read_recording(struct follow *f)
{
	struct recorded_files files;
	struct measured *m;

	f->since = f->span == LIVE_SINCE_START ? SINCE_START
		: f->span == LIVE_SINCE_RESET ? SINCE_RESET : f->since_before;
	f->began = clock_seconds(CLOCK_MONOTONIC);
	recorded_live_files(f->recording, &files);
	watch_files(&f->watch, &files, f->options->profile.only_pid);
	see_session(f, &files);
	f->is_removed = f->files_before > 0 && are_removed(&files);
	if (f->is_removed)
		;			/* the browser continues to show the figures of the last
					 * read */
	else if (!f->had_ended || f->was_replaced || f->watch.running > 0
	    || f->watch.files != f->files_before || f->span != f->span_before) {
		m = recorded_live_read(f->recording, &files, f->since, f->span == LIVE_LAST,
			&f->moment, &f->stop, &f->err);
		if (m == NULL)
			;
		else if (m->shape == f->shape_before)
			f->values = m;
		else
			make_loaded(f, m);
	}
	recorded_files_release(&files);
	f->ended = clock_seconds(CLOCK_MONOTONIC);
}

static void *
run_thread(void *with)
{
	struct follow *f = with;

	read_recording(f);
	atomic_store(&f->is_done, true);
	return NULL;
}

/* Begins the thread that reads.  The thread blocks signals, because the browser handles them.
 * Signals about faults are not blocked, because the thread itself causes SIGBUS if a mapped image
 * becomes shorter.  If no thread can be made, reads in the calling thread. */
static void
begin_thread(struct follow *f)
{
	static const int faults[] = { SIGBUS, SIGSEGV, SIGFPE, SIGILL, SIGABRT };
	sigset_t all, before;

	f->loaded = NULL;
	f->err = (struct err){ 0 };
	f->stop.asked = 0;
	f->is_first = f->ended == 0;
	f->is_begun = true;
	atomic_store(&f->is_done, false);
	sigfillset(&all);
	for (size_t i = 0; i < sizeof(faults) / sizeof(*faults); i++)
		sigdelset(&all, faults[i]);
	pthread_sigmask(SIG_BLOCK, &all, &before);
	f->has_thread = pthread_create(&f->thread, NULL, run_thread, f) == 0;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (!f->has_thread)
		(void)run_thread(f);
}

/* Waits until the thread has ended. */
static void
join_thread(struct follow *f)
{
	if (f->has_thread)
		pthread_join(f->thread, NULL);
	f->has_thread = f->is_begun = false;
}

struct follow *
follow_open(const struct options *o)
{
	bool is_followed = !o->has_check && !o->compare.is_wanted;
	struct recorded_live *recording = is_followed ? recorded_live_open(&o->profile) : NULL;
	struct recorded_files files;
	struct follow *f;
	struct watch w;

	if (recording == NULL)
		return NULL;
	recorded_live_files(recording, &files);
	watch_files(&w, &files, o->profile.only_pid);
	recorded_files_release(&files);
	if (w.running == 0) {
		recorded_live_close(recording);
		return NULL;
	}
	f = mem_new(1, sizeof(*f));
	f->options = o;
	f->recording = recording;
	/* The browser and the thread may hold a lease on a file for a moment (cut.c).  The SIGIO
	 * that reports the end of a lease would end this process. */
	signal(SIGIO, SIG_IGN);
	return f;
}

/* Waits for the end of the read that is under way, and frees a result that was not taken. */
static void
drop_read(struct follow *f)
{
	join_thread(f);
	if (f->loaded != NULL)
		loaded_free(f->loaded);
	if (f->values != NULL)
		measured_release(f->values);
	f->loaded = NULL;
	f->values = NULL;
}

/* Begins to read F->next.  If another read is under way, first waits for the end of that read. */
static void
begin_late_read(struct follow *f)
{
	drop_read(f);
	f->is_late = false;
	f->span = f->next.span;
	f->choice = f->next.choice;
	begin_thread(f);
}

void
follow_close(struct follow *f)
{
	f->stop.asked = 1;
	drop_read(f);
	recorded_live_close(f->recording);
	free(f);
}

/* Sets the members of L about the state of the program, as it was at the last read. */
static void
set_state(const struct follow *f, struct live *l)
{
	const struct watch *w = &f->watch;

	static const enum live_state ends[] = { [WATCH_EXITED] = LIVE_EXITED,
		[WATCH_KILLED] = LIVE_KILLED, [WATCH_EXECUTED] = LIVE_EXECUTED,
		[WATCH_LEFT] = LIVE_LEFT };

	l->state = f->is_removed ? LIVE_REMOVED : w->running == 0 ? ends[w->end]
		: w->halted == w->running ? LIVE_HALTED : LIVE_RUNS;
	l->pid = w->pid;
	l->was_replaced = f->was_replaced;
}

/* Sets the members of L about its span: its length, the use of processors, and the calls per
 * second.  The last two are figures for the time between the last two reads.  They are -1 if these
 * reads cannot be compared.  If the recording was not reset, LIVE_SINCE_RESET becomes
 * LIVE_SINCE_START. */
static void
set_figures(const struct follow *f, struct live *l)
{
	const struct recorded_moment *now = &f->moment, *old = &f->before;
	double between = f->began - f->began_before;
	double real = f->end > 0 ? f->end : clock_seconds(CLOCK_REALTIME);
	double start = (double)now->start / 1e9, begin = (double)now->begin / 1e9;
	bool is_comparable = f->began_before > 0 && between > 0 && now->calls >= old->calls
		&& now->cpu >= old->cpu && now->begin == old->begin
		&& f->choice.part == NOBODY;

	l->has_reset = f->watch.has_reset;
	if (l->span == LIVE_SINCE_RESET && !l->has_reset)
		l->span = LIVE_SINCE_START;
	l->seconds = l->span == LIVE_LAST && f->began_before > 0 ? between
		: begin > 0 ? real - begin : start > 0 ? real - start : 0;
	l->read = l->span;
	if (l->seconds < 0)
		l->seconds = 0;		/* the clock was set */
	l->cpus = is_comparable && now->cpu > 0 ? (double)(now->cpu - old->cpu) / 1e9 / between
		: -1;
	l->rate = is_comparable && now->calls > 0 ? (double)(now->calls - old->calls) / between
		: -1;
}

struct loaded *
follow_take(struct follow *f, struct live *l, struct measured **values)
{
	struct loaded *loaded;

	assert(f->is_begun);
	if (f->is_late)
		begin_late_read(f);
	join_thread(f);
	loaded = f->loaded;
	*values = f->values;
	f->loaded = NULL;
	f->values = NULL;
	set_state(f, l);
	if (f->watch.running > 0)
		f->end = 0;
	else if (f->end == 0)
		f->end = clock_seconds(CLOCK_REALTIME);
	if (loaded == NULL && *values == NULL)
		return NULL;
	if (loaded != NULL)
		f->shape_before = loaded->profile.measured->shape;
	set_figures(f, l);
	f->before = f->moment;
	f->began_before = f->began;
	f->span_before = f->span;
	f->since_before = f->since;
	recorded_live_taken(f->recording);
	f->files_before = f->watch.files;
	f->had_ended = f->watch.running == 0;
	return loaded;
}

/* If the options name an event or a part, returns the profile with that event or part.  If the
 * options name a process, a thread or an image, and LOADED has neither samples nor calls, reads the
 * files again and returns the result.  Otherwise returns LOADED.  If LOADED is not returned, it is
 * freed.  NULL: E says why. */
static struct loaded *
choose_part(const struct follow *f, struct loaded *loaded, struct err *e)
{
	const struct open_options *o = &f->options->profile;
	struct measured *m = loaded->profile.measured;
	struct measured_choice choice = loaded_choice(loaded);
	struct loaded *chosen = loaded;

	if (!options_check_measured(f->options, &loaded->profile, e))
		chosen = NULL;
	else if (o->event != NULL || o->part != NULL)
		chosen = open_measured_choose(m, o, &choice.event, &choice.part, e)
			? loaded_measured(m, f->options, &choice, NULL, e) : NULL;
	else if (m->nsamples + m->ncalls == 0 && (o->only_pid != NULL || o->only_thread != NULL
		|| o->only_image != NULL))
		chosen = loaded_read(f->options, o->inlined, NULL, e);
	if (chosen != loaded)
		loaded_free(loaded);
	return chosen;
}

struct loaded *
follow_first(struct follow *f, struct live *l, struct err *e)
{
	const struct open_options *o = &f->options->profile;
	struct loaded *loaded;
	struct measured *values;

	*l = (struct live){ .span = o->since == SINCE_START ? LIVE_SINCE_START : LIVE_SINCE_RESET };
	follow_begin(f, l, &(struct measured_choice){ .part = NOBODY, .inlined = o->inlined,
		.no_profiler = f->options->no_profiler, .folds_kernel = o->folds_kernel });
	loaded = follow_take(f, l, &values);
	assert(values == NULL);
	if (loaded == NULL)
		*e = f->err;
	return loaded != NULL ? choose_part(f, loaded, e) : NULL;
}

void
follow_begin(struct follow *f, const struct live *l, const struct measured_choice *choice)
{
	f->next.span = l->span;
	f->next.choice = *choice;
	f->stop.asked = 1;
	f->is_late = f->is_begun && !atomic_load(&f->is_done);
	if (!f->is_late)
		begin_late_read(f);
}

bool
follow_is_begun(const struct follow *f)
{
	return f->is_begun;
}

bool
follow_is_done(struct follow *f)
{
	if (!f->is_begun || !atomic_load(&f->is_done))
		return false;
	if (!f->is_late)
		return true;
	begin_late_read(f);
	return false;
}

int
follow_time_left(const struct follow *f)
{
	/* The first read also opens the images.  Ignore its cost. */
	double cost = f->is_first ? 0 : f->ended - f->began;
	double rest = f->began - clock_seconds(CLOCK_MONOTONIC);

	rest += cost / share > f->options->interval ? cost / share : f->options->interval;
	return rest <= 0 ? 0 : (int)(rest * 1000) + 1;
}

/* Controls the processes of the recording PATH as O says. */
static enum control_result
control_one(struct control_options *o, const char *path, struct err *e)
{
	size_t room = strlen(path) + sizeof("./");
	char *target = mem_new(room, 1);
	enum control_result result;

	/* A target of digits would be read as the number of a process, so write "./" before it. */
	snprintf(target, room, "%s%s", strchr(path, '/') == NULL ? "./" : "", path);
	o->target = target;
	result = control_act(o, e);
	free(target);
	return result;
}

bool
follow_control(struct follow *f, const struct live *l, const char *path, struct err *e)
{
	struct control_options o = { .begin = l->verb == ACT_BEGIN, .halt = l->verb == ACT_HALT,
		.reset = l->verb == ACT_RESET, .dump = l->verb == ACT_DUMP, .output = path };
	struct err last = { 0 }, ended = { 0 };
	struct recorded_files files;
	size_t ndone = 0, n;

	recorded_live_files(f->recording, &files);
	n = files.nsources;
	if (o.dump && n > 1) {
		n = 0;
		(void)err_set(&last, ERR_USAGE, "%zu recordings are shown, and only one can be "
			"written: use gprowse control -p -o FILE DIR", files.nsources);
	}
	for (size_t i = 0; i < n; i++) {
		struct err why = { 0 };

		switch (control_one(&o, files.sources[i].path, &why)) {
		case CONTROL_DONE: ndone++; break;
		case CONTROL_SOME_SKIPPED: ndone++; last = why; break;
		case CONTROL_ENDED: ended = why; break;
		case CONTROL_FAILED: last = why; break;
		}
	}
	recorded_files_release(&files);
	*e = ndone > 0 || last.kind != ERR_NONE ? last : ended;
	return ndone > 0;
}
