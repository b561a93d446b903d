#!/bin/sh
# test_gostacks.sh - the stacks of goroutines
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"
. "$srcdir/tests/shown_common.sh"

# goroutine NUMBER STATE: its stack.
goroutine() {
	printf 'goroutine %s [%s]:\n' "$1" "$2"
	printf 'main.(*T).wait(0x0?, {0x1, 0x2}, ...)\n\t/src/a b.go:13 +0x1e\n'
	printf 'main.inner(...)\n\t/src/g.go:7\n'
	printf 'main.outer({0xc00001c0a8, _})\n\t/src/g.go:9 +0x5c\n'
	printf 'created by main.main in goroutine 1\n\t/src/g.go:31 +0x5c\n\n'
}

{
	goroutine 18 'chan receive, 5 minutes'
	goroutine 19 'chan receive'
	goroutine 20 'select (no cases), 2 minutes, locked to thread'
	goroutine '21 gp=0xc0000061c0 m=nil' 'chan receive (scan), 1 minutes'
	printf 'goroutine 22 [runnable]:\nmain.deep(0x1)\n\t/src/g.go:21 +0x1\n'
	printf '...100 frames elided...\nmain.deep(0x64)\n\t/src/g.go:22 +0x2\n'
	printf 'created by main.main\n\t/src/g.go:36 +0x1ea\n\n'
	printf 'goroutine 23 [running]:\n\tgoroutine running on other thread; stack unavailable\n'
	printf 'created by main.main\n\t/src/g.go:36 +0x1ea\n'
} >usual.txt
same "goroutines by stack" usual.txt '0 1 [truncated]
0 4 main.outer
1 1 [no stack]
1 1 main.deep
4 4 main.(*T).wait'
[ "$("$gprowse" --view=functions --format=tsv -z usual.txt | columns name | grep -c wait)" = 1 ]
ok $? "a function is one row, with its file"
[ "$(shown --inlined usual.txt | grep inner)" = '0 4 main.inner' ]
ok $? "a function that is inlined"
"$gprowse" --export=folded --part='state chan receive' usual.txt >out
[ "$(cat out)" = 'main.outer;main.inner_[i];main.(*T).wait 3' ]
ok $? "states are parts, without what else is said"
[ "$(shown --event='waited at least' usual.txt | grep wait)" = '480 480 main.(*T).wait' ]
ok $? "how long they have waited"
"$gprowse" --view=lines --format=tsv usual.txt | cut -f 1-20 | grep -q 'a b.go'
ok $? "frames have files and lines"
! "$gprowse" --export=folded usual.txt | grep -q 'main\.main'
ok $? "who has started them is no caller"

{
	printf 'panic: no\n\n[signal SIGSEGV: segmentation violation]\n\n'
	goroutine 1 running
	goroutine 2 'IO wait'
	printf 'rax    0xca\nrip    0x461\nexit status 2\n'
} >panic.txt
same "what a panic and its registers say is no stack" panic.txt '0 2 main.outer
2 2 main.(*T).wait'
sed 's/$/\r/' usual.txt >windows.txt
[ "$(shown windows.txt)" = "$(shown usual.txt)" ]
ok $? "lines that end as on Windows"
"$gprowse" --view=threads --format=tsv usual.txt panic.txt >out 2>messages
grep -q panic.txt out && ! grep -q receive out
ok $? "of several files, each is a part"

sed 's/^main.inner(...)/main.inner(/' usual.txt >damaged.txt
"$gprowse" --view=functions damaged.txt >out 2>messages
[ $? -eq 1 ] && [ "$(wc -l <messages)" -eq 1 ] && grep -q 'line 4$' messages && grep -q wait out
ok $? "a damaged line is named"
printf 'goroutine 1 [a\033cb]:\nmain\033]0;x\007(0x1)\n\t/src/\033[7m.go:1 +0x1\n' >hostile.txt
for view in functions threads lines; do
	"$gprowse" --view=$view hostile.txt
done >out 2>messages
grep -qF 'main^[]0;x^G' out && ! LC_ALL=C grep -q "$(printf '[\033\007]')" out messages
ok $? "no byte of a name reaches the terminal"

# Go itself: the same goroutines as text and as pprof.
cat >g.go <<'GO'
package main

import (
	"os"
	"runtime/pprof"
	"time"
)

type T struct{ c chan int }

func (t *T) wait(a string, b []byte) { <-t.c }

//go:noinline
func outer(t *T) { t.wait("a", nil) }

func main() {
	t := &T{make(chan int)}
	for i := 0; i < 3; i++ {
		go outer(t)
	}
	go func() { select {} }()
	time.Sleep(50 * time.Millisecond)
	for debug, name := range []string{"go.pb.gz", "go.1", "go.2"} {
		f, _ := os.Create(name)
		pprof.Lookup("goroutine").WriteTo(f, debug)
		f.Close()
	}
}
GO
# main FILE: prints how many goroutines the functions of the program have in FILE.
main() {
	"$gprowse" --view=functions --format=tsv --inlined "$1" 2>messages | columns total name |
		grep ' main\.' | grep -v 'main\.main$' | LC_ALL=C sort
}
if needs "as Go itself counts" go golang-go; then
	if HOME=$work GOCACHE=$work/cache GO111MODULE=off go build -o g g.go \
		>messages 2>&1 && ./g 2>>messages; then
		[ "$(main go.2)" = "$(main go.pb.gz)" ] && [ "$(main go.2)" = "$(main go.1)" ] &&
			main go.2 | grep -q '^3 main.outer$'
		ok $? "as Go itself counts"
	else
		skipped "as Go itself counts" "go does not build here"
	fi
fi
cases_end
