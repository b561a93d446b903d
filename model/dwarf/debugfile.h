/* debugfile.h - separate files with debug information, and which of them are safe to open
 *
 * libdw would wait for a pipe, and unpack a small file to any size.  So files are checked before
 * libdw opens them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef DEBUGFILE_H
#define DEBUGFILE_H

#include <elfutils/libdwfl.h>
#include <stdbool.h>
#include <stddef.h>

struct elf_symtab;
struct image;

/* An argument of dwfl_begin(): the usual callbacks, except that a debug file that is unsafe is not
 * opened.  If one is not opened, the user data of the module become a text that says why: the end
 * of a sentence that begins with the path. */
extern const Dwfl_Callbacks debugfile_callbacks;

/* Do the compressed sections of ELF claim that, unpacked, they are more than 100 times as long as
 * the file?  libdw would unpack all of them. */
bool debugfile_is_too_long(Elf *elf);

/* Does DWARF name a supplementary file (DWZ) that is unsafe to open?  PATH is the path of the file
 * of DWARF, without symbolic links. */
bool debugfile_has_unsafe_link(Dwarf *dwarf, const char *path);

/* Returns the entry with the functions of UNIT.  If debug information is split, and the other file
 * exists and is safe to open, the entry is in the other file; otherwise it is UNIT.  PATH is the
 * same as for debugfile_has_unsafe_link(). */
Dwarf_Die debugfile_full_unit(Dwarf_Die *unit, const char *path);

/* Returns the .symtab of the separate debug file of IM, owned by IM; NULL: there is none.  The file
 * is found by the build ID or the debug link of IM, where the system keeps such files. */
const struct elf_symtab *debugfile_symtab(struct image *im);

/* Sets *ID to the build-id of IM, borrowed, and returns its size in bytes; 0: IM has none. */
size_t debugfile_build_id(const struct image *im, const unsigned char **id);

#endif
