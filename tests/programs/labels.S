/* labels.S - code with labels of every kind, for x86-64 and others
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
	.text
#ifdef __x86_64__
	.globl label_function
	.type label_function, @function
label_function:
	endbr64
	mov %rdi, %rcx
	xor %eax, %eax
	inc %rcx
inner_label:				/* local, untyped */
	add %rcx, %rax
	.globl global_label
global_label:				/* global, untyped: takes the samples */
	imul $3, %rax
	xor %rcx, %rax
	dec %rcx
	jnz inner_label
	ret
	.size label_function, . - label_function

	.globl untyped
untyped:
	mov %rdi, %rcx
	xor %eax, %eax
	inc %rcx
	.weak weak_label
weak_label:
again$dollar:
	lea 1(%rax, %rcx, 2), %rax
	loop again$dollar
dotted.1:
	ret
odd.name:
	nop
	.type sized_object, @object
sized_object:
	ret
#else
#error "only for x86-64"
#endif

	.data
	.weak weak_data
weak_data:
	.quad 0
	.section .note.GNU-stack, "", @progbits
