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

# arcs [IMAGE...]: prints "COUNT CALLER CALLEE" of all recordings together, sorted.  Addresses in
# the images, which are looked up by their last component, become names of functions.
arcs() {
	{
		for image in "$@"; do
			nm -n --defined-only "$image" | sed -n "s|^\([0-9a-f]*\) [tTwWi] |sym ${image##*/} \1 |p"
		done
		recorded
	} | awk '
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
		END { for (arc in count) printf "%d %s\n", count[arc], arc }' | sort -k2
}

# calls FUNCTION [IMAGE...]: prints how many calls of FUNCTION were counted in all recordings.
calls() {
	function=$1
	shift
	arcs "$@" | awk -v name="$function" '$3 == name { n += $1 } END { printf "%d\n", n }'
}
