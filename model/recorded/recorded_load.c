/* recorded_load.c - adds the files of recordings to a measured profile
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "recorded/recorded_load.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/pathname.h"
#include "measured/recording.h"
#include "record/recording.h"
#include "recorded/recorded_idle.h"
#include "recorded/recorded_values.h"

/* Adds the names and numbers of the threads in the file to L->thread_names. */
static void
list_threads(struct recorded_load *l)
{
	struct arena *text = &l->totals.text;

	for (uint32_t i = 0; i < l->parts.n; i++)
		l->thread_names = recorded_list(text, l->thread_names, l->nthread_names++,
			arena_printf(text, "%s %u", l->parts.threads[i].name,
				l->parts.threads[i].tid));
}

static bool
is_past(const void *of, uint32_t number, const void *key)
{
	return strcmp(((const struct recorded_past *)of)[number].path, key) == 0;
}

/* Returns the element of L->pasts for the file PATH.  If there is none, adds one.  The result is
 * valid until the next call. */
static struct recorded_past *
past_of(struct recorded_load *l, const char *path)
{
	uint64_t hash = numbering_hash(&l->past_numbers, path, strlen(path));
	uint32_t i = numbering_of(&l->past_numbers, hash, is_past, l->pasts, path);

	if (i == l->npasts) {
		l->pasts = mem_grow(l->pasts, (size_t)i + 1, &l->pasts_room, sizeof(*l->pasts));
		l->pasts[l->npasts++] = (struct recorded_past){
			.path = arena_text(&l->past_paths, path, strlen(path)) };
	}
	return &l->pasts[i];
}

/* Returns the element of L->pasts for the file of R, prepared for another read.  Drops the arcs and
 * stacks of the previous read if R has new objects, because addresses may then belong to other
 * functions than before. */
static struct recorded_past *
find_past(struct recorded_load *l, const struct recording *r)
{
	struct recorded_past *past = past_of(l, r->path);

	recorded_memory_again(&past->arcs, r->nobjects != past->nobjects);
	recorded_memory_again(&past->stacks, r->nobjects != past->nobjects);
	past->nobjects = r->nobjects;
	return past;
}

/* Finds three things for each table of L->r: its part of L->m, the part of L->shown to which the
 * table belongs at present, and the reset from which on its values are counted. */
static void
find_tables(struct recorded_load *l)
{
	struct recorded_past *past = l->past;
	struct arena text = { 0 };

	for (uint32_t i = past->ntables; i < l->r->ntables; i++) {
		const char *name = arena_printf(&text, "%s %" PRIu32, past->path, i);

		past->tables = mem_grow(past->tables, (size_t)i + 1, &past->tables_room,
			sizeof(*past->tables));
		past->tables[past->ntables++] = measured_part(l->m, "table", name, strlen(name));
	}
	arena_release(&text);
	l->shown_of = mem_grow(l->shown_of, l->m->nparts, &l->shown_room, sizeof(*l->shown_of));
	l->reset_of = mem_grow(l->reset_of, l->m->nparts, &l->reset_room, sizeof(*l->reset_of));
	for (uint32_t i = 0; i < l->r->ntables; i++) {
		l->shown_of[past->tables[i]] = l->parts.threads[l->parts.thread_of[i]].part;
		l->reset_of[past->tables[i]] = l->r->reset;
	}
}

/* Stores the values of the file of L->r, which does not change any more, in L->kept. */
static void
keep_values(struct recorded_load *l)
{
	struct recorded_past *past = l->past;
	struct snapshot_values *kept = &l->kept.values;

	snapshot_lengthen(kept, l->m);
	for (size_t i = 0; i < past->arcs.nnow; i++) {
		uint32_t number = past->arcs.now[i].number;

		kept->counts[number] = l->m->calls[number].count;
	}
	for (size_t i = 0; i < past->stacks.nnow; i++) {
		const struct recorded_item *item = &past->stacks.now[i];
		const struct measured_weight *from;
		struct measured_weight *to;

		if (item->sample == NOBODY)
			continue;
		from = &l->m->weights[(size_t)item->sample * l->m->nevents];
		to = &kept->weights[(size_t)item->sample * l->m->nevents];
		if (item->unnamed != NOBODY)
			l->images.v[item->unnamed]->unnamed_kept += from->samples - to->samples;
		memcpy(to, from, l->m->nevents * sizeof(*to));
	}
	if (!l->r->has_waits) {
		recorded_totals_see(&l->kept.totals, l->r);
		recorded_totals_add(&l->kept.totals, l->shown, l->r, &l->parts);
	}
	recorded_tasks_add(&l->kept.totals.tasks, l->r, NULL);
	l->kept.totals.calls += past->calls;
	l->kept.totals.ticks += past->ticks;
	l->kept.totals.samples += past->samples;
	for (int k = 0; k < ROOTS; k++)
		l->kept.totals.roots.n[k] += past->roots.n[k];
	recorded_memory_release(&past->arcs);
	recorded_memory_release(&past->stacks);
	memcpy(past->session, l->r->session, sizeof(past->session));
	past->is_kept = true;
	l->kept.n++;
}

/* Stores the values of the file of L->r in L->kept if they will not change any more.  This is
 * certain if the process had already ended at the previous read, and if the file still has the same
 * numbers of calls and ticks.  Does not store the values of damaged files, and no values at all if
 * --thread is given.  BEFORE has the values of L->totals before the file was added. */
static void
keep_if_ended(struct recorded_load *l, const struct recorded_totals *before)
{
	struct recorded_past *past = l->past;
	uint64_t calls = l->totals.calls - before->calls, ticks = l->totals.ticks - before->ticks;
	bool is_same = past->had_ended && l->r->ended && past->calls == calls
		&& past->ticks == ticks;

	past->had_ended = l->r->ended;
	past->calls = calls;
	past->ticks = ticks;
	past->samples = l->totals.samples - before->samples;
	for (int k = 0; k < ROOTS; k++)
		past->roots.n[k] = l->totals.roots.n[k] - before->roots.n[k];
	if (is_same && !l->r->damaged && l->options->only_thread == NULL)
		keep_values(l);
}

/* Finds the idle threads of L->r.  Files that are read again and again have none: what a thread is
 * would change while it is looked at. */
static void
find_idle(struct recorded_load *l)
{
	uint32_t n = 0;

	l->idle = l->r->has_waits && l->past == NULL ? recorded_idle_find(l->r, &l->parts, &n)
		: NULL;
	l->totals.idle += n;
	if (l->idle != NULL && l->m->nevents == RECORDED_IDLE) {
		measured_add_event(l->m, "idle", strlen("idle"), "nanoseconds");
		l->m->events[RECORDED_IDLE].is_sampled = true;
	}
}

/* Adds the process R.  If CAN_KEEP is set, the values of its file may be stored in L->kept, because
 * is_kept() notices when another recording has replaced the file.  Returns false if the user
 * stopped the work. */
static bool
add_process(struct recorded_load *l, const struct recording *r, bool can_keep)
{
	struct recorded_totals before = l->totals;
	bool done = true;

	l->r = r;
	l->images.recording = r->path;
	l->past = l->shown != l->m ? find_past(l, r) : NULL;
	recorded_maps_open(&l->maps, r);
	recorded_jit_open(&l->jit, r);
	recorded_parts_open(&l->parts, l->shown, r, l->recording, l->options->only_thread,
		l->past != NULL);
	if (l->past != NULL)
		find_tables(l);
	l->image_of = mem_uncleared(r->nobjects, sizeof(*l->image_of));
	for (uint32_t i = 0; done && i < r->nobjects; i++) {
		l->image_of[i] = recorded_images_of(&l->images, &r->objects[i]);
		l->image_found |= recorded_values_names_image(l, r->objects[i].path);
		done = !stop_asked(l->options->stop, i);
	}
	if (l->options->only_thread != NULL)
		list_threads(l);
	find_idle(l);
	done = done && recorded_values_add(l);
	recorded_tasks_add(&l->totals.tasks, r, l->options->only_thread != NULL ? &l->parts : NULL);
	if (r->has_waits)
		recorded_totals_add_waits(&l->totals, r);
	else if (done)
		recorded_totals_add(&l->totals, l->shown, r, &l->parts);
	if (done && l->past != NULL && can_keep)
		keep_if_ended(l, &before);
	l->images.recording = NULL;
	free(l->image_of);
	free(l->idle);
	recorded_parts_release(&l->parts);
	recorded_maps_release(&l->maps);
	recorded_jit_release(&l->jit);
	return done;
}

/* Is R the process that --pid names?  Always true if the user did not give --pid. */
static bool
is_process_wanted(const struct recorded_load *l, const struct recording *r)
{
	char number[16];

	snprintf(number, sizeof(number), "%u", r->pid);
	return l->options->only_pid == NULL || strcmp(number, l->options->only_pid) == 0;
}

/* Are the present values of file number I in L->kept?  If a new recording has replaced the file,
 * its session differs.  So only files of a directory whose marker has a session can be compared;
 * the answer for all other files is false. */
static bool
is_kept(struct recorded_load *l, const struct recorded_files *files, size_t i)
{
	const struct recording_marker *marker = &files->sources[files->source_of[i]].marker;
	const struct recorded_past *past = l->shown != l->m ? past_of(l, files->paths[i]) : NULL;

	return past != NULL && past->is_kept && marker->has_session
		&& memcmp(marker->session, past->session, sizeof(past->session)) == 0;
}

/* Returns PATH without slashes at its end. */
static const char *
without_slash(struct measured *m, const char *path)
{
	size_t n = strlen(path);

	while (n > 1 && path[n - 1] == '/')
		n--;
	return arena_text(&m->text, path, n);
}

/* Sets *N to the length of the path of the recording that SOURCE belongs to, and returns this path,
 * which is borrowed.  A single file belongs to the recording that is its directory. */
static const char *
recording_of(const struct recorded_source *source, size_t *n)
{
	*n = strlen(source->path);
	if (!source->is_directory)
		*n = (size_t)(pathname_base(source->path) - source->path);
	while (*n > 1 && source->path[*n - 1] == '/')
		--*n;
	return *n > 0 ? source->path : ".";
}

/* Do FILES belong to several recordings? */
static bool
are_several(const struct recorded_files *files)
{
	size_t length, n, i;
	const char *first = files->nsources > 0 ? recording_of(&files->sources[0], &length) : NULL;

	for (i = 1; i < files->nsources; i++) {
		const char *path = recording_of(&files->sources[i], &n);

		if (n != length || memcmp(path, first, n) != 0)
			return true;
	}
	return false;
}

/* Reads file number I and adds its contents.  If the file cannot be read or is of another session,
 * only adds 1 to a member of L->totals.  Returns false if the user stopped the work. */
static bool
add_file(struct recorded_load *l, const struct recorded_files *files, size_t i, struct err *e)
{
	const struct recording_marker *marker = &files->sources[files->source_of[i]].marker;
	struct recording r;
	bool done = true;

	if (l->options->since == SINCE_START
	    ? !recording_read_since(&r, files->paths[i], NULL, l->options->stop, e)
	    : !recording_read(&r, files->paths[i], l->options->stop, e)) {
		if (e->kind == ERR_STOPPED)
			return false;
		recorded_totals_damage(&l->totals, l->m, files->paths[i], e);
		return true;
	}
	if (marker->has_session && memcmp(marker->session, r.session, sizeof(r.session)) != 0) {
		l->totals.foreign++;
	} else {
		if (!r.has_waits)
			recorded_totals_see(&l->totals, &r);
		if (r.damaged)
			recorded_totals_damage(&l->totals, l->m, files->paths[i], &r.damage);
		if (is_process_wanted(l, &r)) {
			struct arena text = { 0 };
			size_t n;
			const char *path = recording_of(&files->sources[files->source_of[i]], &n);

			l->recording = l->are_several ? arena_text(&text, path, n) : NULL;
			done = add_process(l, &r, marker->has_session);
			arena_release(&text);
		}
	}
	recording_release(&r);
	return done || err_set(e, ERR_STOPPED, "stopped");
}

void
recorded_load_open(struct recorded_load *l, struct measured *m, struct measured *shown,
	const char *program, bool has_waits, const struct open_options *options)
{
	static const char *const names[] = { "time", "wait", "wall", "queue" };
	uint32_t n = has_waits ? RECORDED_QUEUE + 1 : RECORDED_TIME + 1;

	*l = (struct recorded_load){ .m = m, .shown = shown, .options = options,
		.images = { .m = m, .program = program } };
	m->format = "recording";
	m->stacks = STACKS_WHOLE;	/* recorded_roots_note() says which are not */
	for (uint32_t k = 0; k < n; k++) {
		measured_add_event(m, names[k], strlen(names[k]), "nanoseconds");
		m->events[k].is_sampled = k != RECORDED_QUEUE;
	}
}

/* Empties L->kept, so that all files are read again. */
static void
forget_kept(struct recorded_load *l)
{
	snapshot_release_values(&l->kept.values);
	recorded_totals_release(&l->kept.totals);
	for (uint32_t i = 0; i < l->npasts; i++)
		l->pasts[i].is_kept = false;
	for (uint32_t i = 0; i < l->images.n; i++)
		l->images.v[i]->unnamed_kept = 0;
	l->kept.since = l->options->since;
	l->kept.n = 0;
}

void
recorded_load_again(struct recorded_load *l, const struct recorded_files *files)
{
	size_t n = 0;

	for (size_t i = 0; i < files->n; i++)
		n += is_kept(l, files, i);
	/* If a kept file is missing, another recording has replaced its recording.  L->kept only
	 * has the sums over all kept files, so all of them are read again. */
	if (l->kept.since != l->options->since || l->kept.n != n)
		forget_kept(l);
	recorded_totals_copy(&l->totals, &l->kept.totals);
	snapshot_set(l->m, &l->kept.values);
	for (uint32_t i = 0; i < l->images.n; i++)
		l->images.v[i]->unnamed = l->images.v[i]->unnamed_kept;
	l->thread_names = NULL;
	l->nthread_names = 0;
}

void
recorded_load_release(struct recorded_load *l)
{
	recorded_totals_release(&l->totals);
	recorded_totals_release(&l->kept.totals);
	snapshot_release_values(&l->kept.values);
	recorded_images_release(&l->images);
	for (uint32_t i = 0; i < l->npasts; i++) {
		recorded_memory_release(&l->pasts[i].arcs);
		recorded_memory_release(&l->pasts[i].stacks);
		free(l->pasts[i].tables);
	}
	free(l->pasts);
	free(l->shown_of);
	free(l->reset_of);
	numbering_release(&l->past_numbers);
	arena_release(&l->past_paths);
}

bool
recorded_load_add(struct recorded_load *l, const struct recorded_files *files, struct err *e)
{
	size_t i;

	stop_begin(l->options->stop, "reading", 0, NULL);
	l->are_several = are_several(files);
	l->totals.missed = 0;
	l->m->elapsed = 0;
	l->m->elapsed_unknown = false;
	for (i = 0; i < files->nsources && l->options->only_pid == NULL; i++) {
		uint64_t ms = files->sources[i].marker.elapsed;

		l->totals.missed += files->sources[i].marker.missed;
		measured_ran(l->m, ms <= UINT64_MAX / 1000000 ? ms * 1000000 : 0);
	}
	for (i = 0; i < files->n && (is_kept(l, files, i) || add_file(l, files, i, e)); i++)
		;
	return i == files->n;
}

/* Is the build-id of the program recorded?  The program is that of the process that began first. */
static bool
has_build_id(const struct recorded_load *l)
{
	const char *program = l->totals.program != NULL ? l->totals.program : "";

	for (uint32_t i = 0; i < l->images.n; i++)
		if (l->images.v[i]->id_size > 0 && strcmp(l->images.v[i]->path, program) == 0)
			return true;
	return false;
}

void
recorded_load_finish(struct recorded_load *l, const struct recorded_files *files,
	struct measured *to)
{
	size_t room = 0;
	uint32_t text;

	to->propagate = l->totals.stackless > 0 && l->totals.stackless == l->totals.sampled
		&& to->ncalls > 0;
	to->files = mem_grow(to->files, files->nsources, &room, sizeof(*to->files));
	to->files_room = room;
	for (size_t i = 0; i < files->nsources; i++)
		to->files[to->nfiles++] = without_slash(to, files->sources[i].path);
	if (l->totals.fast_hz > 0) {
		to->period.value = recorded_values_period(l->totals.fast_hz);
		to->period.name = to->events[0].name;
		to->period.unit = to->events[0].unit;
		to->events[0].step = (double)to->period.value;
	}
	if (l->images.program != NULL && !l->images.program_used && has_build_id(l))
		to->is_other_build = true;
	recorded_notes_add(&l->totals, to, &l->images, l->options, l->shown != l->m);
	if (l->totals.program == NULL)
		return;
	text = measured_text(l->m, l->totals.program, strlen(l->totals.program));
	to->program = l->m->texts[text];
	text = measured_text(l->m, l->totals.name, strlen(l->totals.name));
	to->name = l->m->texts[text];
}
