/* lined.c - a program with known lines, compiled by the test, and its profile
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "lined.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "elf/symtab.h"
#include "figures/graph_solve.h"
#include "load/open.h"

static void
put_file(const char *path, const void *bytes, size_t n)
{
	FILE *f = fopen(path, "wb");

	assert_non_null(f);
	assert_int_equal(fwrite(bytes, 1, n, f), n);
	fclose(f);
}

bool
lined_compile(struct lined *l, const char *text, const char *flags, const char *command)
{
	char line[512];
	struct err e;

	*l = (struct lined){ 0 };
	strcpy(l->place, "/tmp/lined.XXXXXX");
	if (system("gcc --version >/dev/null 2>&1") != 0 || mkdtemp(l->place) == NULL
	    || chdir(l->place) != 0)
		return false;
	put_file("s.c", text, strlen(text));
	snprintf(line, sizeof(line), "gcc -no-pie -fcf-protection=none -Wl,--build-id=sha1 %s "
		"-o prog s.c && %s", flags, command != NULL ? command : ":");
	assert_int_equal(system(line), 0);
	snprintf(l->program, sizeof(l->program), "%s/prog", l->place);
	snprintf(l->data, sizeof(l->data), "%s/gmon.out", l->place);
	assert_true(image_open(&l->image, l->program, &e));
	l->gmon.big_endian = l->image.big_endian;
	l->gmon.address_size = l->image.address_size;
	return true;
}

uint64_t
lined_at(const struct lined *l, const char *name)
{
	struct elf_symbol s;

	for (size_t i = 1; i < symtab_count(l->image.symtab); i++) {
		symtab_get(l->image.symtab, i, &s);
		if (strcmp(s.name, name) == 0)
			return s.value;
	}
	fail_msg("no symbol %s", name);
	return 0;
}

void
lined_open(struct lined *l)
{
	static const char *files[1];
	struct open_options options = { .image = l->program, .files = files, .nfiles = 1 };
	struct err e;

	files[0] = l->data;
	put_file(l->data, l->gmon.v, l->gmon.n);
	if (!open_profile(&l->profile, &options, &e))
		fail_msg("%s", e.text);
	graph_solve(&l->graph, &l->profile, NULL, NULL);
	callsites_open(&l->places, &l->profile);
	l->is_open = true;
}

void
lined_close(struct lined *l)
{
	char line[64];

	if (l->is_open) {
		callsites_release(&l->places);
		graph_release(&l->graph);
		profile_release(&l->profile);
	}
	image_release(&l->image);
	bytes_release(&l->gmon);
	snprintf(line, sizeof(line), "rm -rf %s", l->place);
	assert_int_equal(chdir("/"), 0);
	assert_int_equal(system(line), 0);
}
