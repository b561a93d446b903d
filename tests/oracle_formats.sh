#!/bin/sh
# oracle_formats.sh - compare listings of BSD files with gprof's, in every byte order and width
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The inputs are vectors that gprof reads correctly, converted profiles of a real program, and a
# program with the addresses of a kernel.

. "${srcdir:-.}/tests/oracle_common.sh"

cat >options <<'END'
-T
-p
-q
-p -q
-i
-e main
-F a
-Q -z
END

# listings IMAGE PROFILE...: compares several listings.
listings() {
	[ -n "$CHECK_BRIEF" ] || same -b "$@"
	same -b -z "$@"
	some 3 options "$@"
}

# image VECTOR: prints the path of the image for VECTOR.
image() {
	case $1 in
	*32le*) echo "$vectors/image32le.elf" ;;
	*32be*) echo "$vectors/image32be.elf" ;;
	*64be*) echo "$vectors/image64be.elf" ;;
	*) echo "$vectors/image64le.elf" ;;
	esac
}

name=vectors
for v in v01_gnu_64le v02_gnu_64be v03_gnu_32le v04_gnu_32be v05_gnu_arcs_only \
	v06_gnu_hist_only_32le v07_gnu_multi_hist v10_gnu_saturated v11_gnu_other_dimension \
	v12_gnu_nonintegral_bin v13_gnu_zero_rate v15_bsd44_64le v16_bsd44_32be v17_bsd44_32le \
	v18_bsd44_64be v22_bsd44_openbsd_totarc v27_oldbsd_32le v28_oldbsd_32be \
	v30_oldbsd_64le_h20 e15_bsd44_arc_cut; do
	listings "$(image $v)" "$vectors/$v.bin"
done
for v in e05_gnu_bins_cut e06_gnu_arc_cut e07_gnu_bad_tag e08_gnu_bad_version \
	e09_gnu_hist_overlap e14_bsd44_bins_cut; do
	same -b "$(image $v)" "$vectors/$v.bin"
done

# Vectors that gprof reads incorrectly, and gprowse correctly.
name=right
"$gprowse" -b -p "$vectors/image64le.elf" "$vectors/v20_bsd44_freebsd_s64.bin" |
	awk '$NF == "b" && $4 == 8 { found = 1 } END { exit !found }'
ok $? "counters of 64 bits"
"$gprowse" -b -p "$vectors/image64le.elf" "$vectors/v23_bsd44_mingw64_dirty_count.bin" >got
"$gprowse" -b -p "$vectors/image64le.elf" "$vectors/v01_gnu_64le.bin" | cmp -s - got
ok $? "4 bytes of a count"
"$gprowse" -b -p "$vectors/image64le.elf" "$vectors/v29_oldbsd_64le_h24.bin" | cmp -s - got
ok $? "a padded header"

# Several files: all of one format or of two formats, with contents that match or do not match.
name=several
b=$vectors/v15_bsd44_64le.bin
g=$vectors/v01_gnu_64le.bin
o=$vectors/v30_oldbsd_64le_h20.bin
listings "$vectors/image64le.elf" "$b" "$vectors/v22_bsd44_openbsd_totarc.bin"
listings "$vectors/image64le.elf" "$b" "$g"
listings "$vectors/image64le.elf" "$g" "$b"
listings "$vectors/image64le.elf" "$g" "$o"
listings "$vectors/image64le.elf" "$o" "$o" "$b"
listings "$vectors/image64le.elf" "$vectors/v05_gnu_arcs_only.bin" "$b"

# The option -O gives the format.  gprof then reads any file as a BSD file, and may allocate 16 GiB.
name=chosen
for format in auto 4.4bsd; do
	same -b -O $format "$vectors/image64le.elf" "$g"
done
for format in auto magic bsd 4.4bsd; do
	same -b -O $format "$vectors/image64le.elf" "$b"
	same -b -O $format "$vectors/image64le.elf" "$o"
done
same -b -O prof "$vectors/image64le.elf" "$b"
same -b -O xyz "$vectors/image64le.elf" "$b"

# Sums that gprof wrote.
name=sums
for format in bsd 4.4bsd auto; do
	rm -f gmon.sum
	"$gprof" -s -O $format "$vectors/image64le.elf" "$b" "$b" >sum.out 2>&1
	mv gmon.sum sum.$format && listings "$vectors/image64le.elf" sum.$format
done

# bsd44 PROFILE: converts a profile of 64-bit little-endian glibc to the format of 4.4BSD.
bsd44() {
	bins=$(od -An -tu4 -j37 -N4 "$1" | tr -d ' ')
	size=$((40 + 2 * bins))
	tail -c +22 "$1" | head -c 16
	printf "$(printf '\\%o\\%o\\%o\\%o' $((size & 255)) $((size >> 8 & 255)) $((size >> 16)) 0)"
	printf '\171\030\005\0\144\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0'
	tail -c +62 "$1" | head -c $((2 * bins))
	tail -c +$((63 + 2 * bins)) "$1" | od -An -v -tu1 | tr -s ' \n' '\n\n' | awk '
		NF { i = at++ % 21 }
		NF && i < 20 { printf "\\%03o%s", $1, i == 19 ? "\\0\\0\\0\\0" : "" }' >arcs
	printf "$(cat arcs)"
}

# A real program.
case $(uname -m) in
x86_64 | aarch64)
	if build walk "$cc" "-g -O0" "$programs/walk.c"; then
		bsd44 walk.gmon >walk.bsd
		name=real
		listings walk walk.bsd
		same -b walk walk.bsd walk.bsd
		same -b walk walk.bsd walk.gmon
		same -b -l walk walk.bsd
	fi
	;;
esac

# A program with addresses of a kernel, in the upper half, and an entry symbol without a type.
cat >kernel.c <<'END'
int leaf(int x) { return x + 1; }
int middle(int x) { return leaf(x) + leaf(x + 1); }
void kern_start(void) { middle(1); for (;;) ; }
__asm__(".globl locore\nlocore:\n\tnop\n\tnop\n\tnop\n\tnop\n\tret\n.size locore, .-locore\n");
END
name=kernel
if "$cc" -O0 -mcmodel=kernel -fno-pic -no-pie -nostdlib -static -ffreestanding \
	-Wl,-Ttext=0xffffffff80200000 -Wl,-e,kern_start -o kernel kernel.c 2>/dev/null; then
	printf '\0\0\040\200\377\377\377\377\100\0\040\200\377\377\377\377\110\0\0\0\171\030\5\0' >k.out
	printf '\144\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0' >>k.out
	printf '\1\0\0\0\2\0\0\0\0\0\3\0\0\0\0\0\0\0\4\0\0\0\0\0\0\0\0\0\7\0\0\0' >>k.out
	printf '\040\0\040\200\377\377\377\377\4\0\040\200\377\377\377\377\3\0\0\0\0\0\0\0' >>k.out
	listings kernel k.out
fi

cases_end
