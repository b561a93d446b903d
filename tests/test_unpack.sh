#!/bin/sh
# test_unpack.sh - compressed profiles: all kinds, several members, damage, sizes, pipes
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"
image=$vectors/image64le.elf
gnu=$vectors/v01_gnu_64le.bin
config=$top/config.h
"$gprowse" --decode "$gnu" | tail -n +4 >want
"$gprowse" -b "$image" "$gnu" >listing

# decoded FILE: is the compressed FILE decoded like the profile $gnu?
decoded() {
	"$gprowse" --decode "$1" >out 2>said && tail -n +4 out | cmp - want
}

# packed NAME MACRO TOOL: the cases of one kind of compression.  MACRO of config.h says whether
# gprowse can unpack it.
packed() {
	kind=$1 tool=$3
	if ! command -v "$tool" >/dev/null; then
		skipped "$kind" "there is no $tool"
		return
	fi
	"$tool" -c <"$gnu" >"$kind" 2>/dev/null
	if ! grep -q "^#define $2 1" "$config"; then
		! "$gprowse" --view=functions "$image" "$kind" >out 2>said
		holds "$kind: the library is named" grep -q "is compressed with $kind, .*built without" said
		return
	fi
	holds "$kind" decoded "$kind"
	"$gprowse" -b "$image" "$kind" >got
	holds "$kind: a listing" cmp listing got
	"$gprowse" -b "$image" - <"$kind" >got
	holds "$kind: standard input" cmp listing got
	mkfifo "pipe$kind"
	cat "$kind" >"pipe$kind" &
	holds "$kind: a pipe" decoded "pipe$kind"
	mkdir "dir$kind" && cp "$kind" "dir$kind/gmon.out.1.$kind"
	"$gprowse" -b "$image" "dir$kind" >got 2>said
	holds "$kind: in a directory" cmp listing got

	head -c 40 "$gnu" | "$tool" -c >first 2>/dev/null
	tail -c +41 "$gnu" | "$tool" -c >second 2>/dev/null
	cat first second >several
	holds "$kind: several members" decoded several
	size=$(wc -c <first)
	{ cat first && echo rest; } >rest
	! "$gprowse" --decode rest >out 2>said
	holds "$kind: other bytes behind it" [ "$(grep -c '"kind": "E_BAD_PACKED"' out)" = 1 ]
	[ "$kind" != gzip ] || holds "$kind: other bytes behind it, the message" grep -q \
		"rest: is damaged at byte [0-9]* of its gzip data: bytes that are not gzip data follow" said

	# The other kinds would compress this file too well.
	if [ "$kind" = gzip ]; then
		{ echo 'main;f 1' && head -c 17000000 /dev/zero | tr '\0' f && echo ' 1'; } |
			"$tool" -c >long
		! "$gprowse" --view=functions long >out 2>said
		holds "a long line of a compressed file is refused" \
			grep -q 'line 2: is longer than 16777216 bytes' said
		{ printf 'main;' && head -c 17000000 /dev/zero | tr '\0' f && echo ' 1'; } >first
		! "$gprowse" --view=functions first >out 2>said
		holds "a long first line is named" grep -q \
			'looks like folded stacks, but line 1 is longer than 16777216 bytes' said
	fi

	# A file that is cut short is used up to the byte where it was cut.  The bytes after the
	# profile are no record.
	{ printf '\377' && head -c 40000 /dev/urandom; } >noise
	{ cat "$gnu" noise; } | "$tool" -c 2>/dev/null | head -c 30000 >short
	! "$gprowse" --view=functions --format=tsv "$image" short >got 2>said
	holds "$kind: cut short, the status is 1" [ $? -eq 0 ]
	holds "$kind: cut short, place and remedy are named" grep -q \
		"short: is damaged at byte 30000 of its $kind data: the file is cut short; copy it again" said
	"$gprowse" --view=functions --format=tsv "$image" "$gnu" >functions
	holds "$kind: cut short, what is there is shown" cmp functions got
	{ head -c 20000 short && printf 'XXXXXXXXXXXXXXXX' && tail -c +20017 short; } >bad
	! "$gprowse" --decode bad >out 2>said
	holds "$kind: corrupted" grep -q '"kind": "E_BAD_PACKED"' out

	# gprowse does not crash if a small file is cut at any byte, or any byte of it is changed.
	# Only make check-wide tries every byte.  $before and $after are the bytes in front of
	# byte $i and from it on, each as \ooo, so that printf needs no process.
	before=
	after=$(od -An -v -to1 "$kind" | tr -d '\n' | sed 's/ /\\/g')
	i=0
	: >crashes
	while [ -n "$after" ]; do
		rest=${after#????}
		if [ $((i % step)) -eq 0 ]; then
			printf "$before" >cut
			printf "$before\\377$rest" >changed
			for file in cut changed; do
				"$gprowse" --decode $file >out 2>said
				[ $? -lt 2 ] || echo "$file $i" >>crashes
			done
		fi
		before=$before${after%"$rest"} after=$rest
		i=$((i + 1))
	done
	nothing "$kind: prefixes and changed bytes do no harm" "$(cat crashes)"

	# A small file that becomes very long is unpacked up to the limit for a file of its size.
	head -c 30000000 /dev/zero | "$tool" -1 -c >tenth 2>/dev/null
	cat tenth tenth tenth tenth tenth tenth tenth tenth tenth tenth >bomb
	! "$gprowse" --decode bomb >out 2>said
	holds "$kind: a bomb is refused" grep -q '"kind": "E_BAD_PACKED"' out
	# The same is said of a view, which takes long for the others.
	[ "$kind" != zstd ] && [ -z "$CHECK_WIDE" ] ||
		! "$gprowse" --view=functions "$image" bomb >out 2>said
	holds "$kind: a bomb is called one" grep -q \
		"is compressed with $kind and becomes longer than [0-9]* megabytes" said
	"$tool" -c <"$kind" >twice 2>/dev/null
	for first in "$image" ""; do
		! "$gprowse" --view=functions ${first:+"$first"} twice >out 2>said
		holds "$kind: compressed twice, after ${first:-nothing}" \
			grep -q "is compressed twice, inside with $kind" said
	done
	! "$gprowse" --view=functions "$kind" "$gnu" >out 2>said
	holds "$kind: a compressed program" grep -q "$kind: is compressed; gprowse unpacks only profiles" said
}

step=5
[ -z "$CHECK_WIDE" ] || step=1
[ -z "$CHECK_BRIEF" ] || step=8
under_memcheck && step=7
packed gzip HAVE_ZLIB gzip
packed xz HAVE_LZMA xz
packed zstd HAVE_ZSTD zstd
if [ -s xz ] && grep -q '^#define HAVE_LZMA 1' "$config"; then
	xz -c --lzma2=preset=0,dict=101MiB <"$gnu" >large
	! "$gprowse" --decode large >out 2>said
	holds "xz: a file that needs much memory is not called damaged" grep -q \
		"large: is compressed with xz, but needs more than 100 megabytes to unpack; unxz it first" said
fi
[ ! -s gzip ] || ! grep -q '^#define HAVE_ZLIB 1' "$config" || {
	{ cat gzip && head -c 500 /dev/zero; } >zeros
	holds "gzip: zeros behind it" decoded zeros
}
printf '\037\213' >tiny
! "$gprowse" --view=functions "$image" tiny >out 2>said
holds "two bytes" [ $? -eq 0 -a ! -s out ]
gzip -c <"$gnu" >raw
"$gprowse" --decode --raw=offset=0,scale=0x8000 raw >out
holds "--raw reads any bytes as they are" grep -q '"rawprofil"' out

# A core file: an ELF file of type 4.
{ head -c 16 "$image" && printf '\004\000' && tail -c +19 "$image"; } >core
! "$gprowse" --view=functions "$image" core >out 2>said
holds "a core file as profile" grep -q 'core: is a core file, .* not a profile' said
! "$gprowse" --view=functions core "$gnu" >out 2>said
holds "a core file as image" grep -q 'core: is a core file, .* give the program itself' said
cases_end
