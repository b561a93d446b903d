/* debuginfo.c - the debug information of an image, unless it is unsafe or too costly to read
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "dwarf/debuginfo.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "dwarf/debugfile.h"
#include "dwarf/dwarflimits.h"
#include "elf/imagefile.h"

/* Has the file of IM itself debug information? */
static bool
has_own(const struct image *im)
{
	Elf_Scn *section = NULL;
	GElf_Shdr header;
	const char *name;
	size_t names;

	if (elf_getshdrstrndx(im->elf, &names) != 0)
		return false;
	while ((section = elf_nextscn(im->elf, section)) != NULL) {
		name = gelf_getshdr(section, &header) != NULL
			? elf_strptr(im->elf, names, header.sh_name) : NULL;
		if (name != NULL && (strcmp(name, ".debug_info") == 0
		    || strcmp(name, ".zdebug_info") == 0))
			return true;
	}
	return false;
}

/* Opens the debug information of IM, which is in IM or in a separate file, with libdwfl.  Returns
 * NULL if there is none that can be opened; D->refused may say why. */
static Dwarf *
open_by_dwfl(struct debug_info *d, const struct image *im)
{
	Dwfl_Module *module;
	Dwarf *dwarf;
	const char *debug = NULL;
	void **refused = NULL;
	Dwarf_Addr bias = 0, image_bias = 0;
	int fd;

	/* libdwfl would load the client of debuginfod, even if it knows no server. */
	if (im->is_alone && !has_own(im) && !debugfile_is_near(im))
		return NULL;
	fd = dup(im->fd);
	if (fd < 0)
		return NULL;
	d->dwfl = dwfl_begin(&debugfile_callbacks);
	if (d->dwfl == NULL) {
		close(fd);
		return NULL;
	}
	dwfl_report_begin(d->dwfl);
	module = dwfl_report_elf(d->dwfl, "", im->path, fd, 0, true);
	if (module == NULL)
		close(fd);
	if (dwfl_report_end(d->dwfl, NULL, NULL) != 0 || module == NULL)
		return NULL;
	dwarf = dwfl_module_getdwarf(module, &bias);
	if (dwfl_module_getelf(module, &image_bias) == NULL)
		return NULL;
	d->bias = bias - image_bias;
	dwfl_module_info(module, &refused, NULL, NULL, NULL, NULL, NULL, &debug);
	if (dwarf == NULL && refused != NULL)
		d->refused = *refused;
	d->path = realpath(debug != NULL ? debug : im->path, NULL);
	return dwarf;
}

/* Opens the debug information of the PE file IM.  Returns NULL if there is none. */
static Dwarf *
open_pe(struct debug_info *d, const struct image *im)
{
	/* Where libdw unpacks a section, it changes the section's header. */
	d->bytes = imagefile_map_again(im);
	d->nbytes = im->size;
	d->elf = d->bytes != NULL ? elf_memory((char *)d->bytes, d->nbytes) : NULL;
	return d->elf != NULL ? dwarf_begin_elf(d->elf, DWARF_C_READ, NULL) : NULL;
}

/* Opens the debug information of IM.  Returns NULL if there is none, or if D->refused says why it
 * is not used.  If IM lacks the program headers that libdwfl needs, no separate file is opened. */
static Dwarf *
open_dwarf(struct debug_info *d, const struct image *im)
{
	size_t nsegments;

	d->refused = debugfile_is_too_long(im->elf)
		? "unpacking would make it more than 100 times as long" : NULL;
	if (d->refused != NULL)
		return NULL;
	if (im->type == ET_REL || elf_getphdrnum(im->elf, &nsegments) != 0
	    || nsegments > 0)
		return open_by_dwfl(d, im);
	d->path = realpath(im->path, NULL);
	d->own = im->is_pe ? open_pe(d, im) : dwarf_begin(im->fd, DWARF_C_READ);
	return d->own;
}

/* Returns why DWARF must not be read, as the end of a sentence, or NULL if it may be read.  *S
 * becomes the sections of DWARF.  Adds the sizes of the sections that can have strings to
 * D->texts_size. */
static const char *
find_fault(struct debug_info *d, Dwarf *dwarf, struct debug_sections *s)
{
	debugsections_find(s, dwarf);
	d->texts_size += s->info.size + s->types.size + s->str.size + s->line_str.size;
	return dwarflimits_fault(dwarf, s);
}

/* May DWARF, the contents of a file with split debug information, be read?  Remembers the answer
 * for the last DWARF in D. */
static bool
is_split_usable(struct debug_info *d, Dwarf *dwarf)
{
	struct debug_sections s;

	if (dwarf != d->split) {
		d->is_split_usable = find_fault(d, dwarf, &s) == NULL;
		d->split_ranges = dwarflimits_max_ranges(&s);
	}
	d->split = dwarf;
	return d->is_split_usable;
}

void
debuginfo_open(struct debug_info *d, const struct image *im)
{
	struct debug_sections s;
	Dwarf *dwarf, *other;

	*d = (struct debug_info){ .dwarf = NULL };
	dwarf = open_dwarf(d, im);
	if (d->path == NULL)
		d->path = mem_text(im->path, strlen(im->path));
	if (dwarf == NULL)
		return;
	d->refused = debugfile_has_unsafe_link(dwarf, d->path) ? "its supplementary file is not a "
		"regular file, or unpacking would make it more than 100 times as long"
		: find_fault(d, dwarf, &d->sections);
	other = d->refused == NULL ? dwarf_getalt(dwarf) : NULL;
	if (other != NULL)
		d->refused = find_fault(d, other, &s);
	if (d->refused == NULL)
		d->dwarf = dwarf;
}

void
debuginfo_close(struct debug_info *d)
{
	free(d->path);
	if (d->dwfl != NULL)
		dwfl_end(d->dwfl);
	if (d->own != NULL)
		dwarf_end(d->own);
	elf_end(d->elf);
	imagefile_unmap(d->bytes, d->nbytes);
	*d = (struct debug_info){ .dwarf = NULL };
}

Dwarf_Die
debuginfo_full_unit(struct debug_info *d, Dwarf_Die *unit)
{
	Dwarf_Die whole = debugfile_full_unit(unit, d->path);

	return whole.cu == unit->cu || is_split_usable(d, dwarf_cu_getdwarf(whole.cu)) ? whole
		: *unit;
}
