/* recording_waits.c - texts in a recording: what threads waited for, and functions of the kernel
 *
 * The program may still run.  So texts are read after the slots that refer to them: then they are
 * complete.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdlib.h>
#include <string.h>

#include "base/bisect.h"
#include "base/mem.h"
#include "base/numbering.h"
#include "measured/recording_bytes.h"

struct text {
	uint64_t at;			/* offset in the file */
	const char *text;
};

static bool
is_text(const void *of, uint32_t number, const void *key)
{
	return ((const struct text *)of)[number].at == *(const uint64_t *)key;
}

/* Returns the text at byte AT of the file.  If there is none, notes the damage and returns
 * OTHERWISE. */
static const char *
read_text(struct recording_bytes *r, uint64_t at, const char *otherwise)
{
	char text[REC_WAIT_TEXT];
	size_t i, n;

	BISECT(i, r->ntexts, r->texts[i].high > at);
	if (i < r->ntexts && r->texts[i].low <= at) {
		uint64_t room = r->texts[i].high - at;

		n = recording_bytes_read(r->fd, at, text, room < sizeof(text) ? (size_t)room
			: sizeof(text));
		if (n > 0 && *text != '\0' && memchr(text, '\0', n) != NULL)
			return arena_text(&r->recording->text, text, strlen(text));
	}
	recording_bytes_damage(r, at, "a stack refers to this place, where no text is");
	return otherwise;
}

void
recording_waits_read(struct recording_bytes *r)
{
	struct recording *rec = r->recording;
	struct numbering numbers = { 0 };
	struct text *texts = NULL;
	size_t room = 0;

	for (uint32_t i = 0, n = 0; i < rec->nstacks; i++) {
		struct recording_stack *s = &rec->stacks[i];
		const char **text = s->wait != NULL ? &s->wait : &s->function;
		uint32_t k;

		if (*text == NULL)
			continue;
		k = numbering_of(&numbers, numbering_hash(&numbers, &s->address,
			sizeof(s->address)), is_text, texts, &s->address);
		if (k == n) {
			texts = mem_grow(texts, (size_t)n + 1, &room, sizeof(*texts));
			texts[n++] = (struct text){ s->address, read_text(r, s->address,
				s->wait != NULL ? "[wait]" : "[kernel]") };
		}
		*text = texts[k].text;
	}
	numbering_release(&numbers);
	free(texts);
}
