/* bugreport.c - what a report of a fault needs: versions, system, terminal, formats, recorder
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "bugreport.h"

#include <elfutils/version.h>
#include <langinfo.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <gnu/libc-version.h>
#endif

#include "cli/choices.h"
#include "cli/features.h"
#include "launch/preload.h"
#include "launch/sandbox.h"
#include "term/term.h"

enum { VALUE = 512 };			/* room for a value, in bytes */

#define TEXT(number) TEXT_(number)
#define TEXT_(number) #number

/* Writes the line "NAME: VALUE"; control characters of VALUE are spelled out. */
static void
line(struct out *out, const char *name, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

static void
line(struct out *out, const char *name, const char *format, ...)
{
	char value[VALUE];
	va_list args;

	va_start(args, format);
	vsnprintf(value, sizeof(value), format, args);
	va_end(args);
	out_printf(out, "%s: ", name);
	out_name(out, value);
	out_text(out, "\n");
}

static void
print_versions(struct out *out)
{
	char *features = features_text();

	line(out, "version", "%s", PACKAGE_NAME " " PACKAGE_VERSION);
	line(out, "built with", "%s", features);
#ifdef __clang__
	line(out, "compiler", "%s", "clang " __clang_version__);
#else
	line(out, "compiler", "%s", "gcc " __VERSION__);
#endif
#ifdef __GLIBC__
	line(out, "C library", "glibc %s (built with %s)", gnu_get_libc_version(),
		TEXT(__GLIBC__) "." TEXT(__GLIBC_MINOR__));
#endif
	line(out, "elfutils", "%s", TEXT(_ELFUTILS_VERSION));
	free(features);
}

/* Sets VALUE to the rest of the first line of the file PATH that begins with KEY, without quotation
 * marks around it.  False: there is no such file or line. */
static bool
read_value(const char *path, const char *key, char value[VALUE])
{
	FILE *file = fopen(path, "re");
	size_t n = strlen(key);
	bool found = false;
	char text[VALUE];

	while (file != NULL && !found && fgets(text, sizeof(text), file) != NULL)
		found = strncmp(text, key, n) == 0;
	if (found) {
		char *begin = text + n + strspn(text + n, "\"'");

		begin[strcspn(begin, "\"'\n")] = '\0';
		memcpy(value, begin, strlen(begin) + 1);
	}
	if (file != NULL)
		fclose(file);
	return found;
}

/* Writes the value of the setting NAME of the kernel, whose file is PATH. */
static void
print_setting(struct out *out, const char *name, const char *path)
{
	char value[VALUE];

	line(out, name, "%s", read_value(path, "", value) ? value : "not known");
}

/* utsname.nodename is private, and utsname.version may name a host, too. */
static void
print_system(struct out *out)
{
	static const char name[] = "PRETTY_NAME=";
	char value[VALUE];
	struct utsname u;

	if (uname(&u) == 0)
		line(out, "system", "%s %s %s", u.sysname, u.release, u.machine);
	line(out, "distribution", "%s", read_value("/etc/os-release", name, value)
		|| read_value("/usr/lib/os-release", name, value) ? value : "not known");
	line(out, "processors", "%ld", sysconf(_SC_NPROCESSORS_ONLN));
}

static void
print_terminal(struct out *out)
{
	const char *type = getenv("TERM"), *no = getenv("NO_COLOR");
	struct winsize size = { 0 };
	int colors = term_type_colors();

	line(out, "TERM", "%s", type != NULL ? type : "not set");
	if (colors >= 0)
		line(out, "colours", "%d%s", colors, no != NULL && *no != '\0'
			? ", but NO_COLOR is set" : "");
	else
		line(out, "colours", "the terminfo database does not know this type");
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO && size.ws_col == 0; fd++)
		if (ioctl(fd, TIOCGWINSZ, &size) != 0)
			size.ws_col = 0;
	if (size.ws_col > 0)
		line(out, "size", "%ux%u", size.ws_col, size.ws_row);
	else
		line(out, "size", "no terminal");
	line(out, "charset", "%s", nl_langinfo(CODESET));
}

static void
print_words(struct out *out, const char *name, const char *(*word)(size_t))
{
	const char *next = word(0);

	out_printf(out, "%s: ", name);
	for (size_t i = 1; next != NULL; i++) {
		out_text(out, next);
		next = word(i);
		out_text(out, next != NULL ? ", " : "\n");
	}
}

/* Writes where the recorder is, and what of the system matters to it.  The path of the recorder is
 * private, and so is the error that names it. */
static void
print_recorder(struct out *out)
{
	struct preload l;
	struct timespec tick;
	struct err e;
	bool usable = preload_find(&l, &e);
	long filters = sandbox_filters();

	line(out, "recorder", "%s%s", l.place != NULL ? l.place
		: HAVE_RECORDER ? "missing" : "not built",
		l.place != NULL && !usable ? ", but the loader cannot load it from its path" : "");
	preload_release(&l);
	print_setting(out, "kernel.perf_event_paranoid", "/proc/sys/kernel/perf_event_paranoid");
	print_setting(out, "kernel.yama.ptrace_scope", "/proc/sys/kernel/yama/ptrace_scope");
	if (filters >= 0)
		line(out, "filters of system calls", "%ld", filters);
	if (clock_getres(CLOCK_MONOTONIC_COARSE, &tick) == 0 && tick.tv_nsec > 0)
		line(out, "timer ticks", "%ld a second", 1000000000L / tick.tv_nsec);
}

void
bugreport_print(struct out *out)
{
	out->visible = true;
	print_versions(out);
	print_system(out);
	print_terminal(out);
	print_words(out, "formats", choices_profile_format);
	print_words(out, "exports", choices_export);
	print_recorder(out);
}
