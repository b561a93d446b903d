/* cfi_entry.c - finds the entry of the unwind tables that belongs to an instruction
 *
 * SPDX-License-Identifier: ISC
 */
#include "record/cfi.h"

#ifdef CFI_RETURN_ADDRESS

/* The encodings of pointers that are supported: DW_EH_PE_* of the Linux Standard Base, 10.5. */
enum {
	FORM_MASK = 0x0f,
	FORM_POINTER = 0x00,
	FORM_U4 = 0x03,
	FORM_U8 = 0x04,
	FORM_S4 = 0x0b,
	FORM_S8 = 0x0c,
	BASE_MASK = 0x70,
	BASE_PC = 0x10,			/* relative to the address of the pointer */
	BASE_HEADER_S4 = 0x3b,		/* 4 bytes with sign, relative to the header */
};

#define LONGEST_ENTRY (1U << 18)	/* bytes; longer entries, which would take long to run, are
					 * damaged */

/* A common information entry (CIE) has the facts that several frame description entries (FDEs)
 * share.  Each FDE describes the code of one function. */
struct cie {
	struct cfi_bytes instructions;
	struct cfi_factors factors;
	bool is_signal;			/* as in struct cfi_row */
	bool has_augmentation;		/* each FDE has augmentation data */
};

uint64_t
cfi_number(struct cfi_bytes *b, unsigned bytes)
{
	union { uint64_t n8; uint32_t n4; uint16_t n2; uint8_t n1; uint8_t bytes[8]; } u = { 0 };

	if ((size_t)(b->end - b->at) < bytes) {
		b->is_bad = true;
		b->at = b->end;
		return 0;
	}
	for (unsigned i = 0; i < bytes; i++)
		u.bytes[i] = *b->at++;
	return bytes == 8 ? u.n8 : bytes == 4 ? u.n4 : bytes == 2 ? u.n2 : u.n1;
}

int64_t
cfi_signed(struct cfi_bytes *b, unsigned bytes)
{
	uint64_t value = cfi_number(b, bytes);
	uint64_t sign = UINT64_C(1) << (8 * bytes - 1);

	return (int64_t)((value ^ sign) - sign);
}

/* Reads a LEB128 number without its sign.  *SIGN becomes the bits above those that were read, as
 * they are if the number is below 0; 0 if it is not. */
static uint64_t
leb(struct cfi_bytes *b, uint64_t *sign)
{
	uint64_t value = 0;
	unsigned shift = 0;
	uint64_t byte;

	do {
		byte = cfi_number(b, 1);
		if (shift < 64)
			value |= (byte & 0x7f) << shift;
		shift += 7;
	} while (byte & 0x80);
	*sign = (byte & 0x40) && shift < 64 ? ~UINT64_C(0) << shift : 0;
	return value;
}

uint64_t
cfi_uleb(struct cfi_bytes *b)
{
	uint64_t sign;

	return leb(b, &sign);
}

int64_t
cfi_sleb(struct cfi_bytes *b)
{
	uint64_t sign, value = leb(b, &sign);

	return (int64_t)(value | sign);
}

/* Reads a pointer with this ENCODING from B, and returns it plus its base.  If IS_LENGTH is set,
 * reads a length instead, which has no base.  Sets B->is_bad if ENCODING is not supported. */
static uint64_t
encoded(struct cfi_bytes *b, uint8_t encoding, bool is_length)
{
	uint64_t base = 0;
	uint64_t value;

	if (!is_length && (encoding & BASE_MASK) == BASE_PC)
		base = (uintptr_t)b->at;
	else if ((encoding & BASE_MASK) != BASE_PC && (encoding & BASE_MASK) != 0)
		b->is_bad = true;
	switch (encoding & FORM_MASK) {
	case FORM_POINTER:
		value = cfi_number(b, sizeof(void *));
		break;
	case FORM_U4:
		value = cfi_number(b, 4);
		break;
	case FORM_S4:
		value = (uint64_t)cfi_signed(b, 4);
		break;
	case FORM_U8:
	case FORM_S8:
		value = cfi_number(b, 8);
		break;
	default:
		b->is_bad = true;
		return 0;
	}
	return base + value;
}

/* Makes the segment of T the one that contains AT.  False: the object of T has no such segment. */
static bool
segment_find(struct cfi_tables *t, const uint8_t *at)
{
	return (at >= t->low && at < t->high) || (t->segment != NULL && t->segment(t, at));
}

/* Sets *B to the contents of the CIE or FDE at AT.  False: AT is not in the object of T, or the
 * entry is empty or damaged, or has the 64-bit form of DWARF, which is not used in .eh_frame. */
static bool
entry_open(struct cfi_tables *t, const uint8_t *at, struct cfi_bytes *b)
{
	uint64_t length;

	if (!segment_find(t, at))
		return false;
	*b = (struct cfi_bytes){ at, t->high, false };
	length = cfi_number(b, 4);
	if (b->is_bad || length == 0 || length > LONGEST_ENTRY
	    || length > (uint64_t)(t->high - b->at))
		return false;
	b->end = b->at + length;
	return true;
}

/* Reads the augmentation data of the CIE *C from B.  The letters in TEXT say what the data
 * contains.  Returns false if the data is damaged or a letter is unknown. */
static bool
read_augmentation(struct cie *c, const uint8_t *text, struct cfi_bytes *b)
{
	uint64_t length;
	struct cfi_bytes data;

	c->factors.pointers = FORM_POINTER;
	if (*text == '\0')
		return true;
	if (*text++ != 'z')
		return false;
	length = cfi_uleb(b);
	if (length > (uint64_t)(b->end - b->at))
		return false;
	data = (struct cfi_bytes){ b->at, b->at + length, false };
	b->at += length;
	c->has_augmentation = true;
	for (; *text != '\0'; text++) {
		if (*text == 'R')
			c->factors.pointers = (uint8_t)cfi_number(&data, 1);
		else if (*text == 'P')	/* a pointer that is skipped, so its base does not matter */
			encoded(&data, (uint8_t)cfi_number(&data, 1) & FORM_MASK, true);
		else if (*text == 'L')
			cfi_number(&data, 1);
		else if (*text == 'S')
			c->is_signal = true;
		else if (*text != 'B')
			break;
	}
	return !data.is_bad;
}

/* Reads the CIE at AT into *C.  False: it is damaged, or of a kind that is not supported. */
static bool
cie_read(struct cfi_tables *t, const uint8_t *at, struct cie *c)
{
	struct cfi_bytes *b = &c->instructions;
	const uint8_t *text;
	uint64_t version;

	*c = (struct cie){ .factors.machine = t->machine };
	if (!entry_open(t, at, b) || cfi_number(b, 4) != 0)
		return false;
	version = cfi_number(b, 1);
	text = b->at;
	while (cfi_number(b, 1) != '\0' && !b->is_bad)
		;
	c->factors.code = cfi_uleb(b);
	c->factors.data = cfi_sleb(b);
	if ((version == 1 ? cfi_number(b, 1) : cfi_uleb(b)) != t->machine->return_address)
		return false;
	return (version == 1 || version == 3) && !b->is_bad && read_augmentation(c, text, b)
		&& !b->is_bad;
}

/* Returns the address of the only FDE that can describe PC, from the sorted index in .eh_frame_hdr,
 * or NULL.  The address is not yet checked.  Layout: Linux Standard Base, 10.6.2. */
static const uint8_t *
index_search(struct cfi_tables *t, uint64_t pc)
{
	struct cfi_bytes b;
	bool is_usable;
	uint8_t forms[3];
	uint64_t lo = 0, hi;
	int64_t wanted = (int64_t)(pc - (uintptr_t)t->header);

	if (!segment_find(t, t->header))
		return NULL;
	b = (struct cfi_bytes){ t->header, t->high, false };
	is_usable = cfi_number(&b, 1) == 1;
	for (int i = 0; i < 3; i++)
		forms[i] = (uint8_t)cfi_number(&b, 1);
	is_usable &= ((forms[0] & FORM_MASK) == FORM_S4 || (forms[0] & FORM_MASK) == FORM_U4)
		&& forms[1] == FORM_U4 && forms[2] == BASE_HEADER_S4;
	cfi_number(&b, 4);
	hi = cfi_number(&b, 4);
	if (!is_usable || b.is_bad || hi > (uint64_t)(t->high - b.at) / 8)
		return NULL;
	while (lo < hi) {		/* find the first entry above PC */
		uint64_t mid = lo + (hi - lo) / 2;
		struct cfi_bytes entry = { b.at + 8 * mid, t->high, false };

		if (cfi_signed(&entry, 4) <= wanted)
			lo = mid + 1;
		else
			hi = mid;
	}
	if (lo == 0)
		return NULL;
	b.at += 8 * (lo - 1) + 4;
	return t->header + cfi_signed(&b, 4);
}

bool
cfi_next(struct cfi_tables *t, const uint8_t **at, uint64_t *start)
{
	struct cfi_bytes b;
	const uint8_t *place;
	uint64_t distance;
	struct cie c;

	if (!entry_open(t, *at, &b))
		return false;
	place = b.at;
	*at = b.end;
	*start = 0;
	distance = cfi_number(&b, 4);
	if (!b.is_bad && distance != 0 && distance <= (uint64_t)(place - t->low)
	    && cie_read(t, place - distance, &c))
		*start = encoded(&b, c.factors.pointers, false);
	if (b.is_bad)
		*start = 0;
	return true;
}

bool
cfi_find_in(struct cfi_tables *t, uint64_t pc, struct cfi_row *row, uint64_t *start,
	uint64_t *bytes)
{
	struct cfi_bytes b;
	struct cie c;
	struct cfi_row first = { .pc = pc };
	const uint8_t *place;
	const uint8_t *at;
	uint64_t low, length;

	if ((at = index_search(t, pc)) == NULL || !entry_open(t, at, &b))
		return false;
	place = b.at;
	if (!cie_read(t, place - cfi_number(&b, 4), &c))
		return false;
	low = encoded(&b, c.factors.pointers, false);
	length = encoded(&b, c.factors.pointers, true);
	if (b.is_bad || pc < low || pc - low >= length)
		return false;
	if (start != NULL)
		*start = low;
	if (bytes != NULL)
		*bytes = length;
	if (c.has_augmentation) {
		length = cfi_uleb(&b);
		if (length > (uint64_t)(b.end - b.at))
			return false;
		b.at += length;
	}
	first.is_signal = c.is_signal;
	if (!cfi_run(&first, NULL, &c.instructions, &c.factors, low))
		return false;
	*row = first;
	return cfi_run(row, &first, &b, &c.factors, low);
}
#endif
