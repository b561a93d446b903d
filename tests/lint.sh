#!/bin/sh
# lint.sh - static analysis of every file, and warnings in 32 bits (make lint)
#
# .clang-tidy says which checks are disabled, and why.
# With LINT_MODE=brief, the static analyzer of clang, which takes most of the time, does not run.
# SPDX-License-Identifier: GPL-3.0-or-later

srcdir=${srcdir:-.}
include="-I. -Imodel -Iui -Isrc -I$PWD -DBINDIR=__FILE__ -DPKGLIBDIR=__FILE__"
status=0
checks=
[ "$LINT_MODE" != brief ] || checks="-clang-analyzer-*"

cd "$srcdir" || exit 99
for tool in clang-tidy clang-query cppcheck; do
	command -v $tool >/dev/null || {
		echo "lint: no $tool here (Debian: clang-tidy clang-tools cppcheck)" >&2
		exit 99
	}
done
find record model ui src -name '*.c' | xargs -P "$(getconf _NPROCESSORS_ONLN)" -n 8 \
	sh -c 'clang-tidy --quiet --checks="$0" "$@" -- -std=gnu11 -D_GNU_SOURCE '"$include"' \
		2>/dev/null' "$checks" ||
	status=1

# Disabled: missingIncludeSystem, because headers of the system are not checked; uninitvar, because
# cppcheck does not track a count that a loop computed before; preprocessorErrorDirective, because
# cppcheck also tries machines that the recorder does not support.
cppcheck -j "$(getconf _NPROCESSORS_ONLN)" --quiet --error-exitcode=1 --std=c11 \
	--enable=warning,performance,portability \
	--suppress=missingIncludeSystem --suppress=uninitvar \
	--suppress=preprocessorErrorDirective $include \
	record model ui src bench screenshots || status=1
# Report pointers that are not compared with NULL, as in "!p", "if (p)" and "p && ...", but not
# those in macros of jansson.
queries=$(mktemp) || exit 99
trap 'rm -f "$queries"' EXIT
pointer='expr(hasType(pointerType()))'
cat >"$queries" <<END
m unaryOperator(isExpansionInMainFile(), hasOperatorName("!"), hasUnaryOperand($pointer))
m binaryOperator(isExpansionInMainFile(), hasAnyOperatorName("&&", "||"), hasEitherOperand($pointer))
m stmt(isExpansionInMainFile(), anyOf(ifStmt(hasCondition($pointer)),
	whileStmt(hasCondition($pointer)), forStmt(hasCondition($pointer)),
	doStmt(hasCondition($pointer))))
m conditionalOperator(isExpansionInMainFile(), hasCondition($pointer))
END
find record model ui src -name '*.c' | xargs -P "$(getconf _NPROCESSORS_ONLN)" -n 12 \
	sh -c 'clang-query -f "$0" "$@" -- -std=gnu11 -D_GNU_SOURCE '"$include"' 2>/dev/null' "$queries" |
	grep -A 1 ': note: "root" binds' | grep -v '^--' | paste - - | grep -v 'json_is_' &&
	{ echo "lint: pointers that are not compared with NULL"; status=1; }

# Compile for 32 bits, without the recorder, which needs 64.  The headers of amd64 are also for
# i386, except one that lists missing functions.
if [ "$(gcc -print-multiarch 2>/dev/null)" = x86_64-linux-gnu ]; then
	headers=$(mktemp -d) && mkdir "$headers/gnu" && : >"$headers/gnu/stubs-32.h" || exit 99
	find model ui src -name '*.c' | xargs -P "$(getconf _NPROCESSORS_ONLN)" -n 8 \
		gcc -m32 -std=gnu11 -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64 -fsyntax-only \
		-Wall -Wextra -Wformat=2 -Werror -I"$headers" -isystem /usr/include/x86_64-linux-gnu \
		$include || status=1
	rm -r "$headers"
fi

[ $status -eq 0 ] && echo "lint: nothing found"
exit $status
