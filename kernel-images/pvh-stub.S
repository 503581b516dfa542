/*
 * Starts an uncompressed 64-bit kernel (ELF vmlinux) that has no PVH entry of its own, as those of weaveworks/ignite:
 * QEMU starts ELF kernels by way of PVH only. wrap-elf puts this in front of the kernel.
 *
 * Entered as PVH says (xen/include/public/arch-x86/hvm/start_info.h): 32-bit protected mode, no paging, %ebx points to
 * struct hvm_start_info. Left as the kernel's 64-bit boot protocol says (Documentation/x86/boot.rst): long mode, memory
 * mapped on to itself, %rsi points to struct boot_params ("zero page").
 *
 * The build defines KERNEL_ENTRY, the physical address in the ELF header.
 */
	.code32
	.globl	_start
_start:
	cld
	movl	$boot_params, %edi
	xorl	%eax, %eax
	movl	$(tables_end - boot_params) / 4, %ecx
	rep stosl

	movl	$boot_params, %edi
	movw	$0xaa55, 0x1fe(%edi)
	movl	$0x53726448, 0x202(%edi)	/* "HdrS" */
	movw	$0x020c, 0x206(%edi)		/* protocol 2.12, the first with 64-bit entry */
	movb	$0xff, 0x210(%edi)		/* type_of_loader: none that is registered */
	movb	$1, 0x211(%edi)			/* LOADED_HIGH */
	movl	$0x1000000, 0x230(%edi)		/* kernel_alignment */
	movl	24(%ebx), %eax			/* cmdline_paddr */
	movl	%eax, 0x228(%edi)
	movl	$2047, 0x238(%edi)

	cmpl	$0, 12(%ebx)			/* nr_modules: the initramfs is the first */
	je	1f
	movl	16(%ebx), %esi
	movl	0(%esi), %eax
	movl	%eax, 0x218(%edi)
	movl	8(%esi), %eax
	movl	%eax, 0x21c(%edi)
1:
	/* Memory map: 24 bytes an entry there, 20 in boot_params, which has room for 128. */
	movl	48(%ebx), %ecx
	cmpl	$128, %ecx
	jbe	2f
	movl	$128, %ecx
2:	movb	%cl, 0x1e8(%edi)
	movl	40(%ebx), %esi
	addl	$0x2d0, %edi
	testl	%ecx, %ecx
	jz	4f
3:	movl	$5, %edx
	pushl	%ecx
	movl	%edx, %ecx
	rep movsl
	popl	%ecx
	addl	$4, %esi
	loop	3b
4:
	/* The first 4 GiB mapped on to themselves, in pages of 2 MiB. */
	movl	$page_upper + 7, page_top
	movl	$page_upper, %edi
	movl	$page_middle + 7, %eax
	movl	$4, %ecx
5:	movl	%eax, (%edi)
	addl	$0x1000, %eax
	addl	$8, %edi
	loop	5b
	movl	$page_middle, %edi
	movl	$0x83, %eax
	movl	$4 * 512, %ecx
6:	movl	%eax, (%edi)
	addl	$0x200000, %eax
	addl	$8, %edi
	loop	6b

	lgdt	gdt_pointer
	movl	%cr4, %eax
	orl	$0x20, %eax			/* PAE */
	movl	%eax, %cr4
	movl	$page_top, %eax
	movl	%eax, %cr3
	movl	$0xc0000080, %ecx		/* EFER.LME */
	rdmsr
	orl	$0x100, %eax
	wrmsr
	movl	%cr0, %eax
	orl	$0x80000001, %eax
	movl	%eax, %cr0
	ljmp	$0x10, $long_mode

	.code64
long_mode:
	movl	$0x18, %eax
	movl	%eax, %ds
	movl	%eax, %es
	movl	%eax, %ss
	movl	%eax, %fs
	movl	%eax, %gs
	movl	$boot_params, %esi
	movl	$KERNEL_ENTRY, %eax
	jmp	*%rax

	.balign	8
gdt:
	.quad	0, 0
	.quad	0x00af9a000000ffff		/* 0x10: code, 64-bit */
	.quad	0x00cf92000000ffff		/* 0x18: data */
gdt_end:
gdt_pointer:
	.word	gdt_end - gdt - 1
	.long	gdt

	.bss
	.balign	4096
boot_params:
	.skip	4096
page_top:
	.skip	4096
page_upper:
	.skip	4096
page_middle:
	.skip	4 * 4096
tables_end:
