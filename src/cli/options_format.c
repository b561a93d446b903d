/* options_format.c - the options that describe a profile which does not describe itself
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/choices.h"
#include "cli/options.h"

/* Sets *VALUE to the number TEXT: a whole number up to MOST, decimal, or hexadecimal after 0x.
 * Returns false if TEXT is not such a number. */
static bool
parse_number(const char *text, uint64_t most, uint64_t *value)
{
	bool is_hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
	char *end;

	if (!isxdigit((unsigned char)text[is_hex ? 2 : 0]))
		return false;
	errno = 0;
	*value = strtoull(text, &end, is_hex ? 16 : 10);
	return errno == 0 && *end == '\0' && *value <= most;
}

/* Sets the format of profile files.  As in gprof, only the first letter of NAME is compared. */
static bool
set_file_format(struct options *o, const char *name, struct err *e)
{
	static const enum format_kind kinds[] = {
		FORMAT_NONE, FORMAT_GNU, FORMAT_BSD, FORMAT_BSD44,
	};
	const struct option_row *row = options_row(OPT_FILE_FORMAT);
	size_t i;

	assert(choices_word(row, sizeof(kinds) / sizeof(*kinds)) == NULL);
	for (i = 0; i < sizeof(kinds) / sizeof(*kinds); i++)
		if (choices_word(row, i)[0] == name[0]) {
			o->profile.format.format = kinds[i];
			return true;
		}
	if (name[0] == 'p')
		return err_set(e, ERR_USAGE, "--file-format=%s: gprof does not read the files of prof; "
			"use --profile-format=monout", name);
	return choices_find(options_row(OPT_FILE_FORMAT), name, &i, e);
}

static bool
set_profile_format(struct options *o, const char *name, struct err *e)
{
	size_t i;

	if (!choices_find(options_row(OPT_PROFILE_FORMAT), name, &i, e))
		return false;
	name = choices_profile_format(i);
	o->profile.format.format = format_named(name);
	o->profile.measured_format = o->profile.format.format == FORMAT_NONE ? name : NULL;
	return true;
}

static bool
set_address_size(struct options *o, const char *text, struct err *e)
{
	size_t i;

	if (!choices_find(options_row(OPT_ADDRESS_SIZE), text, &i, e))
		return false;
	o->profile.format.address_size = i == 0 ? 4 : 8;
	return true;
}

static bool
set_rate(struct options *o, const char *text, struct err *e)
{
	uint64_t rate;

	if (!parse_number(text, INT32_MAX, &rate) || rate == 0)
		return err_set(e, ERR_USAGE, "--rate=%s: not a number of samples per second; write "
			"--rate=100", text);
	o->profile.format.rate = (uint32_t)rate;
	return true;
}

static bool
set_slide(struct options *o, const char *text, struct err *e)
{
	bool is_down = text[0] == '-';

	if (!parse_number(text + is_down, UINT64_MAX, &o->profile.format.slide))
		return err_set(e, ERR_USAGE, "--slide=%s: not a load offset; write the number of bytes, "
			"such as 0x555555554000", text);
	if (is_down)
		o->profile.format.slide = 0 - o->profile.format.slide;
	o->profile.format.slide_given = true;
	return true;
}

/* The fields of --raw. */
enum field { OFFSET, SCALE, WIDTH, ENDIAN, HZ, NFIELDS };

static const char *const field_names[NFIELDS] = { "offset", "scale", "width", "endian", "hz" };

/* Returns the field that WORD, "FIELD=VALUE", names, and sets *VALUE to its value.  Returns NFIELDS
 * if there is no such field. */
static enum field
find_field(const char *word, const char **value)
{
	for (int f = 0; f < NFIELDS; f++) {
		size_t n = strlen(field_names[f]);

		if (strncmp(word, field_names[f], n) == 0 && word[n] == '=') {
			*value = word + n + 1;
			return (enum field)f;
		}
	}
	return NFIELDS;
}

static bool
set_field(struct raw_buffer *b, enum field f, const char *value)
{
	uint64_t n = 0;

	switch (f) {
	case OFFSET:
		return parse_number(value, UINT64_MAX, &b->offset);
	case SCALE:
		if (!parse_number(value, UINT32_MAX, &n))
			return false;
		b->scale = (uint32_t)n;
		return true;
	case WIDTH:
		if (!parse_number(value, 64, &n) || (n != 16 && n != 32 && n != 64))
			return false;
		b->width = (unsigned)n;
		return true;
	case ENDIAN:
		b->big_endian = strcmp(value, "big") == 0;
		return b->big_endian || strcmp(value, "little") == 0;
	case HZ:
		if (!parse_number(value, INT32_MAX, &n))
			return false;
		b->hz = (uint32_t)n;
		return true;
	case NFIELDS:
		break;
	}
	return false;
}

/* Copies the next word of the comma-separated list *TEXT to WORD, and moves *TEXT behind it.
 * False: the word is too long. */
static bool
next_word(const char **text, char word[64])
{
	size_t n = strcspn(*text, ",");

	if (n >= 64)
		return false;
	memcpy(word, *text, n);
	word[n] = '\0';
	*text += n + ((*text)[n] == ',');
	return true;
}

static bool
set_raw_buffer(struct options *o, const char *text, struct err *e)
{
	struct raw_buffer b = { .given = true, .width = 16 };
	bool seen[NFIELDS] = { false };
	const char *value = NULL, *rest = text;
	char word[64];

	while (*rest != '\0') {
		enum field f = next_word(&rest, word) ? find_field(word, &value) : NFIELDS;

		if (f == NFIELDS || seen[f] || !set_field(&b, f, value))
			return err_set(e, ERR_USAGE, "--raw=%s: \"%s\" is not understood; write offset=ADDRESS,"
				"scale=N,width=16|32|64,endian=little|big,hz=N", text,
				f == NFIELDS ? text : word);
		seen[f] = true;
	}
	if (!seen[OFFSET] || !seen[SCALE])
		return err_set(e, ERR_USAGE, "--raw=%s: %s is missing; give the argument of profil(2)",
			text, seen[OFFSET] ? "scale=N" : "offset=ADDRESS");
	o->profile.format.buffer = b;
	return true;
}

bool
options_apply_format(struct options *o, enum option_id id, const char *arg, struct err *e)
{
	switch (id) {
	case OPT_FILE_FORMAT:	return set_file_format(o, arg, e);
	case OPT_PROFILE_FORMAT: return set_profile_format(o, arg, e);
	case OPT_ADDRESS_SIZE:	return set_address_size(o, arg, e);
	case OPT_RATE:		return set_rate(o, arg, e);
	case OPT_SLIDE:		return set_slide(o, arg, e);
	default:
		assert(id == OPT_RAW);
		return set_raw_buffer(o, arg, e);
	}
}
