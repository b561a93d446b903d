#!/bin/sh
# test_summary.sh - the view summary: what was measured and where the time is, as text and as data
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"

cat >script.txt <<'END'
prog  4711/4711  1.0:     1000000 cpu-clock:u: 
	          401b97 leaf+0x1f (/bin/prog)
	          401b94 main+0x1c (/bin/prog)

prog  4711/4712  1.1:     3000000 cpu-clock:u: 
	    7f9ca5486ec5 copy+0x0 (/lib/libc.so)
	          401b97 parse+0x1f (/bin/prog)
	          401b94 main+0x1c (/bin/prog)

END
"$gprowse" --view=summary script.txt >out 2>messages
holds "how much was measured" grep -q '^0.0040000 s in 2 samples of cpu-clock:u$' out
holds "from the first to the last sample" grep -qx 'elapsed: 0.100 s' out
"$gprowse" --view=summary --thread=4711 script.txt >one 2>messages
holds "one sample has no length" sh -c '! grep elapsed one'
"$gprowse" --export=pprof script.txt >exported.pb.gz 2>messages
"$gprowse" --view=summary exported.pb.gz exported.pb.gz >one 2>messages
holds "the lengths of several files are added" grep -qx 'elapsed: 0.200 s' one
"$gprowse" --view=summary --format=json exported.pb.gz >one 2>messages
holds "as data, in nanoseconds" grep -q '"elapsed_ns": 100000000$' one
printf 'prog  7/7  1.1:     1000000 cpu-clock:u: \n\t401b97 f+0x1f (/bin/prog)\n\n' >one.txt
"$gprowse" --view=summary one.txt >one 2>messages
holds "one sample" grep -q '^0.001 s in 1 sample of cpu-clock:u$' one
for time in 1.1 1.2; do
	printf 'prog  7/7  %s: cycles: \n\t401b97 f+0x1f (/bin/prog)\n\n' $time
done >two.txt
"$gprowse" --view=summary two.txt >two 2>messages
holds "samples are not said twice" grep -q '^2 samples of cycles$' two
holds "programs and libraries" grep -q '^   *75.0 %  0.0030000 s  /lib/libc.so$' out
holds "threads" grep -q '^   *75.0 %  0.0030000 s  thread prog 4712$' out
holds "functions with their hottest callers" \
	grep -q '^   *75.0 %  0.0030000 s  copy  (mostly called by parse)$' out
holds "the hottest path" grep -q '^   *75.0 %  0.0030000 s  main > parse > copy$' out
if [ -x "$top/tests/make_story" ]; then
	"$top/tests/make_story" interp interp.gmon interpreter
	"$gprowse" --view=summary interp interp.gmon >estimated
	holds "the hottest path ends where times are not known" \
		grep -q '^   *100.0 %  5.00 s  main > [.]* (few calls of a cycle' estimated
fi
[ "$(wc -l <out)" -le 25 ]
ok $? "the summary is short"
"$gprowse" --view=summary --format=tsv script.txt >out 2>messages
[ "$(awk -F'\t' '$1 == "functions" { print $4 }' out)" = 'copy
leaf' ]
ok $? "as data: a row for each line, with its section"
"$gprowse" --view=summary --format=json script.txt >out 2>messages
holds "as JSON" grep -q '"section": "path", "text": *" *75.0 %  0.0030000 s  main > parse > copy"' out

# Long texts are wrapped on the screen, and whole in data.
awk 'BEGIN { for (i = 0; i < 40; i++) s = s (i ? ";" : "") "a_function_with_a_long_name_" i; print s, 7 }' \
	>deep.folded
"$gprowse" --view=summary --format=tsv deep.folded >out 2>messages
[ "$(awk -F'\t' '$1 == "path"' out | wc -l)" -eq 1 ] && grep -q 'name_0 > .*name_23 > \.\.\.' out
ok $? "a long path"

# Of two profiles, it is about B, and says what changed.
printf 'main;a;b 500\nmain;c 300\nmain;a 20\n' >a.folded
printf 'main;a;b 900\nmain;c 301\n' >b.folded
"$gprowse" --compare --counts=samples --view=summary a.folded b.folded >out 2>messages
[ "$(sed -n '/^what changed/,/^functions/p' out | sed '$d')" = 'what changed from A a.folded to B
  A 820 samples, B 1201 samples: +381 (+46.5 %), more, and no noise
  +400  b  (A 500 samples, B 900 samples; more, and no noise)
  -20  a  (A 20 samples, B 0 samples; less, and no noise)
  +1  c  (A 300 samples, B 301 samples; may be noise)' ]
ok $? "what changed"
! grep -q changed two
ok $? "of one profile, nothing changed"

printf '# a comment\n' >empty.folded
"$gprowse" --view=summary empty.folded >out 2>messages
[ $? -eq 1 ] && [ "$(wc -l <messages)" -eq 1 ]
ok $? "a profile without samples"

printf 'events: a b c d e f g h i j k l\nfn=f\n1 1 2 3 4 5 6 7 8 9 10 11 12\n' >many.cg
"$gprowse" --view=summary many.cg >out 2>messages
holds "it says that there are more events" grep -q 'a (shown), b, c, d, e, f, g, h, i, j and 2 more' out

cases_end
