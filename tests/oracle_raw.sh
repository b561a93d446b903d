#!/bin/sh
# oracle_raw.sh - read buffers of profil(3) and sprofil(3) that a program of this machine writes
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/oracle_common.sh"
"$cc" -O1 -no-pie -o buffers "$programs/buffers.c" 2>build.err || skip_all "no <sys/profil.h>"

# counters WIDTH: prints the sum of the counters in the buffer.
counters() {
	od -An -v -tu$(($1 / 8)) raw.out | tr -s ' ' '\n' | awk '{ n += $1 } END { print n + 0 }'
}

# --decode has no image, so the byte order must be given.
endian=little
[ "$(printf '\1\0' | od -An -tu2)" -eq 1 ] || endian=big

# buffers WORD...: runs the program, which writes raw.out, and runs it again if it fails, at most
# five times.  The signal handler of sprofil() in glibc crashes in about one of fifty runs.
buffers() {
	for try in 1 2 3 4 5; do
		rm -f raw.out
		./buffers "$@" 2>/dev/null && return
	done
}

# dumped WIDTH SCALE: cases that pass if gprowse reads all samples, and nearly all are in burn().
dumped() {
	if [ "$1" = 32 ]; then
		offset=$(buffers $2 32)
	else
		offset=$(buffers $2)
	fi
	"$gprowse" --view=functions --format=csv --raw=offset=$offset,scale=$2,width=$1,hz=100 \
		buffers raw.out >out
	all=$(counters $1)
	"$gprowse" --decode --raw=offset=$offset,scale=$2,width=$1,endian=$endian raw.out |
		grep -q "\"total\": $all,"
	ok $? "width $1, scale $2: $all samples"
	awk -F, -v all="$all" '$0 ~ /"burn"/ { found = $3 * 100 >= 0.9 * all && all > 5 }
		END { exit !found }' out
	ok $? "width $1, scale $2: they are in burn"
}

for scale in 0x10000 0x8000 0x4000 0x4001 0x1234; do
	dumped 16 $scale
done
for scale in 0x10000 0x8000 0x2000; do
	dumped 32 $scale
done
# No time of burn() is attributed to the function after it.
offset=$(buffers 0x8000)
"$gprowse" --view=functions --raw=offset=$offset,scale=0x8000,hz=100 buffers raw.out >out
! grep -q ' behind$' out
ok $? "the function behind burn has no time"
for scale in 0 1; do
	"$gprowse" --view=functions --raw=offset=$offset,scale=$scale buffers raw.out >out 2>messages
	[ $? -eq 1 ] && grep -q '^gprowse: raw.out: ' messages
	ok $? "scale $scale is refused"
done
cases_end
