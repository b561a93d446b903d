# oracle_common.sh - for all scripts that compare gprowse with gprof
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# To be sourced.

. "${srcdir:-.}/tests/tap.sh"
cc=${ORACLE_CC:-gcc}
cxx=${ORACLE_CXX:-g++}
gprof=${GPROF:-gprof}

LC_ALL=C
# gprof -R reads uninitialized memory: fill it with 0.
GLIBC_TUNABLES=glibc.malloc.perturb=255:glibc.malloc.tcache_count=0
export LC_ALL GLIBC_TUNABLES

for tool in "$cc" "$cxx" "$gprof"; do
	command -v "$tool" >/dev/null || skip_all "$tool is not installed"
done

version=$("$gprof" --version | sed -n '1s/.* \([0-9.]*\)$/\1/p')

# In a cross build, gprof is a program of this processor, and gprowse of another.  Only the sign of
# 0/0 differs between them.
machine() {
	$1 -dumpmachine | sed 's/-.*//'
}
is_cross=no
[ "$(machine "${CC:-cc}")" = "$(machine "$cc")" ] || is_cross=yes

# Limit the size of files that a program may write, and forbid core dumps.
ulimit -f 65536
ulimit -c 0

# same ARGUMENT...: a case that passes if gprof and gprowse print the same bytes and return the same
# exit status.  -c is compared with gprof 2.40 only, because later versions find other calls in the
# code.
same() {
	case "$version: $* " in
	2.40*) ;;
	*" -c "* | *" --stat"*)
		n=$((n + 1))
		echo "ok $n - $name: $* # SKIP -c of gprof $version is not that of 2.40"
		return
		;;
	esac
	"$gprowse" "$@" >got 2>got.err <input
	got=$?
	tries=1
	# For functions outside .text, gprof -c decodes memory in front of .text.  In about one of
	# some hundred runs, it finds a call there.  Then gprof is run again.
	case " $* " in
	*" -c "*) tries=3 ;;
	esac
	while [ $tries -gt 0 ]; do
		tries=$((tries - 1))
		"$gprof" "$@" >want 2>want.err <input
		want=$?
		[ $is_cross = no ] || sed -i 's/-nan/ nan/g' want got
		if [ $want -eq $got ] && cmp -s want got; then
			ok 0 "$name: $*"
			return
		fi
	done
	if [ $want -eq 153 ]; then
		skipped "$name: $*" "the output of gprof $version does not end"
		return
	fi
	ok 1 "$name: $*"
	echo "# exit status: gprof $want, gprowse $got"
	diff -u want got | sed 's/^/# /' | head -n 30
	sed 's/^/# gprof says: /' want.err
	sed 's/^/# gprowse says: /' got.err
}

# same_status ARGUMENT...: a case that passes if both programs return the same exit status.  The
# output is not compared.
same_status() {
	"$gprof" "$@" >want 2>want.err <input
	want=$?
	"$gprowse" "$@" >got 2>got.err <input
	got=$?
	[ $want -eq $got ]
	ok $? "$name: status of $*"
	[ $want -eq $got ] || echo "# exit status: gprof $want, gprowse $got"
}

# refused ARGUMENT...: a case that passes if gprowse exits with 1 and prints nothing but one line on
# standard error.
refused() {
	"$gprowse" "$@" >got 2>got.err <input
	got=$?
	[ $got -eq 1 ] && [ ! -s got ] && [ "$(wc -l <got.err)" -eq 1 ]
	status=$?
	ok $status "$name: refused: $*"
	[ $status -eq 0 ] || sed "s/^/# status $got: /" got got.err
}

# each OPTIONS-FILE ARGUMENT...: calls same() with the options of each line of the file, or of every
# fourth line with CHECK_BRIEF in the environment.
each() {
	some 1 "$@"
}

# some N OPTIONS-FILE ARGUMENT...: as each, but without CHECK_WIDE in the environment only with
# every Nth line.  The next call for the same file begins one line later, so N calls together use
# all lines.
some() {
	step=$1 list=$2
	shift 2
	[ -z "$CHECK_WIDE" ] || step=1
	[ -z "$CHECK_BRIEF" ] || step=4
	line_number=$((calls_$list += 1))
	while read -r line; do
		case $line in
		'' | '#'*) continue ;;
		esac
		line_number=$((line_number + 1))
		[ $((line_number % step)) -eq 0 ] || continue
		eval "same -b $line"' "$@"'
	done <"$list"
}

# build NAME COMPILER FLAGS SOURCE...: compiles with -pg to NAME, and runs NAME, which makes
# NAME.gmon.  If the compiler fails, as with unknown flags, returns 1 without reporting a case.  If
# the program fails, a case fails.  If FLAGS has -g, $debug_format is added.
build() {
	name=$1
	flags=$3
	case $flags in
	*-g*) flags="$debug_format $flags" ;;
	esac
	compiler=$2
	shift 3
	# With the settings for gprof, compilers take a third more time.
	if ! GLIBC_TUNABLES='' "$compiler" -pg $flags -o "$name" "$@" 2>build.err; then
		echo "# $compiler -pg $flags failed:"
		sed 's/^/# /' build.err
		return 1
	fi
	rm -f gmon.out
	if ! { ./"$name" >/dev/null && mv gmon.out "$name.gmon"; } 2>build.err; then
		ok 1 "$name: runs"
		sed 's/^/# /' build.err
		return 1
	fi
}

: >input
