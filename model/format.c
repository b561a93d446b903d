/* The formats of profile files.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "format.h"

#include <string.h>

/* In the order in which they are tried. */
static const struct format *const formats[] = {
	&gnu_format,
};

/* Kinds of files that are given by mistake, by their first bytes. */
static const struct {
	const char *magic;
	size_t size;
	const char *advice;
} others[] = {
	{ "\177ELF", 4, "is a program, not a profile; the program comes first, then the profile" },
	{ "\037\213", 2, "is compressed with gzip; gunzip it first" },
	{ "\x28\xb5\x2f\xfd", 4, "is compressed with zstd; unzstd it first" },
	{ "\xfd" "7zXZ", 5, "is compressed with xz; unxz it first" },
	{ "BZh", 3, "is compressed with bzip2; bunzip2 it first" },
	{ "!<arch>", 7, "is a library archive, not a profile" },
	{ "PERFILE2", 8, "is a perf.data file; look at it with perf report" },
	{ "gcda", 4, "is gcov data, not a profile; gcov reads it" },
	{ "adcg", 4, "is gcov data, not a profile; gcov reads it" },
};

static bool
is_text(const struct raw *raw)
{
	for (size_t i = 0; i < raw->size; i++) {
		unsigned char c = raw->bytes[i];

		if (c < 0x20 && c != '\n' && c != '\t' && c != '\r' && c != '\f')
			return false;
	}
	return true;
}

/* RAW is of no known format: say what it may be instead. */
static bool
name_other(const struct raw *raw, struct err *e)
{
	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++)
		if (raw->size >= others[i].size
		    && memcmp(raw->bytes, others[i].magic, others[i].size) == 0)
			return err_set(e, ERR_FORMAT, "%s", others[i].advice);
	if (is_text(raw))
		return err_set(e, ERR_FORMAT, "is text, not a profile; a gmon.out is wanted here");
	return err_set(e, ERR_FORMAT, "is of no known profile format; "
		"a gmon.out, written by a program built with -pg, is wanted here");
}

bool
format_decode(const struct raw *raw, struct samples *s, struct err *e)
{
	*s = (struct samples){ 0 };
	if (raw->size == 0)
		return err_set(e, ERR_FORMAT, "is empty; the profile is written when the program "
			"ends normally, by exit() or a return from main");
	for (size_t i = 0; i < sizeof(formats) / sizeof(*formats); i++) {
		if (!formats[i]->recognise(raw, s))
			continue;
		s->format = formats[i]->name;
		return formats[i]->decode(raw, s, e);
	}
	return name_other(raw, e);
}
