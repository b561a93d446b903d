/* lineheader.c - the header of a line table: parameters, directories and files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "dwarf/lineprogram.h"

#include <dwarf.h>
#include <limits.h>
#include <string.h>

#include "base/mem.h"

/* Returns the string at OFFSET of section B, or NULL if there is none or it is longer than a path
 * may be.  Without this limit, reading many strings that are suffixes of one long string would take
 * long. */
static const char *
string_at(const struct section_bytes *b, uint64_t offset)
{
	size_t left = offset < b->size ? b->size - (size_t)offset : 0;

	if (left > PATH_MAX)
		left = PATH_MAX;
	if (left == 0 || memchr(b->bytes + offset, '\0', left) == NULL)
		return NULL;
	return (const char *)b->bytes + offset;
}

static void
add_dir(struct line_program *p, const char *name)
{
	p->dirs = mem_grow(p->dirs, p->ndirs + 1, &p->dirs_room, sizeof(*p->dirs));
	p->dirs[p->ndirs++] = name;
}

void
lineheader_add_file(struct line_program *p, const char *name, uint64_t dir)
{
	p->files = mem_grow(p->files, p->nfiles + 1, &p->files_room, sizeof(*p->files));
	p->files[p->nfiles++] = (struct line_file){ name, dir };
}

/* Reads the directories and files of a table of DWARF 4 or older.  They are numbered from 1. */
static void
read_old_tables(struct line_program *p, struct cursor *c)
{
	const char *name;

	add_dir(p, NULL);
	while ((name = cursor_text(c)) != NULL && *name != '\0')
		add_dir(p, name);
	lineheader_add_file(p, NULL, 0);
	while ((name = cursor_text(c)) != NULL && *name != '\0') {
		lineheader_add_file(p, name, cursor_uleb(c));
		cursor_uleb(c);		/* skip the time of the last change */
		cursor_uleb(c);		/* skip the size */
	}
}

/* A field of an entry for a directory or a file: a string or a number. */
struct field {
	const char *text;		/* NULL: the field is not a string */
	uint64_t number;
};

/* Reads a field of the form FORM.  Returns false if the form is unknown, so that the field cannot
 * even be skipped. */
static bool
read_field(struct field *f, uint64_t form, const struct line_header *h,
	const struct debug_sections *s, struct cursor *c)
{
	*f = (struct field){ NULL, 0 };
	switch (form) {
	case DW_FORM_string:
		f->text = cursor_text(c);
		return true;
	case DW_FORM_line_strp:
		f->text = string_at(&s->line_str, cursor_uint(c, h->offset_size));
		return true;
	case DW_FORM_strp:
		f->text = string_at(&s->str, cursor_uint(c, h->offset_size));
		return true;
	case DW_FORM_strp_sup:
	case DW_FORM_sec_offset:
		cursor_uint(c, h->offset_size);
		return true;
	case DW_FORM_udata:
	case DW_FORM_strx:
		f->number = cursor_uleb(c);
		return true;
	case DW_FORM_data1:
	case DW_FORM_strx1:
		f->number = cursor_u8(c);
		return true;
	case DW_FORM_data2:
	case DW_FORM_strx2:
		f->number = cursor_u16(c);
		return true;
	case DW_FORM_data4:
	case DW_FORM_strx4:
		f->number = cursor_uint(c, 4);
		return true;
	case DW_FORM_data8:
		f->number = cursor_uint(c, 8);
		return true;
	case DW_FORM_data16:
		cursor_bytes(c, 16);
		return true;
	case DW_FORM_block:
		cursor_bytes(c, cursor_uleb(c));
		return true;
	default:
		return false;
	}
}

/* Reads the files (if IS_FILES is set) or the directories of a table of DWARF 5.  Each table begins
 * with a list of the fields that its entries have.  Returns false if the form of a field is
 * unknown, or the table is cut short. */
static bool
read_table(struct line_program *p, bool is_files, const struct line_header *h,
	const struct debug_sections *s, struct cursor *c)
{
	uint64_t content[UINT8_MAX], form[UINT8_MAX], n;
	unsigned nfields = cursor_u8(c);

	for (unsigned i = 0; i < nfields; i++) {
		content[i] = cursor_uleb(c);
		form[i] = cursor_uleb(c);
	}
	n = cursor_uleb(c);
	for (uint64_t k = 0; k < n && nfields > 0 && !c->past && cursor_left(c) > 0; k++) {
		struct line_file file = { NULL, 0 };
		struct field field;

		for (unsigned i = 0; i < nfields; i++) {
			if (!read_field(&field, form[i], h, s, c))
				return false;
			if (content[i] == DW_LNCT_path)
				file.name = field.text;
			else if (content[i] == DW_LNCT_directory_index)
				file.dir = field.number;
		}
		if (is_files)
			lineheader_add_file(p, file.name, file.dir);
		else
			add_dir(p, file.name);
	}
	return !c->past;
}

bool
lineheader_read(struct line_program *p, struct line_header *h,
	struct debug_sections *s, struct cursor *c)
{
	uint64_t length = cursor_uint(c, 4);
	const unsigned char *start;

	h->offset_size = length == 0xffffffff ? 8 : 4;
	if (h->offset_size == 8)
		length = cursor_uint(c, 8);
	if (length < cursor_left(c))
		c->end = c->p + length;
	if (cursor_left(c) > s->line.size - s->lines_read) {
		s->lines_truncated = true;
		return false;
	}
	s->lines_read += cursor_left(c);
	p->version = cursor_u16(c);
	if (c->past || p->version < 2 || p->version > 5)
		return false;
	if (p->version >= 5) {
		cursor_u8(c);		/* skip address_size */
		cursor_u8(c);		/* skip segment_selector_size */
	}
	length = cursor_uint(c, h->offset_size);
	start = c->p;
	if (length > cursor_left(c))
		return false;
	h->min_length = cursor_u8(c);
	h->max_ops = p->version >= 4 ? cursor_u8(c) : 1;
	cursor_u8(c);			/* skip default_is_stmt */
	h->line_base = (int8_t)cursor_u8(c);
	h->line_range = cursor_u8(c);
	h->opcode_base = cursor_u8(c);
	h->operands = cursor_bytes(c, h->opcode_base > 0 ? h->opcode_base - 1 : 0);
	if (c->past || h->line_range == 0 || h->opcode_base == 0)
		return false;
	if (p->version < 5)
		read_old_tables(p, c);
	else if (read_table(p, false, h, s, c))
		read_table(p, true, h, s, c);
	c->p = start + length;
	c->past = false;
	return true;
}
