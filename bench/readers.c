/* readers.c - measure how fast profile files of each format are decoded
 *
 *	readers DIRECTORY
 *
 * Writes a large file of each format into DIRECTORY, one after the other.  Prints in Markdown how
 * fast the file is read without being decoded, how fast its bytes in memory are decoded, and how
 * fast it is both read and decoded: the best of several runs, in MB per second of processor time.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/file.h"
#include "base/mem.h"
#include "samples/format.h"

enum { RUNS = 7, BINS = 30000000, ARCS = 5000000, FEW_BINS = 1000, SLOTS = 1 << 20 };

static const uint64_t low = 0x400000;

/* Writes V in WIDTH bytes, little-endian. */
static void
put_number(FILE *f, uint64_t v, unsigned width)
{
	for (unsigned i = 0; i < width; i++)
		putc((int)(v >> 8 * i & 0xff), f);
}

static void
put_bins(FILE *f, size_t n, unsigned width)
{
	for (size_t i = 0; i < n; i++)
		put_number(f, i % 20 == 0 ? i % 251 : 0, width);
}

static void
put_arcs(FILE *f, size_t n, uint64_t base, const char *tag, unsigned count_width)
{
	for (size_t i = 0; i < n; i++) {
		fputs(tag, f);
		put_number(f, base + 16 * (i + 1), 8);
		put_number(f, base + 16 * (i * 7 % n) + 4, 8);
		put_number(f, i % 1000 + 1, count_width);
	}
}

static void
put_unit(FILE *f)
{
	fwrite("seconds\0\0\0\0\0\0\0\0s", 16, 1, f);
}

static void
write_gnu(FILE *f, size_t bins, size_t arcs)
{
	fwrite("gmon\1\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 21, 1, f);
	put_number(f, low, 8);
	put_number(f, low + 4 * (uint64_t)bins, 8);
	put_number(f, bins, 4);
	put_number(f, 100, 4);
	put_unit(f);
	put_bins(f, bins, 2);
	put_arcs(f, arcs, low, "\1", 4);
}

static void
write_gnu_bins(FILE *f)
{
	write_gnu(f, BINS, 0);
}

static void
write_gnu_arcs(FILE *f)
{
	write_gnu(f, 4 * (size_t)ARCS, ARCS);
}

/* Writes a profile of a library as the dynamic linker does.  ARCS must be at most SLOTS. */
static void
write_linker(FILE *f, size_t bins, size_t arcs)
{
	fwrite("gmon\377\377\1\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 24, 1, f);
	put_number(f, low, 8);
	put_number(f, low + 4 * (uint64_t)bins, 8);
	put_number(f, bins, 4);
	put_number(f, 100, 4);
	put_unit(f);
	put_bins(f, bins, 2);
	put_number(f, 1, 4);
	put_number(f, arcs, 4);
	put_arcs(f, arcs, 0, "", 4);
}

static void
write_linker_bins(FILE *f)
{
	write_linker(f, BINS, FEW_BINS);
}

static void
write_linker_arcs(FILE *f)
{
	write_linker(f, 4 * (size_t)SLOTS, SLOTS);
}

static void
write_bsd(FILE *f, bool with_rate, size_t bins, size_t arcs)
{
	unsigned header = with_rate ? 40 : 20;

	put_number(f, low, 8);
	put_number(f, low + 4 * (uint64_t)bins, 8);
	put_number(f, header + 2 * bins, 4);
	if (with_rate) {
		put_number(f, 0x51879, 4);
		put_number(f, 100, 4);
		put_number(f, 0, 8);
		put_number(f, 0, 4);
	}
	put_bins(f, bins, 2);
	put_arcs(f, arcs, low, "", 8);
}

static void
write_bsd44_bins(FILE *f)
{
	write_bsd(f, true, BINS, 0);
}

static void
write_bsd44_arcs(FILE *f)
{
	write_bsd(f, true, 4 * (size_t)ARCS, ARCS);
}

static void
write_oldbsd(FILE *f)
{
	write_bsd(f, false, 4 * (size_t)ARCS, ARCS);
}

/* Writes a profile of Mac OS X: bins, then arcs in the order of their first calls. */
static void
write_apple(FILE *f, size_t bins, size_t arcs)
{
	put_number(f, 0xbeefbabf, 4);
	put_number(f, 1, 4);
	put_number(f, 40 + 2 * bins, 4);
	write_bsd(f, true, bins, 0);
	put_number(f, 3, 4);
	put_number(f, 24 * arcs, 4);
	put_arcs(f, arcs, low, "", 8);
}

static void
write_apple_bins(FILE *f)
{
	write_apple(f, BINS, 0);
}

static void
write_apple_arcs(FILE *f)
{
	write_apple(f, FEW_BINS, ARCS);
}

static void
write_solaris(FILE *f, uint64_t kind, uint64_t size)
{
	put_number(f, 0x50524f46, 4);
	put_number(f, 1, 4);
	put_number(f, 16, 8);
	put_number(f, kind, 4);
	put_number(f, 1, 4);
	put_number(f, size, 8);
}

/* Writes a profile of Solaris that lists the address of each sample. */
static void
write_solaris_samples(FILE *f)
{
	write_solaris(f, 1, 32 + 8 * (uint64_t)BINS / 4);
	put_number(f, 32, 8);
	put_number(f, BINS / 4, 8);
	for (size_t i = 0; i < BINS / 4; i++)
		put_number(f, low + i * 7919 % BINS, 8);
}

/* Writes a profile of Solaris with calls.  Each callee has one caller. */
static void
write_solaris_calls(FILE *f)
{
	write_solaris(f, 2, 24 + 48 * (uint64_t)ARCS / 4);
	put_number(f, 24, 8);
	for (size_t i = 0; i < ARCS / 4; i++) {
		put_number(f, i + 1 < ARCS / 4 ? 24 + 48 * (i + 1) : 0, 8);
		put_number(f, 0, 8);
		put_arcs(f, 1, low + 16 * i, "", 8);
		put_number(f, 0, 8);
	}
}

static void
write_monout(FILE *f)
{
	put_number(f, low, 8);
	put_number(f, low + 4 * (uint64_t)BINS, 8);
	put_number(f, 1, 8);
	put_number(f, low + 2, 8);
	put_number(f, 1, 8);
	put_bins(f, BINS, 2);
}

static void
write_raw(FILE *f)
{
	put_bins(f, BINS, 2);
}

static void
write_raw_wide(FILE *f)
{
	put_bins(f, BINS / 2, 4);
}

static double
now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Reads the file PATH without decoding it.  Returns its size. */
static size_t
read_bytes(const char *path)
{
	static char buffer[128 * 1024];
	FILE *f = fopen(path, "rb");
	size_t all = 0, n;

	if (f == NULL)
		return 0;
	setvbuf(f, NULL, _IONBF, 0);
	while ((n = fread(buffer, 1, sizeof(buffer), f)) > 0)
		all += n;
	fclose(f);
	return all;
}

/* Decodes FILE, which is in memory. */
static void
decode_bytes(const struct file *file, const struct format_options *options)
{
	struct raw raw = { .bytes = file->bytes, .size = file->size, .options = options };
	struct samples s;
	struct err e;

	if (!format_decode(&raw, &s, &e)) {
		fprintf(stderr, "%s\n", e.text);
		exit(1);
	}
	samples_release(&s);
}

static void
read_and_decode(const char *path, const struct format_options *options)
{
	struct raw raw = { .options = options };
	struct samples s;
	uint64_t size;
	struct err e;

	if (!format_read(path, &raw, &s, &size, &e)) {
		fprintf(stderr, "%s\n", e.text);
		exit(1);
	}
	samples_release(&s);
}

static void
measure_reader(const char *name, const char *path, void (*write)(FILE *f), struct raw_buffer buffer)
{
	struct format_options options = { .buffer = buffer };
	double reading = 1e9, decoding = 1e9, both = 1e9, mb;
	struct file file;
	struct err e;
	FILE *f = fopen(path, "wb");

	if (f == NULL) {
		perror(path);
		exit(1);
	}
	write(f);
	fclose(f);
	if (!file_read(&file, path, FILE_READY, NULL, &e))
		exit(1);
	mb = (double)file.size / 1e6;
	for (int i = 0; i < RUNS; i++) {
		double t = now(), passed;

		read_bytes(path);
		passed = now() - t;
		reading = passed < reading ? passed : reading;
		t = now();
		decode_bytes(&file, &options);
		passed = now() - t;
		decoding = passed < decoding ? passed : decoding;
		t = now();
		read_and_decode(path, &options);
		passed = now() - t;
		both = passed < both ? passed : both;
	}
	printf("| %s | %.0f | %.0f | %.0f | %.0f |\n", name, mb, mb / reading, mb / decoding,
		mb / both);
	file_release(&file);
	remove(path);
}

int
main(int argc, char **argv)
{
	static const struct {
		const char *name;
		void (*write)(FILE *f);
		struct raw_buffer buffer;
	} files[] = {
		{ "gnu, bins", write_gnu_bins, { .given = false } },
		{ "gnu, 5 million arcs", write_gnu_arcs, { .given = false } },
		{ "ldprofile, bins", write_linker_bins, { .given = false } },
		{ "ldprofile, a million arcs", write_linker_arcs, { .given = false } },
		{ "bsd44, bins", write_bsd44_bins, { .given = false } },
		{ "bsd44, 5 million arcs", write_bsd44_arcs, { .given = false } },
		{ "oldbsd, 5 million arcs", write_oldbsd, { .given = false } },
		{ "apple, bins", write_apple_bins, { .given = false } },
		{ "apple, 5 million arcs", write_apple_arcs, { .given = false } },
		{ "solaris, samples", write_solaris_samples, { .given = false } },
		{ "solaris, a million calls", write_solaris_calls, { .given = false } },
		{ "monout, bins", write_monout, { .given = false } },
		{ "rawprofil, 16 bits", write_raw, { true, 0x400000, 0x8000, 16, false, 100 } },
		{ "rawprofil, 32 bits", write_raw_wide,
			{ true, 0x400000, 0x8000, 32, false, 100 } },
	};
	char path[4096];

	if (argc != 2)
		return 1;
	snprintf(path, sizeof(path), "%s/profile", argv[1]);
	printf("| format | MB | read MB/s | decoded MB/s | both MB/s |\n|---|--:|--:|--:|--:|\n");
	for (size_t i = 0; i < sizeof(files) / sizeof(*files); i++)
		measure_reader(files[i].name, path, files[i].write, files[i].buffer);
	return 0;
}
