/* perf_object.c - programs, libraries and modules, as perf names them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "measured/formats/perf_object.h"

#include <string.h>

#include "measured/measured.h"

bool
perf_text_is(struct perf_text t, const char *text)
{
	return strlen(text) == t.n && perf_text_begins(t, text);
}

bool
perf_text_begins(struct perf_text t, const char *text)
{
	return t.n >= strlen(text) && memcmp(t.s, text, strlen(text)) == 0;
}

bool
perf_text_ends(struct perf_text t, const char *text)
{
	size_t n = strlen(text);

	return t.n >= n && memcmp(t.s + t.n - n, text, n) == 0;
}

bool
perf_text_is_unknown(struct perf_text name)
{
	return name.n == 0 || perf_text_is(name, "[unknown]");
}

/* perf writes modules of the kernel as "[nf_conntrack]". */
uint32_t
perf_object_flags(struct perf_text object)
{
	if (perf_text_begins(object, "[JIT")
	    || (perf_text_begins(object, "/tmp/perf-") && perf_text_ends(object, ".map"))
	    || perf_text_ends(object, ".dump"))
		return MEASURED_JIT;
	if (perf_text_is_unknown(object) || perf_text_is(object, "[heap]")
	    || perf_text_is(object, "[vdso]") || perf_text_is(object, "[stack]")
	    || perf_text_begins(object, "[anon"))
		return 0;
	return perf_text_begins(object, "[") || perf_text_ends(object, ".ko")
		|| perf_text_ends(object, "/vmlinux") ? MEASURED_KERNEL : 0;
}
