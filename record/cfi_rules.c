/* cfi_rules.c - runs the instructions of unwind tables, which set the rules for registers
 *
 * The instructions are those of DWARF 4, 6.4.2, two of GNU, and one of aarch64.
 *
 * SPDX-License-Identifier: ISC
 */
#include "record/cfi.h"

#ifdef CFI_RETURN_ADDRESS

/* DW_CFA_*.  The first three have an operand in the low 6 bits. */
enum {
	ADVANCE = 0x40, OFFSET = 0x80, RESTORE = 0xc0,
	NOP = 0x00, SET_LOC = 0x01, ADVANCE_1 = 0x02, ADVANCE_2 = 0x03, ADVANCE_4 = 0x04,
	OFFSET_EXTENDED = 0x05, RESTORE_EXTENDED = 0x06, UNDEFINED = 0x07, SAME_VALUE = 0x08,
	REGISTER = 0x09, REMEMBER = 0x0a, RECALL = 0x0b, DEF_CFA = 0x0c, DEF_CFA_REGISTER = 0x0d,
	DEF_CFA_OFFSET = 0x0e, DEF_CFA_EXPRESSION = 0x0f, EXPRESSION = 0x10,
	OFFSET_EXTENDED_SF = 0x11, DEF_CFA_SF = 0x12, DEF_CFA_OFFSET_SF = 0x13, VAL_OFFSET = 0x14,
	VAL_OFFSET_SF = 0x15, VAL_EXPRESSION = 0x16,
	NEGATE_SIGNED = 0x2d,		/* aarch64 */
	ARGS_SIZE = 0x2e, NEGATIVE_OFFSET = 0x2f,	/* GNU */
};

#define REMEMBERED 4			/* greatest number of rows that REMEMBER can save; compilers
					 * need one */

/* The state of running instructions. */
struct run {
	struct cfi_bytes *b;
	const struct cfi_factors *factors;
	const struct cfi_row *cie_row;
	struct cfi_row *row;
	uint64_t location;		/* address of the code that the next instruction
					 * describes */
	unsigned depth;			/* number of rows in .saved */
	struct cfi_row saved[REMEMBERED];
};

/* Sets the rule of the register NUMBER, unless rows do not have this register. */
static void
rule_set(struct run *r, uint64_t number, enum cfi_rule rule, int64_t value)
{
	int i = cfi_kept(r->factors->machine, number);

	if (i >= 0) {
		r->row->rules[i] = (uint8_t)rule;
		r->row->values[i] = value;
	}
}

/* Sets the rule of the register NUMBER to that of the CIE. */
static void
rule_restore(struct run *r, uint64_t number)
{
	int i = cfi_kept(r->factors->machine, number);

	if (i >= 0 && r->cie_row != NULL) {
		r->row->rules[i] = r->cie_row->rules[i];
		r->row->values[i] = r->cie_row->values[i];
	}
}

/* Skips an expression in R->b, and returns its address.  Sets .is_bad if its end is beyond R->b. */
static int64_t
expression(struct run *r)
{
	const uint8_t *at = r->b->at;
	uint64_t length = cfi_uleb(r->b);

	if (length > (uint64_t)(r->b->end - r->b->at))
		r->b->is_bad = true;
	else
		r->b->at += length;
	return (int64_t)(uintptr_t)at;
}

/* Sets the rule of the CFA: the value of the register NUMBER + OFFSET. */
static void
cfa_set(struct run *r, uint64_t number, int64_t offset)
{
	if (number >= r->factors->machine->nregisters)
		r->b->is_bad = true;
	r->row->cfa_is_expression = false;
	r->row->cfa_register = (uint8_t)number;
	r->row->cfa = offset;
}

/* Runs the instruction OP if it sets the rule of the CFA.  False: it does not. */
static bool
run_cfa(struct run *r, uint64_t op)
{
	uint64_t number;

	switch (op) {
	case DEF_CFA:
		number = cfi_uleb(r->b);
		cfa_set(r, number, (int64_t)cfi_uleb(r->b));
		return true;
	case DEF_CFA_SF:
		number = cfi_uleb(r->b);
		cfa_set(r, number, cfi_sleb(r->b) * r->factors->data);
		return true;
	case DEF_CFA_REGISTER:
		cfa_set(r, cfi_uleb(r->b), r->row->cfa);
		return true;
	case DEF_CFA_OFFSET:
		cfa_set(r, r->row->cfa_register, (int64_t)cfi_uleb(r->b));
		return true;
	case DEF_CFA_OFFSET_SF:
		cfa_set(r, r->row->cfa_register, cfi_sleb(r->b) * r->factors->data);
		return true;
	case DEF_CFA_EXPRESSION:
		r->row->cfa = expression(r);
		r->row->cfa_is_expression = true;
		return true;
	default:
		return false;
	}
}

/* Runs the instruction OP if it sets the rule of a register, NUMBER.  False: it does not. */
static bool
run_register(struct run *r, uint64_t op, uint64_t number)
{
	switch (op) {
	case OFFSET_EXTENDED:
		rule_set(r, number, CFI_OFFSET, (int64_t)cfi_uleb(r->b) * r->factors->data);
		return true;
	case OFFSET_EXTENDED_SF:
		rule_set(r, number, CFI_OFFSET, cfi_sleb(r->b) * r->factors->data);
		return true;
	case NEGATIVE_OFFSET:
		rule_set(r, number, CFI_OFFSET, -(int64_t)cfi_uleb(r->b) * r->factors->data);
		return true;
	case VAL_OFFSET:
		rule_set(r, number, CFI_VALUE, (int64_t)cfi_uleb(r->b) * r->factors->data);
		return true;
	case VAL_OFFSET_SF:
		rule_set(r, number, CFI_VALUE, cfi_sleb(r->b) * r->factors->data);
		return true;
	case RESTORE_EXTENDED:
		rule_restore(r, number);
		return true;
	case UNDEFINED:
		rule_set(r, number, CFI_UNDEFINED, 0);
		return true;
	case SAME_VALUE:
		rule_set(r, number, CFI_SAME, 0);
		return true;
	case REGISTER:
		rule_set(r, number, CFI_REGISTER, (int64_t)cfi_uleb(r->b));
		return true;
	case EXPRESSION:
		rule_set(r, number, CFI_AT, expression(r));
		return true;
	case VAL_EXPRESSION:
		rule_set(r, number, CFI_IS, expression(r));
		return true;
	default:
		return false;
	}
}

/* Runs the instruction OP if it is one of the instructions below, which have no register and do not
 * change the location.  False: it is another instruction, or fails. */
static bool
run_state(struct run *r, uint64_t op)
{
	switch (op) {
	case NOP:
		return true;
	case REMEMBER:
		if (r->depth == REMEMBERED)
			return false;
		r->saved[r->depth++] = *r->row;
		return true;
	case RECALL:
		if (r->depth == 0)
			return false;
		*r->row = r->saved[--r->depth];
		return true;
	case NEGATE_SIGNED:
		r->row->is_signed = !r->row->is_signed;
		return true;
	case ARGS_SIZE:
		cfi_uleb(r->b);
		return true;
	default:
		return false;
	}
}

/* Runs the instruction OP.  False: it fails, is unknown, or is SET_LOC, which is not supported. */
static bool
run_one(struct run *r, uint64_t op)
{
	uint64_t low = op & 0x3f;

	switch (op & 0xc0) {
	case ADVANCE:
		r->location += low * r->factors->code;
		return true;
	case OFFSET:
		return run_register(r, OFFSET_EXTENDED, low);
	case RESTORE:
		return run_register(r, RESTORE_EXTENDED, low);
	default:
		break;
	}
	if (op >= ADVANCE_1 && op <= ADVANCE_4) {
		r->location += cfi_number(r->b, 1U << (op - ADVANCE_1)) * r->factors->code;
		return true;
	}
	if (run_state(r, op) || run_cfa(r, op))
		return true;
	return op != SET_LOC && op <= NEGATIVE_OFFSET && run_register(r, op, cfi_uleb(r->b));
}

bool
cfi_run(struct cfi_row *row, const struct cfi_row *cie_row, struct cfi_bytes *b,
	const struct cfi_factors *factors, uint64_t location)
{
	struct run r;

	r.b = b;
	r.factors = factors;
	r.cie_row = cie_row;
	r.row = row;
	r.location = location;
	r.depth = 0;
	while (b->at < b->end && r.location <= row->pc) {
		if (!run_one(&r, cfi_number(b, 1)) || b->is_bad)
			return false;
	}
	return true;
}
#endif
