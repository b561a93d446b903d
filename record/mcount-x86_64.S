/* mcount-x86_64.S - counts a call: mcount, __fentry__, __cyg_profile_func_enter
 *
 * A slot (struct rec_slot) begins with .from, .self and .count, 8 bytes each.  A table (struct
 * table) begins with .mask, .slots and .end.  A signal handler may interrupt this code anywhere and
 * count calls of its own.  So the address of the table is read once, and incq, a single
 * instruction, counts.
 *
 * Another process may change the slots, which are in a file, but not the table.  So no slot is used
 * that is not in [first slot, .end).
 *
 * If a handler that has interrupted this code makes a child with fork(), all of the table is 0 in
 * the child, and the memory around it is mapped.  So no slot is found there.
 *
 * SPDX-License-Identifier: ISC
 */
#ifdef __x86_64__

#define SLOT_SIZE 32
#define SELF 8
#define COUNT 16
#define MASK 0
#define SLOTS 8
#define TABLE_END 16
#define FACTOR 0x1E3779B1		/* as in table_place() of recorder.h */
#define SHIFT 20

#ifdef __CET__
#include <cet.h>
#else
#define _CET_ENDBR endbr64
#endif

	.text

/* Sets %r11 to the address of the table of this thread. */
.macro FIND_TABLE
	movq	rec_thread@gottpoff(%rip), %r11
	movq	%fs:(%r11), %r11
.endm

/* Defines the function NAME, which counts a call and keeps all registers except %r11.  NAME pushes
   %rax and %rcx.  After that, FROM is where the return address of the counted function is.  The
   counted function calls mcount after its prologue, but __fentry__ before its prologue. */
.macro COUNTER name, from:vararg
	.globl	\name
	.type	\name, @function
	.balign	64
\name:
	.cfi_startproc
	_CET_ENDBR
	cmpl	$0, rec_control_page(%rip)
	jne	9f
	pushq	%rax
	.cfi_adjust_cfa_offset 8
	pushq	%rcx
	.cfi_adjust_cfa_offset 8
	movq	\from, %rcx
	movq	16(%rsp), %rax			/* self: the return address of NAME */
	leaq	(%rcx,%rax,8), %rax
	imulq	$FACTOR, %rax, %rax
	shrq	$SHIFT, %rax
	FIND_TABLE
	andq	MASK(%r11), %rax
	addq	SLOTS(%r11), %rax
	addq	%r11, %rax
1:	cmpq	%rcx, (%rax)
	jne	2f
	movq	16(%rsp), %rcx
	cmpq	%rcx, SELF(%rax)
	jne	4f
	incq	COUNT(%rax)
	.cfi_remember_state
	popq	%rcx
	.cfi_adjust_cfa_offset -8
	popq	%rax
	.cfi_adjust_cfa_offset -8
9:	ret
	.cfi_restore_state
4:	movq	\from, %rcx
2:	cmpq	$0, (%rax)
	je	3f
	addq	$SLOT_SIZE, %rax
	cmpq	TABLE_END(%r11), %rax
	jb	1b
3:	movq	16(%rsp), %r11
	pushq	%rdx
	.cfi_adjust_cfa_offset 8
	pushq	%rsi
	.cfi_adjust_cfa_offset 8
	pushq	%rdi
	.cfi_adjust_cfa_offset 8
	pushq	%r8
	.cfi_adjust_cfa_offset 8
	pushq	%r9
	.cfi_adjust_cfa_offset 8
	pushq	%r10
	.cfi_adjust_cfa_offset 8
	pushq	%rbx
	.cfi_adjust_cfa_offset 8
	.cfi_rel_offset %rbx, 0
	movq	%rcx, %rdi
	movq	%r11, %rsi
	movq	%rsp, %rbx
	.cfi_def_cfa_register %rbx
	andq	$-16, %rsp
	cld
	call	mcount_slow
	movq	%rbx, %rsp
	.cfi_def_cfa_register %rsp
	popq	%rbx
	.cfi_adjust_cfa_offset -8
	.cfi_restore %rbx
	popq	%r10
	.cfi_adjust_cfa_offset -8
	popq	%r9
	.cfi_adjust_cfa_offset -8
	popq	%r8
	.cfi_adjust_cfa_offset -8
	popq	%rdi
	.cfi_adjust_cfa_offset -8
	popq	%rsi
	.cfi_adjust_cfa_offset -8
	popq	%rdx
	.cfi_adjust_cfa_offset -8
	popq	%rcx
	.cfi_adjust_cfa_offset -8
	popq	%rax
	.cfi_adjust_cfa_offset -8
	ret
	.cfi_endproc
	.size	\name, . - \name
.endm

	COUNTER	mcount, 8(%rbp)
	.globl	_mcount
	.type	_mcount, @function
	.set	_mcount, mcount

	COUNTER	__fentry__, 24(%rsp)

/* void __cyg_profile_func_enter(void *self, void *from): it need not keep more registers than any
   other function. */
	.globl	__cyg_profile_func_enter
	.type	__cyg_profile_func_enter, @function
	.balign	64
__cyg_profile_func_enter:
	.cfi_startproc
	_CET_ENDBR
	cmpl	$0, rec_control_page(%rip)
	jne	9f
	FIND_TABLE
	leaq	(%rsi,%rdi,8), %rax
	imulq	$FACTOR, %rax, %rax
	shrq	$SHIFT, %rax
	andq	MASK(%r11), %rax
	addq	SLOTS(%r11), %rax
	addq	%r11, %rax
1:	cmpq	%rsi, (%rax)
	jne	2f
	cmpq	%rdi, SELF(%rax)
	jne	2f
	incq	COUNT(%rax)
9:	ret
2:	cmpq	$0, (%rax)
	je	3f
	addq	$SLOT_SIZE, %rax
	cmpq	TABLE_END(%r11), %rax
	jb	1b
3:	xchgq	%rsi, %rdi
	jmp	mcount_slow
	.cfi_endproc
	.size	__cyg_profile_func_enter, . - __cyg_profile_func_enter

	.globl	__cyg_profile_func_exit
	.type	__cyg_profile_func_exit, @function
	.balign	16
__cyg_profile_func_exit:
	.cfi_startproc
	_CET_ENDBR
	ret
	.cfi_endproc
	.size	__cyg_profile_func_exit, . - __cyg_profile_func_exit

#endif
	.section .note.GNU-stack, "", %progbits
