/* debugfile.c - separate files with debug information, and which of them are safe to open
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "dwarf/debugfile.h"

#include <dwarf.h>
#include <elfutils/libdwelf.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/budget.h"
#include "base/byteorder.h"
#include "base/mem.h"
#include "base/pathname.h"
#include "elf/image.h"

static const char refused[] = "its file is not a regular file, or unpacking would make it more than "
	"100 times as long";

/* Returns the unpacked size that the compressed section SCN of ELF claims, or 0 if SCN is not
 * compressed.  NAMES is the index of the section that has the names of all sections. */
static uint64_t
unpacked_size(Elf *elf, size_t names, Elf_Scn *scn)
{
	static const char magic[] = { 'Z', 'L', 'I', 'B' };
	GElf_Shdr header;
	GElf_Chdr compression;
	const char *name;
	Elf_Data *data;

	if (gelf_getshdr(scn, &header) == NULL || header.sh_type == SHT_NOBITS)
		return 0;
	if ((header.sh_flags & SHF_COMPRESSED) != 0)
		return gelf_getchdr(scn, &compression) != NULL ? compression.ch_size : 0;
	name = elf_strptr(elf, names, header.sh_name);
	data = name != NULL && strncmp(name, ".zdebug", 7) == 0 ? elf_rawdata(scn, NULL) : NULL;
	if (data == NULL || data->d_buf == NULL || data->d_size < sizeof(magic) + 8
	    || memcmp(data->d_buf, magic, sizeof(magic)) != 0)
		return 0;
	return byteorder_u64((const unsigned char *)data->d_buf + sizeof(magic), true);
}

bool
debugfile_is_too_long(Elf *elf)
{
	enum { MAX_FACTOR = 100 };	/* greatest number of unpacked bytes for each byte of the
					 * file; 5 are usual */
	Elf_Scn *scn = NULL;
	size_t size = 0, names = 0;
	struct budget bytes = { 0 };

	elf_rawfile(elf, &size);
	elf_getshdrstrndx(elf, &names);
	bytes.left = (uint64_t)size * MAX_FACTOR;
	while ((scn = elf_nextscn(elf, scn)) != NULL)
		if (!budget_spend(&bytes, unpacked_size(elf, names, scn)))
			return true;
	return false;
}

/* Is FD an ELF file?  *MUST_REFUSE becomes true if libdw must not open the file.  This is so if
 * debugfile_is_too_long() is true, or if the names of the sections do not end in a NUL. */
static bool
is_elf(int fd, bool *must_refuse)
{
	Elf *elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
	bool answer = elf != NULL && elf_kind(elf) == ELF_K_ELF;

	*must_refuse = answer && (!image_has_names(elf) || debugfile_is_too_long(elf));
	elf_end(elf);
	return answer;
}

/* Is the file PATH unsafe?  libdw would wait for such a file, or unpack it until the memory is
 * full. */
static bool
is_unsafe(const char *path)
{
	struct stat st;
	bool must_refuse;
	int fd;

	if (stat(path, &st) != 0 || S_ISDIR(st.st_mode))
		return false;
	if (!S_ISREG(st.st_mode))
		return true;
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0)
		return false;
	(void)is_elf(fd, &must_refuse);
	close(fd);
	return must_refuse;
}

/* Joins the first NDIR bytes of DIR, SUB, NAME and END to a path.  Is the file with this path
 * unsafe? */
static bool
is_unsafe_at(const char *dir, size_t ndir, const char *sub, const char *name, const char *end)
{
	size_t room = ndir + strlen(sub) + strlen(name) + strlen(end) + 1;
	char *path = mem_new(room, 1);
	bool answer;

	snprintf(path, room, "%.*s%s%s%s", (int)ndir, dir, sub, name, end);
	answer = is_unsafe(path);
	free(path);
	return answer;
}

/* Is the file NAME, which the debug information of the file PATH names, unsafe?  A relative NAME is
 * in DIR, and a relative DIR is in the directory of PATH.  If DIR is NULL, a relative NAME is in
 * the directory of PATH. */
static bool
is_unsafe_from(const char *path, const char *dir, const char *name)
{
	size_t ndir = (size_t)(pathname_base(path) - path);

	if (*name == '/')
		return is_unsafe_at("", 0, "", name, "");
	if (dir == NULL)
		return is_unsafe_at(path, ndir, "", name, "");
	if (*dir == '/')
		return is_unsafe_at(dir, strlen(dir), "/", name, "");
	return is_unsafe_at(path, ndir, dir, "/", name);
}

/* libdwfl tries several debug files for an image.  Is any of them unsafe?  IMAGE is the path of the
 * image.  LINK is the debug link of the image, or NULL. */
static bool
has_unsafe_debug_file(const char *image, const char *link)
{
	static const char *const subs[] = { "", ".debug/" };
	const char *base = pathname_base(image);
	size_t ndir = (size_t)(base - image);

	if (link != NULL && *link == '/' && is_unsafe_at("", 0, "", link, ""))
		return true;
	for (size_t i = 0; i < sizeof(subs) / sizeof(*subs); i++)
		if (is_unsafe_at(image, ndir, subs[i], base, ".debug")
		    || (i > 0 && is_unsafe_at(image, ndir, subs[i], base, ""))
		    || (link != NULL && is_unsafe_at(image, ndir, subs[i], link, "")))
			return true;
	return false;
}

/* Is FD an ELF file that libdw may open?  Returns false for a file that is compressed as a whole:
 * libdwfl would unpack it, and two hundred bytes of bzip2 can become a gigabyte. */
static bool
is_usable(int fd)
{
	bool must_refuse;

	return is_elf(fd, &must_refuse) && !must_refuse;
}

/* Opens the debug file of MODULE as libdwfl does.  Returns its descriptor, or -1.  If the file
 * exists but must not be opened, *DATA becomes the reason. */
static int
find_debuginfo(Dwfl_Module *module, void **data, const char *name, Dwarf_Addr base,
	const char *image, const char *link, GElf_Word crc, char **found)
{
	int fd;

	if (image != NULL && has_unsafe_debug_file(image, link)) {
		*data = (void *)refused;
		return -1;
	}
	fd = dwfl_standard_find_debuginfo(module, data, name, base, image, link, crc, found);
	if (fd < 0 || is_usable(fd))
		return fd;
	close(fd);
	free(*found);
	*found = NULL;
	*data = (void *)refused;
	return -1;
}

const Dwfl_Callbacks debugfile_callbacks = {
	.find_elf = dwfl_build_id_find_elf,
	.find_debuginfo = find_debuginfo,
	.section_address = dwfl_offline_section_address,
};

bool
debugfile_has_unsafe_link(Dwarf *dwarf, const char *path)
{
	const char *name;
	const void *id;

	return dwelf_dwarf_gnu_debugaltlink(dwarf, &name, &id) > 0
		&& is_unsafe_from(path, NULL, name);
}

static const char *
string_attribute(Dwarf_Die *die, unsigned name)
{
	Dwarf_Attribute attribute;

	return dwarf_formstring(dwarf_attr(die, name, &attribute));
}

Dwarf_Die
debugfile_full_unit(Dwarf_Die *unit, const char *path)
{
	const char *name = string_attribute(unit, DW_AT_dwo_name);
	const char *dir = string_attribute(unit, DW_AT_comp_dir);
	uint8_t type;
	Dwarf_Die whole;

	if (name == NULL)
		name = string_attribute(unit, DW_AT_GNU_dwo_name);
	if (name == NULL || is_unsafe_from(path, NULL, name)
	    || (dir != NULL && is_unsafe_from(path, dir, name))
	    || is_unsafe_at(path, strlen(path), "", "", ".dwp"))
		return *unit;
	if (dwarf_cu_info(unit->cu, NULL, &type, NULL, &whole, NULL, NULL, NULL) != 0
	    || type != DW_UT_skeleton || whole.addr == NULL)
		return *unit;
	return whole;
}

/* Returns the path of the debug file of MODULE, the module of IM, to be free()d, or NULL if there
 * is none.  dwfl_module_getsymtab() would also find the file, but it would first unpack
 * .gnu_debugdata, to any size. */
static char *
find_module_path(const struct image *im, Dwfl_Module *module)
{
	GElf_Addr bias;
	GElf_Word crc = 0;
	Elf *elf = dwfl_module_getelf(module, &bias);
	char *path = NULL;
	void *ignored;
	int fd;

	if (elf == NULL)
		return NULL;
	fd = find_debuginfo(module, &ignored, im->path, 0, im->path,
		dwelf_elf_gnu_debuglink(elf, &crc), crc, &path);
	if (fd >= 0)
		close(fd);
	return path;
}

/* Returns the path under which the system keeps the debug file of the build-id of IM, to be
 * free()d, or NULL if IM has no build-id.  The file need not exist. */
static char *
build_id_path(const struct image *im)
{
	static const char dir[] = "/usr/lib/debug/.build-id/", end[] = ".debug";
	const unsigned char *id;
	size_t n = debugfile_build_id(im, &id), room = sizeof(dir) + 2 * n + sizeof(end), at;
	char *path;

	if (n < 2)
		return NULL;
	path = mem_new(room, 1);
	at = (size_t)snprintf(path, room, "%s%02x/", dir, id[0]);
	for (size_t i = 1; i < n; i++)
		at += (size_t)snprintf(path + at, room - at, "%02x", id[i]);
	snprintf(path + at, room - at, "%s", end);
	return path;
}

/* Returns the path of the debug file of IM that libdwfl finds by a debug link or from a server, to
 * be free()d, or NULL if there is none.  Must not be called if there is a file with the build-id of
 * IM.  For such a file, dwfl_standard_find_debuginfo() would leave the module in a state in which
 * dwfl_end() closes descriptor 0.  Only if libdwfl itself calls dwfl_standard_find_debuginfo(),
 * this does not happen. */
static char *
find_linked(const struct image *im)
{
	char *path = NULL;
	Dwfl *dwfl = dwfl_begin(&debugfile_callbacks);
	Dwfl_Module *module;
	int fd = dup(im->fd);

	if (dwfl == NULL || fd < 0) {
		dwfl_end(dwfl);
		if (fd >= 0)
			close(fd);
		return NULL;
	}
	module = dwfl_report_offline(dwfl, im->path, im->path, fd);
	if (module == NULL)
		close(fd);
	dwfl_report_end(dwfl, NULL, NULL);
	if (module != NULL)
		path = find_module_path(im, module);
	dwfl_end(dwfl);
	return path;
}

/* Returns the path of the debug file of IM, to be free()d, or NULL if there is none that is safe to
 * open. */
static char *
find_path(const struct image *im)
{
	char *path = build_id_path(im);
	bool found = path != NULL && access(path, F_OK) == 0;

	if (found && !is_unsafe(path))
		return path;
	free(path);
	return found ? NULL : find_linked(im);
}

const char *
debugfile_link(const struct image *im)
{
	GElf_Word crc;

	return dwelf_elf_gnu_debuglink(im->elf, &crc);
}

/* Is there a file NAME where libdwfl looks for the debug file of the image PATH: in its directory,
 * in .debug there, or in /usr/lib/debug, below any last part of its directory?  TEXT has ROOM
 * bytes and is scratch. */
static bool
is_beside(const char *path, const char *name, char *text, size_t room)
{
	int ndir = (int)(pathname_base(path) - path);

	snprintf(text, room, "%.*s%s", ndir, path, name);
	if (access(text, F_OK) == 0)
		return true;
	snprintf(text, room, "%.*s.debug/%s", ndir, path, name);
	if (access(text, F_OK) == 0)
		return true;
	for (int i = 0; i < ndir; i++) {
		if (path[i] != '/')
			continue;
		snprintf(text, room, "/usr/lib/debug%.*s%s", ndir - i, path + i, name);
		if (access(text, F_OK) == 0)
			return true;
	}
	return false;
}

bool
debugfile_is_near(const struct image *im)
{
	enum { MORE = 32 };		/* bytes that is_beside() adds to a directory and a name */
	char *path = build_id_path(im), *real = realpath(im->path, NULL), *own = NULL, *text;
	const char *name = debugfile_link(im);
	size_t room;
	bool answer;

	if (name == NULL) {
		room = strlen(pathname_base(im->path)) + sizeof(".debug");
		name = own = mem_new(room, 1);
		snprintf(own, room, "%s.debug", pathname_base(im->path));
	}
	room = strlen(im->path) + (real != NULL ? strlen(real) : 0) + strlen(name) + MORE;
	text = mem_new(room, 1);
	answer = (path != NULL && access(path, F_OK) == 0) || access(name, F_OK) == 0
		|| is_beside(im->path, name, text, room)
		|| (real != NULL && strcmp(real, im->path) != 0
			&& is_beside(real, name, text, room));
	free(path);
	free(real);
	free(own);
	free(text);
	return answer;
}

/* Opens PATH, which the image keeps, as the debug file of IM.  Frees PATH if that fails. */
static bool
open_debug(struct image *im, char *path)
{
	struct err e;

	im->debug = mem_new(1, sizeof(*im->debug));
	if (image_open(im->debug, path, &e))
		return true; /* NOLINT(clang-analyzer-unix.Malloc): the image keeps the path */
	free(im->debug);
	im->debug = NULL;
	free(path);
	return false;
}

struct image *
debugfile_image(struct image *im)
{
	bool was_sought = im->debug_sought;
	char *path;

	if (im->debug != NULL)
		return im->debug;
	im->debug_sought = true;
	if (was_sought || (im->is_alone && !debugfile_is_near(im)))
		return NULL;
	path = find_path(im);
	return path != NULL && open_debug(im, path) ? im->debug : NULL;
}

const struct elf_symtab *
debugfile_symtab(struct image *im)
{
	const struct image *debug = debugfile_image(im);

	return debug != NULL ? debug->symtab : NULL;
}

bool
debugfile_use(struct image *im, const char *path)
{
	const unsigned char *id, *other;
	size_t n, nother;

	if (im->debug != NULL || access(path, F_OK) != 0 || is_unsafe(path)
	    || !open_debug(im, mem_text(path, strlen(path))))
		return false;
	n = debugfile_build_id(im, &id);
	nother = debugfile_build_id(im->debug, &other);
	if (n > 0 && n == nother && memcmp(id, other, n) == 0)
		return true;
	path = im->debug->path;
	image_release(im->debug);
	free(im->debug);
	im->debug = NULL;
	free((char *)path);
	return false;
}

size_t
debugfile_build_id(const struct image *im, const unsigned char **id)
{
	const void *bits = NULL;
	ssize_t size = dwelf_elf_gnu_build_id(im->elf, &bits);

	*id = bits;
	return size > 0 ? (size_t)size : 0;
}
