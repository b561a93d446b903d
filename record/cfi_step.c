/* cfi_step.c - goes from a frame to its caller by the rules of unwind tables
 *
 * Expressions are those of DWARF 4, 2.5.1.  Only operations that assemblers and linkers write into
 * unwind tables are supported: no branches, no division.
 *
 * SPDX-License-Identifier: ISC
 */
#include "record/cfi.h"

#ifdef CFI_RETURN_ADDRESS

enum {				/* DW_OP_* */
	OP_DEREF = 0x06, OP_CONST1U = 0x08, OP_CONST8S = 0x0f, OP_CONSTU = 0x10, OP_CONSTS = 0x11,
	OP_DUP = 0x12, OP_DROP = 0x13, OP_SWAP = 0x16, OP_AND = 0x1a, OP_MINUS = 0x1c,
	OP_MUL = 0x1e, OP_NEG = 0x1f, OP_NOT = 0x20, OP_OR = 0x21, OP_PLUS = 0x22,
	OP_PLUS_UCONST = 0x23,
	OP_SHL = 0x24, OP_SHR = 0x25, OP_XOR = 0x27, OP_EQ = 0x29, OP_GE = 0x2a, OP_GT = 0x2b,
	OP_LE = 0x2c, OP_LT = 0x2d, OP_NE = 0x2e, OP_LIT0 = 0x30, OP_LIT31 = 0x4f,
	OP_BREG0 = 0x70, OP_BREG31 = 0x8f, OP_NOP = 0x96,
};

#define DEEPEST 16			/* greatest number of values on the stack of an
					 * expression */

/* The stack of an expression.  The last value is the top. */
struct values {
	unsigned n;
	uint64_t at[DEEPEST];
};

/* Sets *RESULT to A OP B.  False: OP is not a supported operation with two operands. */
static bool
binary(uint64_t op, uint64_t a, uint64_t b, uint64_t *result)
{
	switch (op) {
	case OP_AND: *result = a & b; return true;
	case OP_MINUS: *result = a - b; return true;
	case OP_MUL: *result = a * b; return true;
	case OP_OR: *result = a | b; return true;
	case OP_PLUS: *result = a + b; return true;
	case OP_SHL: *result = b < 64 ? a << b : 0; return true;
	case OP_SHR: *result = b < 64 ? a >> b : 0; return true;
	case OP_XOR: *result = a ^ b; return true;
	case OP_EQ: *result = a == b; return true;
	case OP_NE: *result = a != b; return true;
	case OP_GE: *result = (int64_t)a >= (int64_t)b; return true;
	case OP_GT: *result = (int64_t)a > (int64_t)b; return true;
	case OP_LE: *result = (int64_t)a <= (int64_t)b; return true;
	case OP_LT: *result = (int64_t)a < (int64_t)b; return true;
	default: return false;
	}
}

/* Sets *VALUE to what OP pushes: a constant, whose bytes are read from B, or the sum of a register
 * of F and an offset.  False: OP is another operation, or F does not have the register. */
static bool
pushed(uint64_t op, struct cfi_bytes *b, const struct cfi_frame *f, uint64_t *value)
{
	if (op >= OP_LIT0 && op <= OP_LIT31) {
		*value = op - OP_LIT0;
	} else if (op >= OP_BREG0 && op <= OP_BREG31) {
		if (op - OP_BREG0 >= f->machine->nregisters
		    || (f->unknown >> (op - OP_BREG0) & 1) != 0)
			return false;
		*value = f->registers[op - OP_BREG0] + (uint64_t)cfi_sleb(b);
	} else if (op >= OP_CONST1U && op <= OP_CONST8S) {
		unsigned bytes = 1U << ((op - OP_CONST1U) / 2);

		*value = (op & 1) == 0 ? cfi_number(b, bytes) : (uint64_t)cfi_signed(b, bytes);
	} else if (op == OP_CONSTU) {
		*value = cfi_uleb(b);
	} else if (op == OP_CONSTS) {
		*value = (uint64_t)cfi_sleb(b);
	} else {
		return false;
	}
	return true;
}

/* Runs the operation OP, which changes the values on the stack V.  False: OP is unknown or
 * fails. */
static bool
changed(uint64_t op, struct cfi_bytes *b, struct values *v, struct memory *m)
{
	uint64_t *top;
	uint64_t old;

	if (op == OP_NOP)
		return true;
	if (v->n == 0)
		return false;
	top = &v->at[v->n - 1];
	switch (op) {
	case OP_DEREF:
		return memory_read(m, *top, top);
	case OP_PLUS_UCONST:
		*top += cfi_uleb(b);
		return true;
	case OP_NEG:
		*top = -*top;
		return true;
	case OP_NOT:
		*top = ~*top;
		return true;
	case OP_DROP:
		v->n--;
		return true;
	case OP_DUP:
		if (v->n == DEEPEST)
			return false;
		v->at[v->n++] = *top;
		return true;
	default:
		break;
	}
	if (v->n < 2)
		return false;
	if (op == OP_SWAP) {
		old = *top;
		*top = top[-1];
		top[-1] = old;
		return true;
	}
	v->n--;
	return binary(op, top[-1], top[0], &top[-1]);
}

/* Sets *RESULT to the result of the expression at the address PLACE.  The stack of the expression
 * has *CFA at first, or nothing if CFA is NULL.  False: the expression cannot be evaluated. */
static bool
evaluate(int64_t place, const struct cfi_frame *f, const uint64_t *cfa, struct memory *m,
	uint64_t *result)
{
	const uint8_t *at = (const uint8_t *)(uintptr_t)place;
	struct cfi_bytes b = { at, at + 10, false };	/* cfi_rules.c has checked the length */
	struct values v;
	uint64_t length = cfi_uleb(&b);

	b.end = b.at + length;
	v.n = 0;
	if (cfa != NULL)
		v.at[v.n++] = *cfa;
	while (b.at < b.end) {
		uint64_t op = cfi_number(&b, 1);
		uint64_t value;

		if (pushed(op, &b, f, &value)) {
			if (v.n == DEEPEST)
				return false;
			v.at[v.n++] = value;
		} else if (!changed(op, &b, &v, m)) {
			return false;
		}
	}
	if (b.is_bad || v.n == 0)
		return false;
	*result = v.at[v.n - 1];
	return true;
}

/* Finds the value that a register has in the caller of F, and sets *VALUE to it.  I is the index of
 * the register in ROW->rules.  The rule is not CFI_SAME.  False: the value is not known. */
static bool
recovered(const struct cfi_row *row, int i, const struct cfi_frame *f, uint64_t cfa,
	struct memory *m, uint64_t *value)
{
	int64_t operand = row->values[i];
	uint64_t place;

	switch ((enum cfi_rule)row->rules[i]) {
	case CFI_OFFSET:
		return memory_read(m, cfa + (uint64_t)operand, value);
	case CFI_VALUE:
		*value = cfa + (uint64_t)operand;
		return true;
	case CFI_REGISTER:
		if ((uint64_t)operand >= f->machine->nregisters || (f->unknown >> operand & 1) != 0)
			return false;
		*value = f->registers[operand];
		return true;
	case CFI_AT:
		return evaluate(operand, f, &cfa, m, &place) && memory_read(m, place, value);
	case CFI_IS:
		return evaluate(operand, f, &cfa, m, value);
	case CFI_SAME:
	case CFI_UNDEFINED:
	default:
		return false;
	}
}

bool
cfi_step(const struct cfi_row *row, struct cfi_frame *f, struct memory *m)
{
	const struct cfi_machine *machine = f->machine;
	struct cfi_frame caller = *f;
	int last = cfi_kept(machine, machine->return_address);
	uint64_t cfa;

	if (row->rules[last] == CFI_UNDEFINED)
		return false;
	if (!row->cfa_is_expression && (f->unknown >> row->cfa_register & 1) != 0)
		return false;
	if (!row->cfa_is_expression)
		cfa = f->registers[row->cfa_register] + (uint64_t)row->cfa;
	else if (!evaluate(row->cfa, f, NULL, m, &cfa))
		return false;
	for (unsigned number = 0; number < machine->nregisters; number++) {
		int i = cfi_kept(machine, number);
		uint64_t value;

		if (i < 0 || row->rules[i] == CFI_SAME || row->rules[i] == CFI_UNDEFINED)
			continue;
		if (recovered(row, i, f, cfa, m, &value)) {
			caller.registers[number] = value;
			caller.unknown &= ~(UINT32_C(1) << number);
		} else if (f->unknown != 0) {
			caller.unknown |= UINT32_C(1) << number;
		} else {
			return false;
		}
	}
	caller.registers[machine->stack_pointer] = cfa;
	caller.unknown &= ~(UINT32_C(1) << machine->stack_pointer);
	if ((caller.unknown >> machine->return_address & 1) != 0)
		return false;
	caller.pc = caller.registers[machine->return_address];
	if (row->is_signed)
		caller.pc = cfi_without_signature(machine, caller.pc);
	caller.is_exact = row->is_signal;
	if (caller.pc < REC_LEAST_ADDRESS
	    || (caller.pc == f->pc && cfa == f->registers[machine->stack_pointer]))
		return false;
	*f = caller;
	return true;
}
#endif
