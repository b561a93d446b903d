/* buffers.c - a program that profiles itself with profil(3) or sprofil(3), and dumps the buffers
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 *	buffers SCALE [WIDTH]	profil() with SCALE; with WIDTH, sprofil() and counters of 32 bits
 *
 * Prints the lowest address that the buffer has a counter for, and writes the counters, in the byte
 * order of this machine, to raw.out.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/profil.h>
#include <time.h>
#include <unistd.h>

enum { BYTES = 4096 };

static volatile unsigned long sink;

__attribute__((noinline, aligned(256))) static void
burn(void)
{
	clock_t end = clock() + CLOCKS_PER_SEC / 4;

	do
		for (int i = 0; i < 300000; i++)
			sink += (unsigned long)i * 17;
	while (clock() < end);
}

__attribute__((noinline, aligned(256), used)) static void
behind(void)
{
	sink++;
}

int
main(int argc, char **argv)
{
	static unsigned char buffer[BYTES];
	unsigned scale = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 0) : 0x8000;
	size_t offset = (size_t)burn & ~(size_t)255;
	struct prof region = { buffer, sizeof(buffer), offset, scale };
	FILE *out;

	if (argc > 2)
		sprofil(&region, 1, NULL, PROF_UINT);
	else
		profil((unsigned short *)buffer, sizeof(buffer), offset, scale);
	burn();
	if (argc > 2)
		sprofil(NULL, 0, NULL, 0);
	else
		profil(NULL, 0, 0, 0);
	behind();
	out = fopen("raw.out", "wb");
	fwrite(buffer, 1, sizeof(buffer), out);
	fclose(out);
	printf("%#zx\n", offset);
	return 0;
}
