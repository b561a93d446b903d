/* vectors.c - the files in vectors/
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "vectors.h"

#include <glob.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

char *
vectors_path(const char *file)
{
	const char *srcdir = getenv("srcdir");
	size_t room = strlen(file) + 64 + (srcdir != NULL ? strlen(srcdir) : 0);
	char *path = mem_new(room, 1);

	snprintf(path, room, "%s/tests/vectors/%s", srcdir != NULL ? srcdir : ".", file);
	return path;
}

static uint64_t
hex_member(const json_t *object, const char *key)
{
	return strtoull(json_string_value(json_object_get(object, key)), NULL, 16);
}

/* Returns the raw buffer that HINT, a member of the expected contents, describes. */
static struct raw_buffer
read_hint(const json_t *hint)
{
	return (struct raw_buffer){
		.given = true,
		.offset = hex_member(hint, "offset"),
		.scale = (uint32_t)hex_member(hint, "scale"),
		.width = (unsigned)json_integer_value(json_object_get(hint, "counter_bits")),
		.big_endian = strcmp("big",
			json_string_value(json_object_get(hint, "endian"))) == 0,
		.hz = (uint32_t)json_integer_value(json_object_get(hint, "hz")),
	};
}

static bool
read_vector(const char *path, const char *name, struct vector *v)
{
	json_t *file, *dir, *hint;

	*v = (struct vector){ .name = name, .expected = json_load_file(path, 0, NULL) };
	if (v->expected == NULL) {
		fprintf(stderr, "%s: cannot be read as JSON\n", path);
		abort();
	}
	file = json_object_get(v->expected, "file");
	dir = json_object_get(v->expected, "dir");
	hint = json_object_get(v->expected, "hint");
	v->is_directory = dir != NULL;
	v->file = json_string_value(dir != NULL ? dir : file);
	v->options.rate = (uint32_t)json_integer_value(json_object_get(v->expected,
		"profrate_from_user"));
	if (hint != NULL)
		v->options.buffer = read_hint(hint);
	return v->file != NULL;
}

size_t
vectors_each(void (*visit)(const struct vector *v, void *arg), void *arg)
{
	char *patterns[] = { vectors_path("*.json"), vectors_path("*/expected.json") };
	char *root = vectors_path("");
	size_t n = 0;
	glob_t g = { 0 };

	for (int i = 0; i < 2; i++)
		(void)glob(patterns[i], i == 0 ? 0 : GLOB_APPEND, NULL, &g);
	for (size_t i = 0; i < g.gl_pathc; i++) {
		struct vector v;

		if (read_vector(g.gl_pathv[i], g.gl_pathv[i] + strlen(root), &v)) {
			visit(&v, arg);
			n++;
		}
		json_decref(v.expected);
	}
	globfree(&g);
	for (int i = 0; i < 2; i++)
		free(patterns[i]);
	free(root);
	return n;
}
