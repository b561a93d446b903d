#!/bin/sh
# test_sum.sh - several profiles: sums (-s), profiles that do not match, invalid files
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/oracle_common.sh"
image=$vectors/image64le.elf
gnu=$vectors/v01_gnu_64le.bin
bsd=$vectors/v15_bsd44_64le.bin

# with FILE OFFSET BYTES: prints FILE with BYTES, a format of printf, in place of the bytes from
# OFFSET on.
with() {
	head -c "$2" "$1"
	printf "$3"
	tail -c +$(($2 + 1 + $(printf "$3" | wc -c))) "$1"
}

# fails NAME WHAT COMMAND...: a case that passes if COMMAND exits with 1, with a message that
# matches WHAT.
fails() {
	name=$1 what=$2
	shift 2
	"$@" >out 2>messages
	[ $? -eq 1 ] && grep -q -e "$what" messages
	ok $? "$name"
	sed 's/^/# /' messages
}

# no_remains NAME: a case that passes if no temporary file is left behind.
no_remains() {
	[ -z "$(find . -name '.*.??????')" ]
	ok $? "$1: nothing is left behind"
}

# gprof prints the same listing for the sum as for the single files.
name=walk
if build walk "$cc" "-g -O0" "$programs/walk.c"; then
	for i in 1 2 3 4 5; do
		GMON_OUT_PREFIX=run ./walk >walk.out && mv run.* walk.$i
	done
	"$gprowse" -s walk walk.1 walk.2 walk.3 walk.4 walk.5 >out 2>&1
	ok $? "sum of five runs"
	[ ! -s out ]
	ok $? "nothing is printed"
	"$gprof" -b walk walk.[1-5] >want
	"$gprof" -b walk gmon.sum | cmp -s - want
	ok $? "gprof lists the sum as the five files"
	"$gprowse" -b walk gmon.sum | cmp -s - want
	ok $? "gprowse lists the sum as the five files"
	"$gprowse" --view=calls walk gmon.sum | tail -n +2 >got
	"$gprowse" --view=calls walk walk.[1-5] | tail -n +2 | cmp -s - got
	ok $? "call sites are kept"

	# Sums of sums give the same bytes as the sum of all files, in any grouping.
	ls walk.[1-5] | xargs -n 2 sh -c '"$0" -s --output=part.$$ walk "$@"' "$gprowse"
	"$gprowse" -s --output=xargs.sum walk $(ls -tr part.*) && cmp -s xargs.sum gmon.sum
	ok $? "a tree of sums"
	"$gprowse" -s --output=left walk walk.1 walk.2 &&
		"$gprowse" -s --output=left walk left walk.3 &&
		"$gprowse" -s --output=right walk walk.4 walk.5 &&
		"$gprowse" -s --output=both walk left right && cmp -s both gmon.sum
	ok $? "another tree, with a file that is read and written"

	"$gprof" -s -b -p -q walk walk.1 walk.2 >want
	"$gprowse" -s -b -p -q walk walk.1 walk.2 >got
	cmp -s got want
	ok $? "-s with -p and -q lists by line, as gprof does"
	"$gprowse" -s --output=alone walk walk.1 walk.2 && cmp -s alone gmon.sum
	ok $? "-s with -p and -q writes the same sum"
	for format in bsd 4.4bsd; do
		"$gprof" -s -O $format "$image" "$bsd" "$bsd" && mv gmon.sum want
		"$gprowse" -s -O $format --output=got "$image" "$bsd" "$bsd"
		"$gprof" -b "$image" want >want.list
		"$gprof" -b "$image" got | cmp -s - want.list
		ok $? "-s -O $format"
	done
	printf 'walk\n-b\nwalk.1 walk.2\nwalk.3\n' >LIST
	"$gprof" -b walk walk.[1-3] >want
	"$gprowse" @LIST | cmp -s - want
	ok $? "@LIST names the files"
fi

# double FILE TIMES: writes the sum of FILE and itself to the file "twice", and adds this file to
# itself again, TIMES sums in all.
double() {
	cp "$1" twice
	for i in $(seq "$2"); do
		"$gprowse" -s --output=twice "$image" twice twice || return 1
	done
}

# figures FILE: prints the bins and arcs of FILE, as --decode prints them, without blanks.
figures() {
	"$gprowse" --decode "$1" | tr -d ' \n'
}

double "$gnu" 18
figures twice | grep -q '"total":3932160,.*\[0,"0x1000","0x1004",262144\]'
ok $? "bins beyond 16 bits"
"$gprof" -b -p "$image" twice >got
"$gprof" -b -p "$image" "$gnu" | awk '$NF == "a" { printf "%.2f\n", $3 * 262144 }' >want
awk '$NF == "a" { print $3 }' got | cmp -s - want
ok $? "gprof adds up the parts of large bins"
"$gprowse" --view=notes "$image" twice >out && ! grep -q ceiling out &&
	"$gprowse" --view=notes "$image" "$vectors/v10_gnu_saturated.bin" | grep -q ceiling
ok $? "no part looks like a bin at its ceiling"
double "$vectors/v05_gnu_arcs_only.bin" 31
"$gprof" -b -q "$image" twice | grep -q '12884901888/17179869184 *b '
ok $? "counts beyond 32 bits, as gprof reads them"
# The sign of 0/0 depends on the processor.
"$gprowse" -b -q "$image" twice | sed 's/-nan/ nan/g' >got
"$gprof" -b -q "$image" twice | sed 's/-nan/ nan/g' | cmp -s - got
ok $? "counts beyond 32 bits, as gprowse reads them"
"$gprowse" -s --output=twice.44 -O 4.4bsd "$image" "$bsd" "$bsd" && figures twice.44 | grep -q '"total":30,'
ok $? "a BSD sum"
"$gprowse" -s --output=big "$image" $(for i in $(seq 14000); do echo "$bsd"; done)
figures big | grep -q '"total":210000,'
ok $? "14,000 files"
with "$bsd" 40 '\377\377' >full
fails "a BSD file has no room for 17 bits" "no room" \
	"$gprowse" -s -O bsd --output=never "$image" full full
[ ! -e never ]
ok $? "no BSD file is written"
# Counters of 64 bits.  Divided into histograms of 16-bit counters, they would fill the disk.
with "$vectors/v20_bsd44_freebsd_s64.bin" 45 '\001' >enormous
fails "a bin with more samples than can be written" "never: a bin has 1099511627786 samples" \
	"$gprowse" -s --output=never "$image" enormous
arc='\004\020\0\0\0\0\0\0\010\020\0\0\0\0\0\0\377\377\377\377\377\377\0\0'
{ cat "$bsd" && for i in $(seq 600); do printf "$arc"; done; } >enormous
fails "more calls than can be written" "never: so many calls" \
	"$gprowse" -s --output=never "$image" enormous
[ ! -e never ]
ok $? "nothing is written for them"
# A count is at most 48 bits long: readers assume that a longer count has 4 arbitrary bytes, as
# mingw writes it.
"$gprowse" -s -O 4.4bsd --output=enormous.sum "$image" enormous &&
	[ "$(figures enormous.sum | grep -o '"count":281474976710655' | wc -l)" -eq 600 ]
ok $? "a BSD sum has room for such calls"
# A profile of a program of 64-bit Windows: 4 of the 8 bytes of each count are arbitrary.
windows() {
	at='\020\0\100\1\0\0\0'
	printf "\0$at\100$at\110\0\0\0\171\030\005\0\144\0\0\0"
	head -c 44 /dev/zero
	printf "\004$at\046$at\005\0\0\0\002\0\0\0\010$at\046$at\007\0\0\0\002\0\0\0"
}
windows >windows.out
pe64=${srcdir:-.}/tests/corpus/image/pe64
"$gprowse" -b -p "$pe64" windows.out >out 2>messages
grep -q 'only 4 of the 8 bytes of each count' messages && grep -q ' 17179869196 ' out
ok $? "absurd counts: a message recommends --exact"
"$gprowse" -b -p --exact "$pe64" windows.out >out 2>messages
! grep -q 'of each count' messages && grep -q ' 12 ' out
ok $? "--exact shows the calls"
for format in auto bsd; do
	"$gprowse" -s -O $format --output=windows.sum "$pe64" windows.out windows.out
	[ "$(figures windows.sum | grep -o '"count":[0-9]*' | tr '\n' ' ')" = \
		'"count":10 "count":14 ' ]
	ok $? "a sum has only the valid bytes of counts: -O $format"
done
figures "$vectors/v08_gnu_bb_u32.bin" | grep -o '"basic_blocks".*' >want
"$gprowse" -s --output=blocks "$image" "$vectors/v08_gnu_bb_u32.bin" &&
	figures blocks | grep -o '"basic_blocks".*' | cmp -s - want && [ -s want ]
ok $? "basic blocks"

# Profiles that cannot be added up: the message names both files and the reason.
with "$gnu" 41 '\372\0\0\0' >faster
with "$bsd" 24 '\372\0\0\0' >faster.bsd
with "$gnu" 21 '\020\020\0\0\0\0\0\0\060\020' >elsewhere
with "$bsd" 0 '\020\020\0\0\0\0\0\0\060\020' >elsewhere.bsd
fails "rates" "^gprowse: faster: does not go with $gnu: it was sampled 250 times a second, the other file 100 " \
	"$gprowse" --view=functions "$image" "$gnu" faster
"$gprowse" --view=functions --rate=100 "$image" "$gnu" faster >out && grep -q '2 files' out
ok $? "rates: --rate overrides them"
fails "rates of a sum" "^gprowse: faster: does not go with $gnu: " \
	"$gprowse" -s --output=first "$image" "$gnu" faster
fails "rates of BSD files, in listings, too" "faster.bsd: does not go with $bsd: " \
	"$gprowse" -b "$image" "$bsd" faster.bsd
fails "ranges" "^gprowse: elsewhere: does not go with $gnu: histogram of 0x1010-0x1030 overlaps " \
	"$gprowse" --view=functions "$image" "$gnu" elsewhere
fails "BSD kinds" "elsewhere.bsd: does not go with $bsd: its histogram has 8 bins of 0x1010-" \
	"$gprowse" -b "$image" "$bsd" elsewhere.bsd
fails "widths of bins" "does not go with $bsd: its histogram has 2 bins of 0x1000-" \
	"$gprowse" -b "$image" "$bsd" "$vectors/v20_bsd44_freebsd_s64.bin"
"$gprof" -b -p "$image" "$gnu" faster >want 2>/dev/null
"$gprowse" -b -p "$image" "$gnu" faster >got 2>messages
[ $? -eq 0 ] && cmp -s got want
ok $? "listings take the first rate"
grep -qx "gprowse: faster: 250 samples a second; $gnu: 100. Listings use the rate of $gnu for all \
files, as gprof does: times of faster are wrong" messages
ok $? "listings warn of different rates"
"$gprowse" -b -p "$image" "$vectors/v05_gnu_arcs_only.bin" "$gnu" faster >out 2>messages
grep -q "^gprowse: faster: 250 samples a second; $gnu: 100" messages
ok $? "the warning names the first file with a rate"

# An invalid file among valid files.
echo 'this is not a profile at all' >bad
fails "a bad file is skipped" '^gprowse: bad: is text' \
	"$gprowse" --view=notes "$image" "$gnu" bad "$bsd" missing
grep -q '^bad: ' out && grep -q '^missing: ' out && grep -q '2 files skipped' out
ok $? "a note names it, the title counts it"
# Profiles of other machines than that of the image.
fails "another byte order" 'written by a little-endian program, the image is big-endian;' \
	"$gprowse" --view=functions "$vectors/image32be.elf" "$gnu"
fails "another width" 'written by a 64-bit program, the image is 32-bit;' \
	"$gprowse" --view=functions "$vectors/image32le.elf" "$bsd"
fails "no valid file" "^gprowse: bad: " "$gprowse" --view=functions "$image" bad missing
[ ! -s out ]
ok $? "no valid file: nothing is printed"
fails "a sum without it is written" "some.sum: written, but without 2 of 4 files" \
	"$gprowse" -s --output=some.sum "$image" "$gnu" bad "$vectors/e05_gnu_bins_cut.bin" "$gnu"
figures some.sum | grep -q '"total":30,'
ok $? "the sum is of the valid files"
cp bad old.sum
fails "a sum that cannot be read is not written over" "not written, because it is one of the profiles" \
	"$gprowse" -s --output=old.sum "$image" "$gnu" old.sum
cmp -s bad old.sum
ok $? "it is unchanged"
fails "nothing to sum up" "never: not written" "$gprowse" -s --output=never "$image" bad
# In UTF-8, the bytes of this path would all be inside a character.
path=$(printf '%0240d/%0240d/%0240d' 0 0 0 | tr 0 '\277')
name="a long message in Latin-1 keeps its end"
if ! localedef -i en_US -f ISO-8859-1 ./latin1 2>/dev/null; then
	skipped "$name" "the locale cannot be made (Debian: locales)"
else
	fails "$name" ": not written" \
		env LOCPATH="$work" LC_ALL=latin1 "$gprowse" -s --output="$path" "$image" bad
fi
[ ! -e never ]
ok $? "nothing is written"

# A process that does more work than the others.
for i in 1 2 3; do cp "$gnu" rank.$i.out; done
"$gprowse" -s --output=rank.4.out "$image" "$gnu" "$gnu" "$gnu"
"$gprowse" --screen=160x12 "$image" rank.*.out >screen
grep -q 'max/avg  most in  differs' screen && grep -q ' 2.00  *4  *a$' screen
ok $? "columns max/avg and the file"
"$gprowse" --screen=160x12 "$image" rank.1.out bad >screen 2>messages
grep -q 'index  %self' screen && ! grep -q 'max/avg' screen
ok $? "no such columns if only one file is valid"
"$gprowse" --screen=80x12 "$image" rank.*.out | grep -q 'file 4 has 2 x the mean'
ok $? "the spread in words"
"$gprowse" --screen=100x12 --keys=R "$image" rank.*.out >screen
grep -q '^~ *46.67 *0.21 *2.00 *0.29 *9 .* rank.4.out$' screen && grep -c 'rank.[123].out$' screen | grep -q 3
ok $? "R: file by file"
"$gprowse" --screen=80x12 --keys=R "$image" rank.1.out | grep -q 'only one profile is open'
ok $? "R without others"
"$gprowse" --view=functions --format=csv "$image" rank.*.out |
	grep -q ',2,"rank.4.out","rank.4.out","a",.*,0.07,0.21,0.105,0.06'
ok $? "the spread as data"
cp "$gnu" gmon.alpha
cp "$gnu" gmon.beta
for pattern in 'alpha|zzz' 'alpha|zzz$' 'zzz$|alpha'; do
	"$gprowse" --view=functions --format=tsv --filter="$pattern" "$image" gmon.alpha gmon.beta >out
	[ "$(sed 1d out | wc -l)" -eq 3 ]
	ok $? "the column of files matches $pattern"
done

# On a narrow screen, the column in which a row matches is shown until the next search.
"$gprowse" --screen=60x8 --keys='/alpha<Enter>' "$image" gmon.alpha gmon.beta | grep -q 'most in' &&
	"$gprowse" --screen=60x8 --keys='/alpha<Enter><Esc>' "$image" gmon.alpha gmon.beta >out &&
	grep -q 'calls name' out && ! grep -q 'most in' out
ok $? "no column of files after the search"
"$gprowse" --screen=60x8 --keys='/alpha<Enter>/main$<Enter>' "$image" gmon.alpha gmon.beta >out
grep -q 'calls name' out && ! grep -q 'most in' out
ok $? "no column of files after a search for a name"

# Files that cannot be written.
{ no_room "$gprowse" -s --output=some.sum "$image" "$gnu" 2>&1; echo "status $?"; } | cat >messages
[ "$(wc -l <messages)" -eq 2 ] && grep -q 'status 1' messages &&
	grep -q '^gprowse: some.sum: .*; the old file is untouched' messages
ok $? "no room"
figures some.sum | grep -q '"total":30,'
ok $? "the old file is untouched"
no_remains "no room"
echo precious >target
ln -s target link
"$gprowse" -s --output=link "$image" "$gnu" && [ ! -h link ] && grep -q precious target
ok $? "a symbolic link is not followed"
mkdir folder
fails "no file is made of a directory" "folder: not a regular file" \
	"$gprowse" -s --output=folder "$image" "$gnu"
fails "no such directory" "nowhere/x: cannot be written" \
	"$gprowse" -s --output=nowhere/x "$image" "$gnu"
fails "--output alone" "goes with -s" "$gprowse" --output=x "$image" "$gnu"
[ "$(stat -c %a some.sum)" = "$(umask | awk '{ print $1 == "0022" ? 644 : $1 == "0002" ? 664 : "" }')" ]
ok $? "a sum has the usual permissions"
no_remains "after all this"

# On a terminal, a line shows the progress after half a second.
if script -qec true /dev/null >/dev/null 2>&1; then
	mkfifo slow
	{ sleep 0.8; cat "$gnu"; } >slow &
	script -qec "'$gprowse' -s --output=x '$image' slow '$gnu'" /dev/null >typed </dev/null
	grep -q 'gprowse: reading: 1 of 2 files' typed
	ok $? "progress on the terminal"
	script -qec "'$gprowse' -s --output=x '$image' '$gnu' '$gnu'" /dev/null >typed </dev/null
	[ ! -s typed ]
	ok $? "no progress if reading is fast"
fi

# The manual's sum over ranks, of 1,000 files: equal to one sum.  Without mpirun, a loop starts the
# ranks.
mkdir ranks && cd ranks || exit 99
# shellcheck disable=SC2046
tee $(seq -f 'gmon.out.%g' 1000) <"$vectors/v01_gnu_64le.bin" >/dev/null
ln -s "$vectors/image64le.elf" prog
ln -s "$gprowse" gprowse
cat >rank <<'END'
PATH=.:$PATH
ls gmon.out.* |
    awk -v n=$OMPI_COMM_WORLD_SIZE -v r=$OMPI_COMM_WORLD_RANK "NR % n == r" |
    xargs gprowse -s --output=part.$OMPI_COMM_WORLD_RANK ./prog
END
for rank in 0 1 2 3; do
	OMPI_COMM_WORLD_SIZE=4 OMPI_COMM_WORLD_RANK=$rank sh ./rank || echo "rank $rank failed"
done >out 2>&1
"$gprowse" -s --output=tree.sum ./prog part.*
"$gprowse" -s --output=one.sum ./prog gmon.out.*
ok "$(cmp tree.sum one.sum >>out 2>&1; echo $?)" "the sums of ranks are equal to one sum"
if command -v mpirun >/dev/null; then
	rm part.*
	mpirun --allow-run-as-root --oversubscribe -n 4 sh ./rank >out 2>&1 &&
		"$gprowse" -s --output=mpi.sum ./prog part.* && cmp mpi.sum one.sum
	ok $? "the same with mpirun"
else
	skipped "the same with mpirun" "mpirun is missing"
fi
cd .. || exit 99

cases_end
