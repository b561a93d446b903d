/* sites.c - calls that gprof places on wrong lines
 *
 * gprof rounds the address of a call down, which can lead into the code of another line.
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
static volatile int sink;

void leaf(int n)
{
	for (int i = 0; i < n; i++)
		sink += i;
}

int main(void)
{
	leaf(1000);
	leaf(2000);
	for (int i = 0; i < 7; i++)
		leaf(i);
	leaf(3);
	return 0;
}
