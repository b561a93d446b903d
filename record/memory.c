/* memory.c - memset(), memcpy() and the like, and text without libc
 *
 * While a call is counted, vector registers contain arguments of the program's function, and the
 * functions of libc would overwrite them.  memset(), memcpy(), memmove() and memcmp() are here
 * because compilers insert calls of them.
 *
 * SPDX-License-Identifier: ISC
 */
#include <string.h>

#include "record/recorder.h"

/* Keeps the compiler from replacing a loop of memset(), for example, by a call of memset(). */
#define IS_A_LOOP() __asm__ volatile("" ::: "memory")

HIDDEN void *
memset(void *to, int value, size_t size)
{
	char *at = to;

	for (; size > 0; size--) {
		*at++ = (char)value;
		IS_A_LOOP();
	}
	return to;
}

HIDDEN void *
memcpy(void *restrict to, const void *restrict from, size_t size)
{
	const char *source = from;
	char *at = to;

	for (; size > 0; size--) {
		*at++ = *source++;
		IS_A_LOOP();
	}
	return to;
}

HIDDEN void *
memmove(void *to, const void *from, size_t size)
{
	const char *source = from;
	char *at = to;

	if ((uintptr_t)to - (uintptr_t)from >= size)
		return memcpy(to, from, size);
	while (size > 0) {
		size--;
		at[size] = source[size];
		IS_A_LOOP();
	}
	return to;
}

HIDDEN int
memcmp(const void *a, const void *b, size_t size)
{
	const unsigned char *p = a;
	const unsigned char *q = b;

	for (; size > 0; size--, p++, q++) {
		if (*p != *q)
			return *p - *q;
		IS_A_LOOP();
	}
	return 0;
}

char *
text_append(char *to, const char *end, const char *text)
{
	while (*text != '\0' && to + 1 < end)
		*to++ = *text++;
	*to = '\0';
	return to;
}

char *
text_append_number(char *to, const char *end, uint64_t number)
{
	char digits[24];
	char *at = digits + sizeof(digits);

	*--at = '\0';
	do {
		*--at = (char)('0' + number % 10);
		number /= 10;
	} while (number != 0);
	return text_append(to, end, at);
}

uint64_t
text_number(const char *text, uint64_t most)
{
	uint64_t number = 0;

	for (; *text >= '0' && *text <= '9' && number < most; text++)
		number = number * 10 + (uint64_t)(*text - '0');
	return number < most ? number : most;
}

size_t
text_length(const char *text)
{
	size_t length = 0;

	while (text[length] != '\0') {
		length++;
		IS_A_LOOP();
	}
	return length;
}

bool
text_begins(const char *text, const char *begin)
{
	while (*begin != '\0' && *text == *begin) {
		text++;
		begin++;
	}
	return *begin == '\0';
}

const char *
text_hex(const char *text, uint8_t *bytes, size_t n)
{
	for (size_t i = 0; i < n; i++, text += 2) {
		int high = text_hex_digit(text[0]);
		int low = high < 0 ? -1 : text_hex_digit(text[1]);

		if (low < 0)
			return NULL;
		bytes[i] = (uint8_t)(high << 4 | low);
	}
	return text;
}

int
text_hex_digit(int c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return -1;
}
