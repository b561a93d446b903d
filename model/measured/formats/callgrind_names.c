/* callgrind_names.c - compressed names in files of callgrind
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "measured/formats/callgrind_names.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/rules.h"

struct callgrind_name {
	uint32_t number;		/* as in the file */
	uint32_t value;
};

bool
callgrind_names_split(struct callgrind_text *t, const char *s, size_t n)
{
	uint64_t number = 0;
	size_t i = 1;

	*t = (struct callgrind_text){ .name = s, .n = n };
	if (n < 2 || s[0] != '(' || s[1] < '0' || s[1] > '9')
		return true;
	for (; i < n && s[i] >= '0' && s[i] <= '9' && number < UINT32_MAX; i++)
		number = 10 * number + (uint64_t)(s[i] - '0');
	if (i == n || s[i] != ')' || number >= UINT32_MAX)
		return false;
	for (i++; i < n && (s[i] == ' ' || s[i] == '\t'); i++)
		;
	*t = (struct callgrind_text){ .name = s + i, .n = n - i, .has_number = true,
		.number = (uint32_t)number };
	return true;
}

static bool
is_number(const void *of, uint32_t number, const void *key)
{
	return ((const struct callgrind_name *)of)[number].number == *(const uint32_t *)key;
}

uint32_t *
callgrind_names_at(struct callgrind_names *t, uint32_t number)
{
	uint64_t hash = numbering_hash_pair(&t->numbers, number, 0);
	uint32_t i = numbering_of(&t->numbers, hash, is_number, t->v, &number);

	if (i == t->n) {
		t->v = mem_grow(t->v, t->n + 1, &t->room, sizeof(*t->v));
		t->v[t->n++] = (struct callgrind_name){ number, NOBODY };
	}
	return &t->v[i].value;
}

void
callgrind_names_release(struct callgrind_names *t)
{
	numbering_release(&t->numbers);
	free(t->v);
	*t = (struct callgrind_names){ 0 };
}
