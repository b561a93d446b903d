/* test_random.c - gprowse against gprof on random programs and profiles
 *
 *	test_random [FIRST-SEED [PROGRAMS [PROFILES-OF-EACH]]]
 *
 * Compares output and exit status of $GPROWSE (default ./gprowse) and $GPROF (default gprof), and
 * checks that with --exact every sample is in some row.  On a difference it keeps the files in
 * random-SEED/ and prints both commands and how to repeat the test.  One TAP line per program.
 * $PROGRAM names a program that is used instead of random ones.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "brief.h"
#include "load/open.h"
#include "profile/profile.h"
#include "randprof.h"

enum { TRIES = 3, MAX_PROFILES = 3 };

extern char **environ;

/* Files of the current program, and counts of all comparisons. */
struct trial {
	const char *gprof, *gprowse;
	const char *program;		/* NULL: a random program for each seed */
	char dir[200], image[256], profile[MAX_PROFILES][256];
	unsigned nprofiles;
	bool other_version;		/* gprof is not version 2.40 */
	unsigned compared, failed, crashed, differ;
	unsigned summed, unopened;
};

static void
exit_failed(const char *what)
{
	perror(what);
	exit(1);
}

/* Runs ARGV with standard output into FILE, and without standard error.  Returns the status of
 * waitpid(). */
static int
run(const char *const *argv, const char *file)
{
	posix_spawn_file_actions_t actions;
	int status;
	pid_t pid;

	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addopen(&actions, 1, file,
		O_WRONLY | O_CREAT | O_TRUNC, 0644);
	posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
	if (posix_spawnp(&pid, argv[0], &actions, NULL, (char **)argv, environ))
		exit_failed(argv[0]);
	posix_spawn_file_actions_destroy(&actions);
	if (waitpid(pid, &status, 0) < 0)
		exit_failed("waitpid");
	return status;
}

static bool
same_files(const char *a, const char *b)
{
	FILE *f = fopen(a, "rb"), *g = fopen(b, "rb");
	char x[8192], y[8192];
	size_t n = 1, m = 1;
	bool same = f != NULL && g != NULL;

	while (same && n > 0) {
		n = fread(x, 1, sizeof x, f);
		m = fread(y, 1, sizeof y, g);
		same = n == m && memcmp(x, y, n) == 0;
	}
	if (f != NULL)
		fclose(f);
	if (g != NULL)
		fclose(g);
	return same;
}

static void
print_command(const char *const *argv)
{
	printf("#  ");
	for (; *argv != NULL; argv++)
		printf(" '%s'", *argv);
	printf("\n");
}

/* Assembles and links the program of SEED. */
static void
make_program(struct trial *trial, uint64_t seed)
{
	struct recipe recipe;
	char source[300], objects[2][300], base[60];
	const char *argv[16];
	unsigned part, n = 0;
	FILE *out;

	recipe_make(&recipe, seed);
	for (part = 0; part < 2; part++) {
		snprintf(source, sizeof source, "%s/part%u.s", trial->dir, part);
		snprintf(objects[part], sizeof *objects, "%s/part%u.o", trial->dir, part);
		out = fopen(source, "w");
		if (out == NULL)
			exit_failed(source);
		program_write(out, &recipe, seed, part);
		fclose(out);
		if (run((const char *[]){ "as", recipe.is_64 ? "--64" : "--32",
			recipe.keep_locals ? "--keep-locals" : "--fatal-warnings", "-o",
			objects[part], source, NULL }, "/dev/null"))
			exit_failed("as");
	}
	snprintf(base, sizeof base, "-Ttext-segment=%#jx", (uintmax_t)recipe.base);
	argv[n++] = "ld";
	argv[n++] = "-m";
	argv[n++] = recipe.is_64 ? "elf_x86_64" : "elf_i386";
	argv[n++] = "--no-dynamic-linker";
	argv[n++] = recipe.is_pie ? "-pie" : recipe.base ? base : "-static";
	argv[n++] = "-o";
	argv[n++] = trial->image;
	argv[n++] = objects[0];
	argv[n++] = objects[1];
	argv[n] = NULL;
	if (run(argv, "/dev/null")) {
		print_command(argv);
		exit_failed("ld");
	}
}

/* Is GPROF version 2.40?  With -c, later versions find other calls. */
static bool
is_2_40(const char *gprof)
{
	static const char file[] = "random-version";
	char line[200] = "";
	FILE *in;

	run((const char *[]){ gprof, "--version", NULL }, file);
	in = fopen(file, "r");
	if (in != NULL) {
		if (fgets(line, sizeof line, in) == NULL)
			line[0] = '\0';
		fclose(in);
	}
	unlink(file);
	return strstr(line, " 2.40") != NULL;
}

static bool
has_option(const struct gprof_options *options, const char *option)
{
	unsigned i;

	for (i = 0; i < options->n; i++)
		if (strcmp(options->argv[i], option) == 0)
			return true;
	return false;
}

/* Runs gprof and gprowse with OPTIONS, and compares their listings. */
static void
compare_listings(struct trial *trial, const struct gprof_options *options, uint64_t seed,
	unsigned number)
{
	const char *argv[40], *theirs = trial->gprof;
	char want[256], got[256];
	int a, b;
	unsigned i, n = 1;

	if (trial->other_version && has_option(options, "-c"))
		return;
	for (i = 0; i < options->n; i++)
		argv[n++] = options->argv[i];
	argv[n++] = trial->image;
	for (i = 0; i < trial->nprofiles; i++)
		argv[n++] = trial->profile[i];
	argv[n] = NULL;
	snprintf(want, sizeof want, "%s/want", trial->dir);
	snprintf(got, sizeof got, "%s/got", trial->dir);
	argv[0] = theirs;
	a = run(argv, want);
	argv[0] = trial->gprowse;
	b = run(argv, got);
	if (WIFSIGNALED(a) && WIFEXITED(b)) {
		trial->crashed++;	/* gprof crashed, so there is no listing to compare */
		return;
	}
	trial->compared++;
	trial->failed += a != 0;
	if (a == b && same_files(want, got))
		return;
	trial->differ++;
	printf("# listings differ: seed %ju, profile %u; statuses %#x and %#x:\n",
		(uintmax_t)seed, number, a, b);
	print_command(argv);
	argv[0] = theirs;
	print_command(argv);
}

/* Checks that with --exact the rows contain all samples and that their times add up to the
 * total. */
static void
check_sum(struct trial *trial, uint64_t seed, unsigned number)
{
	const char *files[MAX_PROFILES];
	struct open_options options = { .image = trial->image, .files = files,
		.nfiles = trial->nprofiles, .rules = RULES_EXACT };
	struct profile p;
	struct err e;
	double sum = 0;
	uint32_t f;
	unsigned i;

	for (i = 0; i < trial->nprofiles; i++)
		files[i] = trial->profile[i];
	if (!open_profile(&p, &options, &e)) {
		trial->unopened++;
		return;
	}
	for (f = 0; f < p.nfuncs; f++)
		sum += p.ticks[f];
	trial->summed++;
	if (sum != (double)p.nsamples || p.total != sum) {
		trial->differ++;
		printf("# seed %ju, profile %u: %.17g samples in rows, total %.17g, of %ju\n",
			(uintmax_t)seed, number, sum, p.total, (uintmax_t)p.nsamples);
	}
	profile_release(&p);
}

static void
try_profile(struct trial *trial, const struct target *target, uint64_t seed,
	unsigned number)
{
	struct rng r = { seed * 1000 + number };
	struct profile_layout layout;
	struct gprof_options options;
	unsigned i, before = trial->differ;

	layout_make(&layout, target, &r);
	trial->nprofiles = rng_chance(&r, 15) ? 2 + (unsigned)rng_below(&r, 2) : 1;
	for (i = 0; i < trial->nprofiles; i++) {
		snprintf(trial->profile[i], sizeof trial->profile[i], "%s/%u-%u.gmon",
			trial->dir, number, i);
		if (!profile_write(trial->profile[i], &layout, target, &r))
			exit_failed(trial->profile[i]);
	}
	check_sum(trial, seed, number);
	for (i = 0; i < TRIES; i++) {
		if (i > 0)
			gprof_options_make(&options, target, &layout, trial->dir, &r);
		else
			options = (struct gprof_options){ { strdup("-b") }, 1 };
		compare_listings(trial, &options, seed, number);
		gprof_options_release(&options);
	}
	for (i = 0; i < trial->nprofiles && trial->differ == before; i++)
		unlink(trial->profile[i]);
}

/* Removes the files of a program that showed no differences. */
static void
remove_files(const struct trial *trial)
{
	static const char *const files[] = { "part0.s", "part1.s", "part0.o", "part1.o",
		"prog", "symbols", "map", "want", "got" };
	char path[300];
	size_t i;

	for (i = 0; i < sizeof files / sizeof *files; i++) {
		snprintf(path, sizeof path, "%s/%s", trial->dir, files[i]);
		unlink(path);
	}
	rmdir(trial->dir);
}

static void
try_program(struct trial *trial, uint64_t seed, unsigned nprofiles)
{
	struct rng r = { ~seed };
	struct target target;
	char path[300];
	unsigned i, before = trial->differ;

	snprintf(trial->dir, sizeof trial->dir, "random-%ju", (uintmax_t)seed);
	snprintf(trial->image, sizeof trial->image, "%s/prog", trial->dir);
	mkdir(trial->dir, 0755);
	if (trial->program != NULL)
		snprintf(trial->image, sizeof trial->image, "%s", trial->program);
	else
		make_program(trial, seed);
	if (!target_read(&target, trial->image))
		exit_failed(trial->image);
	snprintf(path, sizeof path, "%s/symbols", trial->dir);
	symbol_list_write(path, &target, &r);
	snprintf(path, sizeof path, "%s/map", trial->dir);
	map_write(path, &target, &r);
	for (i = 0; i < nprofiles; i++)
		try_profile(trial, &target, seed, i);
	target_release(&target);
	printf("%sok - program of seed %ju\n", trial->differ == before ? "" : "not ",
		(uintmax_t)seed);
	if (trial->differ == before)
		remove_files(trial);
	else
		printf("# repeat with: tests/test_random %ju 1 %u\n", (uintmax_t)seed,
			nprofiles);
	fflush(stdout);
}

/* Limits RESOURCE to MOST for all programs started later, because gprof prints without end for some
 * profiles. */
static void
limit(int resource, rlim_t most)
{
	struct rlimit l = { most, most };

	if (setrlimit(resource, &l))
		exit_failed("setrlimit");
}

/* Skips all tests if TOOL does not run with OPTION. */
static void
require_tool(const char *tool, const char *option)
{
	const char *const argv[] = { tool, option, "--version", NULL };

	if (!run(argv, "/dev/null"))
		return;
	printf("1..0 # SKIP \"%s %s\" does not work here\n", tool, option);
	exit(77);
}

int
main(int argc, char **argv)
{
	uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 0) : 1;
	unsigned nprograms = argc > 2 ? (unsigned)atoi(argv[2]) : (unsigned)wide_rounds(30, 12);
	unsigned nprofiles = argc > 3 ? (unsigned)atoi(argv[3]) : 10, i;
	struct trial trial = { .gprof = getenv("GPROF"), .gprowse = getenv("GPROWSE"),
		.program = getenv("PROGRAM") };

	if (trial.gprof == NULL)
		trial.gprof = "gprof";
	if (trial.gprowse == NULL)
		trial.gprowse = "./gprowse";
	limit(RLIMIT_FSIZE, 32 << 20);
	limit(RLIMIT_CORE, 0);
	setenv("LC_ALL", "C", 1);
	/* Fill memory with 0, because gprof -R reads uninitialized memory. */
	setenv("GLIBC_TUNABLES", "glibc.malloc.perturb=255:glibc.malloc.tcache_count=0", 1);
	if (trial.program == NULL) {
		require_tool("as", "--32");
		require_tool("ld", "-melf_i386");
	}
	require_tool(trial.gprof, "--version");
	trial.other_version = !is_2_40(trial.gprof);
	if (trial.other_version)
		puts("# not gprof 2.40: nothing is compared with -c");
	printf("1..%u\n", nprograms);
	for (i = 0; i < nprograms; i++)
		try_program(&trial, first + i, nprofiles);
	printf("# %u listings compared (%u of them refused), %u differ; gprof crashed in %u "
		"more\n", trial.compared, trial.failed, trial.differ, trial.crashed);
	printf("# %u profiles added up; %u could not be opened\n", trial.summed, trial.unopened);
	return trial.differ > 0 || trial.compared == 0 || trial.summed == 0;
}
