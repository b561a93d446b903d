/* firefox_tables.c - the tables of the Firefox Profiler: strings, functions, frames, stacks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "measured/formats/firefox.h"

static const char *const table_names[FIREFOX_NTABLES] = { "stackTable", "frameTable", "funcTable",
	"resourceTable", "sources", "stringArray", "stringTable" };

void
firefox_share_tables(struct firefox *p, const struct jsontree_value *v)
{
	for (int i = 0; i < FIREFOX_NTABLES; i++)
		p->shared[i] = jsontree_get(p->t, v, table_names[i]);
}

/* Returns the table called NAME, one of table_names, or NULL. */
static const struct jsontree_value *
table_of(const struct firefox *p, const struct firefox_tables *tables, const char *name)
{
	const struct jsontree_value *v = jsontree_get(p->t, tables->own, name);
	int i = 0;

	while (strcmp(table_names[i], name) != 0)
		i++;
	return v != NULL ? v : p->shared[i];
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

/* The columns from which frames are made. */
struct firefox_columns {
	struct firefox_column func, line, category, depth, lib;		/* of frames */
	struct firefox_column location, address;
	struct firefox_column name, file, source, resource;	/* of functions */
	struct firefox_column resource_lib, resource_name, resource_type;	/* of resources */
	struct firefox_column filename;			/* of sources */
};

/* Where the columns are. */
static const struct {
	const char *table, *name;
	size_t at;
} places[] = {
	{ "frameTable", "func", offsetof(struct firefox_columns, func) },
	{ "frameTable", "line", offsetof(struct firefox_columns, line) },
	{ "frameTable", "category", offsetof(struct firefox_columns, category) },
	{ "frameTable", "inlineDepth", offsetof(struct firefox_columns, depth) },
	{ "frameTable", "lib", offsetof(struct firefox_columns, lib) },
	{ "frameTable", "location", offsetof(struct firefox_columns, location) },
	{ "frameTable", "address", offsetof(struct firefox_columns, address) },
	{ "funcTable", "name", offsetof(struct firefox_columns, name) },
	{ "funcTable", "fileName", offsetof(struct firefox_columns, file) },
	{ "funcTable", "source", offsetof(struct firefox_columns, source) },
	{ "funcTable", "resource", offsetof(struct firefox_columns, resource) },
	{ "resourceTable", "lib", offsetof(struct firefox_columns, resource_lib) },
	{ "resourceTable", "name", offsetof(struct firefox_columns, resource_name) },
	{ "resourceTable", "type", offsetof(struct firefox_columns, resource_type) },
	{ "sources", "filename", offsetof(struct firefox_columns, filename) },
};

enum { NPLACES = sizeof(places) / sizeof(*places) };

static struct firefox_column *
column_at(struct firefox_columns *c, size_t i)
{
	return (struct firefox_column *)(void *)((char *)c + places[i].at);
}

/* Do TABLES have the table NAME from what all threads share, or not at all? */
static bool
is_shared(const struct firefox *p, const struct firefox_tables *tables, const char *name)
{
	return tables->shared != NULL
		&& table_of(p, tables, name) == table_of(p, tables->shared, name);
}

static void
open_columns(const struct firefox *p, struct firefox_tables *tables)
{
	if (tables->columns != NULL)
		return;
	if (tables->shared != NULL)
		open_columns(p, tables->shared);
	tables->columns = mem_new(1, sizeof(*tables->columns));
	for (size_t i = 0; i < NPLACES; i++)
		*column_at(tables->columns, i) = is_shared(p, tables, places[i].table)
			? *column_at(tables->shared->columns, i)
			: firefox_column(p, table_of(p, tables, places[i].table),
				places[i].name);
}

static void
release_columns(struct firefox_tables *tables)
{
	for (size_t i = 0; tables->columns != NULL && i < NPLACES; i++) {
		struct firefox_column *c = column_at(tables->columns, i);

		if (tables->shared == NULL || c->v != column_at(tables->shared->columns, i)->v)
			free(c->v);
	}
	free(tables->columns);
}

static void
open_libs(const struct firefox *p, struct firefox_tables *tables)
{
	const struct jsontree_value *own = jsontree_get(p->t, tables->own, "libs");

	if (tables->libs != NULL)
		return;
	if (own == NULL && tables->shared != NULL) {
		open_libs(p, tables->shared);
		tables->libs = tables->shared->libs;
		return;
	}
	tables->libs = mem_new(1, sizeof(*tables->libs));
	firefox_libs_open(p, tables->libs, own != NULL ? own : p->libs);
}

/* Returns the array of the strings of TABLES, or NULL. */
static const struct jsontree_value *
strings_of(const struct firefox *p, const struct firefox_tables *tables)
{
	const struct jsontree_value *v = table_of(p, tables, "stringArray");

	if (v == NULL)
		v = table_of(p, tables, "stringTable");
	return v != NULL && v->kind == JSONTREE_OBJECT ? jsontree_get(p->t, v, "_array") : v;
}

static void
open_strings(const struct firefox *p, struct firefox_tables *tables)
{
	const struct jsontree_value *v = strings_of(p, tables);

	if (tables->strings != NULL)
		return;
	if (tables->shared == NULL || v != strings_of(p, tables->shared)) {
		firefox_strings_open(p, tables, v);
		return;
	}
	open_strings(p, tables->shared);
	tables->strings = tables->shared->strings;
	tables->nstrings = tables->shared->nstrings;
}

/* Returns the number in M->texts of the path of LIB, which may be NULL, or NOBODY. */
static uint32_t
object_of(struct firefox *p, struct firefox_lib *lib)
{
	struct jsontree_text path;

	if (lib == NULL || lib->has_object)
		return lib != NULL ? lib->object : NOBODY;
	lib->has_object = true;
	path = jsontree_text(jsontree_get(p->t, lib->value, "path"));
	if (path.n == 0)
		path = jsontree_text(jsontree_get(p->t, lib->value, "name"));
	if (path.n > 0)
		lib->object = measured_text(p->m, path.s, path.n);
	return lib->object;
}

/* Returns the number in M->texts of the name of code of OBJECT that has only an address. */
static uint32_t
unnamed_of(struct firefox *p, uint32_t object)
{
	const char *base, *slash;

	if (object == NOBODY)
		return measured_text(p->m, "[unknown]", strlen("[unknown]"));
	p->unnamed = mem_grow(p->unnamed, (size_t)object + 1, &p->unnamed_room,
		sizeof(*p->unnamed));
	while (p->nunnamed <= object)
		p->unnamed[p->nunnamed++] = NOBODY;
	if (p->unnamed[object] == NOBODY) {
		base = p->m->texts[object];
		slash = strrchr(base, '/');
		base = slash != NULL ? slash + 1 : base;
		if (*base != '[')
			base = arena_printf(&p->m->text, "[%s]", base);
		p->unnamed[object] = measured_text(p->m, base, strlen(base));
	}
	return p->unnamed[object];
}

/* A string and its part that names something. */
struct name {
	struct firefox_string *s;
	enum firefox_part part;
};

/* Returns the frame called NAME, or without a name if .s is NULL.  Code that has only an address
 * belongs to a function that stands for all such code of its OBJECT. */
static uint32_t
add_frame(struct firefox *p, struct name name, uint32_t object, uint32_t file, uint32_t line,
	uint32_t flags)
{
	struct measured_func func = { .object = object, .file = file };
	struct measured_frame frame = { .file = NOBODY, .line = line, .flags = flags };

	func.is_unnamed = name.s == NULL || firefox_part(name.s, name.part).n == 0
		|| name.s->is_address[name.part];
	func.name = func.is_unnamed ? unnamed_of(p, object)
		: firefox_number(p, name.s, name.part);
	frame.func = measured_func(p->m, &func);
	return measured_frame(p->m, &frame);
}

/* Sets the build-id of O to the hexadecimal digits TEXT, if they are one. */
static void
set_id(struct recording_object *o, struct jsontree_text text)
{
	static const char digits[] = "0123456789abcdef";

	if (text.n % 2 != 0 || text.n / 2 > sizeof(o->id))
		return;
	for (size_t i = 0; i < text.n; i++) {
		const char *digit = text.s[i] != '\0' ? strchr(digits, text.s[i] | 0x20) : NULL;

		if (digit == NULL)
			return;
		o->id[i / 2] = (unsigned char)(o->id[i / 2] << 4 | (digit - digits));
	}
	o->id_size = (uint32_t)(text.n / 2);
}

/* Returns the number of the image of LIB in P->codes, or NOBODY. */
static uint32_t
image_of(struct firefox *p, struct firefox_lib *lib)
{
	struct recording_object o = { 0 };
	struct jsontree_text path;

	if (lib->has_image)
		return lib->image;
	lib->has_image = true;
	path = jsontree_text(jsontree_get(p->t, lib->value, "path"));
	if (path.n == 0 || path.s[0] != '/')
		return NOBODY;
	o.path = arena_text(&p->m->text, path.s, path.n);
	set_id(&o, jsontree_text(jsontree_get(p->t, lib->value, "codeId")));
	lib->image = p->codes->image(p->codes->with, &o, CODE_IN_FILE);
	return lib->image;
}

/* Sets *FRAMES to the frames of the code at DISTANCE from the beginning of LIB, which may be NULL,
 * the outermost first, and returns how many there are; 0: its file is not there. */
static uint32_t
find_code(struct firefox *p, struct firefox_lib *lib, double distance, const uint32_t **frames)
{
	uint64_t offset;
	uint32_t image;

	if (p->codes == NULL || p->codes->offset == NULL || lib == NULL || distance < 0
	    || distance >= 0x1p53)
		return 0;
	image = image_of(p, lib);
	if (image == NOBODY
	    || !p->codes->offset(p->codes->with, image, (uint64_t)distance, &offset))
		return 0;
	return p->codes->frames(p->codes->with, &(struct code_place){ .image = image,
		.address = (uint64_t)distance, .offset = offset }, frames);
}

/* Frames of the file: frame I is .v[.first[I]] to .v[.first[I + 1] - 1], the outermost first. */
struct firefox_frames {
	uint32_t *v, *first;		/* owned; numbers in M->frames; indexed by frame */
	size_t n, room;
	uint32_t nframes;		/* number of frames of the file */
};

static void
push(struct firefox_frames *frames, const uint32_t *v, uint32_t n)
{
	frames->v = mem_grow(frames->v, frames->n + n, &frames->room, sizeof(*frames->v));
	for (uint32_t i = 0; i < n; i++)
		frames->v[frames->n++] = v[i];
}

enum { LIBRARY = 1 };			/* a type of resources */

/* Returns the object that is only a text, or .s NULL: it stands behind *NAME, from which it is
 * removed, or is the name of the RESOURCE of the function, after the Firefox Profiler has saved
 * such a profile. */
static struct name
object_name(const struct firefox_tables *tables, const struct firefox_columns *c, double resource,
	struct name *name)
{
	struct name object = { 0 };

	if (c->func.n == 0 && name->s->object > 0) {
		object = (struct name){ name->s, FIREFOX_OBJECT };
		name->part = FIREFOX_FUNCTION;
	} else if (c->func.n > 0 && firefox_element(&c->resource_type, resource) == LIBRARY) {
		object.s = firefox_string(tables, firefox_element(&c->resource_name, resource));
		if (object.s->text.n == 0)
			object.s = NULL;
	}
	if (object.s != NULL && perf_text_is_unknown(firefox_part(name->s, name->part)))
		name->s = NULL;
	return object;
}

/* Returns the number in M->texts of the path of the source of FUNC, or NOBODY. */
static uint32_t
file_of(struct firefox *p, const struct firefox_tables *tables, const struct firefox_columns *c,
	double func)
{
	struct firefox_string *file = firefox_string(tables, firefox_element(&c->file, func));

	if (file->text.n == 0)
		file = firefox_string(tables, firefox_element(&c->filename,
			firefox_element(&c->source, func)));
	return file->text.n > 0 ? firefox_number(p, file, FIREFOX_FILE) : NOBODY;
}

/* Adds frame number I of the file to FRAMES. */
static void
add_frames(struct firefox *p, const struct firefox_tables *tables, uint32_t i)
{
	const struct firefox_columns *c = tables->columns;
	double func = firefox_element(&c->func, i), resource = firefox_element(&c->resource, func);
	double lib = firefox_element(&c->lib, i), line = firefox_element(&c->line, i);
	double category = firefox_element(&c->category, i);
	struct name name = { firefox_string(tables, c->func.n > 0 ? firefox_element(&c->name, func)
		: firefox_element(&c->location, i)), FIREFOX_WHOLE }, text = { 0 };
	uint32_t flags = category >= 0 && category < p->nkinds ? p->kinds[(uint32_t)category] : 0;
	double distance = firefox_element(&c->address, i);
	bool is_address = name.s->is_address[FIREFOX_WHOLE];
	struct firefox_lib *library;
	const uint32_t *code;
	uint32_t one, object, n = 0;

	library = firefox_lib(tables->libs, lib >= 0 ? lib
		: firefox_element(&c->resource_lib, resource));
	/* What Firefox itself writes has addresses of the memory, as names. */
	if (library == NULL && is_address)
		library = firefox_lib_at(tables->libs, name.s->address, &distance);
	if (name.s->text.n == 0 || is_address) {
		n = find_code(p, library, distance, &code);
		p->nraw += n == 0;
	}
	if (n > 0) {
		push(tables->frames, code, n);
		return;
	}
	if (firefox_element(&c->depth, i) > 0)
		flags |= MEASURED_INLINED;
	object = object_of(p, library);
	if (library == NULL)
		text = object_name(tables, c, resource, &name);
	if (text.s != NULL) {
		flags |= perf_object_flags(firefox_part(text.s, text.part));
		if (!perf_text_is_unknown(firefox_part(text.s, text.part)))
			object = firefox_number(p, text.s, text.part);
	}
	one = add_frame(p, name, object, file_of(p, tables, c, func),
		line > 0 && line < INT32_MAX ? (uint32_t)line : 0, flags);
	push(tables->frames, &one, 1);
}

/* Is all from which TABLES->frames are made shared? */
static bool
has_shared_frames(const struct firefox *p, const struct firefox_tables *tables)
{
	return is_shared(p, tables, "frameTable") && is_shared(p, tables, "funcTable")
		&& is_shared(p, tables, "resourceTable") && is_shared(p, tables, "sources")
		&& is_shared(p, tables, "stringArray") && is_shared(p, tables, "stringTable")
		&& jsontree_get(p->t, tables->own, "libs") == NULL;
}

/* Sets TABLES->frames. */
static void
make_frames(struct firefox *p, struct firefox_tables *tables)
{
	struct firefox_frames *frames;
	uint32_t n, i;

	if (tables->frames != NULL)
		return;
	if (has_shared_frames(p, tables)) {
		make_frames(p, tables->shared);
		tables->frames = tables->shared->frames;
		return;
	}
	open_columns(p, tables);
	open_libs(p, tables);
	open_strings(p, tables);
	n = tables->columns->func.n > 0 ? tables->columns->func.n : tables->columns->location.n;
	frames = tables->frames = mem_new(1, sizeof(*frames));
	frames->first = mem_new((size_t)n + 1, sizeof(*frames->first));
	for (i = 0; i < n && !p->is_full; i++) {
		frames->first[i] = (uint32_t)frames->n;
		add_frames(p, tables, i);
		p->is_full = !measured_has_room(p->m, frames->n);
	}
	frames->first[i] = (uint32_t)frames->n;
	frames->nframes = i;
}

/* Callers come before their callees, so their paths are known. */
void
firefox_make_paths(struct firefox *p, struct firefox_tables *tables)
{
	const struct jsontree_value *table = table_of(p, tables, "stackTable");
	struct firefox_column frame = firefox_column(p, table, "frame");
	struct firefox_column prefix = firefox_column(p, table, "prefix");
	struct firefox_column offset = firefox_column(p, table, "prefixOffset");
	const struct firefox_frames *frames;

	make_frames(p, tables);
	frames = tables->frames;
	tables->npaths = frame.n;
	tables->paths = mem_new(frame.n, sizeof(*tables->paths));
	for (uint32_t i = 0; i < frame.n; i++) {
		double of = offset.n > 0 && firefox_element(&offset, i) > 0
			? i - firefox_element(&offset, i) : firefox_element(&prefix, i);
		bool is_valid = frame.v[i] >= 0 && frame.v[i] < frames->nframes && of < i
			&& !p->is_full;
		uint32_t path;

		tables->paths[i] = NOBODY;
		p->nbad += !is_valid;
		if (!is_valid)
			continue;
		path = of >= 0 ? tables->paths[(uint32_t)of] : NOBODY;
		for (uint32_t k = frames->first[(uint32_t)frame.v[i]];
		     k < frames->first[(uint32_t)frame.v[i] + 1]; k++)
			path = measured_path(p->m, path, frames->v[k]);
		tables->paths[i] = path;
		p->is_full = !measured_has_room(p->m, 0);
	}
	free(frame.v);
	free(prefix.v);
	free(offset.v);
}

void
firefox_tables_release(struct firefox_tables *tables)
{
	const struct firefox_tables none = { 0 };
	const struct firefox_tables *shared = tables->shared != NULL ? tables->shared : &none;

	release_columns(tables);
	if (tables->libs != NULL && tables->libs != shared->libs) {
		firefox_libs_release(tables->libs);
		free(tables->libs);
	}
	if (tables->frames != NULL && tables->frames != shared->frames) {
		free(tables->frames->v);
		free(tables->frames->first);
		free(tables->frames);
	}
	if (tables->strings != shared->strings)
		free(tables->strings);
	free(tables->paths);
}
