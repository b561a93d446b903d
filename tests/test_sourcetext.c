/* test_sourcetext.c - search for source files, and their lines
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <dirent.h>
#include <dlfcn.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "bytes.h"
#include "source/sourcetext.h"

static bool hides_types;		/* readdir() returns no types, as on some file systems */

/* Replaces the function of libc.  With offsets of 64 bits, the function of libc is called
 * readdir64(). */
struct dirent *
readdir(DIR *d)
{
	void *found = dlsym(RTLD_NEXT, "readdir64");
	struct dirent *(*next)(DIR *), *entry;

	if (found == NULL)
		found = dlsym(RTLD_NEXT, "readdir");
	memcpy(&next, &found, sizeof(next));
	entry = next(d);
	if (entry != NULL && hides_types)
		entry->d_type = DT_UNKNOWN;
	return entry;
}

static char place[] = "/tmp/test_sourcetext.XXXXXX";

static int
setup(void **state)
{
	(void)state;
	return mkdtemp(place) != NULL && chdir(place) == 0 ? 0 : -1;
}

static int
teardown(void **state)
{
	char command[64];

	(void)state;
	snprintf(command, sizeof(command), "rm -rf %s", place);
	return chdir("/") == 0 && system(command) == 0 ? 0 : -1;
}

static void
put_file(const char *path, const char *text, size_t n)
{
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	assert_int_equal(fwrite(text, 1, n, f), n);
	fclose(f);
}

static void
put_text(const char *path, const char *text)
{
	put_file(path, text, strlen(text));
}

/* Asserts that line NUMBER of T has the text WANT. */
static void
assert_line(const struct source_text *t, uint32_t number, const char *want)
{
	size_t n;
	const char *line = sourcetext_line(t, number, &n);

	assert_int_equal(n, strlen(want));
	assert_memory_equal(line, want, n);
}

/* Asserts that the source RECORDED is found at WANT, or not found if WANT is NULL. */
static void
assert_found(const struct source_paths *paths, const char *recorded, const char *want)
{
	struct source_text t;
	struct err e;

	if (want == NULL) {
		assert_false(sourcetext_open(&t, recorded, paths, &e));
		assert_non_null(strstr(e.text, recorded));
		return;
	}
	assert_true(sourcetext_open(&t, recorded, paths, &e));
	assert_string_equal(t.path, want);
	sourcetext_release(&t);
}

static void
assert_lines(const char *text, size_t size, uint32_t n)
{
	static const struct source_paths none;
	struct source_text t;
	struct err e;

	put_file("lines.c", text, size);
	assert_true(sourcetext_open(&t, "lines.c", &none, &e));
	assert_int_equal(t.nlines, n);
	sourcetext_release(&t);
}

static void
test_lines(void **state)
{
	static const struct source_paths none;
	struct source_text t;
	struct err e;

	(void)state;
	assert_lines("", 0, 0);
	assert_lines("\n", 1, 1);
	assert_lines("a", 1, 1);
	assert_lines("a\n", 2, 1);
	assert_lines("a\nb", 3, 2);
	assert_lines("\n\n\n", 3, 3);
	assert_lines("a\0b\nc\n", 6, 2);
	put_text("crlf.c", "one\r\ntwo\n\r\nlast\r");
	assert_true(sourcetext_open(&t, "crlf.c", &none, &e));
	assert_int_equal(t.nlines, 4);
	assert_line(&t, 1, "one");
	assert_line(&t, 2, "two");
	assert_line(&t, 3, "");
	assert_line(&t, 4, "last");
	sourcetext_release(&t);
}

static void
test_not_files(void **state)
{
	static const struct source_paths none;

	(void)state;
	assert_int_equal(mkdir("dir.c", 0700), 0);
	assert_int_equal(mkfifo("pipe.c", 0600), 0);
	put_text("secret.c", "x");
	watch_for_hangs();
	assert_found(&none, "dir.c", NULL);
	assert_found(&none, "pipe.c", NULL);
	assert_found(&none, "/dev/zero", NULL);
	assert_found(&none, "nowhere.c", NULL);
	alarm(0);
}

/* Files in /proc look like empty regular files, but may have terabytes. */
static void
test_without_size(void **state)
{
	static const char path[] = "/proc/self/pagemap";
	static const struct source_paths none;
	struct source_text t;
	struct err e;

	(void)state;
	if (access(path, R_OK) != 0)
		skip();
	assert_true(sourcetext_open(&t, path, &none, &e));
	assert_int_equal(t.file.size, 0);
	sourcetext_release(&t);
}

static void
test_maps(void **state)
{
	struct source_paths paths = { 0 };
	struct err e;

	(void)state;
	mkdir("now", 0700);
	mkdir("now/src", 0700);
	put_text("now/src/m.c", "m");
	assert_false(sourcepaths_add_map(&paths, "nothing", &e));
	assert_int_equal(e.kind, ERR_USAGE);
	assert_false(sourcepaths_add_map(&paths, "=now", &e));
	assert_true(sourcepaths_add_map(&paths, "/build/one=now", &e));
	assert_found(&paths, "/build/one/src/m.c", "now/src/m.c");
	/* A map replaces only whole components of a path. */
	assert_found(&paths, "/build/onemore/src/m.c", NULL);
	assert_found(&paths, "/build/two/src/m.c", NULL);
	/* The first map that leads to a file is used. */
	assert_true(sourcepaths_add_map(&paths, "/build/=nowhere", &e));
	assert_true(sourcepaths_add_map(&paths, "/build/two/=now/", &e));
	assert_found(&paths, "/build/two/src/m.c", "now/src/m.c");
	assert_true(sourcepaths_add_map(&paths, "other.c=now/src/m.c", &e));
	assert_found(&paths, "other.c", "now/src/m.c");
	/* Maps are also applied to the path without "." and "..". */
	assert_true(sourcepaths_add_map(&paths, "/build/three=now", &e));
	assert_found(&paths, "/build/other/../three/./src/m.c", "now/src/m.c");
	sourcepaths_release(&paths);
}

/* Both paths of a map may contain '='. */
static void
test_maps_with_equals(void **state)
{
	static const char *const maps[][2] = {
		{ "/b=x/p=now", "/b=x/p/src/m.c" }, { "/b/p=now=1", "/b/p/m.c" },
		{ "/b=x=/p=now=1", "/b=x=/p/m.c" }, { "/b=now=1/m.c", "/b" },
	};
	struct err e;

	(void)state;
	mkdir("now", 0700);
	mkdir("now/src", 0700);
	mkdir("now=1", 0700);
	put_text("now/src/m.c", "m");
	put_text("now=1/m.c", "m");
	for (size_t i = 0; i < sizeof(maps) / sizeof(*maps); i++) {
		struct source_paths paths = { 0 };

		assert_true(sourcepaths_add_map(&paths, maps[i][0], &e));
		assert_found(&paths, maps[i][1],
			strstr(maps[i][0], "=1") != NULL ? "now=1/m.c" : "now/src/m.c");
		sourcepaths_release(&paths);
	}
}

static void
test_dirs(void **state)
{
	struct source_paths paths = { 0 };
	char *path;

	(void)state;
	mkdir("a", 0700);
	mkdir("b", 0700);
	mkdir("b/sub", 0700);
	put_text("b/d.c", "b");
	put_text("b/sub/e.c", "e");
	sourcepaths_add_dirs(&paths, "a:b");
	assert_int_equal(paths.ndirs, 2);
	assert_found(&paths, "d.c", "b/d.c");
	assert_found(&paths, "/gone/d.c", "b/d.c");
	assert_found(&paths, "sub/e.c", "b/sub/e.c");
	put_text("a/d.c", "a");
	assert_found(&paths, "/gone/d.c", "a/d.c");
	/* sourcepaths_candidate() returns the paths in the order in which they are tried. */
	for (size_t i = 0; (path = sourcepaths_candidate(&paths, "x/y.c", i)) != NULL; i++) {
		static const char *const want[] = { "x/y.c", "a/x/y.c", "b/x/y.c", "a/y.c",
			"b/y.c" };

		assert_true(i < 5);
		assert_string_equal(path, want[i]);
		free(path);
	}
	assert_null(sourcepaths_candidate(&paths, "x/y.c", 5));
	assert_null(sourcepaths_candidate(NULL, "/x", 1));
	sourcepaths_release(&paths);
}

/* From the recorded path and the path that the user found, a map is made.  With this map, the
 * recorded path leads to the found file.  If .map is NULL, any such map is right. */
static void
test_map_between(void **state)
{
	static const struct {
		const char *recorded, *found, *map;
	} v[] = {
		{ "/build/p/src/f.c", "tree/src/f.c", "/build/p=tree" },
		{ "/build/p/src/f.c", "tree/f.c", "/build/p/src=tree" },
		{ "/build/p/src/f.c", "tree/other.c", "/build/p/src/f.c=tree/other.c" },
		{ "f.c", "tree/f.c", "f.c=tree/f.c" },
		{ "/tree/f.c", "here/tree/f.c", NULL },
		{ "src/f.c", "tree/src/f.c", NULL },
	};

	(void)state;
	mkdir("tree", 0700);
	mkdir("tree/src", 0700);
	mkdir("here", 0700);
	mkdir("here/tree", 0700);
	put_text("tree/src/f.c", "");
	put_text("tree/f.c", "");
	put_text("tree/other.c", "");
	put_text("here/tree/f.c", "");
	for (size_t i = 0; i < sizeof(v) / sizeof(*v); i++) {
		struct source_paths paths = { 0 };
		char *map = sourcepaths_map_between(v[i].recorded, v[i].found);
		struct err e;

		if (v[i].map != NULL)
			assert_string_equal(map, v[i].map);
		assert_true(sourcepaths_add_map(&paths, map, &e));
		assert_found(&paths, v[i].recorded, v[i].found);
		sourcepaths_release(&paths);
		free(map);
	}
}

static void
assert_path(char *path, const char *want)
{
	if (want == NULL)
		assert_null(path);
	else
		assert_string_equal(path, want);
	free(path);
}

static void
test_find_in(void **state)
{
	(void)state;
	mkdir("w", 0700);
	mkdir("w/lib", 0700);
	mkdir("w/lib/deep", 0700);
	mkdir("w/.git", 0700);
	put_text("w/s.c", "");
	put_text("w/lib/s.c", "");
	put_text("w/lib/deep/t.c", "");
	put_text("w/.git/u.c", "");
	assert_path(sourcepaths_find_in("w", "/old/lib/s.c"), "w/lib/s.c");
	assert_path(sourcepaths_find_in("w", "/old/other/s.c"), "w/s.c");
	assert_path(sourcepaths_find_in("w/lib/s.c", "/old/x.c"), "w/lib/s.c");
	assert_path(sourcepaths_find_in("w", "/old/t.c"), NULL);
	assert_path(sourcepaths_find_in("nowhere", "/old/t.c"), NULL);
	assert_path(sourcepaths_search("w", "/old/lib/s.c"), "w/lib/s.c");
	assert_path(sourcepaths_search("w", "/old/t.c"), "w/lib/deep/t.c");
	assert_path(sourcepaths_search("w", "t.c"), "w/lib/deep/t.c");
	assert_path(sourcepaths_search("w", "/old/u.c"), NULL);
	assert_path(sourcepaths_search("nowhere", "/old/u.c"), NULL);
	hides_types = true;
	assert_path(sourcepaths_search("w", "/old/t.c"), "w/lib/deep/t.c");
	hides_types = false;
}

/* The search ends, although a symbolic link leads to its own directory. */
static void
test_search_ends(void **state)
{
	(void)state;
	mkdir("loop", 0700);
	assert_int_equal(symlink(".", "loop/again"), 0);
	watch_for_hangs();
	assert_path(sourcepaths_search("loop", "x.c"), NULL);
	alarm(0);
}

/* If a file cannot be read, the next path is tried.  The message does not say that the file is
 * missing. */
static void
test_unreadable(void **state)
{
	struct source_paths paths = { 0 };
	struct source_text t;
	struct err e;

	(void)state;
	put_text("endless.c", "");
	assert_int_equal(truncate("endless.c", (off_t)300 << 20), 0);
	assert_false(sourcetext_open(&t, "endless.c", &paths, &e));
	assert_int_equal(e.kind, ERR_FORMAT);
	assert_non_null(strstr(e.text, "endless.c: longer than 256 megabytes"));
	assert_false(sourcetext_open(&t, "missing.c", &paths, &e));
	assert_int_equal(e.kind, ERR_MISSING);
	assert_int_equal(mkdir("better", 0700), 0);
	put_text("better/endless.c", "x\n");
	sourcepaths_add_dirs(&paths, "better");
	assert_true(sourcetext_open(&t, "endless.c", &paths, &e));
	assert_string_equal(t.path, "better/endless.c");
	sourcetext_release(&t);
	sourcepaths_release(&paths);
}

static void
test_large(void **state)
{
	enum { LINES = 500000 };
	static const struct source_paths none;
	struct source_text t;
	struct timespec a, b;
	struct err e;
	FILE *f = fopen("large.c", "w");

	(void)state;
	assert_non_null(f);
	for (int i = 1; i <= LINES; i++)
		fprintf(f, "\tx[%d] = %d;\n", i, i);
	fclose(f);
	clock_gettime(CLOCK_MONOTONIC, &a);
	assert_true(sourcetext_open(&t, "large.c", &none, &e));
	clock_gettime(CLOCK_MONOTONIC, &b);
	assert_int_equal(t.nlines, LINES);
	assert_line(&t, LINES, "\tx[500000] = 500000;");
	sourcetext_release(&t);
	/* Reading takes hundredths of a second.  If the time were quadratic in the number of lines,
	 * it would take minutes. */
	assert_true(b.tv_sec - a.tv_sec < 5);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lines),
		cmocka_unit_test(test_not_files),
		cmocka_unit_test(test_without_size),
		cmocka_unit_test(test_maps),
		cmocka_unit_test(test_maps_with_equals),
		cmocka_unit_test(test_dirs),
		cmocka_unit_test(test_map_between),
		cmocka_unit_test(test_find_in),
		cmocka_unit_test(test_search_ends),
		cmocka_unit_test(test_unreadable),
		cmocka_unit_test(test_large),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
