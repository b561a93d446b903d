/* words.c - the program of words.callgrind: count different words */
#include <stdio.h>
#include <string.h>
#include "words.h"

enum { SLOTS = 1024 };

static char words[SLOTS][32];
static unsigned counts[SLOTS];

static unsigned hash_word(const char *word)
{
	unsigned hash = 2166136261u;

	while (*word != '\0')
		hash = hash_byte(hash, (unsigned char)*word++);
	return hash % SLOTS;
}

/* Counts WORD; returns 1 if it is new. */
static int add_word(const char *word)
{
	unsigned slot = hash_word(word);

	while (words[slot][0] != '\0' && strcmp(words[slot], word) != 0)
		if (++slot == SLOTS)
			slot = 0;
	if (counts[slot] == 0)
		strcpy(words[slot], word);
	return counts[slot]++ == 0;
}

static unsigned depth(unsigned n)
{
	return n < 2 ? n : 1 + depth(n / 2);
}

int main(void)
{
	char word[32];
	unsigned different = 0;

	while (scanf("%31s", word) == 1)
		different += add_word(word);
	printf("%u words, %u levels\n", different, depth(different));
	return 0;
}
