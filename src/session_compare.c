/* session_compare.c - comparing with what is shown, sides of the comparison, joined functions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "session_compare.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "cli/loaded_compare.h"
#include "session_show.h"

void
session_compare_begin(struct session *s)
{
	struct loaded *l = s->input.loaded, *from = l;
	const struct view_input *in = &s->input;
	struct err e;

	if (in->options == NULL || in->options->compare.is_wanted || in->options->has_check) {
		app_say(&s->app, "the files that the command line names are compared");
		return;
	}
	/* Later values of a program that runs replace those of the profile that is shown. */
	if (in->follow != NULL) {
		const struct measured_choice choice = loaded_choice(l);

		from = loaded_measured(l->profile.measured, in->options, &choice, s->app.ctx.stop,
			&e);
		if (from == NULL) {
			session_show_stopped(s);
			return;
		}
	} else {
		from->also++;
	}
	if (s->from != NULL)
		loaded_free(s->from);
	s->from = from;
	live_keep(&s->app.live);
	app_say(&s->app, "this is A: what is read from now on is compared with it; d then compares");
}

/* Adds the rename of the functions that the user has joined. */
static void
add_rename(struct session *s)
{
	const struct comparison *c = &s->input.loaded->before->comparison;
	const struct comparison_options *how = &s->input.options->compare.how;
	const uint32_t *joined = s->app.joined;
	struct rename *v = mem_new(how->nrenames + 1, sizeof(*v));

	if (s->nrenames == 0)
		s->nborrowed = how->nrenames;
	if (how->nrenames > 0)
		memcpy(v, how->renames, how->nrenames * sizeof(*v));
	rename_open_names(&v[how->nrenames], c->side[0].profile->funcs[joined[0] - 1].name,
		c->side[1].profile->funcs[joined[1] - 1].name);
	s->nrenames = how->nrenames + 1;
	free(s->renames);
	s->renames = v;
	s->joined = *s->input.options;
	s->joined.compare.how.renames = v;
	s->joined.compare.how.nrenames = s->nrenames;
	s->input.options = &s->joined;
}

/* Removes the rename that add_rename() added last. */
static void
drop_rename(struct session *s)
{
	rename_release(&s->renames[--s->nrenames]);
	s->joined.compare.how.nrenames = s->nrenames;
}

void
session_compare_join(struct session *s)
{
	struct loaded *l = s->input.loaded;
	struct before *old = l->before, *fresh;
	struct err e;
	bool done;

	add_rename(s);
	fresh = loaded_compare_again(l, s->renames, s->nrenames, s->app.ctx.stop, &e);
	l->before = fresh != NULL ? fresh : old;
	done = fresh != NULL && session_show_input(s, s->input.side, false);
	l->before = done ? fresh : old;
	loaded_compare_free(done ? old : fresh);
	if (done) {
		app_say(&s->app, "joined: one function that has another name in B");
	} else {
		drop_rename(s);
		session_show_stopped(s);
	}
}

/* Says which side of the comparison S shows. */
static void
say_side(struct session *s)
{
	static const char *const sides[] = { [COMPARED_A] = "A, the profile before; | shows B",
		[COMPARED_B] = "B, the profile after; | shows the difference",
		[COMPARED_CHANGE] = "the difference, B less A; | shows A" };

	app_say(&s->app, "%s", sides[s->input.side]);
}

void
session_compare_side(struct session *s)
{
	struct app *a = &s->app;
	enum compared_side before = s->input.side;
	enum action then = a->then;

	a->then = ACT_NONE;
	s->input.side = a->side;
	if (!session_show_input(s, before, false)) {
		s->input.side = before;
		session_show_stopped(s);
		return;
	}
	say_side(s);
	if (then != ACT_NONE)
		app_do(a, then, 0);
}
