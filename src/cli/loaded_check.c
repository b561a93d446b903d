/* loaded_check.c - the profile with known times that --check compares with the estimates
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "cli/loaded_check.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/mem.h"
#include "base/pathname.h"
#include "cli/recorded_check.h"
#include "figures/graph_solve.h"
#include "io/progress.h"
#include "load/open_measured.h"
#include "load/open_measured_files.h"
#include "notes/notes.h"
#include "profile/callsites.h"

/* Does G, the graph of the profile that --check names, have known shares?  If not, E says why. */
static bool
has_shares(const struct graph *g, const struct options *o, struct err *e)
{
	const struct profile *p = g->profile;

	if (profile_has(p, IS_ESTIMATED))
		return err_set(e, ERR_FORMAT, "--check=%s: the file says that its own totals are "
			"estimates", o->check);
	if (g->paths.amounts != NULL)
		return err_set(e, ERR_FORMAT, "--check=%s: it is a difference of two profiles, which "
			"has no shares; give the profile itself", o->check);
	if (p->measured->propagate)
		return err_set(e, ERR_FORMAT, "--check=%s: it has no stacks, only the sampled functions; "
			"record without --stacks=none", o->check);
	if (p->measured->is_other_build)
		return err_set(e, ERR_FORMAT, "--check=%s: %s is another build than the one that was "
			"recorded (its build-id differs); name a copy of that build: gprowse --check "
			"COPY %s", o->check, o->profile.image, o->check);
	return g->measure.total > 0 || err_set(e, ERR_EMPTY, "--check=%s: all its values are 0", o->check);
}

/* Changes WANTED so that the recording that --check names is read.  The gmon.out of a program has
 * only samples in the code of the program.  So if L has one image, and --image was not given,
 * chooses only these samples of the recording, and adds a note about this to L. */
static void
want_recording(struct open_options *wanted, struct loaded *l, const struct options *o)
{
	struct profile *p = &l->profile;

	wanted->image = o->profile.image;
	wanted->files = &o->check;
	wanted->nfiles = 1;
	wanted->has_files = true;
	wanted->only_pid = o->profile.only_pid;
	wanted->only_thread = o->profile.only_thread;
	wanted->only_image = o->profile.only_image;
	if (p->nimages > 1 || wanted->only_image != NULL)
		return;
	wanted->only_image = recorded_check_program(o, &l->text);
	profile_note(p, NOBODY, arena_printf(&p->names, "Only samples in the code of %s are compared.",
		pathname_base(wanted->only_image)),
		arena_printf(&p->names, "gmon.out has samples of no other code. gprowse %s shows the "
			"time in all programs and libraries.", o->check));
}

/* Reads the profile that --check names into K, and solves its graph.  Returns false on an error,
 * which E describes. */
static bool
read_known(struct known_profile *k, struct loaded *l, const struct options *o, struct stop *stop,
	struct err *e)
{
	struct selection selection = { .part = NOBODY };
	struct profile *p = &k->profile;
	struct open_options wanted = { .image = o->check, .event = o->profile.event,
		.measured_format = o->profile.measured_format, .part = o->profile.part,
		.counts = o->profile.counts, .inlined = l->inlined, .folds_kernel = true,
		.rules = RULES_EXACT };
	enum measured_result result;
	struct progress progress;

	if (recorded_check_is(o))
		want_recording(&wanted, l, o);
	wanted.stop = stop != NULL ? stop : &progress.stop;
	*p = (struct profile){ .rules = RULES_EXACT };
	progress_begin(&progress);
	result = open_measured_files(p, &wanted, e);
	progress_end(&progress);
	if (result == MEASURED_ADDED) {
		(void)open_measured_choose(p->measured, &wanted, &selection.event, &selection.part,
			e);
		if (!graph_solve(&k->graph, p, &selection, stop))
			(void)err_set(e, ERR_STOPPED, "stopped");
		else if (has_shares(&k->graph, o, e))
			return true;
		graph_release(&k->graph);
	}
	if (result == MEASURED_OTHER)
		(void)err_set(e, ERR_FORMAT, "--check=%s: it has neither stacks nor costs of calls; "
			"give folded stacks, or a profile of pprof or callgrind", o->check);
	profile_release(p);
	return false;
}

/* Adds to P the notes of KNOWN, which was read from the file PATH. */
static void
copy_notes(struct profile *p, const struct profile *known, const char *path)
{
	for (size_t i = 0; i < known->nnotes; i++) {
		const struct note *n = &known->notes[i];
		bool is_named = strncmp(n->text, path, strlen(path)) == 0;

		profile_note(p, NOBODY, arena_printf(&p->names, "%s%s%s", is_named ? "" : path,
			is_named ? "" : ": ", n->text),
			arena_printf(&p->names, "%s", n->advice));
	}
}

/* Compares the graphs of L and K.  Returns false if nothing can be compared, or if STOP stopped the
 * work, as E says. */
static bool
compare(struct loaded *l, struct known_profile *k, const struct options *o, struct stop *stop,
	struct err *e)
{
	struct callsites here, there;
	bool done;

	callsites_open(&here, &l->profile);
	callsites_open(&there, &k->profile);
	done = sharecheck_open(&k->check, l->graph, &k->graph, &here, &there, stop);
	callsites_release(&here);
	callsites_release(&there);
	if (!done)
		return err_set(e, ERR_STOPPED, "stopped");
	if (k->check.match.funcs.n > 0)
		return true;
	sharecheck_release(&k->check);
	return err_set(e, ERR_EMPTY, "--check=%s: no function of it is in %s: they are profiles of "
		"different programs, or their names differ", o->check, o->profile.image);
}

/* Can L be compared with the profile that --check names: does --check name a profile, and does L
 * have calls and samples whose times are estimates?  If not, E says why. */
static bool
can_be_checked(const struct loaded *l, const struct options *o, struct err *e)
{
	if (o->check == NULL)
		return err_set(e, ERR_USAGE, "--check compares with known times: name a "
			"profile that has them (--check=STACKS), or a recording (--check DIRECTORY)");
	if (profile_has(&l->profile, HAS_EVENTS))
		return err_set(e, ERR_USAGE, "%s: its times are known, there is nothing to check; give a "
			"program and its gmon.out", o->profile.image);
	if (recorded_check_is(o) && l->profile.narcs == l->profile.npossible)
		return err_set(e, ERR_EMPTY, "--check=%s: no calls were counted in %s; compile it with -pg",
			o->check, o->profile.image);
	if (recorded_check_is(o) && l->graph->total <= 0)
		return err_set(e, ERR_EMPTY, "--check=%s: no samples were taken in the code of %s", o->check,
			o->profile.image);
	return l->graph->total > 0
		|| err_set(e, ERR_EMPTY, "--check: the profile of %s has no time", o->profile.image);
}

struct known_profile *
loaded_check(struct loaded *l, const struct options *o, struct stop *stop, struct err *e)
{
	struct known_profile *k;

	if (!can_be_checked(l, o, e))
		return NULL;
	k = mem_new(1, sizeof(*k));
	if (!read_known(k, l, o, stop, e)) {
		free(k);
		return NULL;
	}
	if (!compare(l, k, o, stop, e)) {
		graph_release(&k->graph);
		profile_release(&k->profile);
		free(k);
		return NULL;
	}
	notes_find_measured(&k->profile, &k->graph);
	notes_find_check(&l->profile, &k->check, o->check);
	copy_notes(&l->profile, &k->profile, o->check);
	return k;
}

void
loaded_check_free(struct known_profile *k)
{
	if (k == NULL)
		return;
	sharecheck_release(&k->check);
	graph_release(&k->graph);
	profile_release(&k->profile);
	free(k);
}
