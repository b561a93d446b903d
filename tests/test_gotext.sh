#!/bin/sh
# test_gotext.sh - profiles of Go as text
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"
. "$srcdir/tests/shown_common.sh"

# frame PC NAME OFFSET WHERE: the line of a frame.
frame() {
	printf '#\t%s\t%s+%s\t\t%s\n' "$1" "$2" "$3" "$4"
}

{
	printf 'heap profile: 4: 768 [9: 1536] @ heap/256\n'
	printf '3: 384 [8: 1024] @ 0x4012d8 0x401281 0x43ab92 0x46a801\n'
	frame 0x4012d7 main.alloc 0x197 /src/g.go:6
	frame 0x401280 main.main 0x140 /src/g.go:12
	frame 0x43ab91 runtime.main 0x211 /go/proc.go:250
	printf '\n1: 384 [1: 512] @ 0x4084bd 0x4084bd 0x43ab92\n'
	frame 0x4084bc 'main.(*T[...]).grow' 0x1c '/src/a b.go:40'
	frame 0x4084bc 'main.(*T[...]).grow' 0x1c '/src/a b.go:41'
	frame 0x43ab91 runtime.main 0x211 /go/proc.go:250
	printf '\n\n# runtime.MemStats\n# Alloc = 12\n# PauseNs = [1 2]\n'
} >heap.txt
# Objects as large as the distance of samples, 128 bytes: 384 / (1 - exp(-1)); one that is three
# times as large: 384 / (1 - exp(-3)).
same "memory, scaled up; inlined functions are part of their callers" heap.txt \
	'0 1011 runtime.main
404 404 main.(*T[...]).grow
607 607 main.main'
[ "$(shown --inlined heap.txt | grep -e alloc -e main.main)" = '0 607 main.main
607 607 main.alloc' ]
ok $? "inlined functions: their code is in the code of the caller"
"$gprowse" --screen=100x12 --keys=':main.alloc<Enter>' heap.txt >out
grep -q 'main.alloc  *inlined: part of its callers; L shows it' out
ok $? "a function that is only inlined is said to be a part of its callers"
"$gprowse" --screen=100x20 --keys=':main.alloc<Enter>i' heap.txt >out
grep -q 'is inlined wherever it runs' out && ! grep -q 'no stack' out
ok $? "the same in words"
"$gprowse" --screen=100x12 --keys='L:main.alloc<Enter>' heap.txt >out
! grep -q 'inlined: part' out && grep -q 'main.alloc  607' out
ok $? "L shows it as a function of its own"
[ "$(shown --event=alloc_objects heap.txt | grep grow)" = '1 1 main.(*T[...]).grow' ]
ok $? "the objects that were allocated"
"$gprowse" --view=lines --format=tsv heap.txt 2>messages >out
cut -f 1-20 out | grep -q 'a b.go' && grep -q 'g.go' out
ok $? "frames have files and lines, also with a blank"
[ "$("$gprowse" --view=functions --format=tsv heap.txt | columns name err |
	awk '$1 == "main.main" { printf "%.1f", $2 }')" = 212.6 ]
ok $? "the error is that of the objects that were not sampled"

{
	printf 'goroutine profile: total 12\n7 @ 0x1 0x2\n# labels: {"job":"a"}\n'
	frame 0x41 main.wait 0x1 /src/g.go:3
	frame 0x51 main.main 0x1 /src/g.go:4
	printf '\n4 @ 0x1\n'
	frame 0x61 main.other 0x1 /src/g.go:9
	printf '\n1 @\n#\t0x0\n'
} >goroutine.txt
same "goroutines" goroutine.txt '0 7 main.main
1 1 [no stack]
4 4 main.other
7 7 main.wait'
{
	sed 's/"job":"a"}/"job":"a \\"b", "user":"x"}/' goroutine.txt
	printf '\n2 @ 0x1\n# labels: {"job":"c"}\n'
	frame 0x61 main.other 0x1 /src/g.go:9
} >labels.txt
"$gprowse" --export=folded --part='job a "b' labels.txt >out
"$gprowse" --export=folded --part='job (none)' labels.txt >>out
"$gprowse" --export=folded --part='job=c' labels.txt >>out
[ "$(cat out)" = 'main.main;main.wait 7
main.other 4
[no stack] 1
main.other 2' ]
ok $? "the key of the most labels makes parts"
! "$gprowse" --view=threads labels.txt | grep -q user
ok $? "other keys do not"
sed 's/"job":"a"}/"job:a\\/' goroutine.txt >broken.txt
[ "$(shown broken.txt)" = "$(shown goroutine.txt)" ] && [ "$(shown - <labels.txt | wc -l)" -eq 4 ]
ok $? "labels that are damaged are no labels"
sed 's/goroutine/github.com\/me\/pool.conns/' goroutine.txt >own.txt
"$gprowse" --view=functions --format=json own.txt >out 2>messages
grep -q '"event": "github.com/me/pool.conns"' out
ok $? "a profile of the program's own"

{
	printf -- '--- mutex:\ncycles/second=2000000000\nsampling period=1\n3000000000 5 @ 0x1 0x2\n'
	frame 0x41 'sync.(*Mutex).Unlock' 0x1 /go/mutex.go:3
	frame 0x51 main.main 0x1 /src/g.go:4
	printf '\n1000000000 1 @ 0x2\n'
	frame 0x52 main.main 0x2 /src/g.go:5
} >mutex.txt
same "waits: cycles become seconds" mutex.txt '0.5 2 main.main
1.5 1.5 sync.(*Mutex).Unlock'
[ "$(shown --event=contentions mutex.txt | grep Unlock)" = '5 5 sync.(*Mutex).Unlock' ]
ok $? "waits: how many there were"
"$gprowse" --view=notes mutex.txt >notes && grep -q 'Event delay' notes && ! grep -q 'Not all' notes
ok $? "all waits were recorded: no note"
sed 's/period=1/period=100/' mutex.txt >part.txt
"$gprowse" --view=notes part.txt | grep -q 'Not all waits'
ok $? "a part of the waits was recorded: a note"

# damaged FILE: gprowse exits with 1 and one message.
damaged() {
	"$gprowse" --view=functions "$1" >out 2>messages
	[ $? -eq 1 ] && [ "$(wc -l <messages)" -eq 1 ]
	ok $? "damaged: $1"
}
sed 's/^3: 384/x: 384/' heap.txt >number.txt
damaged number.txt
grep -q 'line 2' messages
ok $? "the line is named"
sed 's/second=.*/second=0/' mutex.txt >frequency.txt
damaged frequency.txt
grep -v '^#' heap.txt >unnamed.txt
damaged unnamed.txt
grep -q 'go tool pprof -proto' messages && grep -q 1011 out && grep -q '\[unknown\]' out
ok $? "stacks without names: what to do"
sed 's/^7 @/-7 @/' goroutine.txt >negative.txt
damaged negative.txt
printf 'goroutine profile: total 0\n' >empty.txt
damaged empty.txt
grep -q 'no samples' messages
ok $? "a profile without stacks"

sed 's/^7 @/99999999999999999999 @/' goroutine.txt >large.txt
damaged large.txt
sed 's/^3000000000 /99999999999999999999 /' mutex.txt >large.txt
damaged large.txt
sed 's/^3: 384/3: 99999999999999999999/' heap.txt >large.txt
damaged large.txt
grep -q 'the first is line 2' messages
ok $? "numbers with more than 64 bits: the line is named"
printf 'other\n3 @ 0x1\n#\t0x41\tmain+0x1\t/src/g.go:1\n' >other.txt
"$gprowse" --profile-format='Go text' --view=functions other.txt >out 2>messages
[ $? -eq 1 ] && grep -q 'first line' messages
ok $? "a file of another kind"

# No byte of a name reaches the terminal, and many events do not do harm.
printf 'a\033[31m profile: total 1\n1 @ 0x1\n#\t0x41\tmain\033]0;x\007\t/src\n' >hostile.txt
"$gprowse" --view=functions hostile.txt >out 2>messages && grep -qF 'main^[]0;x^G' out &&
	! LC_ALL=C grep -q "$(printf '[\033\007]')" out messages
ok $? "escape sequences"
i=0
while [ $i -lt 70 ]; do
	printf 'p%d profile: total 1\n1 @ 0x1\n#\t0x41\tmain+0x1\t/src/g.go:1\n' $i >many$i.txt
	i=$((i + 1))
done
"$gprowse" --view=functions many*.txt >out 2>messages
[ $? -eq 1 ] && grep -q 'too many events' messages
ok $? "too many events"

cases_end
