/* debugfile.h - where libdwfl may look for debug information
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef DEBUGFILE_H
#define DEBUGFILE_H

#include <elfutils/libdwfl.h>
#include <stdbool.h>

struct elf_symtab;
struct image;

/* For dwfl_begin(): as usual, but nothing beside the image is opened that is no file, such as a
 * pipe, which would be waited for, or that is too long.  The user data of a module become the
 * text that says so, as the end of a sentence. */
extern const Dwfl_Callbacks debugfile_callbacks;

/* Do the packed sections of ELF, which libdw unpacks all at once, say that they are many times as
 * long as the file? */
bool debugfile_is_too_long(Elf *elf);

/* DWARF is of the file PATH, which is a path without links: does it name another file that would be
 * waited for, or be too long, when libdw opens it? */
bool debugfile_has_unsafe_link(Dwarf *dwarf, const char *path);

/* The entry of UNIT with its functions: in another file if debug information is split and that
 * is there and not too long, else UNIT itself.  PATH: as above. */
Dwarf_Die debugfile_full_unit(Dwarf_Die *unit, const char *path);

/* The .symtab of the separate debug file of IM, owned by IM; NULL: there is none.  The file is
 * found by its build ID or its debug link where the system keeps such files. */
const struct elf_symtab *debugfile_symtab(struct image *im);

#endif
