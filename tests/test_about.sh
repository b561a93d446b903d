#!/bin/sh
# test_about.sh - --version and --bug-report: what they say, and what they do not say
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"

visible=$top/tests/visible

"$gprowse" --version >out 2>messages
[ $? -eq 0 ] && [ ! -s messages ] && head -n 1 out | grep -q '^gprowse [0-9.]*[0-9], '
ok $? "the first line of --version has the version"
grep '^Built with ' out | sed 's/^Built with //; s/no optional part: //; s/; without /, /' |
	sed 's/^without //; s/, /\n/g' | sort >named
sed -n 's/^UNPACK(\[\([a-z]*\)\].*/\1/p; s/^AC_ARG_WITH(\[\([a-z]*\)\].*/\1/p' \
	"$srcdir/configure.ac" >optional
echo recorder | cat optional - | grep -v '\[' | sort >all
diff all named >differences
ok $? "--version names each optional part of configure.ac, built or not"
for part in zlib lzma zstd zydis; do
	macro=HAVE_$(echo $part | tr a-z A-Z)
	if grep -q "^#define $macro 1" "$top/config.h"; then
		grep -q "Built with \([a-z, ]*\)$part" out
	else
		grep -q "without .*$part" out
	fi
	ok $? "--version says whether $part is built in"
done
"$gprowse" --version | cut -d , -f 1 | head -n 1 >first

# The report: from a program in a directory whose name is private, with a private environment.
mkdir -p home/secret-user/bin && cp "$gprowse" home/secret-user/bin || exit 99
[ ! -f "$top/libgprowse.so" ] || cp "$top/libgprowse.so" home/secret-user/bin || exit 99
report() (
	HOME=$work/home/secret-user USER=secret-user LOGNAME=secret-user HOSTNAME=secret-host
	EMAIL=secret-user@secret-host SECRET=secret-value PWD=$work/home/secret-user
	LANG=C.UTF-8
	export HOME USER LOGNAME HOSTNAME EMAIL SECRET PWD LANG
	cd "$work/home/secret-user" && "$@"
)
TERM=vt100 report bin/gprowse --bug-report >out 2>messages </dev/null
[ $? -eq 0 ] && [ ! -s messages ]
ok $? "--bug-report succeeds"
nothing "the report names no directory, user or variable" "$(grep -n -e secret -e "$work" out)"
host=$(uname -n)
case $(uname -srm) in
*"$host"*) skipped "the report does not name the host" "the name of the host is in that of the kernel" ;;
*) nothing "the report does not name the host" "$(cut -d : -f 2- out | grep -wF -e "$host")" ;;
esac
nothing "each line has a name and a value" "$(grep -vE '^[A-Za-z][A-Za-z_. ]*: .' out)"
grep -qxF "version: $(cat first)" out && grep -qF "system: $(uname -sr)" out &&
	grep -qx 'TERM: vt100' out && grep -qx 'size: no terminal' out && grep -qx 'charset: UTF-8' out
ok $? "the report has version, system and terminal"
nothing "the report has every format that can be named" "$(
	"$gprowse" --profile-format=klingon x 2>&1 | sed -n 's/ or /, /; s/.*; use //; T; s/, /\n/g; p' |
		while read -r format; do
			sed -n 's/^formats: //p' out | tr ',' '\n' | sed 's/^ //' | grep -qxF "$format" ||
				echo "$format"
		done)"
if [ -f "$top/libgprowse.so" ]; then
	grep -qx 'recorder: beside gprowse' out
	ok $? "the report says where the recorder is"
	name="the report says that the recorder cannot be loaded"
	if under_memcheck; then
		skipped "$name" "a script starts the program"
	else
		mkdir odd:place && cp home/secret-user/bin/* odd:place &&
			odd:place/gprowse --bug-report | grep -q '^recorder: beside gprowse, but'
		ok $? "$name"
	fi
else
	grep -qx 'recorder: not built' out
	ok $? "the report says that there is no recorder"
fi

TERM=$(printf 'vt\033]0;title\a') "$visible" "$gprowse" --bug-report >out 2>messages </dev/null
status=$?
if [ $status -eq 99 ]; then
	skipped "what is not visible in TERM is spelled out" "no terminal"
else
	[ $status -eq 0 ] && grep -qF 'TERM: vt^[]0;title^G' out &&
		grep -q '^colours: .*does not know' out
	ok $? "what is not visible in TERM is spelled out"
	"$visible" sh -c "stty columns 91 rows 33 && '$gprowse' --bug-report" >out 2>messages </dev/null
	grep -q '^size: 91x33' out
	ok $? "the report has the size of the terminal"
fi
if [ -c /dev/full ]; then
	"$gprowse" --bug-report 2>messages >/dev/full
	[ $? -eq 1 ] && grep -q 'standard output: ' messages
	ok $? "a report that cannot be written is an error"
fi
cases_end
