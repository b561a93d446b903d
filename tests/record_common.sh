# record_common.sh - for tests of the recorder: record programs, and add up what was recorded
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# To be sourced after tap.sh.

library=$top/libgprowse.so
[ -f "$library" ] || skip_all "programs cannot be recorded on this system"
[ "${SANITIZE:-no}" != yes ] || skip_all "sanitizers do not allow that a library is preloaded"
recordings=$work/recordings

# compiles COMMAND...: does the compiler command succeed?  If not, the case $case is skipped.
compiles() {
	"$@" >compiler.log 2>&1 && return
	skipped "$case" "the compiler does not do it: $(head -n 1 compiler.log)"
	return 1
}

# record PROGRAM ARGUMENT...: runs PROGRAM, and records it, without samples, into the empty
# directory $recordings.  What it prints is in the files out and err.  If $HZ is set, samples are
# taken at this rate.
record() {
	rm -rf "$recordings"
	mkdir "$recordings"
	timeout "$patience" env GPROWSE_RECORD="$recordings" GPROWSE_RECORD_HZ="${HZ:-0}" \
		LD_PRELOAD="$library" "$@" >out 2>err
}

# recorded: prints what tests/recorded finds in all recordings.
recorded() {
	"$top/tests/recorded" "$recordings"/*.gprec
}

# symbols IMAGE: makes the file $symbols with "sym IMAGE ADDRESS SYMBOL" for each symbol of the
# image in this directory, by address.  It is made again only if the image is newer.
symbols() {
	symbols=$work/symbols.$1
	[ "$symbols" -nt "$1" ] || nm -n --defined-only "$1" |
		sed -n "s|^\([0-9a-f]*\) [tTwWi] |sym $1 \1 |p" >"$symbols"
}

# add_up FUNCTIONS [IMAGE...]: prints how many calls of each of the FUNCTIONS, which are separated
# by blanks, all recordings together have, in one line; or, if FUNCTIONS is empty, "COUNT CALLER
# CALLEE" of all arcs.  Addresses in the images become names of functions.
add_up() {
	functions=$1
	shift
	for image in "$@"; do
		symbols "$image"
		set -- "$@" "$symbols"
		shift
	done
	recorded | awk -v functions="$functions" '
		function value(hex,  i, n) {
			for (i = 1; i <= length(hex); i++)
				n = n * 16 + index("0123456789abcdef", substr(hex, i, 1)) - 1
			return n
		}
		# The last symbol of the object at or below the address.
		function name(object, hex,  low, high, middle, address) {
			if (!(object in size))
				return object
			if ((object, hex) in known)
				return known[object, hex]
			address = value(hex)
			low = 0
			high = size[object]
			while (high - low > 1) {
				middle = int((low + high) / 2)
				if (at[object, middle] <= address)
					low = middle
				else
					high = middle
			}
			return known[object, hex] = symbol[object, low]
		}
		$1 == "sym" { at[$2, size[$2] + 0] = value($3); symbol[$2, size[$2]++] = $4 }
		$1 == "arc" { count[name($5, $6) " " name($3, $4)] += $2 }
		END {
			if (functions == "")
				for (arc in count)
					printf "%d %s\n", count[arc], arc
			for (arc in count) {
				split(arc, names, " ")
				of[names[2]] += count[arc]
			}
			n = split(functions, names, " ")
			for (i = 1; i <= n; i++)
				printf "%d%s", of[names[i]], i < n ? " " : "\n"
		}' "$@" -
}

# arcs [IMAGE...]: prints "COUNT CALLER CALLEE" of all recordings together, sorted.
arcs() {
	add_up "" "$@" | sort -k2
}

# calls FUNCTIONS [IMAGE...]: prints how many calls of each of the FUNCTIONS were counted in all
# recordings.
calls() {
	add_up "$@"
}
