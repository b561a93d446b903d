/* firefox_tables.c - the tables of the Firefox Profiler: strings, functions, frames, stacks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "measured/formats/firefox.h"

const struct jsontree_value *
firefox_table(const struct firefox *p, const struct firefox_tables *tables, const char *name)
{
	const struct jsontree_value *v = jsontree_get(p->t, tables->at[0], name);

	return v != NULL ? v : jsontree_get(p->t, tables->at[1], name);
}

/* Returns element NUMBER of the array V, or NULL. */
static const struct jsontree_value *
nth(const struct jsontree *t, const struct jsontree_value *v, int64_t number)
{
	for (v = jsontree_first(t, v); v != NULL && number > 0; number--)
		v = jsontree_next(t, v);
	return v;
}

struct firefox_column
firefox_column(const struct firefox *p, const struct jsontree_value *table, const char *name)
{
	const struct jsontree_value *schema = jsontree_get(p->t, table, "schema"), *v;
	const struct jsontree_value *column = schema != NULL ? jsontree_get(p->t, table, "data")
		: jsontree_get(p->t, table, name);
	int64_t number = jsontree_integer(jsontree_get(p->t, schema, name), -1);
	struct firefox_column c = { 0 };

	if (column == NULL || column->kind != JSONTREE_ARRAY || (schema != NULL && number < 0))
		return c;
	c.v = mem_new(column->n, sizeof(*c.v));
	for (v = jsontree_first(p->t, column); v != NULL; v = jsontree_next(p->t, v))
		c.v[c.n++] = jsontree_real(schema != NULL ? nth(p->t, v, number) : v, -1);
	return c;
}

double
firefox_element(const struct firefox_column *c, double i)
{
	return i >= 0 && i < c->n ? c->v[(uint32_t)i] : -1;
}

struct jsontree_text
firefox_string(const struct firefox *p, const struct firefox_tables *tables, double value)
{
	return jsontree_text(value >= 0 && value < tables->nstrings
		? &p->t->v[tables->strings[(uint32_t)value]] : NULL);
}

/* The columns from which frames are made. */
struct columns {
	struct firefox_column func, line, category, depth, lib, location;	/* of frames */
	struct firefox_column name, file, source, resource;	/* of functions */
	struct firefox_column resource_lib, filename;	/* of resources and sources */
};

static void
open_columns(struct firefox *p, const struct firefox_tables *tables, struct columns *c)
{
	const struct jsontree_value *frames = firefox_table(p, tables, "frameTable");
	const struct jsontree_value *funcs = firefox_table(p, tables, "funcTable");

	c->func = firefox_column(p, frames, "func");
	c->line = firefox_column(p, frames, "line");
	c->category = firefox_column(p, frames, "category");
	c->depth = firefox_column(p, frames, "inlineDepth");
	c->lib = firefox_column(p, frames, "lib");
	c->location = firefox_column(p, frames, "location");
	c->name = firefox_column(p, funcs, "name");
	c->file = firefox_column(p, funcs, "fileName");
	c->source = firefox_column(p, funcs, "source");
	c->resource = firefox_column(p, funcs, "resource");
	c->resource_lib = firefox_column(p, firefox_table(p, tables, "resourceTable"), "lib");
	c->filename = firefox_column(p, firefox_table(p, tables, "sources"), "filename");
}

static void
release_columns(struct columns *c)
{
	struct firefox_column *all[] = { &c->func, &c->line, &c->category, &c->depth, &c->lib,
		&c->location, &c->name, &c->file, &c->source, &c->resource, &c->resource_lib,
		&c->filename };

	for (size_t i = 0; i < sizeof(all) / sizeof(*all); i++)
		free(all[i]->v);
}

/* Returns the number in M->texts of the path of library LIB, or NOBODY. */
static uint32_t
object_of(struct firefox *p, const uint32_t *libs, uint32_t nlibs, double lib)
{
	const struct jsontree_value *v = lib >= 0 && lib < nlibs ? &p->t->v[libs[(uint32_t)lib]]
		: NULL;
	struct jsontree_text path = jsontree_text(jsontree_get(p->t, v, "path"));

	if (path.n == 0)
		path = jsontree_text(jsontree_get(p->t, v, "name"));
	return path.n > 0 ? measured_text(p->m, path.s, path.n) : NOBODY;
}

/* Is T an address, such as "0x1f40"? */
static bool
is_address(struct jsontree_text t)
{
	if (t.n < 3 || t.s[0] != '0' || t.s[1] != 'x')
		return false;
	for (size_t i = 2; i < t.n; i++)
		if (t.s[i] == '\0' || strchr("0123456789abcdefABCDEF", t.s[i]) == NULL)
			return false;
	return true;
}

/* Returns the frame called NAME.  Code that has only an address belongs to a function that stands
 * for all such code of its OBJECT. */
static uint32_t
add_frame(struct firefox *p, struct jsontree_text name, uint32_t object, uint32_t file,
	uint32_t line, uint32_t flags)
{
	struct measured_func func = { .object = object, .file = file };
	struct measured_frame frame = { .file = NOBODY, .line = line, .flags = flags };
	const char *base = object != NOBODY ? p->m->texts[object] : "unknown", *slash;

	func.is_unnamed = name.n == 0 || is_address(name);
	if (func.is_unnamed) {
		p->nraw++;
		slash = strrchr(base, '/');
		base = arena_printf(&p->m->text, "[%s]", slash != NULL ? slash + 1 : base);
		name = (struct jsontree_text){ base, strlen(base) };
	}
	func.name = measured_text(p->m, name.s, name.n);
	frame.func = measured_func(p->m, &func);
	return measured_frame(p->m, &frame);
}

/* Returns the frame number I of the file. */
static uint32_t
frame_of(struct firefox *p, const struct firefox_tables *tables, const struct columns *c,
	const uint32_t *libs, uint32_t nlibs, uint32_t i)
{
	double func = firefox_element(&c->func, i), resource = firefox_element(&c->resource, func);
	double lib = firefox_element(&c->lib, i), line = firefox_element(&c->line, i);
	double category = firefox_element(&c->category, i);
	struct jsontree_text name = firefox_string(p, tables, c->func.n > 0
		? firefox_element(&c->name, func) : firefox_element(&c->location, i));
	struct jsontree_text file = firefox_string(p, tables, firefox_element(&c->file, func));
	uint32_t flags = category >= 0 && category < p->nkinds ? p->kinds[(uint32_t)category] : 0;

	if (lib < 0)
		lib = firefox_element(&c->resource_lib, resource);
	if (file.n == 0)
		file = firefox_string(p, tables, firefox_element(&c->filename,
			firefox_element(&c->source, func)));
	if (firefox_element(&c->depth, i) > 0)
		flags |= MEASURED_INLINED;
	return add_frame(p, name, object_of(p, libs, nlibs, lib),
		file.n > 0 ? measured_text(p->m, file.s, file.n) : NOBODY,
		line > 0 && line < INT32_MAX ? (uint32_t)line : 0, flags);
}

/* Returns the numbers in M->frames of the frames of TABLES, to be free()d. */
static uint32_t *
make_frames(struct firefox *p, const struct firefox_tables *tables, uint32_t *n)
{
	struct columns c;
	uint32_t *frames, *libs, nlibs;
	const struct jsontree_value *own = jsontree_get(p->t, tables->at[0], "libs");

	open_columns(p, tables, &c);
	libs = jsontree_elements(p->t, own != NULL ? own : p->libs, &nlibs);
	*n = c.func.n > 0 ? c.func.n : c.location.n;
	frames = mem_new(*n, sizeof(*frames));
	for (uint32_t i = 0; i < *n && !p->is_full; i++) {
		frames[i] = frame_of(p, tables, &c, libs, nlibs, i);
		p->is_full = !measured_has_room(p->m, 0);
	}
	free(libs);
	release_columns(&c);
	return frames;
}

/* Callers come before their callees, so their paths are known. */
void
firefox_make_paths(struct firefox *p, struct firefox_tables *tables)
{
	const struct jsontree_value *table = firefox_table(p, tables, "stackTable");
	struct firefox_column frame = firefox_column(p, table, "frame");
	struct firefox_column prefix = firefox_column(p, table, "prefix");
	struct firefox_column offset = firefox_column(p, table, "prefixOffset");
	uint32_t nframes, *frames = make_frames(p, tables, &nframes);

	tables->npaths = frame.n;
	tables->paths = mem_new(frame.n, sizeof(*tables->paths));
	for (uint32_t i = 0; i < frame.n; i++) {
		double of = offset.n > 0 && firefox_element(&offset, i) > 0
			? i - firefox_element(&offset, i) : firefox_element(&prefix, i);
		bool is_valid = frame.v[i] >= 0 && frame.v[i] < nframes && of < i && !p->is_full;
		uint32_t caller;

		tables->paths[i] = NOBODY;
		p->nbad += !is_valid;
		if (!is_valid)
			continue;
		caller = of >= 0 ? tables->paths[(uint32_t)of] : NOBODY;
		tables->paths[i] = measured_path(p->m, caller, frames[(uint32_t)frame.v[i]]);
		p->is_full = !measured_has_room(p->m, 0);
	}
	free(frames);
	free(frame.v);
	free(prefix.v);
	free(offset.v);
}
