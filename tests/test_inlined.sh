#!/bin/sh
# test_inlined.sh - inlined functions of gmon.out as functions of their own: times, exports, errors
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"

make_pack=$top/tests/make_pack
[ -x "$make_pack" ] && "$make_pack" || exit 77

# self WORD...: prints the self times of all functions, by name.
self() {
	"$gprowse" "$@" --view=functions --format=tsv pack pack.gmon 2>messages |
		columns name self | sort
}

self >without
self --inlined >with
grep -q '^common_prefix 1.85$' with && ! grep -q common_prefix without
ok $? "inlined code has a row of its own"

[ "$(sed -n 's/^find_match //p' without)" = 2.8 ] && [ "$(sed -n 's/^find_match //p' with)" = 0.95 ]
ok $? "its time is no longer self time of the caller"

[ "$(grep -v -e find_match -e common_prefix with)" = "$(grep -v find_match without)" ]
ok $? "other functions stay the same"

"$gprowse" --inlined --export=callgrind pack pack.gmon >out 2>messages && [ ! -s messages ] &&
	grep -qx '# not counted' out && grep -q '^calls=1 ' out && grep -q '^7 1480000$' out &&
	grep -q '^totals: 3080000$' out
ok $? "an export for callgrind has the time of inlined code"

# gprof knows no inlined functions: its figures are those of the functions that contain the code.
"$gprowse" --view=notes pack pack.gmon >without &&
	"$gprowse" --inlined --view=notes pack pack.gmon >with &&
	grep -q '^Some' with && cmp with without
ok $? "gprof's rules give no other figures than views of inlined functions"

"$gprowse" --screen=100x12 --keys='=!' pack pack.gmon | grep -q '^Notes are about .* without folding'
ok $? "notes say that they are about functions as they were read"

! "$gprowse" --inlined -p pack pack.gmon >out 2>messages && [ ! -s out ] &&
	[ "$(wc -l <messages)" -eq 1 ] && grep -q inlined messages
ok $? "a listing is refused"

! "$gprowse" --inlined -l --view=functions pack pack.gmon >out 2>messages && grep -q inlined messages
ok $? "rows are not lines and inlined functions at once"

"$gprowse" --screen=100x24 --keys=L pack - <pack.gmon >out 2>messages &&
	grep -q 'standard input cannot be read again; start with --inlined' out && [ ! -s messages ]
ok $? "L does not read standard input again"

# Lambda functions of C++ are told apart.
cat >lambdas.cc <<'END'
volatile unsigned sink;
template <class F> inline void call(F f) { f(60000000); }
int main()
{
	call([](unsigned n) { for (unsigned i = 0; i < n; i++) sink = sink * 3 + i; });
	call([](unsigned n) { for (unsigned i = 0; i < n; i++) sink = sink / 7 ^ i; });
	call([](auto n) { for (unsigned i = 0; i < n; i++) sink = sink * 5 ^ i; });
	struct Sum { void operator()(unsigned n) { for (unsigned i = 0; i < n; i++) sink += i; } };
	call(Sum());
}
END
if ! ${CXX:-g++} -pg -g -O2 -o lambdas lambdas.cc 2>messages || ! sampled 0.05 lambdas; then
	skipped "lambda functions are told apart" "no samples"
else
	same "lambda functions are told apart" '<lambda:5> <lambda:6> <lambda:7> operator() ' \
		"$("$gprowse" --inlined --view=functions --format=tsv lambdas gmon.out |
		columns name | grep -e '^<lambda' -e '^operator()' | LC_ALL=C sort | tr '\n' ' ')"
fi

# A function that has code of its own and is also inlined.
cat >both.c <<'END'
volatile unsigned sink;
__attribute__((always_inline)) inline unsigned work(unsigned n)
{
	unsigned s = 0;
	for (unsigned i = 0; i < n; i++)
		s += (i * i ^ s) >> 3;
	return s;
}
extern inline unsigned work(unsigned n);
unsigned (*volatile alone)(unsigned) = work;
__attribute__((noinline)) void host(unsigned n) { sink += work(n); }
__attribute__((noinline)) void caller(unsigned n) { sink += work(n) + alone(n); }
int main(void)
{
	for (int i = 0; i < 20; i++) {
		host(2000000);
		caller(2000000);
	}
}
END
if ! ${CC:-cc} -pg -g -O2 -o both both.c 2>messages || ! sampled 0.05 both; then
	skipped "excluding a function that is also inlined" "no samples"
else
	for keys in '/work<Enter>xL' 'L/work<Enter>x'; do
		"$gprowse" --screen=120x24 --keys="$keys" both gmon.out >out 2>messages
		grep -q work out && ! grep -q 'x work\|excluded:\|without' out
		ok $? "$keys: a function that is also inlined is not excluded"
	done
	"$gprowse" --screen=120x24 --keys='/work<Enter>xL' both gmon.out >out 2>messages
	grep -q 'exclusions that are not possible here wait until they are' out
	ok $? "a message tells that L drops the exclusion"

	# Calls can be excluded, even if the callee is also inlined into the caller.
	"$gprowse" --screen=120x24 --keys='L/caller<Enter><Enter>/work<Enter>x' both gmon.out >out 2>messages
	grep -q '20 of 20 calls lost' out
	ok $? "calls of a function that is also inlined are excluded"
	"$gprowse" --screen=120x24 --keys='L/host<Enter><Enter>/work<Enter>x' both gmon.out >out 2>messages
	grep -q 'inlined code cannot be excluded' out
	ok $? "inlined code is not excluded"
fi

# A function whose first instruction is inlined code.  With -pg, its first instruction would be the
# call that is counted.
cat >begin.h <<'END'
static inline unsigned mix(unsigned n)
{
	unsigned s = n;
	for (unsigned i = 0; i < n; i++)
		s += (i * i ^ s) >> 3;
	return s;
}
END
cat >begin.c <<'END'
#include "begin.h"
unsigned
begun(unsigned n)
{
	return mix(n);
}
END
cat >begin_main.c <<'END'
unsigned begun(unsigned n);
int main(void)
{
	volatile unsigned sum = 0;
	for (int i = 0; i < 40; i++)
		sum += begun(2000000);
	return 0;
}
END
# place WORD...: prints where the function begun() is.  With arguments on the stack, its first
# instruction is its own, of the line of the bracket.
place() {
	"$gprowse" "$@" --view=functions --format=tsv 2>>messages |
		awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
			$at["name"] == "begun" { print $at["file"] ":" $at["line"] }' |
		if [ "$(uname -m)" = x86_64 ] || [ "$(uname -m)" = aarch64 ]; then
			sed 's/.*\///'
		else
			sed 's/.*\///; s/:4$/:3/'
		fi
}
case="a function that begins with inlined code is where it is declared"
if ! ${CC:-cc} -g -O2 -c begin.c 2>messages ||
	! ${CC:-cc} -pg -g -O2 -o begin begin_main.c begin.o || ! sampled 0.05 begin; then
	skipped "$case" "no samples"
else
	for options in "" --inlined; do
		same "$case: $options" begin.c:3 "$(place $options begin gmon.out)"
	done
	"$gprowse" --screen=80x24 --keys=':begun<Enter>a' begin gmon.out >out 2>messages
	grep -q ' begin\.c' out
	ok $? "its source is that of its own file"
	if [ -e "$top/libgprowse.so" ] && [ "${SANITIZE:-no}" != yes ] &&
		timeout "$patience" "$gprowse" record -o begin.data ./begin >out 2>messages; then
		same "$case: a recording" begin.c:3 "$(place begin.data)"
		"$gprowse" --export=callgrind begin.data >out 2>messages &&
			grep -A 1 '^c*f[il]=([0-9]*) .*/begin\.c$' out | grep -q '^c*fn=([0-9]*) begun$'
		ok $? "an export has the same file"
	else
		skipped "$case: a recording" "nothing was recorded"
	fi
fi

cases_end
