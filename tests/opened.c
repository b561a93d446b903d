/* opened.c - the browser over profiles in files, without a terminal
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "opened.h"

#include "figures/graph_solve.h"
#include "notes/notes.h"
#include "screen/keys.h"

bool
opened_begin(struct opened *o, const struct open_options *how, int width, int height, bool ascii,
	struct err *e)
{
	*o = (struct opened){ .grid = { .ascii = ascii } };
	if (!open_profile(&o->profile, how, e))
		return false;
	o->graph = graph_new(&o->profile, NULL, NULL);
	if (o->profile.measured != NULL)
		notes_find_measured(&o->profile, o->graph);
	else
		notes_find(&o->profile);
	notes_find_cycles(&o->profile, o->graph);
	names_open(&o->names, &o->profile, DEMANGLE_AUTO);
	lookup_open(&o->lookup, o->graph, NULL);
	app_open(&o->app, o->graph, &o->names, &o->lookup, ascii);
	app_resize(&o->app, width, height);
	return true;
}

void
opened_end(struct opened *o)
{
	app_release(&o->app);
	lookup_release(&o->lookup);
	grid_release(&o->grid);
	names_release(&o->names);
	graph_free(o->graph);
	profile_release(&o->profile);
}

void
opened_press(struct opened *o, const char *keys)
{
	uint32_t key;

	while (key_parse(&keys, &key))
		app_key(&o->app, key);
	grid_resize(&o->grid, o->app.width, o->app.height);
	app_draw(&o->app, &o->grid);
}
