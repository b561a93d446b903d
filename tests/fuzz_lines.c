/* fuzz_lines.c - fuzzer: debug information in an ELF or PE file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <string.h>

#include "dwarf/lines.h"
#include "dwarf/lineunits.h"
#include "fuzz.h"
#include "gprof/gprof_dwarffuncs.h"
#include "gprof/placefinder.h"

enum { MOST_ADDRESSES = 512 };

static size_t
text_length(const char *s)
{
	return s != NULL ? strlen(s) : 0;
}

/* Looks up ADDR with every lookup function.  Returns the sum of the lengths and lines found. */
static size_t
check_address(struct lines *l, uint64_t addr)
{
	struct recorded_call call;
	struct line_span span;
	const char *file;
	unsigned line;
	size_t sum = 0;

	for (int rules = RULES_EXACT; rules <= RULES_GPROF; rules++)
		if (lines_at(l, (enum rules)rules, addr, &file, &line))
			sum += text_length(file) + line;
	if (lines_span(l, addr, &span)) {
		FUZZ_ASSERT(span.lo <= addr && addr < span.hi);
		sum += text_length(span.file);
	} else {
		FUZZ_ASSERT(span.hi > addr || span.hi == UINT64_MAX);
	}
	if (lines_call(l, addr, &call))
		sum += text_length(call.callee);
	return sum + text_length(lines_inlined(l, addr));
}

static size_t
check_unit(struct line_units *us, size_t unit)
{
	struct dwarf_funcs fs = { 0 };
	size_t sum = 0;

	for (int rules = RULES_EXACT; rules <= RULES_GPROF; rules++) {
		const struct line_rows *rows = lineunits_own_rows(us, &us->v[unit],
			(enum rules)rules);

		for (size_t i = 0; i < rows->n; i++) {
			FUZZ_ASSERT(i == 0 || rows->v[i - 1].addr < rows->v[i].addr);
			if (!linetable_is_end(&rows->v[i]))
				sum += text_length(lineunits_path(us, &us->v[unit],
					(enum rules)rules, &rows->v[i]));
		}
	}
	gprof_dwarffuncs_read(&fs, us, unit);
	for (size_t i = 0; i < fs.n; i++)
		sum += text_length(fs.v[i].name);
	for (size_t i = 0; i < fs.nranges; i++)
		FUZZ_ASSERT(fs.ranges[i].func < fs.n);
	gprof_dwarffuncs_release(&fs);
	return sum;
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct place_finder finder;
	struct image im;
	struct lines *l;
	struct err e = { 0 };
	const char *path;
	unsigned line;
	size_t n = 0;

	if (!image_open(&im, fuzz_file(0, bytes, size), &e))
		return 0;
	l = lines_open(&im);
	for (size_t i = 0; i < lines_units(l)->n; i++)
		check_unit(lines_units(l), i);
	placefinder_open(&finder, &im, RULES_GPROF);
	for (size_t i = 0; i < im.ncode; i++)
		for (uint64_t a = im.code[i].lo; a < im.code[i].hi && n < MOST_ADDRESSES;
		     a++, n++) {
			check_address(l, a);
			if (placefinder_at(&finder, a, &path, &line))
				FUZZ_ASSERT(line > 0 && path != NULL);
		}
	placefinder_close(&finder);
	lines_close(l);
	image_release(&im);
	return 0;
}
