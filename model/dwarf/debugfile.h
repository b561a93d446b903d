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

/* An argument of dwfl_begin(): the usual callbacks, except that unsafe debug files are not opened.
 * For an unsafe file, the user data of the module becomes the reason.  The reason is a text that
 * completes a sentence which begins with the path. */
extern const Dwfl_Callbacks debugfile_callbacks;

/* libdw would unpack all compressed sections of ELF.  Would the unpacked sections be more than 100
 * times as long as the file?  Their lengths are those that the sections claim. */
bool debugfile_is_too_long(Elf *elf);

/* Does DWARF name a supplementary file (DWZ) that is unsafe to open?  PATH is the path of the file
 * that has DWARF, without symbolic links. */
bool debugfile_has_unsafe_link(Dwarf *dwarf, const char *path);

/* Returns the entry with the functions of UNIT.  If debug information is split, and the file with
 * the other part exists and is safe to open, the entry is in that file.  Otherwise the entry is
 * UNIT itself.  PATH is the path of the file that has UNIT, without symbolic links. */
Dwarf_Die debugfile_full_unit(Dwarf_Die *unit, const char *path);

/* Returns the name of the file with the debug information of IM, as the debug link of IM states it,
 * or NULL if IM has no debug link.  The name is borrowed. */
const char *debugfile_link(const struct image *im);

/* Returns the separate debug file of IM, owned by IM, or NULL if there is none.  The file is found
 * by the build-id or the debug link of IM, where the system keeps such files.  If it is not there,
 * servers of debuginfod are asked, unless .is_alone is set: libdw would load their client, even if
 * no server is known, and this takes a quarter of the time of a small profile. */
struct image *debugfile_image(struct image *im);

/* Returns the .symtab of debugfile_image(), or NULL if there is none. */
const struct elf_symtab *debugfile_symtab(struct image *im);

/* May a file on this machine be the separate debug file of IM? */
bool debugfile_is_near(const struct image *im);

/* Makes the file PATH the separate debug file of IM, which has none yet.  False: PATH cannot be
 * used, or has another build-id. */
bool debugfile_use(struct image *im, const char *path);

/* Sets *ID to the build-id of IM, borrowed, and returns its size in bytes, or 0 if IM has none. */
size_t debugfile_build_id(const struct image *im, const unsigned char **id);

#endif
