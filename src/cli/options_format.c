/* Options that say what a profile is where it does not say so itself.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/options.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A whole number from 0 to MOST: decimal or, after 0x, hexadecimal. */
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

/* gprof: the first letter counts. */
static bool
parse_file_format(struct options *o, const char *name, struct err *e)
{
	switch (name[0]) {
	case 'a':	o->profile.format.format = FORMAT_NONE; return true;
	case 'm':	o->profile.format.format = FORMAT_GNU; return true;
	case 'b':	o->profile.format.format = FORMAT_BSD; return true;
	case '4':	o->profile.format.format = FORMAT_BSD44; return true;
	case 'p':
		return err_set(e, ERR_USAGE, "-O%s: gprof does not read the files of prof; "
			"--profile-format=monout does", name);
	default:
		return err_set(e, ERR_USAGE, "-O%s: no such format; use auto, magic, bsd or 4.4bsd", name);
	}
}

static bool
parse_profile_format(struct options *o, const char *name, struct err *e)
{
	o->profile.format.format = format_named(name);
	if (o->profile.format.format != FORMAT_NONE)
		return true;
	return err_set(e, ERR_USAGE, "--profile-format=%s: no such format; use gnu, ldprofile, bsd44, "
		"oldbsd, apple, solaris_prof, monout or rawprofil", name);
}

static bool
parse_address_size(struct options *o, const char *text, struct err *e)
{
	if (strcmp(text, "4") != 0 && strcmp(text, "8") != 0)
		return err_set(e, ERR_USAGE, "--address-size=%s: addresses have 4 or 8 bytes", text);
	o->profile.format.address_size = text[0] == '4' ? 4 : 8;
	return true;
}

static bool
parse_rate(struct options *o, const char *text, struct err *e)
{
	uint64_t rate;

	if (!parse_number(text, INT32_MAX, &rate) || rate == 0)
		return err_set(e, ERR_USAGE, "--rate=%s: no number of samples per second", text);
	o->profile.format.rate = (uint32_t)rate;
	return true;
}

static bool
parse_slide(struct options *o, const char *text, struct err *e)
{
	bool is_down = text[0] == '-';

	if (!parse_number(text + is_down, UINT64_MAX, &o->profile.format.slide))
		return err_set(e, ERR_USAGE, "--slide=%s: no address; write 0x555555554000, or what the "
			"code was moved by", text);
	if (is_down)
		o->profile.format.slide = 0 - o->profile.format.slide;
	o->profile.format.slide_given = true;
	return true;
}

/* The fields of --raw. */
enum field { OFFSET, SCALE, WIDTH, ENDIAN, HZ, NFIELDS };

static const char *const field_names[NFIELDS] = { "offset", "scale", "width", "endian", "hz" };

/* Which field does WORD give?  NFIELDS: none.  *VALUE becomes what stands behind the "=". */
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

/* The next word of the list at *TEXT into WORD; false: it does not fit. */
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
parse_raw(struct options *o, const char *text, struct err *e)
{
	struct raw_buffer b = { .given = true, .width = 16 };
	bool seen[NFIELDS] = { false };
	const char *value = NULL, *rest = text;
	char word[64];

	while (*rest != '\0') {
		enum field f = next_word(&rest, word) ? find_field(word, &value) : NFIELDS;

		if (f == NFIELDS || seen[f] || !set_field(&b, f, value))
			return err_set(e, ERR_USAGE, "--raw=%s: \"%s\" makes no sense; write offset=ADDRESS,"
				"scale=N,width=16|32|64,endian=little|big,hz=N", text,
				f == NFIELDS ? text : word);
		seen[f] = true;
	}
	if (!seen[OFFSET] || !seen[SCALE])
		return err_set(e, ERR_USAGE, "--raw=%s: %s is missing; it is what profil(2) was called with",
			text, seen[OFFSET] ? "scale=N" : "offset=ADDRESS");
	o->profile.format.buffer = b;
	return true;
}

bool
options_apply_format(struct options *o, int id, const char *arg, struct err *e)
{
	switch (id) {
	case OPT_FILE_FORMAT:	return parse_file_format(o, arg, e);
	case OPT_PROFILE_FORMAT: return parse_profile_format(o, arg, e);
	case OPT_ADDRESS_SIZE:	return parse_address_size(o, arg, e);
	case OPT_RATE:		return parse_rate(o, arg, e);
	case OPT_SLIDE:		return parse_slide(o, arg, e);
	default:		return parse_raw(o, arg, e);
	}
}
