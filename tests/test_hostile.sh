#!/bin/sh
# test_hostile.sh - no name, path, source line or output of gcov can control the terminal
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"

visible=$top/tests/visible

unset COLUMNS
LC_ALL=C.UTF-8
TERM=xterm
export LC_ALL TERM
esc=$(printf '\033') csi=$(printf '\233') rlo=$(printf '\342\200\256') bell=$(printf '\007')
c1=$(printf '\302\233') del=$(printf '\177') bad=$(printf '\377')
# Directional marks: U+200E, U+200F, U+061C, U+2066, U+2069; the byte order mark U+FEFF; line
# separators: U+2028, U+2029.
marks=$(printf '\342\200\216\342\200\217\330\234\342\201\246\342\201\251\357\273\277\342\200\250\342\200\251')
# Invisible characters (U+200B, U+2060, U+FE0F, U+E0041), an overlong slash, an unpaired surrogate.
none=$(printf '\342\200\213\342\201\240\357\270\217\363\240\201\201\300\257\355\240\200')
# A letter, U+011B, one byte of which is a control character on a terminal without UTF-8.
letter=$(printf '\304\233')
evil="a${letter}${esc}[2J${esc}]0;x${bell}${csi}31m${c1}1m${rlo}${marks}${none}b${del}${bad}"

# The hostile name is a path, a symbol of a program and a line of its source.
mkdir "$evil" || exit 99
cat >"$evil/$evil.c" <<END
/* $evil */
#include <time.h>
int evil_one(int n) { return n > 1 ? n * 2 : 1; } // $evil
int formula(int n) { return evil_one(n) + 1; }
int main(void)
{
	volatile int i, x = 0; char *s = "$evil";
	while (clock() < CLOCKS_PER_SEC / 10)
		for (i = 0; i < 10000; i++) x += formula(i); /* $csi $esc[5m */
	return s[0] == 'b';
}
END
(cd "$evil" && ${CC:-cc} -pg -g -O0 --coverage -o ../plain "$evil.c" && sampled 0.01 ../plain) 2>/dev/null &&
	objcopy --redefine-sym "evil_one=$evil" \
	--redefine-sym "formula==cmd|'/c${esc}'!A0&#8238;" plain "$evil.prog" &&
	cp "$evil/gmon.out" "$evil.gmon" || {
	skip_all "no compiler that knows -pg, or no objcopy"
}

terminals=yes
"$visible" true >out 2>messages </dev/null
[ $? -ne 99 ] || terminals=no

# on_terminal NAME COMMAND...: a case that passes if COMMAND succeeds on a terminal and writes only
# text.  If $may_fail is yes, COMMAND may fail with status 1.
on_terminal() {
	name="on a terminal: $1"
	shift
	if [ $terminals = no ]; then
		skipped "$name" "no pseudo-terminals here"
		return
	fi
	timeout 60 "$visible" "$@" >out 2>messages </dev/null
	status=$?
	[ "$may_fail" = yes ] && [ $status -eq 3 ] && status=0
	ok $status "$name"
}
may_fail=no

# as_file NAME COMMAND...: a case that passes if COMMAND succeeds, and writes only text when its
# output is a file.
as_file() {
	name=$1
	shift
	timeout 60 "$@" >out 2>/dev/null && [ -s out ] && "$visible" <out 2>messages
	ok $? "in a file: $name"
}

for options in "-b" "-b -p" "-b -q" "-b -q -T" "-b -l" "-b -A" "-b -A -x -L" "-b -C -l" "-r" "-i" \
	"-b --inline-file-names" "-b -c" "-b -z --exact" "-b --no-demangle" \
	"--screen=200x50 --keys=<Enter>ja" "--screen=90x30 --keys=l" "--screen=90x30 --keys=F+" \
	"--screen=90x30 --keys=i" "--screen=60x20,styles"; do
	on_terminal "$options" "$gprowse" $options "$evil.prog" "$evil.gmon"
done
# Every view, every prompt, completion, copied text, marks and proposed paths.
for keys in l F T t C n i c R E = ':a<Tab>' ':<Tab><Tab><Enter>' '/a' '&a<Enter>' y x xu X p \
	"m1j'1" w 'w<Enter>' fl '<Enter>i' '<Enter><Enter>f' ltia F+i s '?' D; do
	for size in 200x50 44x12; do
		on_terminal "--screen=$size --keys=$keys" "$gprowse" --screen=$size "--keys=$keys" \
			"$evil.prog" "$evil.gmon"
	done
done
LC_ALL=C
for options in "-b" "-b -A" "--view=calls" "--view=source" "--screen=90x30" "--view=calls --format=csv" \
	"--view=source --format=tsv" "--view=functions --format=json" "--view=notes --format=csv" \
	"--export=dot" "--export=callgrind" "--export=folded"; do
	on_terminal "LC_ALL=C: $options" "$gprowse" $options "$evil.prog" "$evil.gmon"
done
LC_ALL=C.UTF-8
for view in functions calls cycles lines source files tree notes; do
	on_terminal "--view=$view" "$gprowse" --view=$view "$evil.prog" "$evil.gmon"
	for format in text tsv csv json; do
		as_file "--view=$view --format=$format" "$gprowse" --view=$view --format=$format \
			"$evil.prog" "$evil.gmon"
	done
done
# Every export.
[ "$(exports | wc -l)" -ge 3 ] || exit 99
# A profile for pprof is no text; gprowse does not write it to a terminal.
for format in $(exports | grep -vx pprof); do
	on_terminal "--export=$format" "$gprowse" --export=$format "$evil.prog" "$evil.gmon"
	as_file "--export=$format" "$gprowse" --export=$format "$evil.prog" "$evil.gmon"
done
# Graphviz would turn a character reference of a name into its character.
"$gprowse" --export=dot "$evil.prog" "$evil.gmon" | grep '&' >out && ! grep -v '&amp;#8238;' out
ok $? "--export=dot: no character references"
on_terminal "--decode" "$gprowse" --decode "$evil.gmon"
as_file "--decode" "$gprowse" --decode "$evil.gmon"

# Messages.
may_fail=yes
on_terminal "no such program" "$gprowse" "$evil" "$evil"
on_terminal "no such profile" "$gprowse" "$evil.prog" "$evil.none"
on_terminal "not a profile" "$gprowse" "$evil.prog" "$evil/$evil.c"
on_terminal "not a program" "$gprowse" "$evil/$evil.c" "$evil.gmon"
on_terminal "unknown option" "$gprowse" "--$evil"
on_terminal "unknown letter" "$gprowse" "-$esc"
for option in view format select sort filter limit screen keys color path-map raw rate \
	address-size profile-format demangle file-format export gcov width; do
	on_terminal "--$option" "$gprowse" --view=functions --screen=80x24 "--$option=$evil" \
		"$evil.prog" "$evil.gmon"
done
for option in S R k e f I; do
	on_terminal "-$option" "$gprowse" -b "-$option" "$evil" "$evil.prog" "$evil.gmon"
done

# The caller of a program chooses its name (argv[0]), which libiberty prints in messages.
ln -s "$gprowse" "$evil.link"
printf '@words' >words
on_terminal "the name of the program: @directory" "./$evil.link" @.
on_terminal "the name of the program: too many @files" "./$evil.link" @words
on_terminal "the name of the program: no such option" "./$evil.link" --nonsense

# Messages about the file with the keys.
mkdir -p "config$evil/gprowse"
printf '%s\nquit %s\nno%s j\n' "$evil" "$evil" "$evil" >"config$evil/gprowse/config"
XDG_CONFIG_HOME=$work/config$evil
export XDG_CONFIG_HOME
on_terminal "the file with the keys" sh -c '"$0" "$1" "$2" 3>&1 1>/dev/null 2>&3 </dev/null' \
	"$gprowse" "$evil.prog" "$evil.gmon"
unset XDG_CONFIG_HOME

# Messages about sums and annotated sources.
on_terminal "-s: no such file" "$gprowse" -b -s "--output=$evil/$evil/$evil" "$evil.prog" "$evil.gmon"
mkdir "$evil.dir"
on_terminal "-s: a directory" "$gprowse" -b -s "--output=$evil.dir" "$evil.prog" "$evil.gmon"
mkdir "$evil.c-ann"
on_terminal "-y: a directory" "$gprowse" -b -A -y "$evil.prog" "$evil.gmon"
rmdir "$evil.c-ann"
head -c 1000 "$evil.gmon" >"$evil.cut"
on_terminal "--decode: damaged" "$gprowse" --decode "$evil.cut"
on_terminal "-s: damaged" "$gprowse" -s --output=sum.cut "$evil.prog" "$evil.cut" "$evil.gmon"

# Output of gcov.
mkdir bin
cat >bin/gcov <<END
#!/bin/sh
printf '%s' '{"current_working_directory":"/$evil",\
"files":[{"file":"$evil.c","lines":[{"line_number":1,"count":1,"branches":[]}]}]}'
END
chmod +x bin/gcov
for i in 9 10 11 12 13 14 15 16; do
	cp bin/gcov bin/gcov-$i
done
on_terminal "gcov" env "PATH=$work/bin:$PATH" "$gprowse" --view=source "$evil.prog" "$evil.gmon"
echo 'echo "not JSON: $1 '"$evil"'"' >>bin/gcov
for i in 9 10 11 12 13 14 15 16; do
	cp bin/gcov bin/gcov-$i
done
on_terminal "gcov: not JSON" env "PATH=$work/bin:$PATH" "$gprowse" --screen=200x30 --keys=la \
	"$evil.prog" "$evil.gmon"

# Written files replace symbolic links and do not follow them.
echo precious >victim
for name in gmon.sum sum.out; do
	ln -sf victim $name
	"$gprowse" -s --output=$name "$evil.prog" "$evil.gmon" >out 2>messages
	[ "$(cat victim)" = precious ]
	ok $? "-s does not write through a link: $name"
done
ln -sf ../victim "$evil/$evil.c-ann"
ln -sf victim "$evil.c-ann"
"$gprowse" -y -A "$evil.prog" "$evil.gmon" >out 2>messages
(cd "$evil" && "$gprowse" -y -A "../$evil.prog" "../$evil.gmon") >out 2>messages
[ "$(cat victim)" = precious ]
ok $? "-y does not write through a link"
if command -v strace >/dev/null && strace -o /dev/null true 2>/dev/null && [ "${SANITIZE:-no}" != yes ]; then
	strace -f -o calls -e trace=openat,open,creat,mkdir "$gprowse" -s --output=sum "$evil.prog" \
		"$evil.gmon" >out 2>messages
	grep 'O_CREAT' calls | grep -v 'O_EXCL' >out
	[ ! -s out ] && grep -q 'O_CREAT|O_EXCL' calls
	ok $? "files are created with O_EXCL"
else
	skipped "files are created with O_EXCL" "strace does not work here, or sanitizers"
fi

# Costs that are small beside the rounding of the sum of all: only a few boxes are drawn.
awk 'BEGIN {
	print "events: Ir\nfn=main\n1 0\ncfn=big\ncalls=1 1\n1 9000000000000000000"
	print "cfn=first\ncalls=1 1\n1 100\ncfn=second\ncalls=1 1\n1 100"
	print "fn=big\n1 9000000000000000000\nfn=second\n1 100\nfn=first\n1 0\ncfn=d0\ncalls=1 1\n1 100"
	for (i = 0; i < 40; i++) {
		print "fn=d" i "\n1 0\ncfn=l" i "\ncalls=1 1\n1 50\ncfn=r" i "\ncalls=1 1\n1 50"
		print "fn=l" i "\n1 0\ncfn=d" i + 1 "\ncalls=1 1\n1 50"
		print "fn=r" i "\n1 0\ncfn=d" i + 1 "\ncalls=1 1\n1 50"
	}
	print "fn=d40\n1 100"
}' >small.callgrind
timeout "$patience" "$gprowse" --screen=80x24 --keys='Vjj<Right><Enter>' small.callgrind >out 2>messages
ok $? "zooming frames that are much narrower than others"

# A function with very many callees, of which the last one calls the others.
awk 'BEGIN {
	print "events: Ir\nfn=main\n1 0\ncfn=last\ncalls=1 1\n1 1"
	for (i = 0; i < 300000; i++)
		print "cfn=(" i ") f" i "\ncalls=1 1\n1 2"
	print "fn=last\n1 1"
	for (i = 0; i < 300000; i++)
		print "cfn=(" i ")\ncalls=1 1\n1 2"
}' >many.callgrind
timeout "$patience" "$gprowse" --screen=80x24 --keys=':main<Enter>tG+' many.callgrind >out 2>messages &&
	grep -q '^ .*- last' out
ok $? "a row of a tree below very many rows is opened in time"

# The program starts no shell and makes no temporary file with a predictable name.
if under_memcheck; then
	skipped "no shell, no predictable temporary file" "a script starts the program"
elif nm -D "$gprowse" | grep -qw 'W popen'; then
	skipped "no shell, no predictable temporary file" "the sanitizer defines these functions"
else
	nm -D "$gprowse" >symbols
	grep -wE '(system|popen|wordexp|tmpnam|tempnam|mktemp|execlp|gets)(@.*)?' symbols >out
	[ ! -s out ] && grep -wqE 'posix_spawnp(@.*)?' symbols
	ok $? "no shell, no predictable temporary file"
fi

cases_end
