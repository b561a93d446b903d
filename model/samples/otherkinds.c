/* otherkinds.c - files of other profilers that gprowse does not read, and what to do with them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "samples/otherkinds.h"

#include <ctype.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/programkind.h"

enum {
	LOOK = 4096,			/* how many bytes are searched for words of a text */
	LOOK_JSON = 1 << 16,		/* how many bytes are searched for keys of JSON */
};

#define OLD_PPROF "the text format of old versions of pprof; convert it: " \
	"go tool pprof -proto PROGRAM FILE >new.pb.gz"
#define LISTING "is a listing, from which the profile cannot be made again; "
#define GPROF_LISTING { "gprof listing", LISTING "give what gprof read: gprowse PROGRAM gmon.out" }
#define PICTURE "is a picture, not a profile; if it is a flame graph, give the folded stacks from " \
	"which it was made"
#define INSTRUMENTS "is a call tree of Instruments; convert it: stackcollapse-instruments.pl FILE | " \
	"gprowse - (if this fails, speedscope shows the file)"
#define PERF_STACKS(file) "perf script -i " file " | gprowse -"
#define JFR_LISTING LISTING "convert the recording with async-profiler: " \
	"jfrconv -o collapsed FILE.jfr out.folded"
#define PAGE "is a page for browsers, not a profile; give the profile from which it was made"

/* Kinds that are recognized by their first bytes. */
static const struct {
	const char *magic;
	struct other_kind kind;
} magics[] = {
	{ "PERFFILE", { "perf.data", "is a perf.data file of a very old version of perf; only "
		"perf report of that version reads it" } },
	{ "Ftrace!", { "uftrace data", "is a recording of uftrace; convert it: "
		"uftrace dump --flame-graph -d DIRECTORY | gprowse -" } },
	{ "\x17\x08\x44tracing", { "trace-cmd", "is a trace of trace-cmd; trace-cmd report shows it" } },
	{ "Analysis of sampling ", { "macOS sample", "is the output of sample(1) of macOS; convert it: "
		"stackcollapse-sample.awk FILE | gprowse -" } },
	{ "Sampling process ", { "macOS sample", "is the output of sample(1) of macOS; convert it: "
		"stackcollapse-sample.awk FILE | gprowse -" } },
	{ "Running Time", { "Instruments", INSTRUMENTS } },
	{ "Weight\tSelf Weight", { "Instruments", INSTRUMENTS } },
	{ "Bytes Used\tCount", { "Instruments", INSTRUMENTS } },
	{ "Function Stack,", { "VTune", "is a report of VTune; convert it: "
		"stackcollapse-vtune.pl FILE | gprowse -" } },
	{ "--- heapz", { "heap profile", "is a heap profile in " OLD_PPROF } },
	{ "--- growthz", { "heap growth profile", "is a heap growth profile in " OLD_PPROF } },
	{ "--- contention", { "contention profile", "is a contention profile in " OLD_PPROF } },
	{ "--- threadz", { "thread profile", "is a thread profile in " OLD_PPROF } },
	{ "SIMPLEPERF", { "simpleperf", "is a trace of simpleperf; convert what simpleperf recorded: "
		"stackcollapse.py -i perf.data | gprowse -" } },
	{ "QPERFSTREAM", { "perfparser", "is a profile of hotspot; give the perf.data from which it "
		"was made" } },
	{ "go 1.", { "Go trace", "is a trace of Go; convert it: "
		"go tool trace -pprof=sched FILE >new.pb" } },
	{ "v8-version,", { "V8 log", "is a log of V8; node --prof-process FILE shows it" } },
	{ "\x5e\x97\xca\xfd", { "sysprof", "is a capture of sysprof; sysprof shows it" } },
	{ "memray", { "memray", "is a recording of memray; memray flamegraph FILE shows it" } },
	{ "JOB \"", { "GHC heap profile", "is a heap profile of GHC; hp2ps shows it" } },
	{ "hdrb", { "GHC eventlog", "is an eventlog of GHC; ghc-events, eventlog2html or ThreadScope "
		"shows it" } },
	{ "\x04\x08{", { "Ruby data", "is data of Ruby, but no profile of stackprof" } },
	{ "JAVA PROFILE 1.", { "HPROF", "is a profile or heap dump of Java (HPROF); VisualVM shows it" } },
	{ "SQLite format 3", { "SQLite", "is a database, as Nsight Systems writes them; "
		"nsys stats shows it" } },
	{ "Statistical profiling result from ", { "V8 listing", LISTING "record the program with "
		"node --cpu-prof" } },
	{ "--- symbol\n", { "pprof symbols", "is the output of google-pprof --raw; give the profile that "
		"google-pprof read" } },
	{ "NYTProf ", { "NYTProf", "is a profile of NYTProf; convert it: "
		"nytprofcg -f FILE -o callgrind.out" } },
	{ "gcda", { "gcov data", "is gcov data, not a profile; gcov reads it" } },
	{ "adcg", { "gcov data", "is gcov data, not a profile; gcov reads it" } },
	{ "\x81rforpl\xff", { "LLVM profile", "is a profile of LLVM for coverage; "
		"llvm-profdata and llvm-cov read it" } },
	{ "\xfflprofi\x81", { "LLVM profile", "is a profile of LLVM for coverage; llvm-cov reads it" } },
	{ "BZh", { "bzip2", "is compressed with bzip2; bunzip2 it first" } },
	{ "PK\x03\x04", { "zip", "is a zip archive; unzip it first" } },
	{ "!<arch>", { "archive", "is a library archive, not a profile" } },
};

/* Kinds of JSON, recognized by keys or values in it; the first kind that fits counts. */
static const struct {
	const char *word, *other;	/* .other: must be in it, too, or NULL */
	struct other_kind kind;
} json_kinds[] = {
	{ "\"linux-perf-json-version\"", NULL, { "perf JSON", "is a perf.data file in JSON; give the "
		"perf.data from which perf data convert made it" } },
	{ "\"dhatFileVersion\"", NULL, { "DHAT", "is the output of DHAT; dh_view.html of valgrind shows it" } },
	{ "\"resourceProfiles\"", NULL, { "OTLP", "is a profile of OpenTelemetry (OTLP); export it as pprof" } },
	{ "\"flamebearer\"", NULL, { "Pyroscope", "is a profile of Pyroscope; export it as pprof" } },
	{ "\"start_call_stack\"", "\"session\"", { "pyinstrument", "is a session of pyinstrument; "
		"convert it: pyinstrument --load FILE -r speedscope -o out.json" } },
	{ "\"root_frame\"", "\"sample_count\"", { "pyinstrument", "is a tree of pyinstrument; let it "
		"write another format: pyinstrument -r speedscope" } },
	{ "\"instrumentTypes\"", NULL, { "Safari recording", "is a recording of Safari; its Web Inspector "
		"shows it" } },
	{ "\"cost_centres\"", NULL, { "GHC profile", "is a profile of GHC in JSON; convert the one that "
		"+RTS -p writes: stackcollapse-ghc -p PROGRAM.prof | gprowse -" } },
	{ "\"snapshot\"", "\"node_fields\"", { "V8 snapshot", "is a snapshot of the heap of V8, not a "
		"profile; the Memory panel of Chrome shows it" } },
	{ "\"code\"", "\"SHARED_LIB\"", { "V8 log", "is a log of V8 in JSON, which speedscope shows; or "
		"record the program with node --cpu-prof" } },
	{ "\"recording\"", "\"jdk.", { "JFR listing", JFR_LISTING } },
	{ "\"children\"", "\"value\"", { "tree", "is a tree in JSON, as d3-flame-graph shows it; give "
		"the stacks from which it was made" } },
};

/* Kinds of texts, recognized by words that stand at the beginning of the file or of a line. */
static const struct {
	const char *word, *other;	/* .other: words that must be in the text, too, or NULL */
	struct other_kind kind;
} texts[] = {
	{ "Flat profile:\n", NULL, GPROF_LISTING },
	{ "granularity: each sample hit covers", NULL, GPROF_LISTING },
	{ "ngranularity: Each sample hit covers", NULL, GPROF_LISTING },
	{ "\t\t     Call graph", NULL, GPROF_LISTING },
	{ "index % time", NULL, GPROF_LISTING },
	{ "index  % time", NULL, GPROF_LISTING },
	{ "index  %time", NULL, GPROF_LISTING },
	{ "Profile data file", NULL, { "callgrind listing",
		LISTING "give what callgrind_annotate read: gprowse callgrind.out.PID" } },
	{ "Events recorded:", NULL, { "cachegrind listing",
		LISTING "give what cg_annotate read: gprowse cachegrind.out.PID" } },
	{ "ms_print arguments:", NULL, { "massif listing", "is a listing of ms_print, not a profile" } },
	{ "Total: ", " samples\n", { "pprof listing", LISTING "give the profile that pprof read" } },
	{ "Showing nodes accounting for", NULL, { "pprof listing",
		LISTING "give the profile that pprof read" } },
	{ "# Overhead", NULL, { "perf report", LISTING "give its stacks: "
		PERF_STACKS("perf.data") } },
	{ "# Samples: ", "# Event count (approx.)", { "perf report", LISTING "give its stacks: "
		PERF_STACKS("perf.data") } },
	{ " Percent", "Source code & Disassembly of", { "perf annotate", LISTING "give its stacks: "
		PERF_STACKS("perf.data") } },
	{ "--------------- ------", "sch delay", { "perf sched", LISTING "gprowse record --wait shows "
		"where threads wait" } },
	{ "jdk.", " {\n", { "JFR listing", JFR_LISTING } },
	{ "  Total time   Self time", "Function", { "uftrace report", LISTING "give its stacks: "
		"uftrace dump --flame-graph -d DIRECTORY | gprowse -" } },
	{ "Functions sorted by metric: ", NULL, { "gprofng listing", "is a listing of gprofng, from which "
		"the profile cannot be made again" } },
	{ "\t", "Time and Allocation Profiling Report", { "GHC profile", "is a profile of GHC; convert "
		"it: stackcollapse-ghc -p FILE | gprowse -" } },
	{ "desc:", "\ntime_unit: ", { "massif", "is the output of massif; ms_print shows it" } },
	{ "@[", "]: ", { "bpftrace", "is the output of bpftrace; convert it: "
		"stackcollapse-bpftrace.pl FILE | gprowse -" } },
	{ "@ ", " samples]\n", { "pmcstat", "is the output of pmcstat; convert it: "
		"stackcollapse-pmc.pl FILE | gprowse -" } },
	{ "Full thread dump ", NULL, { "jstack", "has stacks of jstack; convert it: "
		"stackcollapse-jstack.pl FILE | gprowse -" } },
	{ "Thread 1 (", "\n#0 ", { "gdb", "has stacks of gdb; convert it: "
		"stackcollapse-gdb.pl FILE | gprowse -" } },
	{ "TRACE START [", NULL, { "Xdebug trace", "is a trace of Xdebug; convert it: "
		"stackcollapse-xdebug.php FILE | gprowse -" } },
	{ "<trace-query-result", NULL, { "Instruments", "is an export of xctrace; copy the call tree "
		"of Instruments instead, and convert it: stackcollapse-instruments.pl FILE | gprowse -" } },
	{ "<!DOCTYPE html", NULL, { "HTML", PAGE } },
	{ "<!doctype html", NULL, { "HTML", PAGE } },
	{ "<html", NULL, { "HTML", PAGE } },
	{ "<svg", NULL, { "SVG", PICTURE } },
	{ "<?xml", "<svg", { "SVG", PICTURE } },
};

/* Kinds that are recognized by functions. */
static const struct {
	bool (*is_kind)(const unsigned char *head, size_t n);
	struct other_kind kind;
} forms[] = {
	{ otherkinds_is_macho, { "Mach-O", programkind_macho } },
	{ otherkinds_is_otlp, { "OTLP", "is a profile of OpenTelemetry (OTLP); export it as pprof" } },
	{ otherkinds_is_dtrace, { "DTrace", "is the output of DTrace; convert it: "
		"stackcollapse.pl FILE | gprowse -" } },
	{ otherkinds_is_heaptrack, { "heaptrack", "is a recording of heaptrack; convert it: "
		"heaptrack_print -F out.folded FILE" } },
	{ otherkinds_is_page, { "HTML", PAGE } },
	{ otherkinds_is_perf_trace, { "perf trace", "has system calls, as perf trace writes them; "
		"gprowse record --wait shows where threads wait" } },
	{ otherkinds_is_tar, { "tar", "is an archive of tar; unpack it first: tar xf FILE" } },
};

static const struct other_kind jfr = { "JFR", "is a JFR recording of Java; convert it with "
	"async-profiler: jfrconv -o collapsed FILE out.folded" };

/* Kinds of directories, recognized by a file in them that begins with the bytes .magic. */
static const struct {
	const char *file, *magic;
	struct other_kind kind;
} directories[] = {
	{ "info", "Ftrace!", { "uftrace data", "is a recording of uftrace; convert it: "
		"uftrace dump --flame-graph -d DIRECTORY | gprowse -" } },
	{ "form.template", "", { "Instruments", "is a trace of Instruments; copy its call tree, and "
		"convert the copy: stackcollapse-instruments.pl FILE | gprowse -" } },
	{ "metadata", "/* CTF ", { "CTF", "is a trace in CTF, which babeltrace2 shows; if perf data convert "
		"made it, give the perf.data" } },
	{ "log.xml", "<experiment", { "gprofng", "is an experiment of gprofng; "
		"gprofng display text -functions DIRECTORY shows it" } },
};

/* Does WORD stand at the beginning of the text of N bytes at S or of one of its lines? */
static bool
begins_line(const char *s, size_t n, const char *word)
{
	size_t length = strlen(word);
	const char *end = s + n, *line = s;

	while (line != NULL && (size_t)(end - line) >= length) {
		if (memcmp(line, word, length) == 0)
			return true;
		line = memchr(line, '\n', (size_t)(end - line));
		line = line != NULL ? line + 1 : NULL;
	}
	return false;
}

static const struct other_kind *
find_json(const unsigned char *head, size_t n)
{
	size_t i = 0;

	while (i < n && isspace(head[i]))
		i++;
	if (i == n || (head[i] != '{' && head[i] != '['))
		return NULL;
	n = n < LOOK_JSON ? n : LOOK_JSON;
	for (i = 0; i < sizeof(json_kinds) / sizeof(*json_kinds); i++)
		if (memmem(head, n, json_kinds[i].word, strlen(json_kinds[i].word)) != NULL
		    && (json_kinds[i].other == NULL || memmem(head, n, json_kinds[i].other,
			strlen(json_kinds[i].other)) != NULL))
			return &json_kinds[i].kind;
	return NULL;
}

static const struct other_kind *
find_text(const unsigned char *head, size_t n)
{
	n = n < LOOK ? n : LOOK;
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		if (begins_line((const char *)head, n, texts[i].word) && (texts[i].other == NULL
		    || memmem(head, n, texts[i].other, strlen(texts[i].other)) != NULL))
			return &texts[i].kind;
	return NULL;
}

const struct other_kind *
otherkinds_find(const unsigned char *head, size_t n)
{
	const struct other_kind *found = NULL;

	for (size_t i = 0; i < sizeof(magics) / sizeof(*magics); i++) {
		size_t length = strlen(magics[i].magic);

		if (n >= length && memcmp(head, magics[i].magic, length) == 0)
			return &magics[i].kind;
	}
	if (n >= 4 && memcmp(head, "FLR\0", 4) == 0)
		return &jfr;
	for (size_t i = 0; i < sizeof(forms) / sizeof(*forms); i++)
		if (forms[i].is_kind(head, n))
			return &forms[i].kind;
	if (n > 0 && memchr(head, '\0', n < LOOK ? n : LOOK) == NULL)
		found = find_json(head, n);
	return found != NULL || n == 0 ? found : find_text(head, n);
}

const struct other_kind *
otherkinds_of_directory(const char *path)
{
	for (size_t i = 0; i < sizeof(directories) / sizeof(*directories); i++) {
		size_t length = strlen(directories[i].magic);
		struct arena text = { 0 };
		struct stat st;
		struct err e;
		int fd = file_open_regular(arena_printf(&text, "%s/%s", path,
			directories[i].file), &st, &e);
		char begin[16];
		bool found = fd >= 0 && read(fd, begin, length) == (ssize_t)length
			&& memcmp(begin, directories[i].magic, length) == 0;

		if (fd >= 0)
			close(fd);
		arena_release(&text);
		if (found)
			return &directories[i].kind;
	}
	return NULL;
}
