#!/bin/sh
# test_hardening.sh - the program is built so that a mistake in it is hard to use
#
# SPDX-License-Identifier: GPL-3.0-or-later

program=${top_builddir:-.}/gprowse
[ -n "${HARDENED# }" ] || {
	echo "1..0 # SKIP built with --disable-hardening or with sanitizers"
	exit 77
}
command -v readelf >/dev/null || {
	echo "1..0 # SKIP readelf is not installed"
	exit 77
}
n=0

# has NAME PATTERN READELF-OPTION...: what readelf prints of the program has PATTERN.
has() {
	name=$1 pattern=$2
	shift 2
	n=$((n + 1))
	if readelf -W "$@" "$program" | grep -qE "$pattern"; then
		echo "ok $n - $name"
	else
		echo "not ok $n - $name"
	fi
}

has "loaded anywhere (PIE)" 'Type: *DYN' -h
has "no code on the stack" 'GNU_STACK.* RW ' -l
has "relocated once (RELRO)" 'GNU_RELRO' -l
has "all of it before it starts (BIND_NOW)" 'BIND_NOW|FLAGS_1.*NOW' -d
has "stack protector" '__stack_chk_fail' --dyn-syms
case $HARDENED in
*FORTIFY*) has "_FORTIFY_SOURCE" '__[a-z]+_chk' --dyn-syms ;;
esac
echo "1..$n"
