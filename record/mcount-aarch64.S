/* mcount-aarch64.S - counts a call: _mcount, __cyg_profile_func_enter
 *
 * Both are called like any other function, so they may change x9 to x15.  mcount-x86_64.S says how
 * slots and tables are used.  A signal handler may interrupt this code anywhere and count calls of
 * its own.  So the address of the table is read once, and the store-exclusive fails if the thread
 * was interrupted since the load-exclusive.
 *
 * SPDX-License-Identifier: ISC
 */
#ifdef __aarch64__

#define FACTOR_LOW 0x79B1		/* as in table_place() of recorder.h */
#define FACTOR_HIGH 0x1E37
#define SHIFT 20
#define TABLE_END 16				/* .mask and .slots of a table are at 0 and 8 */
#define BTI_C hint #34
#define XPACLRI hint #7			/* removes a signature from x30 */

	.text

/* Counts the call of the function at x1 from the return address x0, and returns. */
.macro COUNT_CALL
	mrs	x10, tpidr_el0
	adrp	x11, :gottprel:rec_thread
	ldr	x11, [x11, #:gottprel_lo12:rec_thread]
	ldr	x15, [x10, x11]			/* the table */
	ldp	x12, x11, [x15]			/* .mask, .slots */
	mov	w13, #FACTOR_LOW
	movk	w13, #FACTOR_HIGH, lsl #16
	add	x14, x0, x1, lsl #3
	mul	x14, x14, x13
	and	x14, x12, x14, lsr #SHIFT
	add	x11, x11, x15
	add	x11, x11, x14
1:	ldp	x12, x13, [x11]
	cmp	x12, x0
	ccmp	x13, x1, #0, eq
	b.ne	3f
	add	x11, x11, #16
2:	ldxr	x12, [x11]
	add	x12, x12, #1
	stxr	w13, x12, [x11]
	cbnz	w13, 2b
	ret
3:	cbz	x12, 4f
	ldr	x13, [x15, #TABLE_END]
	add	x11, x11, #32
	cmp	x11, x13
	b.lo	1b
4:	b	mcount_slow
.endm

.macro BEGIN name
	.globl	\name
	.type	\name, %function
	.balign	64
\name:
	.cfi_startproc
	BTI_C
.endm

.macro END name
	.cfi_endproc
	.size	\name, . - \name
.endm

.macro RETURN_IF_HALTED
	adrp	x9, rec_control_page
	ldr	w9, [x9, #:lo12:rec_control_page]
	cbnz	w9, 9f
.endm

/* void _mcount(void *from): the called function calls _mcount, so self is the return address of
 * _mcount. */
	BEGIN	_mcount
	RETURN_IF_HALTED
	mov	x9, x30
	mov	x30, x0
	XPACLRI
	mov	x0, x30
	mov	x30, x9
	mov	x1, x30
	COUNT_CALL
9:	ret
	END	_mcount
	.globl	mcount
	.type	mcount, %function
	.set	mcount, _mcount

/* void __cyg_profile_func_enter(void *self, void *from) */
	BEGIN	__cyg_profile_func_enter
	RETURN_IF_HALTED
	mov	x9, x0
	mov	x0, x1
	mov	x1, x9
	COUNT_CALL
9:	ret
	END	__cyg_profile_func_enter

	BEGIN	__cyg_profile_func_exit
	ret
	END	__cyg_profile_func_exit

/* Says that this code works with branch protection: GNU_PROPERTY_AARCH64_FEATURE_1_BTI. */
	.section .note.gnu.property, "a"
	.balign	8
	.word	4, 16, 5
	.asciz	"GNU"
	.word	0xc0000000, 4, 1, 0
#endif
	.section .note.GNU-stack, "", %progbits
