/* test_perfkernel.c - perf.data: names of the kernel, which is moved each time it starts
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/mem.h"
#include "bytes.h"
#include "dwarf/debugfile.h"
#include "lined.h"
#include "measured/measured.h"
#include "measured/reader.h"
#include "perfdata_file.h"
#include "profile/open_options.h"
#include "recorded/recorded_codes.h"

#define STACK(...) (const uint64_t[]){ __VA_ARGS__ }, \
	sizeof((const uint64_t[]){ __VA_ARGS__ }) / sizeof(uint64_t)

static const uint64_t base = 0xffffffff80000000, moved = 0xffffffff9a000000;

/* Adds to F the build-id ID of the file PATH. */
static void
put_build(struct perfdata_file *f, const unsigned char *id, const char *path)
{
	size_t begin = begin_record(f, 67, 1);

	put_number(&f->records, UINT32_MAX, 4);
	put_bytes(&f->records, id, 20);
	put_number(&f->records, 0, 4);
	put_bytes(&f->records, path, strlen(path) + 1);
	put_zeros(&f->records, 7 - strlen(path) % 8);
	end_record(f, begin);
}

/* Returns the functions of the samples of the NPATHS profiles at PATHS together, with the home
 * directory HOME, as a text to be free()d. */
static char *
functions_together(const char *const *paths, size_t npaths, const char *home)
{
	const struct open_options where = { .where = { .home = home } };
	struct measured *m = measured_new();
	struct measured_options options = { 0 };
	struct recorded_codes codes;
	char *text;
	size_t n;
	FILE *out = mem_stream(&text, &n);
	struct err e;

	recorded_codes_open(&codes, m, &where);
	options.codes = &codes.codes;
	for (size_t i = 0; i < npaths; i++)
		assert_int_equal(measured_read(m, paths[i], &options, &e), MEASURED_ADDED);
	for (uint32_t i = 0; i < m->nsamples; i++)
		for (uint32_t at = m->samples[i].path; at != NOBODY; at = m->paths[at].parent)
			fprintf(out, "%s ", measured_text_of(m,
				m->funcs[m->frames[m->paths[at].frame].func].name));
	mem_close(out);
	recorded_codes_release(&codes);
	measured_release(m);
	return text;
}

static char *
functions_at(const char *path, const char *home)
{
	return functions_together(&path, 1, home);
}

/* Likewise of F. */
static char *
functions_of(const struct perfdata_file *f, const char *home)
{
	struct bytes b = { 0 };
	char *path, *text;

	put_perfdata(&b, f);
	path = write_file(&b);
	text = functions_at(path, home);
	remove_file(path);
	bytes_release(&b);
	return text;
}

/* A kernel that began at MOVED, with samples at these distances. */
static struct perfdata_file
file_of_kernel(const unsigned char *id, uint64_t first, uint64_t second, bool is_known)
{
	struct perfdata_file f = { .is_pipe = true };

	put_build(&f, id, "[kernel.kallsyms]");
	put_mmap(&f, 0, UINT32_MAX, moved, 0x1000000, is_known ? moved : 0,
		is_known ? "[kernel.kallsyms]_text" : "[kernel.kallsyms]");
	put_comm(&f, 0, 10, 10, "prog", false);
	put_stack(&f, 1, 10, 10, ID_CLOCK, 1, STACK(MARK_KERNEL, moved + first,
		moved + second + 1));
	return f;
}

/* Writes the symbols of the kernel and of a module to PATH.  The kernel begins at START. */
static void
write_list(const char *path, uint64_t start)
{
	FILE *list = fopen(path, "we");

	assert_non_null(list);
	fprintf(list, "%llx T _text\n%llx T do_work\n%llx t do_more\n%llx t module_code\t[mod]\n",
		(unsigned long long)start, (unsigned long long)start + 0x100,
		(unsigned long long)start + 0x200, (unsigned long long)moved + 0x180);
	fclose(list);
}

static void
check_names(const struct perfdata_file *f, const char *home, const char *wanted)
{
	char *text = functions_of(f, home);

	assert_string_equal(text, wanted);
	free(text);
}

/* Makes the directory HOME, whose name ends with XXXXXX, for the list of symbols that perf keeps of
 * a kernel with the build-id that begins with 12 34.  LIST becomes its path. */
static void
make_home(char *home, char list[512])
{
	assert_non_null(mkdtemp(home));
	snprintf(list, 512, "mkdir -p %s/.debug/.build-id/12/"
		"34353637383930313233343536373839303132", home);
	assert_int_equal(system(list), 0);
	snprintf(list, 512, "%s/.debug/.build-id/12/34353637383930313233343536373839303132/kallsyms",
		home);
}

/* The list of symbols that perf has kept is of another start of the kernel. */
static void
test_list(void **state)
{
	static const unsigned char id[20] = "\x12\x34" "567890123456789012";
	char home[] = "/tmp/perfkernel.XXXXXX", command[512];
	struct perfdata_file f;

	make_home(home, command);
	write_list(command, base);
	f = file_of_kernel(id, 0x120, 0x240, true);
	check_names(&f, home, "do_work do_more ");
	bytes_release(&f.records);
	f = file_of_kernel(id, base + 0x120 - moved, base + 0x240 - moved, false);
	check_names(&f, home, "[unknown] [unknown] ");
	bytes_release(&f.records);
	snprintf(command, sizeof(command), "rm -rf %s", home);
	assert_int_equal(system(command), 0);
	(void)state;
}

/* Functions for the start of the kernel are behind the end of its mapping. */
static void
test_behind(void **state)
{
	enum { END = 0x1000000, FAR = END + (64 << 20) };
	static const unsigned char id[20] = "\x12\x34" "567890123456789012";
	char home[] = "/tmp/perfkernel.XXXXXX", command[512];
	struct perfdata_file f;
	FILE *list;

	make_home(home, command);
	list = fopen(command, "we");
	assert_non_null(list);
	fprintf(list, "%llx T _text\n%llx T do_work\n%llx T start_kernel\n%llx t last\n",
		(unsigned long long)base, (unsigned long long)base + 0x100,
		(unsigned long long)base + END + 0x500, (unsigned long long)base + FAR + 0x500);
	fclose(list);
	f = file_of_kernel(id, END + 0x510, FAR - 1, true);
	check_names(&f, home, "start_kernel start_kernel ");
	bytes_release(&f.records);
	f = file_of_kernel(id, 0x120, FAR, true);
	check_names(&f, home, "do_work [unknown] ");
	bytes_release(&f.records);
	snprintf(command, sizeof(command), "rm -rf %s", home);
	assert_int_equal(system(command), 0);
	(void)state;
}

/* Profiles of three machines are opened together.  Their kernels are at the same addresses: one has
 * the list of its symbols, another has another list, and of the third one nothing is known. */
static void
test_several(void **state)
{
	static const unsigned char ids[][21] = { "\x12\x34" "567890123456789012",
		"\x56\x34" "567890123456789012" };
	enum { N = 3 };
	char home[] = "/tmp/perfkernel.XXXXXX", command[512];
	const char *paths[N];
	char *text;

	(void)state;
	assert_non_null(mkdtemp(home));
	snprintf(command, sizeof(command), "cd %s && for i in 12 56; do mkdir -p .debug/.build-id/$i/"
		"34353637383930313233343536373839303132; done", home);
	assert_int_equal(system(command), 0);
	snprintf(command, sizeof(command), "%s/.debug/.build-id/12/"
		"34353637383930313233343536373839303132/kallsyms", home);
	write_list(command, base);
	snprintf(command, sizeof(command), "cd %s/.debug/.build-id && sed s/do_/make_/ 12/*/kallsyms "
		">56/34353637383930313233343536373839303132/kallsyms", home);
	assert_int_equal(system(command), 0);
	for (size_t i = 0; i < N; i++) {
		struct perfdata_file f = { .is_pipe = true };
		struct bytes b = { 0 };

		if (i < N - 1)
			f = file_of_kernel(ids[i], 0x120, 0x240, true);
		else
			put_stack(&f, 1, 10, 10, ID_CLOCK, 1, STACK(MARK_KERNEL, moved + 0x120));
		put_perfdata(&b, &f);
		paths[i] = write_file(&b);
		bytes_release(&b);
		bytes_release(&f.records);
	}
	text = functions_together(paths, N, home);
	assert_string_equal(text, "do_work do_more make_work make_more [kernel.kallsyms] ");
	free(text);
	for (size_t i = 0; i < N; i++)
		remove_file((char *)paths[i]);
	snprintf(command, sizeof(command), "rm -rf %s", home);
	assert_int_equal(system(command), 0);
}

/* perf record --kcore has copied the list, at the addresses of the kernel that was recorded. */
static void
test_kcore(void **state)
{
	static const unsigned char id[20] = "\x12\x34" "567890123456789012";
	char place[] = "/tmp/perfkernel.XXXXXX", path[64], command[512];
	struct perfdata_file f = file_of_kernel(id, 0x120, 0x190, true);
	struct bytes b = { 0 };
	char *data, *text;

	f.is_pipe = false;
	put_perfdata(&b, &f);
	data = write_file(&b);
	assert_non_null(mkdtemp(place));
	snprintf(command, sizeof(command), "mkdir %s/kcore_dir && mv %s %s/data", place, data,
		place);
	assert_int_equal(system(command), 0);
	text = functions_at(place, NULL);
	assert_string_equal(text, "[kernel.kallsyms] [kernel.kallsyms] ");
	free(text);
	snprintf(path, sizeof(path), "%s/kcore_dir/kallsyms", place);
	write_list(path, moved);
	text = functions_at(place, NULL);
	assert_string_equal(text, "do_work module_code ");
	free(text);
	assert_int_equal(truncate(path, (off_t)300 << 20), 0);	/* not read: it may be a trap */
	text = functions_at(place, NULL);
	assert_string_equal(text, "[kernel.kallsyms] [kernel.kallsyms] ");
	free(text);
	snprintf(command, sizeof(command), "rm -r %s", place);
	assert_int_equal(system(command), 0);
	free(data);
	bytes_release(&b);
	bytes_release(&f.records);
	(void)state;
}

/* There is no list, but the ELF file of the kernel, which has the same build-id. */
static void
test_elf(void **state)
{
	static const char text[] = "void _text(void) { } void do_work(void) { } void do_more(void) { }\n";
	struct lined l;
	struct perfdata_file f;
	const unsigned char *id;
	char command[256], hex[41];
	uint64_t start;

	if (!lined_compile(&l, text, "-nostdlib -static -Wl,-e,_text", NULL)) {
		skip();
		return;
	}
	assert_int_equal(debugfile_build_id(&l.image, &id), 20);
	for (int i = 0; i < 20; i++)
		snprintf(hex + (size_t)2 * (size_t)i, 3, "%02x", id[i]);
	snprintf(command, sizeof(command), "mkdir -p .debug/.build-id/%.2s/%s && "
		"cp prog .debug/.build-id/%.2s/%s/vmlinux", hex, hex + 2, hex, hex + 2);
	assert_int_equal(system(command), 0);
	start = lined_at(&l, "_text");
	f = file_of_kernel(id, lined_at(&l, "do_work") - start, lined_at(&l, "do_more") - start + 1,
		true);
	check_names(&f, l.place, "do_work do_more ");
	bytes_release(&f.records);
	assert_int_equal(system("cp /bin/true .debug/.build-id/*/*/vmlinux"), 0);
	f = file_of_kernel(id, lined_at(&l, "do_work") - start, lined_at(&l, "do_more") - start + 1,
		true);
	check_names(&f, l.place, "[kernel.kallsyms] [kernel.kallsyms] ");
	bytes_release(&f.records);
	lined_close(&l);
	(void)state;
}

/* Puts a module of the build ID at PATH, and a sample in its functions at WORK and MORE. */
static void
put_module(struct perfdata_file *f, const char *path, const unsigned char *id, uint64_t work,
	uint64_t more)
{
	size_t begin;

	put_build(f, id, path);
	begin = begin_record(f, 1, 1);
	put_number(&f->records, UINT32_MAX, 4);
	put_number(&f->records, 0, 4);
	put_number(&f->records, moved, 8);
	put_number(&f->records, 0x1000, 8);
	put_number(&f->records, 0, 8);
	put_bytes(&f->records, path, strlen(path) + 1);
	put_zeros(&f->records, 7 - strlen(path) % 8);
	put_trailer(f, 0, UINT32_MAX, 0);
	end_record(f, begin);
	put_comm(f, 0, 10, 10, "prog", false);
	put_stack(f, 1, 10, 10, ID_CLOCK, 1, STACK(MARK_KERNEL, moved + work, moved + more + 2));
}

/* A module has names in its own file, which may be compressed.  The list of symbols of the kernel
 * has none of it. */
static void
test_module(void **state)
{
	/* Commands that make the file NAME.ko.END of NAME.ko or, without names that are wanted,
	 * damage it. */
	static const struct {
		const char *program, *end, *wanted;
	} files[] = { { "true", "", "do_work do_more " },
#ifdef HAVE_ZLIB
		{ "gzip -k", ".gz", "do_work do_more " },
#endif
#ifdef HAVE_ZSTD
		{ "zstd -q", ".zst", "do_work do_more " },
#endif
#ifdef HAVE_LZMA
		{ "xz -k", ".xz", "do_work do_more " },
#endif
		{ "truncate -s 100", ".xz", NULL } };
	static const char text[] = "void do_work(void) { } void do_more(void) { }\n"
		"__attribute__((section(\".init.text\"))) void do_once(void) { }\n";
	uint64_t work, more;
	struct lined l;
	const unsigned char *id;
	char path[256], command[512];

	if (!lined_compile(&l, text, "-r -nostdlib", "mv prog prog.ko && cp prog.ko prog")) {
		skip();
		return;
	}
	assert_int_equal(debugfile_build_id(&l.image, &id), 20);
	work = lined_at(&l, "do_work");
	more = lined_at(&l, "do_more");
	for (size_t i = 0; i < sizeof(files) / sizeof(*files); i++) {
		struct perfdata_file f = { .is_pipe = true };

		snprintf(path, sizeof(path), "%s/prog.ko%s", l.place, files[i].end);
		snprintf(command, sizeof(command), "%s %s/prog.ko%s 2>/dev/null", files[i].program,
			l.place, files[i].wanted != NULL ? "" : files[i].end);
		if (system(command) != 0)
			continue;	/* the program is not installed */
		put_module(&f, path, id, work, more);
		check_names(&f, NULL, files[i].wanted != NULL ? files[i].wanted
			: "[prog.ko.xz] [prog.ko.xz] ");
		bytes_release(&f.records);
	}
	lined_close(&l);
	(void)state;
}

/* The code that the kernel adds to each process is in no file, but perf has kept a copy of it. */
static void
test_vdso(void **state)
{
	static const char text[] = "void do_work(void) { } void do_more(void) { }\n";
	static const uint64_t at = 0x7fff00000000;
	struct perfdata_file f = { .is_pipe = true };
	struct lined l;
	const unsigned char *id;
	char command[256], hex[41];

	if (!lined_compile(&l, text, "-shared -fPIC -nostdlib", NULL)) {
		skip();
		return;
	}
	assert_int_equal(debugfile_build_id(&l.image, &id), 20);
	for (int i = 0; i < 20; i++)
		snprintf(hex + (size_t)2 * (size_t)i, 3, "%02x", id[i]);
	snprintf(command, sizeof(command), "mkdir -p .debug/.build-id/%.2s/%s && "
		"cp prog .debug/.build-id/%.2s/%s/vdso", hex, hex + 2, hex, hex + 2);
	assert_int_equal(system(command), 0);
	put_build(&f, id, "[vdso]");
	put_comm(&f, 0, 10, 10, "prog", false);
	put_mmap2(&f, 0, 10, at, 0x4000, 0, "[vdso]");
	put_stack(&f, 1, 10, 10, ID_CLOCK, 1, STACK(MARK_USER, at + lined_at(&l, "do_work"),
		at + lined_at(&l, "do_more") + 1));
	check_names(&f, l.place, "do_work do_more ");
	check_names(&f, NULL, "[vdso] [vdso] ");
	bytes_release(&f.records);
	lined_close(&l);
	(void)state;
}

static void
put_symbol(struct perfdata_file *f, uint64_t address, uint32_t length, const char *name)
{
	size_t begin = begin_record(f, 17, 0);

	put_number(&f->records, address, 8);
	put_number(&f->records, length, 4);
	put_number(&f->records, 1, 2);
	put_number(&f->records, 0, 2);
	put_bytes(&f->records, name, 24);
	put_trailer(f, 0, UINT32_MAX, UINT32_MAX);
	end_record(f, begin);
}

/* BPF programs have names in records. */
static void
test_bpf(void **state)
{
	struct perfdata_file f = { 0 };

	put_symbol(&f, moved + 0x2000000, 0x100, "bpf_prog_0123456789_one");
	put_symbol(&f, moved + 0x2000100, 0x100, "bpf_prog_0123456789_two");
	put_comm(&f, 0, 10, 10, "prog", false);
	put_stack(&f, 1, 10, 10, ID_CLOCK, 1, STACK(MARK_KERNEL, moved + 0x2000150,
		moved + 0x2000010));
	check_names(&f, NULL, "bpf_prog_0123456789_two bpf_prog_0123456789_one ");
	bytes_release(&f.records);
	(void)state;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_list),
		cmocka_unit_test(test_behind),
		cmocka_unit_test(test_several),
		cmocka_unit_test(test_kcore),
		cmocka_unit_test(test_elf),
		cmocka_unit_test(test_module),
		cmocka_unit_test(test_vdso),
		cmocka_unit_test(test_bpf),
	};

	watch_for_hangs();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
