/* fuzz_config.c - fuzzer: the user's file of keys and settings
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <locale.h>
#include <stdio.h>
#include <string.h>

#include "app/defaults.h"
#include "fuzz.h"
#include "screen/keymap.h"

enum { SAID = 65536, MOST = 4096 };

/* Aborts unless the keys of every action can be parsed and the messages SAID are printable. */
static void
check_keymap(const struct keymap *m, const char *said)
{
	for (size_t i = 0; i < nkey_bindings; i++) {
		const char *keys, *at;
		uint32_t key;

		if (key_bindings[i].keys == NULL)
			continue;
		keys = at = keymap_keys(m, &key_bindings[i]);
		while (key_parse(&at, &key))
			FUZZ_ASSERT(at <= keys + strlen(keys));
		FUZZ_ASSERT(*at == '\0');
	}
	for (; *said != '\0'; said++)
		FUZZ_ASSERT(*said == '\n' || (unsigned char)*said >= ' ');
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	static char said[SAID];
	struct defaults d = { 0 };
	struct keymap m = { .set = defaults_set, .with = &d };
	FILE *say;

	if (size > MOST)
		return 0;
	setlocale(LC_ALL, "C.UTF-8");
	say = fmemopen(said, sizeof(said), "w");
	FUZZ_ASSERT(say != NULL);
	said[0] = '\0';
	keymap_read(&m, (const char *)bytes, size, "config", say);
	fclose(say);
	said[sizeof(said) - 1] = '\0';
	check_keymap(&m, said);
	keymap_release(&m);
	return 0;
}
