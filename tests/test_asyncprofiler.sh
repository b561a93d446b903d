#!/bin/sh
# test_asyncprofiler.sh - flame graphs as pages for browsers, by async-profiler
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"
. "$srcdir/tests/shown_common.sh"

# page: prints a page with the lines of standard input at the end of its script.
page() {
	cat <<'END'
<!DOCTYPE html>
<html lang='en'>
<header>Produced by <a href='https://github.com/async-profiler/async-profiler'>async-profiler</a></header>
<script>
	const levels = Array(4);
	function f(key, level, left, width, inln, c1, int) {
		levels[level0 = level].push({level});
	}
	function unpack(cpool) {
	}
END
	cat
	printf 'search();\n</script></body></html>\n'
}

# The names are a, ab, abc, "it's \" and äöx.
page <<'END' >new.html
const cpool = [
'all',
' a',
'!b',
'"c',
' it\'s \\',
' äöü',
'"x'
];
unpack(cpool);

f(3,0,0,100)
f(9,1,0,60)
u(18,50,1,2,3)
u(29)
n(32,0)
f(48,1,60,40)
u(41,10)
END
same "names with common beginnings, and widths" new.html '0 50 ab
10 10 äöü
10 60 a
30 40 äöx
50 50 abc'
"$gprowse" --view=notes new.html >out 2>messages
grep -q '1 line of the page is damaged' out
ok $? "a frame that is wider than what is left of its caller is told"
[ "$("$gprowse" --export=folded new.html | LC_ALL=C sort)" = 'a_[j] 10
a_[j];ab_[j];abc_[k] 50
äöx 30
äöx;äöü_[j] 10' ]
ok $? "kinds of frames"

# Version 2 writes each name.
page <<'END' >old.html
f(0,0,10,3,'all')
f(1,0,7,3,'start')
f(2,0,7,1,'it\'s, run',7,0,0)
f(3,2,2,4,'leaf')
f(1,7,3,0,'other')
END
same "names in the frames" old.html "0 7 start
2 2 leaf
3 3 other
5 7 it's, run"

page </dev/null >none.html
"$gprowse" --view=functions none.html >out 2>messages
[ $? -eq 1 ] && grep -q 'has no frames' messages && [ "$(wc -l <messages)" -eq 1 ]
ok $? "a page without frames"
page <<'END' >bad.html
const cpool = [
'all',
'no end
''
];
f(99,0,0,5)
f(8,7,0,5)
u(-8,9)
f(0,0,0,99999999999999999999999)
u(8,5)
f(1,2
n()
f(0,1,2,3,'x
END
"$gprowse" --view=functions bad.html >out 2>messages
[ $? -le 1 ] && "$gprowse" --view=notes bad.html | grep -q 'lines of the page are damaged'
ok $? "damaged lines are told"

cases_end
