#!/bin/sh
# What the libraries may not contain: output, exits, the environment, curses, variables.
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"
cd "$top" || exit 99			# where the libraries are

# imports LIBRARY: "object symbol" for every symbol that an object takes from elsewhere.
imports() {
	nm -A -u "$1" | sed 's/^[^:]*:\([^:]*\): *U /\1 /; s/lib[a-z]*_a-//'
}

# variables LIBRARY: "object section size" for every section that can be written to.
# Tables of pointers live in .data.rel.ro, which is read-only once the program runs.
variables() {
	size -A -d "$1" | awk '
		/ex .*\):?$/ { object = $1; sub(/.*lib(model|ui|term)_a-/, "", object) }
		$1 ~ /^\.t?(data|bss)/ && $1 !~ /^\.data\.rel\.ro/ && $2 > 0 { print object, $1, $2 }'
}

# place FILE HEADER FOLDER...: the folder that FILE finds HEADER in.
place() {
	beside=$(dirname "$1")
	header=$2
	shift 2
	for dir in "$beside" "$@"; do
		if [ -f "$dir/$header" ]; then
			(cd "$(dirname "$dir/$header")" && pwd)
			return
		fi
	done
}

# includes FOLDER ALLOWED...: headers in quotes that are in none of the folders ALLOWED.
includes() {
	files=$(find "$srcdir/$1" -name '*.[ch]' | sort)
	shift
	for file in $files; do
		sed -n 's/^#[ \t]*include[ \t]*"\(.*\)".*/\1/p' "$file" | while read -r header; do
			found=$(place "$file" "$header" "$@")
			for allowed in "$@"; do
				[ "$found" != "$allowed" ] || continue 2
			done
			echo "$file includes $header"
		done
	done
}

# A stream that was handed in may be written to; the three that are there may not.
noise='^_*(printf|vprintf|puts|putchar|perror|stdout|stderr|stdin)(_chk)?$'
world='^_*(getenv|secure_getenv|setenv|setlocale|system|popen|signal|sigaction|initscr|newterm|stdscr)$'
curses='^#[[:space:]]*include[[:space:]]*<(n?curses[a-z]*/)?(n?curses|term|panel|menu|form)\.h>'
leave='^_*(exit|_exit|quick_exit|abort)$'

for library in ${LIBRARIES:?names the libraries to look into}; do
	taken=$(imports "$library" | grep -v '^term[_a-z]*\.o ')
	nothing "$library prints nothing" "$(echo "$taken" | awk -v bad="$noise" '$2 ~ bad')"
	nothing "$library leaves the outside world alone" \
		"$(echo "$taken" | awk -v bad="$world" '$2 ~ bad')"
	nothing "$library exits nowhere" \
		"$(echo "$taken" | awk -v bad="$leave" '$2 ~ bad && $1 != "mem.o"')"
	if [ "${SANITIZE:-no}" = yes ] || nm "$library" | grep -q __gcov; then
		skipped "$library has no variables" "sanitizers and gcov add their own"
	else
		nothing "$library has no variables" "$(variables "$library" | grep -v '^term[_a-z]*\.o ')"
	fi
done

model=$srcdir/model
nothing "model/ includes only model/" "$(includes model "$model" "$model/formats")"
nothing "ui/ includes only model/ and ui/" "$(includes ui "$srcdir/ui" "$model")"
nothing "curses only in ui/term*.[ch]" "$(
	find "$srcdir/model" "$srcdir/ui" "$srcdir/src" -name '*.[ch]' -exec grep -lE "$curses" {} + |
		grep -v '/ui/term[_a-z]*\.[ch]$')"
cases_end
