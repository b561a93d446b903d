/* format.c - recognizing and reading profile files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "samples/format.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/byteorder.h"
#include "base/compression.h"
#include "base/mem.h"
#include "base/programkind.h"
#include "samples/otherkinds.h"
#include "samples/unpack.h"

/* All readers of formats, in the order in which they are tried. */
static const struct format *const formats[] = {
#define FORMAT(kind, name, reader) &(reader),
#define READER(reader) &(reader),
#include "samples/formats.def"
#undef FORMAT
#undef READER
};

static const char *const part_names[NPARTS] = {
	[PART_PARAM] = "gmonparam.bin",
	[PART_KCOUNT] = "kcount.bin",
	[PART_FROMS] = "froms.bin",
	[PART_TOS] = "tos.bin",
};

static bool
is_text(const struct raw *raw)
{
	enum { LOOK = 512 };

	for (size_t i = 0; i < raw->size && i < LOOK; i++)
		if (raw->bytes[i] < '\t' || raw->bytes[i] >= 0x7f)
			return false;
	return true;
}

/* Sets the damage of S: the file is no profile but looks like WHAT. */
static void
set_looks_like(struct samples *s, const char *what)
{
	damage_set(&s->damage, E_NOT_PROFILE, 0);
	s->damage.facts[s->damage.nfacts++] = (struct fact){ .name = "looks_like", .text = what };
}

/* Fails because the file is no profile but looks like WHAT.  ADVICE becomes the message of E. */
static bool
fail_other(struct samples *s, const char *what, struct err *e, const char *advice)
{
	set_looks_like(s, what);
	return err_set(e, ERR_FORMAT, "%s", advice);
}

/* Is RAW a core file, an ELF file of type 4 (ET_CORE)?  Byte 5 of RAW gives the byte order. */
static bool
is_core(const struct raw *raw)
{
	return raw->size >= 18 && memcmp(raw->bytes, "\177ELF", 4) == 0
		&& byteorder_u16(raw->bytes + 16, raw->bytes[5] == 2) == 4;
}

/* Can RAW be a profile?  If it is too short or a file of another kind, E and S->damage say so. */
static bool
is_candidate(const struct raw *raw, struct samples *s, struct err *e)
{
	const struct compression *again;
	const struct other_kind *other;
	enum program_kind program;

	if (raw->parts != NULL || (raw->options != NULL && raw->options->buffer.given))
		return true;
	if (raw->size == 0) {
		damage_set(&s->damage, E_EMPTY, 0);
		return err_set(e, ERR_FORMAT, "is empty; the profile is written when the program "
			"ends normally, by exit() or a return from main");
	}
	if (is_core(raw))
		return fail_other(s, "core", e, "is a core file, the memory of a program that "
			"crashed, not a profile; a program that crashes writes no profile");
	again = unpack_again(raw->bytes, raw->size, e);
	if (again != NULL) {
		set_looks_like(s, again->name);
		return false;
	}
	program = programkind_of(raw->bytes, raw->size);
	if (program == PROGRAM_ELF || program == PROGRAM_PE)
		return fail_other(s, program == PROGRAM_ELF ? "ELF" : "PE", e, "is a program, not a "
			"profile; the program comes first, then the profile");
	other = otherkinds_find(raw->bytes, raw->size);
	if (other != NULL)
		return fail_other(s, other->name, e, other->advice);
	if (raw->size >= 8)
		return true;
	damage_set(&s->damage, E_TOO_SHORT, raw->size);
	return err_set(e, ERR_FORMAT, "has only %zu byte%s; the disk may have been full: run the program again",
		raw->size, raw->size == 1 ? "" : "s");
}

/* Returns the format KIND, which the user has named.  For FORMAT_BSD, returns bsd44_format if RAW
 * has this format, otherwise oldbsd_format. */
static const struct format *
asked_format(const struct raw *raw, enum format_kind kind)
{
	struct samples trial = { 0 };

	if (kind == FORMAT_BSD)
		return bsd44_format.recognise(raw, &trial) ? &bsd44_format : &oldbsd_format;
	for (size_t i = 0; i < sizeof(formats) / sizeof(*formats); i++)
		if (formats[i]->kind == kind)
			return formats[i];
	return NULL;
}

static const struct format *
find_format(const struct raw *raw, struct samples *s)
{
	if (raw->options != NULL && raw->options->format != FORMAT_NONE)
		return asked_format(raw, raw->options->format);
	for (size_t i = 0; i < sizeof(formats) / sizeof(*formats); i++)
		if (formats[i]->recognise(raw, s))
			return formats[i];
	return NULL;
}

/* Replaces the rates of S by the rate that the user has given.  If the user has given none, does
 * nothing. */
static void
set_rate(const struct raw *raw, struct samples *s)
{
	if (raw->options == NULL || raw->options->rate == 0)
		return;
	s->rate = (int32_t)raw->options->rate;
	s->warnings &= ~((uint32_t)1 << W_ZERO_RATE);
	for (size_t i = 0; i < s->nhistograms; i++)
		s->histograms[i].rate = raw->options->rate;
}

/* Do byte order and address size of S match the image?  If not, empties S and sets E. */
static bool
check_machine(const struct raw *raw, struct samples *s, struct err *e)
{
	bool size_given = raw->options != NULL && raw->options->address_size != 0;

	if (raw->address_size == 0 || s->address_size == 0)
		return true;
	if (raw->big_endian == s->big_endian
	    && (raw->address_size == s->address_size || s->size_fixed || size_given))
		return true;
	/* The byte order is tested first, because some formats take the address size from the
	 * image. */
	if (raw->big_endian != s->big_endian)
		(void)err_set(e, ERR_FORMAT, "was written by a %s-endian program, the image is "
			"%s-endian; give the image that was run", s->big_endian ? "big" : "little",
			raw->big_endian ? "big" : "little");
	else
		(void)err_set(e, ERR_FORMAT, "was written by a %u-bit program, the image is %u-bit; "
			"give the image that was run", 8 * s->address_size, 8 * raw->address_size);
	samples_release(s);
	s->damage = (struct damage){ .kind = E_INCOMPATIBLE };
	return false;
}

/* If E->kind is ERR_DAMAGED, completes E: the kind becomes ERR_FORMAT, and advice on the damage of
 * S is appended to E->text, if there is room. */
static void
add_remedy(const struct samples *s, struct err *e)
{
	const char *remedy = s->damage.kind >= E_TRUNC_HEADER && s->damage.kind <= E_TRUNC_SECTION
		? "; copy it again, or run the program again until it exits normally"
		: s->damage.kind == E_NOT_PROFILE	/* happens only if the user has named the
							 * format */
		? "; without --profile-format or -O, gprowse finds the format itself"
		: "; it is damaged: copy it again, or run the program again";

	if (e->kind != ERR_DAMAGED)
		return;
	e->kind = ERR_FORMAT;
	if (strlen(e->text) + strlen(remedy) < sizeof(e->text))
		strcat(e->text, remedy);
}

bool
format_decode(const struct raw *raw, struct samples *s, struct err *e)
{
	const struct format *format;
	bool ok;

	*s = (struct samples){ 0 };
	if (!is_candidate(raw, s, e))
		return false;
	format = find_format(raw, s);
	if (format == NULL && is_text(raw))
		return fail_other(s, "text", e, "is text, not a profile of a program; "
			"folded stacks and callgrind.out are opened without a program: gprowse FILE");
	if (format == NULL)
		return fail_other(s, "unknown", e, "is of no known profile format; "
			"give a gmon.out, written by a program built with -pg "
			"(--profile-format=NAME reads another format; profiles of pprof are opened without "
			"a program)");
	s->format = format->kind;
	ok = format->decode(raw, s, e);
	if (!ok)
		add_remedy(s, e);
	set_rate(raw, s);
	if (s->nfiles > 0)
		s->files[0].format = s->format;
	return check_machine(raw, s, e) && ok;
}

/* Reads one array of a BSD kernel from the file with the path NAME.  PART is the last name in
 * NAME. */
static bool
read_part(struct file *f, const char *name, const char *part, struct stop *stop, struct err *e)
{
	if (file_read(f, name, FILE_REGULAR, stop, e))
		return true;
	if (e->kind == ERR_MISSING)
		return err_set(e, ERR_MISSING, "is a directory without profiles: it has neither gmon.out* "
			"nor the counters of a kernel (%s is missing); name the profile", part);
	return err_in(e, "%s", part);
}

/* Reads the arrays of a BSD kernel from the files in the directory PATH, and decodes them into
 * S. */
static bool
read_directory(const char *path, struct raw *raw, struct samples *s, uint64_t *size,
	struct err *e)
{
	struct file parts[NPARTS] = { { NULL, 0 } };
	bool ok = true;

	*size = 0;
	for (int i = 0; ok && i < NPARTS; i++) {
		size_t room = strlen(path) + strlen(part_names[i]) + 2;
		char *name = mem_new(room, 1);

		snprintf(name, room, "%s/%s", path, part_names[i]);
		ok = read_part(&parts[i], name, part_names[i], raw->stop, e);
		free(name);
		*size += parts[i].size;
	}
	raw->bytes = NULL;
	raw->size = 0;
	raw->parts = parts;
	if (ok)
		ok = format_decode(raw, s, e);
	else
		s->damage = (struct damage){ .kind = E_IO };
	raw->parts = NULL;
	for (int i = 0; i < NPARTS; i++)
		file_release(&parts[i]);
	return ok;
}

/* Unpacks F, which is compressed as HOW says, decodes the result into S, and releases F.  If the
 * compressed data is damaged, decodes only the data before the damage, and returns false. */
static bool
decode_packed(const struct compression *how, struct file *f, struct raw *raw, struct samples *s,
	struct err *e)
{
	struct file whole;
	struct err why;
	size_t damaged;
	bool unpacked = unpack_file(how, f, &whole, raw->stop, &damaged, &why), ok = false;

	file_release(f);
	raw->bytes = whole.bytes;
	raw->size = whole.size;
	if (unpacked || whole.size > 0)
		ok = format_decode(raw, s, e);
	file_release(&whole);
	if (unpacked)
		return ok;
	*e = why;
	damage_set(&s->damage, why.kind == ERR_FORMAT ? E_BAD_PACKED : E_IO, damaged);
	return false;
}

bool
format_read(const char *path, const struct raw *known, struct samples *s, uint64_t *size,
	struct err *e)
{
	const struct compression *how = NULL;
	struct raw raw = *known;
	struct stat st;
	struct file f;
	bool ok;

	*s = (struct samples){ 0 };
	*size = 0;
	if (strcmp(path, "-") != 0 && stat(path, &st) == 0 && S_ISDIR(st.st_mode))
		return read_directory(path, &raw, s, size, e);
	if (!file_read(&f, path, FILE_AWAITED, raw.stop, e)) {
		s->damage = (struct damage){ .kind = E_IO };
		return false;
	}
	raw.bytes = f.bytes;
	raw.size = f.size;
	raw.parts = NULL;
	*size = f.size;
	if (raw.options == NULL || !raw.options->buffer.given)
		how = compression_of(f.bytes, f.size);
	if (how != NULL)
		return decode_packed(how, &f, &raw, s, e);
	ok = format_decode(&raw, s, e);
	file_release(&f);
	return ok;
}

const char *
format_name(enum format_kind kind)
{
	static const char *const names[NFORMATS] = {
#define FORMAT(kind, name, reader) [kind] = (name),
#define READER(reader)
#include "samples/formats.def"
#undef FORMAT
#undef READER
	};

	return kind < NFORMATS ? names[kind] : NULL;
}

enum format_kind
format_named(const char *name)
{
	for (enum format_kind kind = FORMAT_NONE + 1; kind < NFORMATS; kind++)
		if (strcmp(format_name(kind), name) == 0)
			return kind;
	return FORMAT_NONE;
}
