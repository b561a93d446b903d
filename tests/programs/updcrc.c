/* The checksum of compression programs, as in the manual of gprof.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <stddef.h>
#include <stdio.h>

unsigned long crc_table[256];

unsigned long
updcrc(const unsigned char *s, unsigned n)
{
	unsigned long c;
	static unsigned long crc = 0xffffffff;

	if (s == NULL) {
		c = 0xffffffff;
	} else {
		c = crc;
		if (n) do {
			c = crc_table[(c ^ *s++) & 0xff] ^ (c >> 8);
		} while (--n);
	}
	crc = c;
	return c ^ 0xffffffff;
}

int
main(void)
{
	static unsigned char text[26312];

	updcrc(NULL, 0);
	printf("%lx\n", updcrc(text, sizeof(text)));
	return 0;
}
