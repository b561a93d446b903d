/* The separate file with the symbols of a stripped image.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "debugfile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "image.h"
#include "mem.h"

/* Is there something at the first NDIR bytes of DIR, then SUB, NAME and END that could keep
 * us waiting? */
static bool
is_trap(const char *dir, size_t ndir, const char *sub, const char *name, const char *end)
{
	size_t room = ndir + strlen(sub) + strlen(name) + strlen(end) + 1;
	char *path = mem_new(room, 1);
	struct stat st;
	bool answer;

	snprintf(path, room, "%.*s%s%s%s", (int)ndir, dir, sub, name, end);
	answer = stat(path, &st) == 0 && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode);
	free(path);
	return answer;
}

/* The names that libdwfl tries beside the image IMAGE: that of the link, or what is usual. */
static bool
is_trapped(const char *image, const char *link)
{
	static const char *const subs[] = { "", ".debug/" };
	const char *slash = strrchr(image, '/'), *base = slash != NULL ? slash + 1 : image;
	size_t ndir = (size_t)(base - image);

	if (link != NULL && *link == '/' && is_trap("", 0, "", link, ""))
		return true;
	for (size_t i = 0; i < sizeof(subs) / sizeof(*subs); i++)
		if (is_trap(image, ndir, subs[i], base, ".debug")
		    || (i > 0 && is_trap(image, ndir, subs[i], base, ""))
		    || (link != NULL && is_trap(image, ndir, subs[i], link, "")))
			return true;
	return false;
}

static int
find(Dwfl_Module *module, void **data, const char *name, Dwarf_Addr base, const char *image,
	const char *link, GElf_Word crc, char **found)
{
	if (image != NULL && is_trapped(image, link))
		return -1;
	return dwfl_standard_find_debuginfo(module, data, name, base, image, link, crc, found);
}

const Dwfl_Callbacks debugfile_callbacks = {
	.find_elf = dwfl_build_id_find_elf,
	.find_debuginfo = find,
	.section_address = dwfl_offline_section_address,
};

/* The path of IM's debug file as libdwfl finds it, to be free()d, or NULL. */
static char *
find_path(const struct image *im)
{
	char *path = NULL;
	Dwfl *dwfl = dwfl_begin(&debugfile_callbacks);
	Dwfl_Module *module;
	const char *debug = NULL;
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
	if (module != NULL && dwfl_module_getsymtab(module) > 0) {
		dwfl_module_info(module, NULL, NULL, NULL, NULL, NULL, NULL, &debug);
		if (debug != NULL)
			path = mem_text(debug, strlen(debug));
	}
	dwfl_end(dwfl);
	return path;
}

const struct elf_symtab *
image_debug_symtab(struct image *im)
{
	struct err e;
	char *path;

	if (im->debug != NULL)
		return im->debug->symtab;
	path = find_path(im);
	if (path == NULL)
		return NULL;
	im->debug = mem_new(1, sizeof(*im->debug));
	if (image_open(im->debug, path, &e))
		return im->debug->symtab; /* NOLINT(clang-analyzer-unix.Malloc):
					   * it keeps the path */
	free(im->debug);
	im->debug = NULL;
	free(path);
	return NULL;
}
