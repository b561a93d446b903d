#!/bin/sh
# test_gperftools.sh - CPU profiles of gperftools, and heap profiles as text
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"
. "$srcdir/tests/shown_common.sh"

# words SIZE ORDER NUMBER...: writes the numbers, which are below 2^31, in SIZE bytes each.
words() {
	size=$1 order=$2
	shift 2
	for word; do
		bytes= i=0
		while [ $i -lt "$size" ]; do
			byte=$(printf '\\%03o' $((i < 4 ? (word >> (8 * i)) & 255 : 0)))
			[ "$order" = big ] && bytes=$byte$bytes || bytes=$bytes$byte
			i=$((i + 1))
		done
		printf "$bytes"
	done
}

cat >prog.c <<'END'
volatile int n;
__attribute__((noinline)) int leaf(int i) { n += i; return n + 1; }
__attribute__((noinline)) int middle(int i) { return leaf(i) + leaf(i + 1); }
int main(void) { return middle(3) + middle(4) == 0; }
END
if ! ${CC:-cc} -O1 -g -no-pie -fno-pie -o prog prog.c >messages 2>&1; then
	skip_all "the compiler makes no program with fixed addresses"
fi
at() {
	printf '%d' "0x$(nm prog | awk -v name="$1" '$3 == name { print $1 }')"
}
leaf=$(at leaf) middle=$(at middle) main=$(at main)
[ "$main" -gt 0 ] && [ "$main" -lt 1073741824 ] || skip_all "nm does not show small addresses"
# The first mapping that is executable, as the kernel makes it.
maps=$(readelf -lW prog | awk -v path="$work/prog" '$1 == "LOAD" && /E/ { for (i = 2; i <= 6; i++)
	sub("0x", "", $i); print $2, $3, $5, path; exit }' | while read -r offset address size path; do
		printf '%x-%x r-xp %08x 08:01 77   %s' $((0x$address & ~4095)) \
			$((0x$address + 0x$size + 4096)) $((0x$offset & ~4095)) "$path"
	done)

# cpu SIZE ORDER: a profile with leaf twice and middle once; other addresses are return addresses.
cpu() {
	words "$1" "$2" 0 3 0 10000 0
	words "$1" "$2" 2 3 "$leaf" $((middle + 9)) $((main + 9))
	words "$1" "$2" 1 2 "$middle" $((main + 9))
	words "$1" "$2" 0 1 0
	printf '00400000-00400100 r--p 00000000 00:00 0    %s\n%s\n' "$work/prog" "$maps"
}
for layout in '8 little' '8 big' '4 little' '4 big'; do
	cpu ${layout% *} ${layout#* } >usual.cpu
	[ "$(shown usual.cpu)" = '0 0.03 main
0.01 0.03 middle
0.02 0.02 leaf' ] && [ ! -s messages ] && [ "$(shown - <usual.cpu | wc -l)" -eq 3 ]
	ok $? "a CPU profile with words of $layout"
done
head -c 60 usual.cpu >cut.cpu
"$gprowse" --view=functions cut.cpu >out 2>messages
[ $? -eq 1 ] && [ "$(wc -l <messages)" -eq 1 ]
ok $? "a CPU profile that is cut off"
{ words 8 little 0 3 0 10000 0 1 2147483647; printf 'aaaa'; } >bad.cpu
"$gprowse" --view=functions bad.cpu >out 2>messages
[ $? -eq 1 ] && [ "$(wc -l <messages)" -eq 1 ]
ok $? "a stack that is longer than the file"

hex() {
	printf '0x%x' "$1"
}
{
	printf 'heap profile:      5:     640 [    9:     1024] @ heapprofile\n'
	printf '     3:      384 [    5:      640] @ %s %s %s\n' $(hex $((leaf + 5))) \
		$(hex $((middle + 9))) $(hex $((main + 9)))
	printf '     2:      256 [    4:      384] @ %s %s\n' $(hex $((middle + 9))) $(hex $((main + 9)))
	printf '\nMAPPED_LIBRARIES:\n%s\n' "$maps"
} >usual.heap
[ "$(shown usual.heap)" = '0 640 main
256 640 middle
384 384 leaf' ] && [ ! -s messages ]
ok $? "a heap profile: bytes in use"
[ "$(shown --event=alloc_objects usual.heap | grep leaf)" = '5 5 leaf' ]
ok $? "a heap profile: allocated objects"
sed 's/heapprofile/heap_v2\/128/' usual.heap >sampled.heap
# Objects of 128 bytes, as large as the distance of samples: 384 / (1 - exp(-1)).
[ "$(shown sampled.heap | grep leaf)" = '607 607 leaf' ]
ok $? "sampled objects are scaled up"
# The variance of n objects of which a part was sampled: (607 - 384) * 607 / 3, in squared bytes.
[ "$("$gprowse" --view=functions --format=tsv sampled.heap | columns name err |
	awk '$1 == "leaf" { printf "%.1f", $2 }')" = 212.6 ]
ok $? "the error of sampled objects is that of those that were not sampled"
sed -e 's/heap_v2/heapz_v2/' -e 's/MAPPED.*/--- Memory map: ---/' \
	-e 's/^\([0-9a-f]*-[0-9a-f]*\) r-xp \([0-9a-f]*\) [^/]*\(.*\)/  \1: \3 (@\2)/' sampled.heap \
	>brief.heap
[ "$(shown brief.heap)" = "$(shown sampled.heap)" ] && [ ! -s messages ] &&
	grep -q ': /.*prog (@' brief.heap
ok $? "a heap profile of an old version of pprof: a short list of libraries"
{
	printf 'heap_v2/128\n  t*: 5: 640 [0: 0]\n  t3: 5: 640 [0: 0]\n@ %s %s\n' \
		$(hex $((leaf + 5))) $(hex $((main + 9)))
	printf '  t*: 3: 384 [0: 0]\n  t3: 3: 384 [0: 0]\n\nMAPPED_LIBRARIES:\n%s\n' "$maps"
} >jemalloc.heap
[ "$(shown jemalloc.heap)" = '0 607 main
607 607 leaf' ]
ok $? "a heap profile of jemalloc"
sed 's/ 3: / x: /' jemalloc.heap >bad.heap
"$gprowse" --view=functions bad.heap >out 2>messages
[ $? -eq 1 ] && [ "$(wc -l <messages)" -eq 1 ]
ok $? "a damaged heap profile"

cases_end
