#!/bin/sh
# test_hardening.sh - the program is built with the usual hardening
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"

[ -n "${HARDENED# }" ] || skip_all "built with --disable-hardening or with sanitizers"
command -v readelf >/dev/null || skip_all "readelf is not installed"
under_memcheck && skip_all "a script starts the program"

# has NAME PATTERN READELF-OPTION...: a case that passes if the output of readelf for the program
# has PATTERN.
has() {
	name=$1 pattern=$2
	shift 2
	readelf -W "$@" "$gprowse" >out
	grep -qE "$pattern" out
	ok $? "$name"
}

has "position-independent (PIE)" 'Type: *DYN' -h
has "no code on the stack" 'GNU_STACK.* RW ' -l
has "read-only after relocation (RELRO)" 'GNU_RELRO' -l
has "all symbols bound at start (BIND_NOW)" 'BIND_NOW|FLAGS_1.*NOW' -d
has "stack protector" '__stack_chk_fail' --dyn-syms
case $HARDENED in
*FORTIFY*) has "_FORTIFY_SOURCE" '__[a-z]+_chk' --dyn-syms ;;
esac
# The recorder runs in programs that are not yet, or no longer, able to report an attack.
if [ -f "$top/libgprowse.so" ]; then
	nothing "the recorder does not call the C library for it" \
		"$(nm -u "$top"/libgprowse.[as]* | grep -E '__stack_chk|__[a-z]+_chk')"
else
	skipped "the recorder does not call the C library for it" "gprowse record is not built"
fi
cases_end
