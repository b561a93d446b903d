/* wrongtables.c - a program with tables like those in which glibc counts calls, but wrong ones
 *
 *	wrongtables odd		the samples have an odd number of bytes
 *	wrongtables loop	each entry leads to the same arc, whose chain does not end
 *	wrongtables beyond	the number of arcs is larger than their table
 *
 * It prints a line, and waits for the end of its standard input.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { TEXT = 1 << 16, BINS = TEXT / 2 / sizeof(long), FROMS = BINS, LIMIT = 50 };

static struct {
	unsigned long tos[LIMIT][3];
	unsigned long bins[BINS + 1];
	unsigned long froms[FROMS];
} tables;

/* The fields of glibc's struct gmonparam, in their order. */
static volatile unsigned long parameters[13];

int
main(int argc, char **argv)
{
	const char *mode = argc > 1 ? argv[1] : "";
	unsigned long odd = strcmp(mode, "odd") == 0;
	const unsigned long values[] = { 0, (unsigned long)tables.bins, sizeof(long) * BINS + odd,
		(unsigned long)tables.froms, sizeof tables.froms, (unsigned long)tables.tos,
		sizeof tables.tos, LIMIT, 0x400000, 0x400000 + TEXT, TEXT, 2, 1 };
	char byte;

	tables.tos[0][2] = strcmp(mode, "beyond") == 0 ? ~0ul : 2;
	for (int i = 1; i < 3; i++) {
		tables.tos[i][0] = 0x400000;
		tables.tos[i][1] = 7;
		tables.tos[i][2] = 1;
	}
	for (int i = 0; i < FROMS; i++)
		tables.froms[i] = 1;
	for (int i = 0; i < 13; i++)
		parameters[i] = values[i];
	puts("ready");
	fflush(stdout);
	while (read(0, &byte, 1) > 0)
		;
	return 0;
}
