#!/bin/sh
# test_shrink.sh - files that change, end early or never end while they are read
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"

cp "$programs/sites.c" . && ${CC:-cc} -pg -g -O0 -o prog sites.c && ./prog || {
	skip_all "no compiler that knows -pg"
}
mkfifo profile || exit 99
size=$(wc -c <prog)

# limit KILOBYTES: limits memory, except with sanitizers, which reserve more than any limit.
limit() {
	[ "${SANITIZE:-no}" = yes ] || ulimit -v "$1"
}

# while_open NAME COMMAND WORD...: a case that passes if gprowse succeeds or prints one message.
# "gprowse WORD... image profile" opens the image, COMMAND changes the image, then the profile can
# be read.
while_open() {
	name=$1 change=$2
	shift 2
	cp prog image
	timeout 60 "$gprowse" "$@" image profile >out 2>messages &
	exec 3>profile
	eval "$change"
	cat gmon.out >&3
	exec 3>&-
	wait $!
	status=$?
	[ $status -le 1 ] && [ "$(grep -c '^gprowse: ' messages)" -eq $status ]
	ok $? "$name: $*"
}

# garbage COMMAND...: overwrites the image with the output of COMMAND, whose input is endless zeros.
garbage() {
	"$@" </dev/zero | head -c "$size" | dd of=image conv=notrunc bs=64k 2>dd.out
}

# each NAME COMMAND: calls while_open for the browser, for listings and for views as data.
each() {
	while_open "$1" "$2" --screen=160x40 --keys='<Enter>jak<Enter>vvfl<Enter>Fi!'
	while_open "$1" "$2" -b
	while_open "$1" "$2" -b -l -c
	while_open "$1" "$2" -b -A -I.
	while_open "$1" "$2" --view=lines --format=json
}

each "cut to nothing" ': >image'
grep -q 'has become shorter' messages
ok $? "a message says that the image became shorter"
each "cut in the header" 'truncate -s 20 image'
each "cut after a page" 'truncate -s 4096 image'
each "cut in the middle" "truncate -s $((size / 2)) image"
each "cut at the end" "truncate -s $((size - 4200)) image"
each "zeros" 'garbage cat'
each "one letter" 'garbage tr "\000" A'
each "all bits set" 'garbage tr "\000" "\377"'
each "removed" 'rm image'
each "longer" 'cat prog prog >>image'

# A gcov that truncates the image after its lines were read.
mkdir bin
cat >bin/gcov <<'END'
#!/bin/sh
: >"$IMAGE"
END
chmod +x bin/gcov
for i in 9 10 11 12 13 14 15 16; do
	cp bin/gcov bin/gcov-$i
done
if ${CC:-cc} -pg -g -O0 --coverage -o covered sites.c 2>/dev/null && ./covered &&
	[ -f ./*.gcda ]; then
	for keys in 'a' 'l<Enter>' '<Enter>jai' 'vva' 'F+a'; do
		cp covered image
		IMAGE=$PWD/image PATH=$PWD/bin:$PATH timeout 60 "$gprowse" --screen=160x40 \
			--keys="<Enter>jf$keys" image gmon.out >out 2>messages
		[ $? -le 1 ] && [ ! -s image ]
		ok $? "cut while lines are shown: $keys"
	done
else
	skipped "cut while lines are shown" "no counts for gcov"
fi

# Files without end, and pipes that nothing is written to.
mkfifo nothing
cp prog image
for device in /dev/zero /dev/urandom /dev/null /dev/tty; do
	(limit 500000; timeout 20 "$gprowse" -b image $device) >out 2>messages
	[ $? -eq 1 ] && [ "$(wc -l <messages)" -eq 1 ]
	ok $? "$device is no profile"
	(limit 500000; timeout 20 "$gprowse" -b $device gmon.out) >out 2>messages
	[ $? -eq 1 ] && [ "$(wc -l <messages)" -eq 1 ]
	ok $? "$device is no program"
done
timeout 20 "$gprowse" -b nothing gmon.out >out 2>messages
[ $? -eq 1 ] && grep -q 'is not a regular file' messages
ok $? "a pipe is no program, and is not waited for"
# Debug information can be in a separate file beside the program.
strip -o unlinked prog
if objcopy --only-keep-debug prog link && objcopy --add-gnu-debuglink=link unlinked linked; then
	mkdir .debug
	for pipe in linked:link linked:.debug/link unlinked:unlinked.debug \
		unlinked:.debug/unlinked; do
		rm -f link
		mkfifo "${pipe#*:}"
		timeout 20 "$gprowse" --screen=80x10 "${pipe%:*}" gmon.out >out 2>messages
		[ $? -eq 1 ] && grep -q 'has no symbols' messages
		ok $? "a pipe is no debug information, and is not waited for: ${pipe#*:}"
		rm "${pipe#*:}"
	done
	# A small compressed file may expand to gigabytes.  Compressed files have no build id.
	mkdir other
	${CC:-cc} -pg -g -O0 -Wl,--build-id=none -o anonymous sites.c &&
		(cd other && ../anonymous) && objcopy --only-keep-debug anonymous link &&
		strip -g -o unlinked anonymous && objcopy --add-gnu-debuglink=link unlinked linked
	"$gprowse" --view=functions --format=csv linked other/gmon.out >out 2>messages && grep -q sites.c out
	ok $? "debug information beside the program"
	gzip link && mv link.gz link && objcopy --add-gnu-debuglink=link unlinked linked
	timeout 20 "$gprowse" --view=functions --format=csv linked other/gmon.out >out 2>messages &&
		! grep sites.c out
	ok $? "compressed debug information files are not read"
fi
# Debug information may refer to another file (split DWARF).
for version in 4 5; do
	rm -f ./*.dwo
	${CC:-cc} -pg -O1 -gdwarf-$version -gsplit-dwarf -o split sites.c 2>out || continue
	for dwo in *.dwo; do
		[ -f "$dwo" ] || continue
		for pipe in "$dwo" split.dwp; do
			mv "$dwo" kept && ln kept "$dwo" && rm -f "$pipe" && mkfifo "$pipe"
			timeout 20 "$gprowse" --screen=80x24 --keys='l<Enter>jjjivv' \
				split gmon.out >out 2>messages &&
				timeout 20 "$gprowse" -b -l split gmon.out >out 2>messages
			ok $? "a pipe is not waited for as split debug information: DWARF $version, ${pipe##*.}"
			rm -f "$pipe" "$dwo" && mv kept "$dwo"
		done
	done
done
head -c 400000000 /dev/zero | (limit 1500000; timeout $patience "$gprowse" -b image -) >out 2>messages
[ $? -eq 1 ] && grep -q 'does not end' messages
ok $? "reading from an endless pipe stops"
"$gprowse" -b image - <gmon.out >out 2>messages && [ -s out ]
ok $? "a profile from standard input"

# Sparse files that are larger than the memory.
if [ "${SANITIZE:-no}" != yes ] && truncate -s 1T hole 2>out; then
	(limit 3000000; timeout 20 "$gprowse" -b prog hole) >out 2>messages
	[ $? -eq 1 ] && grep -qE '^gprowse: hole: (Cannot allocate memory|File too large)' messages
	ok $? "a profile that is larger than any memory"
	mkdir holes && mv hole holes/sites.c && touch -d 2020-01-01 holes/sites.c &&
		mv sites.c kept.c
	(limit 3000000; timeout 20 "$gprowse" -I holes --screen=80x10 --keys='<Enter>a' \
		prog gmon.out) >out 2>messages
	ok $? "a source file that is larger than any memory"
	mv kept.c sites.c
else
	skipped "files that are larger than any memory" "sanitizers, or no such files here"
fi

# Sparse files give the same results as files without holes.
mkdir sparse full
for at in 0 70001 700000 1048574; do
	truncate -s 1M "sparse/$at" && printf '\007\001' | dd of="sparse/$at" bs=1 seek="$at" conv=notrunc 2>dd.out
	printf '\003' | dd of="sparse/$at" bs=1 seek=300000 conv=notrunc 2>dd.out
	cat "sparse/$at" >"full/$at"
	for dir in sparse full; do
		"$gprowse" --decode --raw=offset=0,scale=0x8000,hz=1 "$dir/$at" >"$dir.out"
	done
	grep -q ', 3\]' sparse.out && cmp -s sparse.out full.out
	ok $? "holes around byte $at"
done
for dir in sparse full; do
	{
		dd bs=1 count=2 2>dd.out >first
		"$gprowse" --decode --raw=offset=0,scale=0x8000 -
	} <"$dir/70001" >"$dir.out"
done
grep -q '"size": 1048574' sparse.out && cmp -s sparse.out full.out
ok $? "holes in the rest of a file"

cases_end
