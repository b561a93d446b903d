/* test_formats.c - the vectors: small profiles of every kind, with their expected contents
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <jansson.h>

#include "export/decode.h"
#include "io/jsonout.h"
#include "load/open.h"
#include "profile/profile.h"
#include "vectors.h"

/* Keys of a JSON file that do not describe the decoded file. */
static const char *const not_decoded[] = { "note", "hint", "image", "attribution_ticks", "calls",
	"gmon_out_hex", "dir", "profrate_from_user", NULL };

static bool
is_decoded(const char *key)
{
	for (size_t i = 0; not_decoded[i] != NULL; i++)
		if (strcmp(key, not_decoded[i]) == 0)
			return false;
	return true;
}

/* Returns what PRINT writes, parsed as JSON. */
static json_t *
captured(void (*print)(struct out *o, void *arg), void *arg)
{
	FILE *f = tmpfile();
	struct out o;
	json_error_t error;
	json_t *json;

	assert_non_null(f);
	out_open(&o, fileno(f));
	print(&o, arg);
	assert_true(out_close(&o));
	assert_int_equal(lseek(fileno(f), 0, SEEK_SET), 0);
	json = json_loadf(f, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, &error);
	fclose(f);
	if (json == NULL)
		fail_msg("line %d: %s", error.line, error.text);
	return json;
}

struct request {
	const char *path;
	const struct format_options *how;
	bool ok;
};

static void
print_file(struct out *o, void *arg)
{
	struct request *r = arg;

	r->ok = decode_print(o, &r->path, 1, r->how);
}

/* Checks that GOT and WANT both have KEY, with the same value. */
static void
check_key(const char *name, const char *key, const json_t *got, const json_t *want)
{
	const json_t *g = json_object_get(got, key), *w = json_object_get(want, key);

	if (g != NULL && w != NULL && json_equal(g, w))
		return;
	fail_msg("%s: %s is %s instead of %s", name, key,
		g == NULL ? "missing" : json_dumps(g, JSON_COMPACT | JSON_ENCODE_ANY),
		w == NULL ? "nothing" : json_dumps(w, JSON_COMPACT | JSON_ENCODE_ANY));
}

/* Checks that GOT has everything in WANT and, if STRICT, nothing else. */
static void
check_all(const char *name, json_t *got, json_t *want, bool strict)
{
	const char *key;
	json_t *value;

	json_object_foreach(want, key, value)
		if (is_decoded(key))
			check_key(name, key, got, want);
	json_object_foreach(got, key, value)
		if (strict)
			check_key(name, key, got, want);
}

static void
check_vector(const struct vector *v, void *arg)
{
	char *path = vectors_path(v->file);
	struct request request = { .path = path, .how = &v->options };
	json_t *got;

	(void)arg;
	got = captured(print_file, &request);
	check_all(v->name, got, v->expected, !v->is_directory);
	assert_int_equal(request.ok, json_is_null(json_object_get(v->expected, "error")));
	json_decref(got);
	free(path);
}

static void
test_vectors(void **state)
{
	(void)state;
	assert_int_equal(vectors_each(check_vector, NULL), 57);
}

static void
print_three(struct out *o, void *arg)
{
	char **paths = arg;

	assert_false(decode_print(o, (const char *const *)paths, 3, NULL));
}

/* Several decoded files become an array in the order of the command line.  A file that cannot be
 * read has an error in the array. */
static void
test_several_files(void **state)
{
	char *paths[] = { vectors_path("v01_gnu_64le.bin"), vectors_path("no such file"),
		vectors_path("v39_monout_32be.bin") };
	json_t *got = captured(print_three, paths), *second;

	(void)state;
	assert_int_equal(json_array_size(got), 3);
	second = json_array_get(got, 1);
	assert_string_equal(json_string_value(json_object_get(second, "file")), "no such file");
	assert_string_equal(json_string_value(json_object_get(json_object_get(second, "error"),
		"kind")), "E_IO");
	assert_string_equal(json_string_value(json_object_get(json_array_get(got, 2), "format")),
		"monout");
	json_decref(got);
	for (int i = 0; i < 3; i++)
		free(paths[i]);
}

static void
print_samples(struct out *o, void *arg)
{
	struct jsonout j;

	jsonout_open(&j, o);
	jsonout_object(&j, false);
	decode_put_records(&j, arg);
	jsonout_end(&j);
	jsonout_close(&j);
}

/* Adds up the files FIRST and SECOND, and checks the sum against the JSON file NAME. */
static void
check_sum(const char *name, const char *first, const char *second)
{
	char *paths[] = { vectors_path(first), vectors_path(second), vectors_path(name) };
	json_t *want = json_load_file(paths[2], 0, NULL), *got;
	struct samples sum = { 0 }, one;
	struct raw nothing = { .bytes = NULL };
	struct err e;
	uint64_t size;

	for (int i = 0; i < 2; i++) {
		assert_true(format_read(paths[i], &nothing, &one, &size, &e));
		assert_true(samples_add(&sum, &one, &e));
	}
	got = captured(print_samples, &sum);
	check_key(name, "histograms", got, want);
	check_key(name, "arcs", got, want);
	json_decref(got);
	json_decref(want);
	samples_release(&sum);
	for (int i = 0; i < 3; i++)
		free(paths[i]);
}

/* Files of one format can be added up, and so can files of two formats. */
static void
test_sums(void **state)
{
	(void)state;
	check_sum("m01_merge_same.json", "v01_gnu_64le.bin", "v01_gnu_64le.bin");
	check_sum("m02_merge_two_formats.json", "v01_gnu_64le.bin", "v22_bsd44_openbsd_totarc.bin");
}

static uint64_t
calls_of(const struct profile *p, uint32_t f)
{
	uint64_t calls = p->outside[f];

	for (uint32_t i = p->in.at[f]; i < p->in.at[f + 1]; i++)
		calls += profile_arc_calls(p, profile_arc(&p->in, i));
	return calls;
}

/* Checks that the functions of the image of V get the expected samples and calls, and counts V in
 * *ARG, a size_t.  Does nothing if V has no image or is damaged. */
static void
check_attribution(const struct vector *v, void *arg)
{
	const char *image = json_string_value(json_object_get(v->expected, "image"));
	char *paths[2];
	struct profile p;
	struct err e = { 0 };
	size_t *n = arg;

	if (image == NULL || !json_is_null(json_object_get(v->expected, "error")))
		return;
	paths[0] = vectors_path(image);
	paths[1] = vectors_path(v->file);
	if (!open_profile(&p, &(struct open_options){ .image = paths[0],
		.files = (const char *const *)&paths[1], .nfiles = 1, .format = v->options }, &e))
		fail_msg("%s: %s", v->name, e.text);
	for (uint32_t f = 0; f < p.nfuncs; f++) {
		json_t *ticks = json_object_get(json_object_get(v->expected, "attribution_ticks"),
			p.funcs[f].name);
		json_t *calls = json_object_get(json_object_get(v->expected, "calls"),
			p.funcs[f].name);

		if (p.funcs[f].kind != FUNC_SYMBOL)
			continue;
		assert_non_null(ticks);
		if (json_number_value(ticks) != p.ticks[f])
			fail_msg("%s: %s has %g samples", v->name, p.funcs[f].name, p.ticks[f]);
		if ((uint64_t)json_integer_value(calls) != calls_of(&p, f))
			fail_msg("%s: %s has other calls", v->name, p.funcs[f].name);
	}
	profile_release(&p);
	free(paths[0]);
	free(paths[1]);
	(*n)++;
}

static void
test_attribution(void **state)
{
	size_t n = 0;

	(void)state;
	vectors_each(check_attribution, &n);
	assert_int_equal(n, 18);
}

/* Checks that the file that kgmon -p writes from the four arrays of a kernel has the contents of
 * the arrays, and counts V in *ARG.  Does nothing if V has no such file. */
static void
check_kgmon(const struct vector *v, void *arg)
{
	const char *hex = json_string_value(json_object_get(v->expected, "gmon_out_hex"));
	unsigned char bytes[256];
	struct raw raw = { .bytes = bytes };
	struct samples s;
	struct err e;
	json_t *got;
	size_t *n = arg;

	if (hex == NULL)
		return;
	for (; hex[2 * raw.size] != '\0'; raw.size++) {
		char digits[] = { hex[2 * raw.size], hex[2 * raw.size + 1], '\0' };

		bytes[raw.size] = (unsigned char)strtoul(digits, NULL, 16);
	}
	assert_true(format_decode(&raw, &s, &e));
	assert_int_equal(s.format, FORMAT_BSD44);
	got = captured(print_samples, &s);
	check_key(v->name, "histograms", got, v->expected);
	check_key(v->name, "arcs", got, v->expected);
	json_decref(got);
	samples_release(&s);
	(*n)++;
}

static void
test_kgmon(void **state)
{
	size_t n = 0;

	(void)state;
	vectors_each(check_kgmon, &n);
	assert_int_equal(n, 2);
}

/* Profiles of real programs have the expected contents. */
static void
test_real_profiles(void **state)
{
	static const char *const names[] = { "prog_nopie.gmon", "prog_pie.gmon",
		"libfoo.so.1.profile" };
	static const char *const expected[] = { "prog_nopie.decoded.json", "prog_pie.decoded.json",
		"libfoo.so.1.decoded.json" };

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		char relative[64];
		struct request request = { .path = NULL };
		json_t *got, *want;
		char *paths[2];

		snprintf(relative, sizeof(relative), "real/%s", names[i]);
		request.path = paths[0] = vectors_path(relative);
		snprintf(relative, sizeof(relative), "real/%s", expected[i]);
		paths[1] = vectors_path(relative);
		want = json_load_file(paths[1], 0, NULL);
		got = captured(print_file, &request);
		assert_non_null(want);
		check_all(names[i], got, want, false);
		json_decref(got);
		json_decref(want);
		free(paths[0]);
		free(paths[1]);
	}
}

/* The arguments that describe a buffer of profil() give its histogram.  Wrong scales are
 * refused. */
static void
test_raw_buffers(void **state)
{
	static const unsigned char bytes[] = { 9, 0, 1, 0 };
	struct format_options how = { .buffer = { .given = true, .offset = 0x1001, .scale = 0x10000,
		.width = 16, .hz = 50 } };
	struct raw raw = { .bytes = bytes, .size = sizeof(bytes), .options = &how };
	struct samples s;
	struct err e;

	(void)state;
	assert_true(format_decode(&raw, &s, &e));
	assert_true(s.histograms->lo == 0x1001 && s.histograms->hi == 0x1005);
	assert_int_equal(s.histograms->rate, 50);
	assert_int_equal(s.address_size, 0);
	samples_release(&s);

	how.buffer.offset = UINT64_MAX - 1;
	assert_false(format_decode(&raw, &s, &e));
	assert_non_null(strstr(e.text, "beyond the last address"));
	assert_int_equal(s.nhistograms, 0);
	samples_release(&s);
	how.buffer.offset = 0x1001;
	how.buffer.scale = 0x20000;	/* two bytes of counters for each byte of code */
	assert_true(format_decode(&raw, &s, &e));
	assert_true(s.histograms->hi == 0x1003);
	samples_release(&s);

	for (how.buffer.scale = 0; how.buffer.scale < 2; how.buffer.scale++) {
		assert_false(format_decode(&raw, &s, &e));
		assert_non_null(strstr(e.text, how.buffer.scale == 0 ? "scale 0" : "scale 1"));
		assert_int_equal(s.damage.kind, E_UNSUPPORTED);
		samples_release(&s);
	}
}

/* Each counter of a buffer counts the span of code that profil(2) documents for the counter. */
static void
test_scales(void **state)
{
	static const struct { uint32_t scale; unsigned bits; uint64_t ends[4]; } rows[] = {
		{ 0x10000, 16, { 0, 2, 4, 6 } }, { 0xffff, 16, { 0, 3, 5, 7 } },
		{ 0xc000, 16, { 0, 3, 6, 8 } }, { 0xc000, 32, { 0, 6, 11, 16 } },
		{ 0x8000, 16, { 0, 4, 8, 12 } }, { 0x8000, 32, { 0, 8, 16, 24 } },
		{ 0x1000, 32, { 0, 64, 128, 192 } }, { 3, 16, { 0, 0xaaab, 0x15556, 0x20000 } },
		{ 2, 16, { 0, 0x10000, 0x20000, 0x30000 } },
		{ 2, 32, { 0, 0x20000, 0x40000, 0x60000 } },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct histogram h = { .lo = 0x400000, .hi = 0x800000, .nbins = 16, .nread = 16,
			.map = MAP_PROFIL, .scale = rows[i].scale, .bin_bits = rows[i].bits };

		for (size_t k = 0; k < 3; k++) {
			uint64_t lo, hi;

			histogram_map(&h, k, &lo, &hi);
			assert_true(lo == 0x400000 + rows[i].ends[k]);
			assert_true(hi == 0x400000 + rows[i].ends[k + 1]);
		}
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_vectors),
		cmocka_unit_test(test_several_files),
		cmocka_unit_test(test_sums),
		cmocka_unit_test(test_attribution),
		cmocka_unit_test(test_kgmon),
		cmocka_unit_test(test_real_profiles),
		cmocka_unit_test(test_raw_buffers),
		cmocka_unit_test(test_scales),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
