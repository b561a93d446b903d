/* debugfile.h - separate files with debug information, and which of them are safe to open
 *
 * libdw would wait for a pipe and unpack a small file to any size, so files are checked before it
 * opens them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef DEBUGFILE_H
#define DEBUGFILE_H

#include <elfutils/libdwfl.h>
#include <stdbool.h>

struct elf_symtab;
struct image;

/* For dwfl_begin(): the usual callbacks, except that an unsafe debug file is not opened.  If one
 * is refused, the user data of its module become the reason, as the end of a sentence. */
extern const Dwfl_Callbacks debugfile_callbacks;

/* Do the compressed sections of ELF claim to be more than 100 times as long as the file?  libdw
 * would unpack all of them. */
bool debugfile_is_too_long(Elf *elf);

/* Does DWARF name a supplementary file (DWZ) that libdw would wait for or that is too long?
 * PATH is the path of the file of DWARF, without symbolic links. */
bool debugfile_has_unsafe_link(Dwarf *dwarf, const char *path);

/* Returns the entry with the functions of UNIT.  It is in another file if debug information is
 * split and that file is there and safe to open; else it is UNIT itself.  PATH: as for
 * debugfile_has_unsafe_link(). */
Dwarf_Die debugfile_full_unit(Dwarf_Die *unit, const char *path);

/* The .symtab of the separate debug file of IM, owned by IM; NULL: there is none.  The file is
 * found by its build ID or its debug link where the system keeps such files. */
const struct elf_symtab *debugfile_symtab(struct image *im);

#endif
