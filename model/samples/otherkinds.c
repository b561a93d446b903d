/* otherkinds.c - files of other profilers that gprowse does not read, and what to do with them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "samples/otherkinds.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/byteorder.h"

#define OLD_PPROF "the text format of old versions of pprof; convert it: " \
	"go tool pprof -proto PROGRAM FILE >new.pb.gz"

/* Kinds that are recognized by their first bytes. */
static const struct {
	const char *magic;
	struct other_kind kind;
} magics[] = {
	{ "PERFILE2", { "perf.data", "is a perf.data file; convert it: "
		"perf script -i FILE | stackcollapse-perf.pl | gprowse -" } },
	{ "2ELIFREP", { "perf.data", "is a perf.data file of a machine with the other byte order; "
		"convert it: perf script -i FILE | stackcollapse-perf.pl | gprowse -" } },
	{ "PERFFILE", { "perf.data", "is a perf.data file of a very old version of perf; only "
		"perf report of that version reads it" } },
	{ "Ftrace!", { "uftrace data", "is a recording of uftrace; convert it: "
		"uftrace dump --flame-graph -d DIRECTORY | gprowse -" } },
	{ "{\"dhatFileVersion\"", { "DHAT", "is the output of DHAT; "
		"dh_view.html of valgrind shows it" } },
	{ "desc: --massif", { "massif", "is the output of massif; ms_print shows it" } },
	{ "Analysis of sampling ", { "macOS sample", "is the output of sample(1) of macOS; convert it: "
		"stackcollapse-sample.awk FILE | gprowse -" } },
	{ "Sampling process ", { "macOS sample", "is the output of sample(1) of macOS; convert it: "
		"stackcollapse-sample.awk FILE | gprowse -" } },
	{ "heap profile:", { "heap profile", "is a heap profile in " OLD_PPROF } },
	{ "--- heapz", { "heap profile", "is a heap profile in " OLD_PPROF } },
	{ "--- growthz", { "heap growth profile", "is a heap growth profile in " OLD_PPROF } },
	{ "--- contention", { "contention profile", "is a contention profile in " OLD_PPROF } },
	{ "--- mutex", { "contention profile", "is a contention profile in " OLD_PPROF } },
	{ "--- threadz", { "thread profile", "is a thread profile in " OLD_PPROF } },
	{ "threadcreate profile: total", { "thread profile", "is a thread profile in " OLD_PPROF } },
	{ "goroutine profile: total", { "goroutine profile", "is a goroutine profile in " OLD_PPROF } },
	{ "{\"$schema\":\"https://www.speedscope", { "speedscope", "is a file of speedscope; "
		"speedscope shows it" } },
	{ "{\"nodes\":[", { "cpuprofile", "is a profile of V8 (.cpuprofile); the developer tools of "
		"Chrome show it" } },
	{ "{\"traceEvents\":", { "trace events", "is a trace of Chrome; Perfetto shows it" } },
};

static const struct other_kind jfr = { "JFR", "is a JFR recording of Java; convert it with "
	"async-profiler: jfrconv -o collapsed FILE out.folded" };
static const struct other_kind gperftools = { "gperftools", "is a CPU profile of gperftools; convert "
	"it: google-pprof --collapsed PROGRAM FILE | gprowse -" };
static const struct other_kind perf_script = { "perf script", "is the output of perf script; convert "
	"it: stackcollapse-perf.pl FILE | gprowse -" };

/* Are the N bytes at HEAD the beginning of a CPU profile of gperftools?  Its first five words are
 * 0, 3 to 15, 0, the period in microseconds, 0.  A word has WORD bytes, 4 or 8. */
static bool
is_gperftools(const unsigned char *head, size_t n, size_t word)
{
	enum { WORDS = 5, LONGEST = 10000000 };
	uint64_t v[WORDS];

	if (n < (WORDS + 1) * word)
		return false;
	for (size_t i = 0; i < WORDS; i++)
		v[i] = word == 8 ? byteorder_u64(head + i * word, false)
			: byteorder_u32(head + i * word, false);
	return v[0] == 0 && v[1] >= 3 && v[1] < 16 && v[2] == 0 && v[3] > 0 && v[3] < LONGEST
		&& v[4] == 0;
}

/* Returns the length of the line at S, without its newline and without blanks at its end.  The text
 * ends at END. */
static size_t
line_length(const char *s, const char *end)
{
	const char *next = memchr(s, '\n', (size_t)(end - s));
	size_t n = (size_t)((next != NULL ? next : end) - s);

	while (n > 0 && (s[n - 1] == ' ' || s[n - 1] == '\t' || s[n - 1] == '\r'))
		n--;
	return n;
}

/* Returns the line after the line at S, or END. */
static const char *
next_line(const char *s, const char *end)
{
	const char *next = memchr(s, '\n', (size_t)(end - s));

	return next != NULL ? next + 1 : end;
}

/* Does the line of N bytes at S begin with blanks and an address? */
static bool
is_address_line(const char *s, size_t n)
{
	size_t i = 0, first;

	while (i < n && (s[i] == ' ' || s[i] == '\t'))
		i++;
	first = i;
	while (i < n && strchr("0123456789abcdef", s[i]) != NULL && s[i] != '\0')
		i++;
	return first > 0 && i >= first + 3 && i < n && s[i] == ' ';
}

/* Are the N bytes at S the beginning of the output of perf script?  It has comments and empty
 * lines, then a line that ends in a colon, then a line with the address of a frame. */
static bool
is_perf_script(const char *s, size_t n)
{
	const char *end = s + n;
	size_t length;

	while (s < end && (*s == '#' || line_length(s, end) == 0))
		s = next_line(s, end);
	length = line_length(s, end);
	if (length == 0 || *s == ' ' || *s == '\t' || s[length - 1] != ':')
		return false;
	s = next_line(s, end);
	return s < end && is_address_line(s, line_length(s, end));
}

const struct other_kind *
otherkinds_find(const unsigned char *head, size_t n)
{
	for (size_t i = 0; i < sizeof(magics) / sizeof(*magics); i++) {
		size_t length = strlen(magics[i].magic);

		if (n >= length && memcmp(head, magics[i].magic, length) == 0)
			return &magics[i].kind;
	}
	if (n >= 4 && memcmp(head, "FLR\0", 4) == 0)
		return &jfr;
	if (is_gperftools(head, n, 8) || is_gperftools(head, n, 4))
		return &gperftools;
	if (n > 0 && memchr(head, '\0', n) == NULL && is_perf_script((const char *)head, n))
		return &perf_script;
	return NULL;
}
