/* fixture.c - the browser over the profile of story.h, without a terminal
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "fixture.h"

#include <assert.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/mem.h"
#include "figures/graph_solve.h"

void
fixture_profile(struct fixture *f)
{
	struct profile *p = &f->profile;
	uint32_t i;

	setlocale(LC_ALL, "C.UTF-8");
	memset(f, 0, sizeof(*f));
	f->image.path = "/opt/cfd";
	f->file.path = "gmon.out";
	f->samples.files = &f->file;
	f->samples.nfiles = 1;
	p->images = &f->image;
	p->samples = &f->samples;
	p->nimages = 1;
	p->nfuncs = STORY_FUNCS;
	p->funcs = mem_new(STORY_FUNCS, sizeof(*p->funcs));
	p->ticks = mem_new(STORY_FUNCS, sizeof(*p->ticks));
	p->nticks = STORY_FUNCS;
	p->outside = mem_new(STORY_FUNCS, sizeof(*p->outside));
	p->noutside = STORY_FUNCS;
	for (i = 0; i < STORY_FUNCS; i++) {
		p->funcs[i].name = story_funcs[i].name;
		p->funcs[i].lo = STORY_CODE + i * STORY_SIZE;
		p->funcs[i].hi = p->funcs[i].lo + STORY_SIZE;
		p->funcs[i].is_func = true;
		p->funcs[i].is_profiler = i == MCOUNT;
		p->ticks[i] = story_funcs[i].ticks;
		p->total += p->ticks[i];
		p->nsamples += story_funcs[i].ticks;
	}
	p->arcs = mem_new(STORY_ARCS, sizeof(*p->arcs));
	p->narcs = STORY_ARCS;
	for (i = 0; i < STORY_ARCS; i++)
		p->arcs[i] = (struct arc){ story_arcs[i].caller, story_arcs[i].callee,
			story_arcs[i].count };
	p->rate = STORY_RATE;
	p->dimension = "seconds";
	p->abbreviation = 's';
	p->has_histogram = p->has_arcs = true;
}

void
fixture_calls(struct fixture *f, const struct arc *arcs, uint32_t n)
{
	fixture_profile(f);
	assert(n <= f->profile.narcs);
	f->profile.narcs = n;
	for (uint32_t i = 0; i < n; i++)
		f->profile.arcs[i] = arcs[i];
}

void
fixture_functions(struct fixture *f, uint32_t n)
{
	struct profile *p = &f->profile;

	fixture_profile(f);
	free(p->funcs);
	free(p->ticks);
	free(p->outside);
	p->funcs = mem_new(n, sizeof(*p->funcs));
	p->ticks = mem_new(n, sizeof(*p->ticks));
	p->nticks = n;
	p->outside = mem_new(n, sizeof(*p->outside));
	p->noutside = n;
	p->nfuncs = n;
	p->narcs = 0;
	for (uint32_t i = 0; i < n; i++) {
		p->funcs[i] = (struct func){ .name = arena_printf(&p->names, "f%u", i),
			.lo = STORY_CODE + 16 * (uint64_t)i,
			.hi = STORY_CODE + 16 * (uint64_t)i + 16, .is_func = true };
		p->ticks[i] = 1;
	}
	p->total = p->nsamples = n;
}

void
fixture_begin(struct fixture *f, int width, int height, bool ascii)
{
	profile_link(&f->profile);
	graph_solve(&f->graph, &f->profile, NULL, NULL);
	names_open(&f->names, &f->profile, DEMANGLE_AUTO);
	lookup_open(&f->lookup, &f->graph, NULL);
	app_open(&f->app, &f->graph, &f->names, &f->lookup, ascii);
	f->grid.ascii = ascii;
	app_resize(&f->app, width, height);
}

void
fixture_start(struct fixture *f, int width, int height, bool ascii)
{
	fixture_begin(f, width, height, ascii);
	press(f, "");
}

void
fixture_open(struct fixture *f, int width, int height)
{
	fixture_profile(f);
	fixture_start(f, width, height, false);
}

void
fixture_close(struct fixture *f)
{
	struct profile *p = &f->profile;

	app_release(&f->app);
	lookup_release(&f->lookup);
	grid_release(&f->grid);
	names_release(&f->names);
	graph_release(&f->graph);
	free(p->funcs);
	free(p->ticks);
	free(p->outside);
	free(p->arcs);
	free(p->high);
	free(p->out.v);
	free(p->out.at);
	free(p->in.v);
	free(p->in.at);
	free(p->notes);
	arena_release(&p->names);
}

void
press(struct fixture *f, const char *keys)
{
	uint32_t key;

	while (key_parse(&keys, &key))
		app_key(&f->app, key);
	grid_resize(&f->grid, f->app.width, f->app.height);
	app_draw(&f->app, &f->grid);
}

/* Copies LINE to a static buffer, frees LINE, and returns the buffer. */
static const char *
static_copy(char *line)
{
	static char copy[8192];

	snprintf(copy, sizeof(copy), "%s", line);
	free(line);
	return copy;
}

const char *
line_of(struct fixture *f, int y)
{
	return static_copy(grid_line(&f->grid, y));
}

const char *
styles_of(struct fixture *f, int y)
{
	return static_copy(grid_styles(&f->grid, y));
}

int
find_line(struct fixture *f, const char *text)
{
	int y;

	for (y = 0; y < f->grid.height; y++)
		if (strstr(line_of(f, y), text) != NULL)
			return y;
	return -1;
}

const char *
cursor_line(struct fixture *f)
{
	int y;

	for (y = 0; y < f->grid.height; y++)
		if (grid_cell(&f->grid, 0, y)->style & STYLE_CURSOR)
			return line_of(f, y);
	return "";
}
