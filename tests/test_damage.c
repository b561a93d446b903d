/* test_damage.c - damaged profiles: every prefix and every changed byte of every vector
 *
 * Damaged profiles must not cause reads outside the file (sanitizers check every byte), long
 * computation, or the use of more memory than the size of the file explains.
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
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>
#include <glob.h>

#include "base/file.h"
#include "bytes.h"
#include "samples/format.h"

enum {
	SMALL = 4096,			/* bytes; in larger files only some bytes are changed */
	MEMORY = 10 << 20,		/* bytes of memory that a small file may need */
	SECONDS = 300,
};

/* Should only some of the changes be tried?  Yes if the build has sanitizers, which are slow, or if
 * CHECK_BRIEF says that another run tries all of them. */
static bool
is_brief(void)
{
	return getenv("SANITIZE") != NULL || getenv("CHECK_BRIEF") != NULL;
}

static char *
path_to(const char *pattern)
{
	const char *srcdir = getenv("srcdir");
	static char path[4096];

	snprintf(path, sizeof(path), "%s/tests/vectors/%s", srcdir != NULL ? srcdir : ".", pattern);
	return path;
}

/* REQUIRE() replaces cmocka's assertions in a child process.  If an assertion of cmocka failed
 * there, the child would go on with the next test. */
#define REQUIRE(x) require(x, #x, __LINE__)

static void
require(bool holds, const char *what, int line)
{
	if (holds)
		return;
	fprintf(stderr, "line %d: not so: %s\n", line, what);
	_exit(1);
}

/* Checks that no bin of H, the histogram number I of its file, is empty.  The bins depend only on
 * the members that are compared, which most changes of a file leave as they were. */
static void
check_bins(const struct histogram *h, size_t i)
{
	static struct histogram checked[4];
	struct histogram *c = &checked[i % 4];
	uint64_t lo, hi;

	if (h->lo == c->lo && h->hi == c->hi && h->nbins == c->nbins && h->nread == c->nread
		&& h->bin_bits == c->bin_bits && h->map == c->map && h->scale == c->scale)
		return;
	for (size_t k = 0; k < h->nread; k++) {
		histogram_bin(h, k, &lo, &hi);
		REQUIRE(lo < hi);
	}
	*c = *h;
}

static uint64_t
sum_of(const struct samples *s)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < s->nhistograms; i++) {
		const struct histogram *h = &s->histograms[i];

		REQUIRE(h->nread <= h->nbins);
		check_bins(h, i);
		for (size_t k = 0; k < h->nread; k++)
			sum += histogram_count(h, k);
	}
	for (size_t i = 0; i < s->narcs; i++)
		sum += samples_arc(s, i).count;
	for (size_t i = 0; i < s->nmodules; i++)
		sum += strlen(s->modules[i].path);
	return sum;
}

/* Decodes RAW.  Whether decoding succeeds or fails, the samples must be usable. */
static void
check_raw(const struct raw *raw)
{
	struct samples s;
	struct err e = { 0 };
	bool ok = format_decode(raw, &s, &e);

	REQUIRE(ok == (s.damage.kind == E_NONE));
	REQUIRE(ok || e.text[0] != '\0');
	sum_of(&s);
	(void)samples_finish(&s, 1, &e);
	sum_of(&s);
	samples_release(&s);
}

/* Decodes BYTES from a buffer of exactly SIZE bytes, in the format that is detected.  If SIZE is a
 * multiple of 7, decodes BYTES in each other format, too, except two formats. */
static void
check_bytes(const unsigned char *bytes, size_t size)
{
	unsigned char *exact = malloc(size > 0 ? size : 1);
	struct format_options how = { .buffer = { .offset = 0x1000, .scale = 2, .width = 16 } };
	struct raw raw = { .bytes = exact, .size = size, .options = &how };

	REQUIRE(exact != NULL);
	if (size > 0)
		memcpy(exact, bytes, size);
	for (enum format_kind kind = FORMAT_NONE; kind < NFORMATS; kind++) {
		if (kind == FORMAT_KMEM || kind == FORMAT_SOLARIS_RTLD
			|| (kind != FORMAT_NONE && size % 7 != 0))
			continue;
		how.format = kind;
		how.buffer.given = kind == FORMAT_RAWPROFIL;
		check_raw(&raw);
	}
	how.format = FORMAT_NONE;
	how.buffer.given = false;
	raw.address_size = 4;
	check_raw(&raw);
	free(exact);
}

/* Returns the difference between one wrong value of a byte and the next one to try.  With 1, all
 * 255 wrong values are tried, with 5 only 51, and with 85 only 3. */
static unsigned
step_of_changes(size_t size)
{
	return size > SMALL ? 85 : is_brief() ? 17 : getenv("CHECK_WIDE") == NULL ? 5 : 1;
}

static void
change_bytes(unsigned char *bytes, size_t size, void (*check)(void *arg), void *arg)
{
	uint64_t seed = 1;

	for (size_t at = 0; at < size; at += size > SMALL ? 1 + random_below(&seed, 600) : 1) {
		unsigned char was = bytes[at];

		for (unsigned x = 1; x < 256; x += step_of_changes(size)) {
			bytes[at] = (unsigned char)(was ^ x);
			check(arg);
		}
		bytes[at] = was;
	}
}

static void
check_file(void *arg)
{
	const struct file *f = arg;

	check_bytes(f->bytes, f->size);
}

static void
damage_file(const char *path)
{
	struct file f;
	struct err e;
	uint64_t seed = 2;

	REQUIRE(file_read(&f, path, FILE_REGULAR, NULL, &e));
	for (size_t n = 0; n <= f.size; n += f.size > SMALL ? 1 + random_below(&seed, 600) : 1)
		check_bytes(f.bytes, n);
	change_bytes(f.bytes, f.size, check_file, &f);
	file_release(&f);
}

static void
check_arrays(void *arg)
{
	struct raw raw = { .parts = arg };

	check_raw(&raw);
}

/* Truncates and changes each of the four arrays of a kernel, which are files in the directory
 * PATH. */
static void
damage_directory(const char *path)
{
	static const char *const names[NPARTS] = { "gmonparam.bin", "kcount.bin", "froms.bin",
		"tos.bin" };
	struct file parts[NPARTS];
	char name[4096];
	struct err e;

	for (int i = 0; i < NPARTS; i++) {
		snprintf(name, sizeof(name), "%s/%s", path, names[i]);
		REQUIRE(file_read(&parts[i], name, FILE_REGULAR, NULL, &e));
	}
	for (int i = 0; i < NPARTS; i++) {
		size_t size = parts[i].size;
		unsigned char *whole = parts[i].bytes;

		for (size_t n = 0; n < size; n++) {
			parts[i].bytes = malloc(n > 0 ? n : 1);
			memcpy(parts[i].bytes, whole, n);
			parts[i].size = n;
			check_arrays(parts);
			free(parts[i].bytes);
		}
		parts[i].bytes = whole;
		parts[i].size = size;
		change_bytes(whole, size, check_arrays, parts);
	}
	for (int i = 0; i < NPARTS; i++)
		file_release(&parts[i]);
}

/* Returns the size of the address space of the process in bytes, or 0 if it is unknown. */
static size_t
memory_now(void)
{
	FILE *f = fopen("/proc/self/statm", "r");
	size_t pages = 0;

	if (f == NULL)
		return 0;
	if (fscanf(f, "%zu", &pages) != 1)
		pages = 0;
	fclose(f);
	return pages * (size_t)sysconf(_SC_PAGESIZE);
}

/* Runs DAMAGE on every path that matches PATTERN, in a process with limits of memory and time. */
static void
check_limits(const char *pattern, void (*damage)(const char *path))
{
	pid_t child;
	int status;
	glob_t g;

	assert_int_equal(glob(path_to(pattern), 0, NULL, &g), 0);
	fflush(NULL);
	child = fork();
	assert_true(child >= 0);
	if (child == 0) {
		size_t now = memory_now();
		struct rlimit limit = { now + MEMORY, now + MEMORY }, time = { SECONDS, SECONDS };

		if (now > 0 && getenv("SANITIZE") == NULL)
			(void)setrlimit(RLIMIT_AS, &limit);
		(void)setrlimit(RLIMIT_CPU, &time);
		for (size_t i = 0; i < g.gl_pathc; i++)
			damage(g.gl_pathv[i]);
		_exit(0);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	if (status != 0)
		fail_msg("status %d", status);
	globfree(&g);
}

static void
test_damaged_files(void **state)
{
	(void)state;
	check_limits("*.bin", damage_file);
}

static void
test_damaged_directories(void **state)
{
	(void)state;
	check_limits("k*", damage_directory);
}

static void
test_damaged_real_profiles(void **state)
{
	(void)state;
	check_limits("real/*.gmon", damage_file);
	check_limits("real/*.profile", damage_file);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_damaged_files),
		cmocka_unit_test(test_damaged_directories),
		cmocka_unit_test(test_damaged_real_profiles),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
