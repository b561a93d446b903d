/* cfi.h - unwind tables: where the code of a program keeps the registers of its callers
 *
 * The tables say for each instruction where the return address and the registers of the caller are.
 * The compiler writes them to the section .eh_frame of each program and library.  The layout of the
 * section is that of DWARF 4, 6.4, with the changes of the Linux Standard Base, 10.6.
 *
 * The files cfi_entry.c, cfi_rules.c and cfi_step.c are used by the recorder and by gprowse itself,
 * which unwinds threads of other processes.  They call no function of libc.  Their user says where
 * the tables are, and defines memory_read().  In the recorder, cfi.c finds the tables with
 * _dl_find_object() of glibc 2.35.  It takes no lock, so a signal handler may call it while the
 * interrupted code loads a library.
 *
 * _Unwind_Backtrace() of libgcc is not used, for three reasons.  It reads any address that a
 * damaged stack contains, so it can end the program with SIGSEGV.  It takes several times as long.
 * And libgcc_s.so.1 would have to be loaded into programs that do not need it.  Here, stacks are
 * read with memory_read(), which returns false if the memory is not mapped.
 *
 * SPDX-License-Identifier: ISC
 */
#ifndef CFI_H
#define CFI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "record/recording.h"

#pragma GCC visibility push(hidden)

/* The registers of this machine, by the numbers that DWARF gives them. */
#if defined __x86_64__
#define CFI_FRAME_POINTER 6
#define CFI_STACK_POINTER 7
#define CFI_RETURN_ADDRESS 16
#define CFI_OWN (&cfi_x86_64)
#elif defined __aarch64__
#define CFI_FRAME_POINTER 29
#define CFI_STACK_POINTER 31
#define CFI_RETURN_ADDRESS 30
#define CFI_OWN (&cfi_aarch64)
#else
#define CFI_OWN NULL			/* unwind tables are not used on other machines */
#endif

/* The greatest numbers of registers, and of those that rows have, of all machines.  The recorder,
 * which keeps many rows, has only stacks of its own machine. */
#if defined CFI_ONE_MACHINE && defined __x86_64__
enum { CFI_REGISTERS = 17, CFI_KEPT = 7 };
#else
enum { CFI_REGISTERS = 32, CFI_KEPT = 12 };
#endif

/* What differs between kinds of processors. */
struct cfi_machine {
	uint8_t nregisters;		/* at most CFI_REGISTERS */
	uint8_t frame_pointer, stack_pointer, return_address;
	bool has_link;			/* a call stores the return address in a register: a
					 * function that calls none may have nothing on the stack */
	bool has_signatures;		/* the highest bits of a return address may be a signature
					 * (pointer authentication) */
	int8_t kept[32];		/* the index of each register in cfi_row.rules; -1: rows do
					 * not have it.  They have those that a callee must keep,
					 * and the return address */
};

extern const struct cfi_machine cfi_x86_64, cfi_aarch64;

/* The memory of the program, mostly its stack.  The user of these files defines it. */
struct memory;

/* Sets *VALUE to the word at ADDRESS.  False: ADDRESS is no multiple of the size of a word, or
 * cannot be read. */
bool memory_read(struct memory *m, uint64_t address, uint64_t *value);

/* A frame: a call in progress. */
struct cfi_frame {
	const struct cfi_machine *machine;
	uint64_t pc;
	uint64_t registers[CFI_REGISTERS];
	uint32_t unknown;		/* bit k: register k is not known */
	bool is_exact;			/* .pc was interrupted; otherwise it is a return address */
};

/* How to find a register of the caller.  "Value" is the register's element of cfi_row.values. */
enum cfi_rule {
	CFI_SAME,			/* the caller's register is unchanged */
	CFI_UNDEFINED,			/* the register is lost; for the return address: there is no
					 * caller */
	CFI_OFFSET,			/* the register is saved at the address CFA + value */
	CFI_VALUE,			/* the register is CFA + value */
	CFI_REGISTER,			/* another register contains the register; the value is its
					 * number */
	CFI_AT,				/* the register is saved at the address that the expression
					 * at value computes */
	CFI_IS,				/* the register is the result of the expression at value */
};

/* What the tables say about one instruction.  The canonical frame address (CFA) is the stack
 * pointer of the caller before its call. */
struct cfi_row {
	uint64_t pc;			/* address of the instruction; 0: the row is empty */
	bool is_signal;			/* the caller made no call: a signal interrupted it */
	bool is_signed;			/* aarch64: the return address has a signature */
	bool cfa_is_expression;
	uint8_t cfa_register;
	uint8_t rules[CFI_KEPT];	/* enum cfi_rule */
	int64_t cfa;			/* offset from .cfa_register, or address of expression */
	int64_t values[CFI_KEPT];	/* for .rules */
};

/* Where the tables of one program or library are. */
struct cfi_tables {
	const struct cfi_machine *machine;
	const void *object;		/* identifies the program or library */
	const uint8_t *low, *high;	/* the tables are read in [low, high) only */
	const uint8_t *header;		/* the section .eh_frame_hdr */
	/* Makes .low and .high the bounds of the segment of the object that contains AT.  False:
	 * the object has no such segment.  NULL: all tables are in [low, high). */
	bool (*segment)(struct cfi_tables *t, const uint8_t *at);
};

/* Can cfi_find() find unwind tables on this system? */
bool cfi_prepare(void);

/* Sets *ROW to what the tables say about the instruction at PC.  False: they say nothing, or are
 * damaged; *ROW may have been changed. */
bool cfi_find(uint64_t pc, struct cfi_row *row);

/* Like cfi_find(), with the tables T.  They may be a copy in other memory than the code: then PC
 * is the address that the code would have if it had been copied with them.  *START becomes the
 * address of the code that the entry of PC describes, and *BYTES its length; both in the same way,
 * and only if the pointers are not NULL. */
bool cfi_find_in(struct cfi_tables *t, uint64_t pc, struct cfi_row *row, uint64_t *start,
	uint64_t *bytes);

/* Reads the entry of the tables T at *AT, and sets *AT to the next one.  *START becomes the address
 * of the code that the entry describes; 0: it describes none.  False: there are no more entries. */
bool cfi_next(struct cfi_tables *t, const uint8_t **at, uint64_t *start);

/* Changes *F to the frame of its caller, by the rules of ROW, the row for F->pc.  False: *F is
 * unchanged, because it has no caller, or the caller is not known.  Registers of the caller that
 * depend on unknown registers become unknown. */
bool cfi_step(const struct cfi_row *row, struct cfi_frame *f, struct memory *m);

/* Returns the index of the register NUMBER in .rules and .values of a row, or -1 if rows do not
 * have it. */
int cfi_kept(const struct cfi_machine *machine, uint64_t number);

/* Returns the return address ADDRESS without its signature, if it may have one. */
uint64_t cfi_without_signature(const struct cfi_machine *machine, uint64_t address);

/* Bytes of the tables that are still to be read.  The functions below read from .at on. */
struct cfi_bytes {
	const uint8_t *at, *end;
	bool is_bad;			/* something would have been beyond .end, or is invalid */
};
uint64_t cfi_number(struct cfi_bytes *b, unsigned bytes);	/* BYTES: 1, 2, 4 or 8 */
int64_t cfi_signed(struct cfi_bytes *b, unsigned bytes);
uint64_t cfi_uleb(struct cfi_bytes *b);	/* LEB128: DWARF 4, 7.6 */
int64_t cfi_sleb(struct cfi_bytes *b);

/* What a common information entry (CIE) says about the instructions of unwind tables. */
struct cfi_factors {
	const struct cfi_machine *machine;
	uint64_t code;			/* code_alignment_factor */
	int64_t data;			/* data_alignment_factor */
	uint8_t pointers;		/* encoding of addresses */
};

/* Changes the rules of *ROW by the instructions in B, which describe code from the address LOCATION
 * on, up to the instruction at ROW->pc.  CIE_ROW has the rules of the CIE, which some instructions
 * restore.  It is NULL if B belongs to the CIE itself.  False: an instruction is damaged or
 * unknown; *ROW may have been changed. */
bool cfi_run(struct cfi_row *row, const struct cfi_row *cie_row, struct cfi_bytes *b,
	const struct cfi_factors *factors, uint64_t location);

#pragma GCC visibility pop

#endif
