/* stackroots.c - which share of the stacks of a profile begins where a process or thread begins
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "measured/stackroots.h"

#include <string.h>

bool
stackroots_is_start(const char *name)
{
	static const char *const names[] = { "_start", "_dl_start_user", "__libc_start_main", "main",
		"__libc_start_call_main", "__libc_start_main_impl", "start_thread", "clone", "clone3",
		"__clone", "__clone3", "thread_start",
		/* Android, and its dynamic linker */
		"__libc_init", "_start_main", "__start_thread", "__pthread_start(void*)",
		"__dl__start",
		/* musl */
		"_start_c", "libc_start_main_stage2", "_dlstart", "_dlstart_c",
		"runtime.goexit", "runtime.goexit.abi0",
		"runtime.mstart", "runtime.mcall", "runtime.rt0_go", "runtime.rt0_go.abi0",
		"_rt0_amd64_linux", "runtime.systemstack", "runtime.systemstack.abi0",
		"runtime.morestack", "runtime.morestack.abi0", "runtime.sigreturn" };

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (strncmp(name, names[i], strlen(names[i])) == 0
		    && (name[strlen(names[i])] == '\0' || name[strlen(names[i])] == '@'))
			return true;
	return false;
}

enum stack_root
stackroots_of(const struct measured *m, uint32_t func)
{
	const char *name = measured_text_of(m, m->funcs[func].name);

	return stackroots_is_start(name) ? ROOT_START : *name == '[' ? ROOT_UNNAMED
		: ROOT_ELSEWHERE;
}

enum stack_root
stackroots_by_callee(enum stack_root root, const struct measured *m, uint32_t func)
{
	static const char first[] = "__libc_start_main";

	return root == ROOT_UNNAMED && strncmp(measured_text_of(m, m->funcs[func].name), first,
		sizeof(first) - 1) == 0 ? ROOT_START : root;
}

void
stackroots_note(const struct stack_roots *r, struct measured *m, const char *advice)
{
	const char *cut = "", *copy = "";
	uint64_t all = 0;
	double percent;

	for (int k = ROOT_START; k < ROOTS; k++)
		all += r->n[k];
	percent = all > 0 ? 100 / (double)all : 0;
	if ((double)(r->n[ROOT_COPY] + r->n[ROOT_UNNAMED] + r->n[ROOT_ELSEWHERE]) * percent < 1)
		return;
	if (r->n[ROOT_CUT] > 0)
		cut = arena_printf(&m->text, ", %.0f %% %s", (double)r->n[ROOT_CUT] * percent,
			r->cut != NULL ? r->cut : "were truncated");
	if (r->n[ROOT_COPY] > 0)
		copy = arena_printf(&m->text, "%.0f %% end where no caller was found, such as where the "
			"copy of the stack ends, ", (double)r->n[ROOT_COPY] * percent);
	measured_add_note(m, arena_printf(&m->text, "%.0f %% of the stacks are complete. %s%.0f %% %sin "
		"code without a name, %.0f %% in a function that is not the first one of a thread%s.",
		(double)r->n[ROOT_START] * percent, copy, (double)r->n[ROOT_UNNAMED] * percent,
		*copy != '\0' ? "" : "end ", (double)r->n[ROOT_ELSEWHERE] * percent, cut),
		arena_printf(&m->text, "The totals of outer functions are too low. %s", advice));
}
