/* codekinds.c - mapping symbols: where ARM code, Thumb code and data begin
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "elf/codekinds.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "base/bisect.h"
#include "base/mem.h"
#include "elf/symtab.h"

enum code_kind
codekinds_named(const char *name)
{
	if (name[0] != '$' || name[1] == '\0')
		return CODE_UNKNOWN;
	if (name[1] == 'x' && name[2] == 'r' && name[3] == 'v')
		return CODE_PLAIN;		/* RISC-V: "$xrv64i..." also names the instruction
						 * set */
	if (name[2] != '\0' && name[2] != '.')
		return CODE_UNKNOWN;
	switch (name[1]) {
	case 'a':
	case 'x':
		return CODE_PLAIN;
	case 't':
		return CODE_THUMB;
	case 'd':
		return CODE_DATA;
	default:
		return CODE_UNKNOWN;
	}
}

bool
codekinds_is_bfd_mark(const struct elf_symbol *s, uint16_t machine)
{
	char letter = s->name[0] == '$' ? s->name[1] : '\0';
	bool is_short = letter != '\0' && (s->name[2] == '\0' || s->name[2] == '.');

	if (letter == '\0' || s->bind != STB_LOCAL)
		return false;
	switch (machine) {
	case EM_ARM:
		return is_short && letter >= 'a' && letter <= 'z';
	case EM_AARCH64:
		return is_short && strchr("xdmfp", letter) != NULL;
	case EM_RISCV:
		return letter == 'd' || letter == 'x';
	default:
		return false;
	}
}

static int
by_addr(const void *a, const void *b)
{
	const struct kind_mark *m = a, *n = b;

	if (m->addr != n->addr)
		return m->addr < n->addr ? -1 : 1;
	return (int)m->rank - (int)n->rank;
}

static void
add_mark(struct code_kinds *kinds, uint64_t addr, enum code_kind kind, uint8_t rank)
{
	kinds->v = mem_grow(kinds->v, kinds->n + 1, &kinds->room, sizeof(*kinds->v));
	kinds->v[kinds->n++] = (struct kind_mark){ .addr = addr, .kind = (uint8_t)kind,
		.rank = rank };
}

void
codekinds_read(struct code_kinds *kinds, const struct elf_symtab *table, uint16_t machine)
{
	struct elf_symbol s;

	if (table == NULL || (machine != EM_ARM && machine != EM_AARCH64 && machine != EM_RISCV))
		return;
	for (size_t i = 1; i < symtab_count(table); i++) {
		enum code_kind kind;

		symtab_get(table, i, &s);
		if (!s.in_code)
			continue;
		kind = s.type == STT_NOTYPE && s.bind == STB_LOCAL ? codekinds_named(s.name)
			: CODE_UNKNOWN;
		if (kind != CODE_UNKNOWN)
			add_mark(kinds, s.value, kind, 1);
		else if (machine == EM_ARM && s.type == STT_FUNC)
			add_mark(kinds, s.value, s.is_thumb ? CODE_THUMB : CODE_PLAIN, 0);
	}
	if (kinds->n > 0)
		qsort(kinds->v, kinds->n, sizeof(*kinds->v), by_addr);
}

enum code_kind
codekinds_at(const struct code_kinds *kinds, uint64_t addr)
{
	size_t i;

	BISECT(i, kinds->n, kinds->v[i].addr > addr);
	return i > 0 ? (enum code_kind)kinds->v[i - 1].kind : CODE_UNKNOWN;
}

void
codekinds_release(struct code_kinds *kinds)
{
	free(kinds->v);
	*kinds = (struct code_kinds){ 0 };
}
