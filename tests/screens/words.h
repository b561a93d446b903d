/* words.h - a hash function for words, which the compiler inlines */
static inline unsigned hash_byte(unsigned hash, unsigned char byte)
{
	hash ^= byte;
	return hash * 16777619u;
}
