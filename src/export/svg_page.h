/* svg_page.h - the script and the style of --export=svg, from svg_*.js and svg_style.css
 *
 * Makefile.am makes svg_page.c from these files.
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SVG_PAGE_H
#define SVG_PAGE_H

/* The lines of the files, without most comments.  The last element is NULL. */
extern const char *const svg_script[], *const svg_style[];

#endif
