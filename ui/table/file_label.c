/* file_label.c - short names of the profile files of a run: "211" for gmon.out.211
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "table/file_label.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/pathname.h"
#include "samples/samples.h"

/* Returns the length of the common prefix of all paths in S.  The prefix does not end within a word
 * or a number. */
static size_t
common_prefix(const struct samples *s)
{
	const char *first = s->files[0].path;
	size_t n = strlen(first);

	for (size_t i = 1; i < s->nfiles; i++) {
		size_t k = 0;

		while (k < n && first[k] == s->files[i].path[k])
			k++;
		n = k;
	}
	while (n > 0 && isalnum((unsigned char)first[n - 1]))
		n--;
	return n;
}

/* Returns the length of the common suffix of all paths in S.  The suffix does not begin in the
 * first START bytes of a path, nor within a word or a number. */
static size_t
common_suffix(const struct samples *s, size_t start)
{
	const char *first = s->files[0].path;
	size_t length = strlen(first), n = length - start;

	for (size_t i = 1; i < s->nfiles; i++) {
		const char *path = s->files[i].path;
		size_t end = strlen(path), k = 0;

		while (k < n && k < end - start && first[length - 1 - k] == path[end - 1 - k])
			k++;
		n = k;
	}
	while (n > 0 && isalnum((unsigned char)first[length - n]))
		n--;
	return n;
}

void
file_label_find_common(struct view_context *ctx)
{
	const struct samples *s = ctx->profile->samples;

	if (ctx->profile->spread == NULL || s->nfiles < 2)
		return;
	ctx->path_start = common_prefix(s);
	ctx->path_end = common_suffix(s, ctx->path_start);
}

void
file_label(const struct view_context *ctx, uint32_t image, uint32_t file, char out[FILE_LABEL])
{
	const char *path = ctx->profile->samples[image].files[file].path;
	size_t n = strlen(path);

	/* Only the paths of image 0 are known to have the common prefix and suffix: for files of
	 * other images, use the base name. */
	if (image == 0 && ctx->path_start + ctx->path_end < n)
		snprintf(out, FILE_LABEL, "%.*s", (int)(n - ctx->path_start - ctx->path_end),
			path + ctx->path_start);
	else
		snprintf(out, FILE_LABEL, "%s", pathname_base(path));
}
