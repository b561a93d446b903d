/* cfi.h - unwind tables: where the code of a program keeps the registers of its callers
 *
 * The compiler describes for each instruction where the return address and the registers of the
 * caller are.  These tables are in the section .eh_frame of each program and library, whose layout
 * is that of DWARF 4, 6.4, with the changes of the Linux Standard Base, 10.6.  They are found with
 * _dl_find_object() of glibc 2.35, which takes no lock, so a signal handler may call it while the
 * interrupted code loads a library.
 *
 * Why not _Unwind_Backtrace() of libgcc: it reads any address that a damaged stack contains, so it
 * can end the program with SIGSEGV; it takes several times as long; and libgcc_s.so.1 would have to
 * be loaded into programs that do not need it.  Here, memory that may not be mapped is read with
 * memory_read(), which then returns false.
 *
 * SPDX-License-Identifier: ISC
 */
#ifndef CFI_H
#define CFI_H

#include <stdbool.h>
#include <stdint.h>

#include "record/recorder.h"

/* Registers have the numbers that DWARF gives them. */
#if defined __x86_64__
#define CFI_REGISTERS 17
#define CFI_FRAME_POINTER 6
#define CFI_STACK_POINTER 7
#define CFI_RETURN_ADDRESS 16
#define CFI_KEPT 7		/* callee-saved registers, and the return address */
#elif defined __aarch64__
#define CFI_REGISTERS 32
#define CFI_FRAME_POINTER 29
#define CFI_STACK_POINTER 31
#define CFI_RETURN_ADDRESS 30
#define CFI_KEPT 12
#else
/* Unwind tables are not used on other machines; i386 has frame pointers instead. */
#define CFI_REGISTERS 1
#define CFI_KEPT 1
#endif

/* How memory of the program, which is mostly its stack, is read. */
struct memory {
	uint64_t low, high;		/* [low, high) is mapped, and is read directly */
	uint64_t copied;		/* address of .copy; 0: nothing was copied */
	unsigned char copy[512];
	struct workspace *workspace;	/* of the thread, or NULL */
};

/* Sets *VALUE to the word at ADDRESS.  False: it cannot be read. */
bool memory_read(struct memory *m, uint64_t address, uint64_t *value) HIDDEN;

/* A frame: a call in progress. */
struct cfi_frame {
	uint64_t pc;
	uint64_t registers[CFI_REGISTERS];
	bool is_exact;			/* .pc is the next instruction; else a return address */
};

enum cfi_rule {
	CFI_SAME,			/* the caller's register is unchanged */
	CFI_UNDEFINED,			/* it is lost; for the return address: there is no caller */
	CFI_OFFSET,			/* saved at the address CFA + value */
	CFI_VALUE,			/* is the CFA + value */
	CFI_REGISTER,			/* is in the register VALUE */
	CFI_AT,				/* saved at the result of the expression at VALUE */
	CFI_IS,				/* is the result of the expression at VALUE */
};

/* What the tables say about one instruction.  The canonical frame address (CFA) is the stack
 * pointer of the caller before its call. */
struct cfi_row {
	uint64_t pc;			/* the instruction; 0: the row is empty */
	bool is_signal;			/* the caller made no call: a signal interrupted it */
	bool is_signed;			/* aarch64: the return address has a signature */
	bool cfa_is_expression;
	uint8_t cfa_register;
	uint8_t rules[CFI_KEPT];	/* enum cfi_rule */
	int64_t cfa;			/* offset from the register, or address of the expression */
	int64_t values[CFI_KEPT];
};

/* Does cfi_find() work on this system? */
bool cfi_prepare(void) HIDDEN;

/* Sets *ROW to what the tables say about the instruction at PC.  False: they say nothing, or are
 * damaged; *ROW may have been changed. */
bool cfi_find(uint64_t pc, struct cfi_row *row) HIDDEN;

/* Changes *F to its caller.  False: *F has no caller, or the caller is not known; *F is
 * unchanged. */
bool cfi_step(const struct cfi_row *row, struct cfi_frame *f, struct memory *m) HIDDEN;

/* Returns the index of a register in rules[] and values[], or -1 if it has none. */
int cfi_kept(uint64_t number) HIDDEN;

/* A part of the tables that is read. */
struct cfi_bytes {
	const uint8_t *at, *end;
	bool is_bad;			/* something was read beyond .end */
};
uint64_t cfi_number(struct cfi_bytes *b, unsigned bytes) HIDDEN;	/* BYTES: 1, 2, 4 or 8 */
int64_t cfi_signed(struct cfi_bytes *b, unsigned bytes) HIDDEN;
uint64_t cfi_uleb(struct cfi_bytes *b) HIDDEN;	/* LEB128: DWARF 4, 7.6 */
int64_t cfi_sleb(struct cfi_bytes *b) HIDDEN;

/* What a common information entry (CIE) says about the instructions of unwind tables. */
struct cfi_factors {
	uint64_t code;			/* code_alignment_factor */
	int64_t data;			/* data_alignment_factor */
	uint8_t pointers;		/* encoding of addresses */
};

/* cfi_rules.c: changes the rules of *ROW by the instructions in B, which describe code from the
 * address LOCATION on, up to the instruction at ROW->pc.  CIE_ROW has the rules of the CIE, which
 * some instructions restore; NULL: B belongs to the CIE itself.  False: an instruction is damaged
 * or unknown. */
bool cfi_run(struct cfi_row *row, const struct cfi_row *cie_row, struct cfi_bytes *b,
	const struct cfi_factors *factors, uint64_t location) HIDDEN;

#endif
