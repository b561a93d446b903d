/* folded_stacks.c - the paths of folded stacks
 *
 * A file may have gigabytes of stacks.  Most frames need not be looked up: the frames that a stack
 * has in common with the previous stack are kept, and a stack that occurs again is found by its
 * text.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "measured/formats/folded_stacks.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum {
	BLOCK = 64,			/* how many bytes are compared at once */
	OFTEN = 64,			/* frames between two looks whether there is still room */
	MOST_KEPT = 32 << 20,		/* greatest size of the kept texts of known stacks, in
					 * bytes */
};

void
folded_stacks_release(struct folded_stacks *s)
{
	free(s->names);
	free(s->name_of);
	free(s->last);
	free(s->frames);
	free(s->added);
	free(s->paths);
	numbering_release(&s->name_numbers);
	known_stacks_release(&s->known);
	arena_release(&s->text);
	*s = (struct folded_stacks){ .m = s->m };
}

/* If the name of *N bytes at NAME has a suffix of a kind, returns the flag of this kind, and
 * subtracts the length of the suffix from *N.  0: there is no flag for the kind, or no suffix. */
static uint32_t
strip_suffix(const char *name, size_t *n)
{
	static const struct {
		char letter;
		uint32_t flag;
	} kinds[] = { { 'k', MEASURED_KERNEL }, { 'i', MEASURED_INLINED }, { 'j', MEASURED_JIT },
		{ '1', MEASURED_JIT }, { '0', 0 } };
	const char *suffix = name + *n - 4;

	if (*n <= 4 || suffix[0] != '_' || suffix[1] != '[' || suffix[3] != ']')
		return 0;
	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++)
		if (suffix[2] == kinds[i].letter) {
			*n -= 4;
			return kinds[i].flag;
		}
	return 0;
}

uint32_t
folded_frame(struct measured *m, const char *name, size_t n)
{
	struct measured_frame frame = { .file = NOBODY, .flags = strip_suffix(name, &n) };
	struct measured_func func = { .object = NOBODY, .file = NOBODY };

	func.name = n > 0 ? measured_text(m, name, n) : measured_text(m, "[unknown]", 9);
	/* The kernel may have a function with the same name as one of the program. */
	if (frame.flags == MEASURED_KERNEL)
		func.object = measured_text(m, "[kernel]", 8);
	frame.func = measured_func(m, &func);
	return measured_frame(m, &frame);
}

struct text {
	const char *s;
	size_t n;
};

static bool
is_name(const void *of, uint32_t number, const void *key)
{
	const struct folded_name *name = (const struct folded_name *)of + number;
	const struct text *text = key;

	return name->length == text->n && memcmp(name->text, text->s, text->n) == 0;
}

/* Stores that frame FRAME has name NUMBER. */
static void
set_name(struct folded_stacks *s, uint32_t frame, uint32_t number)
{
	while (s->nframes_named <= frame) {
		s->name_of = mem_grow(s->name_of, (size_t)s->nframes_named + 1, &s->name_of_room,
			sizeof(*s->name_of));
		s->name_of[s->nframes_named++] = NOBODY;
	}
	s->ambiguous = s->ambiguous || s->name_of[frame] != NOBODY;
	s->name_of[frame] = number;
}

/* Returns the frame whose name has the N bytes at NAME.  Adds the frame if there is none. */
static uint32_t
frame_named(struct folded_stacks *s, const char *name, size_t n)
{
	const struct text text = { name, n };
	uint32_t i = numbering_of(&s->name_numbers, numbering_hash(&s->name_numbers, name, n),
		is_name, s->names, &text);

	if (i < s->nnames)
		return s->names[i].frame;
	s->names = mem_grow(s->names, (size_t)i + 1, &s->names_room, sizeof(*s->names));
	s->names[s->nnames++] = (struct folded_name){ arena_text(&s->text, name, n), (uint32_t)n,
		folded_frame(s->m, name, n) };
	set_name(s, s->names[i].frame, i);
	return s->names[i].frame;
}

/* Do the N bytes at BYTES name the frames of the path of STACK? */
static bool
has_path_of(const void *of, const struct known_stack *stack, const void *bytes, size_t n)
{
	const struct folded_stacks *s = of;
	uint32_t path = s->m->samples[stack->sample].path;
	const char *text = bytes;

	while (!s->ambiguous) {
		const struct measured_path *p = &s->m->paths[path];
		uint32_t name = p->frame < s->nframes_named ? s->name_of[p->frame] : NOBODY;
		uint32_t length = name != NOBODY ? s->names[name].length : 0;

		if (name == NOBODY || n < length
		    || memcmp(text + n - length, s->names[name].text, length) != 0)
			return false;
		n -= length;
		if (p->parent == NOBODY || n == 0)
			return p->parent == NOBODY && n == 0;
		if (text[--n] != ';')
			return false;
		path = p->parent;
	}
	return false;
}

/* Adds the N bytes at STACK, whose hash is HASH, to S->known as the stack of samples SAMPLE.  If
 * the kept texts would take too much memory, does not keep the text: has_path_of() then compares
 * the stack.  But if S->ambiguous is set, has_path_of() cannot compare stacks, and the stack is not
 * added. */
static void
remember(struct folded_stacks *s, uint64_t hash, const char *stack, size_t n, uint32_t sample)
{
	struct known_stack known = { .hash = hash, .length = (uint32_t)n, .sample = sample };

	if (s->kept + n <= MOST_KEPT) {
		s->kept += n;
		known.bytes = arena_text(&s->text, stack, n);
	} else if (s->ambiguous) {
		return;
	}
	known_stacks_add(&s->known, &known);
}

/* Returns how many bytes the N bytes at STACK have in common with the last stack. */
static size_t
common_prefix(const struct folded_stacks *s, const char *stack, size_t n)
{
	size_t least = n < s->nlast ? n : s->nlast, same = 0;

	while (least - same >= BLOCK && memcmp(stack + same, s->last + same, BLOCK) == 0)
		same += BLOCK;
	while (same < least && stack[same] == s->last[same])
		same++;
	return same;
}

/* Makes the N bytes at STACK the last stack.  Keeps only the frames that STACK and the previous
 * last stack have in common.  The first SAME bytes of both are equal. */
static void
keep_common_frames(struct folded_stacks *s, const char *stack, size_t n, size_t same)
{
	size_t keep = s->nframes;

	while (keep > 0 && s->frames[keep - 1].end >= same
	       && (s->frames[keep - 1].end > same || (same < n && stack[same] != ';')))
		keep--;
	s->nframes = keep;
	s->last = mem_grow(s->last, n, &s->last_room, 1);
	if (n > same)
		memcpy(s->last + same, stack + same, n - same);
	s->nlast = n;
}

/* Adds the frames of the N bytes at STACK that are not in s->frames.  False: there is no room for
 * them in s->m. */
static bool
add_frames(struct folded_stacks *s, const char *stack, size_t n)
{
	size_t before = s->nframes, nadded;
	size_t at = before > 0 ? s->frames[before - 1].end + 1 : 0;

	while (at <= n) {
		const char *end = at < n ? memchr(stack + at, ';', n - at) : NULL;
		size_t length = end != NULL ? (size_t)(end - stack) - at : n - at;

		s->frames = mem_grow(s->frames, s->nframes + 1, &s->frames_room,
			sizeof(*s->frames));
		s->added = mem_grow(s->added, s->nframes - before + 1, &s->added_room,
			sizeof(*s->added));
		s->added[s->nframes - before] = frame_named(s, stack + at, length);
		s->frames[s->nframes++].end = at + length;
		at += length + 1;
		if (((s->nframes - before) % OFTEN == 0 || at > n)
		    && !measured_has_room(s->m, s->nframes - before)) {
			s->nframes = s->nlast = 0;
			return false;
		}
	}
	nadded = s->nframes - before;
	s->paths = mem_grow(s->paths, nadded, &s->paths_room, sizeof(*s->paths));
	measured_stack(s->m, before > 0 ? s->frames[before - 1].path : NOBODY, s->added, nadded,
		s->paths);
	for (size_t k = 0; k < nadded; k++)
		s->frames[before + k].path = s->paths[k];
	return true;
}

/* In sorted order, is the stack of N bytes at STACK before the last stack?  The first SAME bytes of
 * both are equal. */
static bool
is_before_last(const struct folded_stacks *s, const char *stack, size_t n, size_t same)
{
	return same < s->nlast && (same == n
		|| (unsigned char)stack[same] < (unsigned char)s->last[same]);
}

/* Returns the path of the stack of N bytes at STACK, or NOBODY if there is no room for it. */
static uint32_t
path_of(struct folded_stacks *s, const char *stack, size_t n)
{
	size_t same = common_prefix(s, stack, n);

	if (s->nframes > 0 && is_before_last(s, stack, n, same))
		s->unsorted = true;
	keep_common_frames(s, stack, n, same);
	return add_frames(s, stack, n) ? s->frames[s->nframes - 1].path : NOBODY;
}

uint32_t
folded_stacks_sample(struct folded_stacks *s, const char *stack, size_t n)
{
	const struct known_stack *known;
	uint32_t sample, path;
	uint64_t hash;

	if (!s->unsorted || n == 0) {
		path = path_of(s, stack, n);
		return path != NOBODY ? measured_sample(s->m, path, NOBODY) : NOBODY;
	}
	hash = known_stacks_hash(&s->known, stack, n);
	known = known_stacks_find(&s->known, hash, stack, n, has_path_of, s);
	if (known != NULL)
		return known->sample;
	path = path_of(s, stack, n);
	if (path == NOBODY)
		return NOBODY;
	sample = measured_sample(s->m, path, NOBODY);
	remember(s, hash, stack, n, sample);
	return sample;
}
