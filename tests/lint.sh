#!/bin/sh
# Static analysis of every file: make lint.  .clang-tidy says what is left out, and why.
#
# LINT_MODE=shallow: the static analyzer does not look into called functions, which takes a
# quarter of the time.
# SPDX-License-Identifier: GPL-3.0-or-later

srcdir=${srcdir:-.}
include="-Imodel -Iui -Isrc -I$PWD"
status=0
mode=
[ -z "$LINT_MODE" ] || mode="-Xclang -analyzer-config -Xclang mode=$LINT_MODE"

cd "$srcdir" || exit 99
for tool in clang-tidy cppcheck; do
	command -v $tool >/dev/null || { echo "lint: no $tool here (Debian: $tool)" >&2; exit 99; }
done
find model ui src -name '*.c' | xargs -P "$(getconf _NPROCESSORS_ONLN)" -n 8 \
	sh -c 'clang-tidy --quiet "$@" -- -std=gnu11 -D_GNU_SOURCE '"$mode $include"' 2>/dev/null' lint ||
	status=1

# Left out: missingIncludeSystem, the headers of the system are not judged; uninitvar, it does
# not follow a count that a loop set up before.
cppcheck --enable=warning,performance,portability --std=c11 --quiet --error-exitcode=1 \
	--suppress=missingIncludeSystem --suppress=uninitvar $include \
	model ui src bench screenshots || status=1
[ $status -eq 0 ] && echo "lint: nothing found"
exit $status
