/* control_glibc.c - gprowse control of a program whose calls and samples glibc counts
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "launch/control_glibc.h"

#include <inttypes.h>
#include <unistd.h>

#include "io/message.h"
#include "io/out.h"
#include "launch/glibc_tables.h"
#include "launch/gmonout.h"
#include "samples/samples.h"

static void
print_state(struct out *out, enum glibc_state state, bool sampling)
{
	out_printf(out, "state    %s\n", state == GLIBC_OFF ? "halted" : state != GLIBC_ERROR
		? "running" : "failed (the table of calls is full)");
	out_text(out, "counted  by the program itself (-pg); it is not recorded\n");
	if (sampling)
		out_text(out, "rate     100 samples per second of processor time\n");
	else
		out_text(out, "rate     0 (no samples are taken)\n");
}

static bool
print_status(const struct glibc_tables *t, pid_t pid, struct err *e)
{
	uint64_t calls = 0, ticks = 0, lost;
	struct samples s = { 0 };
	enum glibc_state state;
	struct out out;
	bool sampling, done;

	done = glibc_tables_state(t, &state, &sampling, e)
		&& glibc_tables_read(t, &s, &lost, e);
	for (size_t i = 0; i < s.narcs; i++)
		calls += samples_arc(&s, i).count;
	for (size_t i = 0; i < s.nhistograms; i++)
		ticks += histogram_total(&s.histograms[i]);
	samples_release(&s);
	if (!done)
		return false;
	out_open(&out, STDOUT_FILENO);
	out.visible = true;
	out_printf(&out, "process  %ld\nprogram  ", (long)pid);
	out_name(&out, t->program);
	out_text(&out, "\n");
	print_state(&out, state, sampling);
	out_printf(&out, "calls    %" PRIu64 "\nsamples  %" PRIu64 "\n", calls, ticks);
	if (lost > 0)
		out_printf(&out, "lost     %" PRIu64 " calls, whose callers were not found\n", lost);
	return out_close(&out) || out_failed(e, out.error);
}

static bool
dump(const struct glibc_tables *t, const char *path, struct err *e)
{
	struct samples s = { 0 };
	enum glibc_state state;
	bool sampling, done;
	uint64_t lost;

	done = glibc_tables_state(t, &state, &sampling, e) && glibc_tables_read(t, &s, &lost, e);
	if (done && state == GLIBC_ERROR)
		message("the table of calls is full, so calls are missing");
	done = done && gmonout_save(&s, &t->linkage, path, e);
	if (done && lost > 0)
		message("%s: %" PRIu64 " calls are missing, because their callers were not found", path,
			lost);
	samples_release(&s);
	return done;
}

static bool
act(const struct glibc_tables *t, pid_t pid, const struct control_options *o, struct err *e)
{
	if (o->reset)
		return err_set(e, ERR_USAGE, "a reset is not possible: calls that are counted meanwhile "
			"would be lost; write a gmon.out now and another later (-p), or start the "
			"program by gprowse record");
	if (!o->begin && !o->halt && !o->dump)
		return print_status(t, pid, e);
	return (!o->halt || glibc_tables_switch(t, false, e))
		&& (!o->dump || dump(t, o->output != NULL ? o->output : "gmon.out", e))
		&& (!o->begin || glibc_tables_switch(t, true, e));
}

bool
control_glibc(pid_t pid, const struct control_options *o, struct err *e)
{
	struct glibc_tables t;
	bool found = glibc_tables_find(&t, pid, e);
	bool done = found && act(&t, pid, o, e);

	glibc_tables_release(&t);
	if (!found)
		return err_in(e, "process %ld was not started by gprowse record (for a recording of -p, name "
			"its directory), and its own profile cannot be used", (long)pid);
	return done || err_in(e, "process %ld", (long)pid);
}
