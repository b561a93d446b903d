/* recorded_roots.c - where the stacks of a recording begin
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "recorded/recorded_roots.h"

#include <string.h>

#include "recorded/recorded_tables.h"

/* What the unwind tables say about code. */
enum caller { CALLER_EXISTS, CALLER_NONE, CALLER_UNSAID };

/* Does the code at ADDRESS of IM have a caller?  The function with which a process or thread begins
 * has none, as its unwind tables say. */
static enum caller
find_caller(struct recorded_image *im, uint64_t address)
{
#ifdef CFI_RETURN_ADDRESS
	struct unwind_tables *tables = im->is_open ? recorded_tables_of(im) : NULL;
	const struct unwind_row *row = tables != NULL ? unwind_tables_row(tables, address) : NULL;
	const struct cfi_machine *machine = row != NULL ? tables->machine : NULL;

	if (row != NULL)
		return row->row.rules[cfi_kept(machine, machine->return_address)] == CFI_UNDEFINED
			? CALLER_NONE : CALLER_EXISTS;
#else
	(void)im;
	(void)address;
#endif
	return CALLER_UNSAID;
}

/* Is IM the C library or its dynamic linker?  Their code calls main(), constructors and the first
 * functions of threads, and often has no names. */
static bool
is_c_library(const struct recorded_image *im)
{
	static const char *const names[] = { "libc.so", "libc-", "libc.musl", "libpthread",
		"ld-musl", "ld-linux", "ld-2.", "ld64.so" };

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (strncmp(im->name, names[i], strlen(names[i])) == 0)
			return true;
	return false;
}

enum stack_root
recorded_roots_of(struct recorded_images *images, const struct recording *r,
	const struct recording_stack *s, const struct recorded_code *code)
{
	enum stack_root root = stackroots_of(images->m, code->func);
	struct recorded_image *im = code->image != NOBODY ? images->v[code->image] : NULL;
	enum caller caller;

	if (root == ROOT_START || im == NULL)
		return root;
	caller = find_caller(im, code->address);
	if (caller == CALLER_NONE)
		return ROOT_START;
	/* The C library itself keeps no frame pointers, and that of musl has no unwind tables, as
	 * the code with which the dynamic linker of glibc begins. */
	if (s->is_return && is_c_library(im)
	    && (caller == CALLER_UNSAID || r->unwind == REC_UNWIND_FP))
		return ROOT_START;
	return root;
}

void
recorded_roots_note(const struct stack_roots *roots, struct measured *m, bool by_pointers)
{
	stackroots_note(roots, m, by_pointers
		? "Stacks end early in code without frame pointers: build with "
		"-fno-omit-frame-pointer, or record by unwind tables (--stacks=cfi)."
		: "Stacks end early in code that has neither unwind tables nor frame pointers, as code "
		"that a program makes while it runs: let it keep frame pointers, as "
		"-fno-omit-frame-pointer does. Coroutines have stacks of their own, without callers.");
}
