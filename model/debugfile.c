/* The separate file with the symbols of a stripped image.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "image.h"

#include <elfutils/libdwfl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "mem.h"

/* The path of IM's debug file as libdwfl finds it, to be free()d, or NULL. */
static char *
find_path(const struct image *im)
{
	char *where = NULL, *path = NULL;
	const Dwfl_Callbacks callbacks = {
		.find_elf = dwfl_build_id_find_elf,
		.find_debuginfo = dwfl_standard_find_debuginfo,
		.section_address = dwfl_offline_section_address,
		.debuginfo_path = &where,
	};
	Dwfl *dwfl = dwfl_begin(&callbacks);
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
