#!/bin/sh
# layers.sh - check what each room includes and calls, and what the libraries contain
#
# The table of rooms in CONTRIBUTING.md says what each room may include.
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"
cd "$top" || exit 99			# the libraries are there

# Print the rows of the table as "ROOM ROOMS", where ROOMS are those that ROOM may include.  The
# rows go from the lowest room to the highest.
sed -n '/^<!-- the rooms/,/^<!-- end/p' "$srcdir/CONTRIBUTING.md" |
	awk -F'|' '/^\| (record |[a-z]+\/)/ { gsub(/[ `]/, "", $2); print $2, $4 }' >"$work/rooms"
[ "$(wc -l <"$work/rooms")" -ge 20 ] || exit 99

# Functions and tables of the awk programs below: may[A, B] is set if room A may include room B;
# under[A] is the folder of room A.  "A to B" stands for all rooms from A to B.
table='
BEGIN {
	while ((getline line <table) > 0) {
		n = split(line, word, " ")
		split(word[1], part, "/")
		name = part[2] != "" ? part[2] : word[1] == "record" ? "record" : "main"
		under[name] = word[1]
		order[++nrooms] = name
		at[name] = nrooms
		may[name, name] = 1
		for (i = 2; i <= n; i++) {
			allowed = word[i]
			sub(/,$/, "", allowed)
			if (allowed == "-" || allowed == "to")
				continue
			if (!(allowed in at)) {
				print "the table names " allowed " before its row"
				continue
			}
			from = i > 3 && word[i - 1] == "to" ? at[word[i - 2]] : at[allowed]
			for (k = from; k <= at[allowed]; k++)
				may[name, order[k]] = 1
		}
	}
}
# The room of the file PATH, relative to the top.
function room_of(path,  part, n) {
	n = split(path, part, "/")
	return n == 2 ? "main" : part[2]
}'

# includes TREE: prints includes that violate the table, and includes of headers without their room.
includes() {
	(cd "$1" && find model ui src record/recording.h record/cfi.h record/entry.h -name '*.[ch]' \
		-o -name '*.def') >"$work/files"
	(cd "$1" && find model ui src -name '*.[ch]' -exec \
		grep -H '^[[:space:]]*#[[:space:]]*include[[:space:]]*[<"]' {} +) |
		awk -v table="$work/rooms" -v files="$work/files" "$table"'
		BEGIN {
			while ((getline line <files) > 0)
				exists[line] = 1
		}
		{
			file = $0
			sub(/:.*/, "", file)
			header = $0
			sub(/^[^<"]*[<"]/, "", header)
			sub(/[>"].*/, "", header)
			if (header == "config.h")
				next
			if ($0 ~ /include[ \t]*</) {
				there = header
				sub(/\/.*/, "", there)
				if ((header ~ /\// && there in under) || (("src/" header) in exists))
					print file " includes " header " like a header of the system"
				next
			}
			here = room_of(file)
			there = "main"
			if (header ~ /\//) {
				there = header
				sub(/\/.*/, "", there)
			}
			known = there in under
			path = known ? under[there] : ""
			if (known && there != "main")
				sub(/\/[^\/]*$/, "", path)
			if (there == "main")
				path = "src"
			path = there == "record" ? header : path "/" header
			if (!known || !(path in exists))
				print file ": no room has " header
			else if (!(here in under))
				print file ": its folder is no room"
			else if (!((here, there) in may))
				print file " (" here ") must not include " header
		}'
}

# violate TREE: appends, to every file that may not include all rooms, an include that violates the
# table: of a header of a higher room, in quotes or in angle brackets.  Prints the names of the
# files.
violate() {
	(cd "$1" && find model ui src -name '*.[ch]') |
		awk -v table="$work/rooms" -v tree="$1" "$table"'
		BEGIN {
			header["app"] = "app/app.h"
			header["io"] = "io/out.h"
			header["main"] = "browse.h"
		}
		{
			room = room_of($0)
			for (other in header)
				if (!((room, other) in may)) {
					form = NR % 2 ? "\n#include \"%s\"\n" : "\n#include <%s>\n"
					printf form, header[other] >>(tree "/" $0)
					close(tree "/" $0)
					print
					break
				}
		}'
}

# circles TREE: prints circles of more than three files of model/figures that include one another.
# A header and its source count as one file.
circles() {
	(cd "$1/model" && grep '^#include "figures/' figures/*.[ch]) | awk '
		{
			file = $0
			sub(/\.[ch]:.*/, "", file)
			sub(/^[^"]*"/, "")
			sub(/\.h"$/, "")
			if (file == $0)
				next
			files[file] = files[$0] = 1
			reaches[file, $0] = 1
		}
		END {
			for (k in files)
				for (i in files)
					for (j in files)
						if (((i, k) in reaches) && ((k, j) in reaches))
							reaches[i, j] = 1
			for (i in files) {
				n = 0
				names = ""
				for (j in files)
					if (((i, j) in reaches) && ((j, i) in reaches)) {
						n++
						names = names " " j
					}
				if (n > 3)
					print i " includes itself through" names
			}
		}'
}

# symbols: prints what nm says of every object of the rooms.
symbols() {
	find model ui src -name '*.o' ! -name '*docgen*' -exec nm -A {} +
}

# calls: reads the output of symbols, and prints the objects that use a symbol of a room that the
# table forbids.
calls() {
	awk -v table="$work/rooms" "$table"'
		{
			object = $1
			sub(/:.*/, "", object)
			room = room_of(object)
			if ($(NF - 1) == "U")
				wanted[object, $NF] = room
			else if ($(NF - 1) ~ /^[TDRBV]$/)
				home[$NF] = room
		}
		END {
			for (key in wanted) {
				split(key, part, SUBSEP)
				if (part[2] in home && !((wanted[key], home[part[2]]) in may))
					print part[1], "must not use", part[2], "of", home[part[2]]
			}
		}' | sort
}

# imports LIBRARY: prints "object symbol" for every undefined symbol of an object.
imports() {
	nm -A -u "$1" | sed 's/^[^:]*:\([^:]*\): *U /\1 /; s/lib[a-z]*_a-//'
}

# variables LIBRARY: prints "object variable" for every variable.  Constant tables of pointers are in
# .data.rel.ro, which is read-only after relocation; for s390x, gcc copies unnamed ones from .data.
variables() {
	objdump -t "$1" | awk '
		/file format/ { object = $1; sub(/.*lib(model|ui|term|src)_a-/, "", object) }
		NF < 5 || $(NF - 2) ~ /^\.data\.rel\.ro/ || $NF ~ /^\./ { next }
		$(NF - 2) ~ /^\.t?(data|bss)/ { print object, $NF }'
}

# Functions may write to a stream that is a parameter, but not to the three standard streams.
noise='^_*(printf|vprintf|puts|putchar|perror|stdout|stderr|stdin)(_chk)?$'
world='^_*(getenv|secure_getenv|setenv|setlocale|system|popen|signal|sigaction|initscr|newterm|stdscr)$'
curses='^#[[:space:]]*include[[:space:]]*<(n?curses[a-z]*/)?(n?curses|term|panel|menu|form)\.h>'
leave='^_*(exit|_exit|quick_exit|abort)$'

for library in ${LIBRARIES:?names the libraries to look into}; do
	taken=$(imports "$library" | grep -v '^term[_a-z]*\.o ')
	nothing "$library prints nothing" "$(echo "$taken" | awk -v bad="$noise" '$2 ~ bad')"
	nothing "$library uses no environment, signals or terminal" \
		"$(echo "$taken" | awk -v bad="$world" '$2 ~ bad')"
	nothing "$library exits nowhere" \
		"$(echo "$taken" | awk -v bad="$leave" '$2 ~ bad && $1 != "mem.o"')"
	if [ "${SANITIZE:-no}" = yes ] || nm "$library" | grep -q __gcov; then
		skipped "$library has no variables" "sanitizers and gcov add their own"
	else
		nothing "$library has no variables" "$(variables "$library" | grep -v '^term[_a-z]*\.o ')"
	fi
done

nothing "rooms include only what the table allows" "$(includes "$srcdir")"
symbols >"$work/symbols"
[ "$(wc -l <"$work/symbols")" -gt 2000 ] || exit 99
nothing "rooms call only what the table allows" "$(calls <"$work/symbols")"
echo "model/base/libmodel_a-sort.o: U app_key" | cat "$work/symbols" - | calls >"$work/found"
nothing "a call against the table is found" "$(grep -v 'sort.o must not use app_key of app' \
	"$work/found" || [ -s "$work/found" ] || echo "not found")"
mkdir "$work/copy" || exit 99
cp -R "$srcdir/model" "$srcdir/ui" "$srcdir/src" "$srcdir/record" "$work/copy" &&
	chmod -R u+w "$work/copy" || exit 99
violate "$work/copy" | sort >"$work/violated"
includes "$work/copy" | sed 's/ .*//' | sort >"$work/found"
[ "$(wc -l <"$work/violated")" -ge 200 ] || exit 99
nothing "no circle of more than three files in figures" "$(circles "$srcdir")"
echo '#include "figures/series.h"' >>"$work/copy/model/figures/graph.h"
nothing "such a circle is found" "$(
	circles "$work/copy" | grep -q '^figures/series includes' || echo "not found")"
nothing "an include against the table is found in any file" "$(diff "$work/violated" "$work/found")"
# unlisted: prints files of the rooms and of the tests that Makefile.am does not name: the tarball
# would lack them.  A program of one file is named without .c.
unlisted() (
	cd "$srcdir" && sed 's/[\\=:]/ /g' Makefile.am | tr ' \t' '\n\n' | sort -u >"$work/listed"
	find model ui src record -name '*.[chS]' -o -name '*.def' -o -name '*.js' -o -name '*.css' |
		sort | comm -23 - "$work/listed"
	find tests -name '*.[ch]' ! -path 'tests/*/*' -o -name '*.sh' ! -path 'tests/*/*' |
		sort | comm -23 - "$work/listed" | sed 's/\.c$//' | comm -23 - "$work/listed"
)
nothing "Makefile.am names every file of the rooms and of the tests" "$(unlisted)"
nothing "record/embed includes only its header and headers that need no libc" "$(
	grep -H '^[[:space:]]*#[[:space:]]*include' "$srcdir"/record/embed/*.[ch] |
		grep -vE '(<stddef\.h>|<stdint\.h>|"gmon\.h")$')"
nothing "no room includes record/embed" "$(
	grep -rnE '#[[:space:]]*include.*(embed/|"gmon\.h")' "$srcdir"/model "$srcdir"/ui "$srcdir"/src \
		"$srcdir"/record/*.[ch])"
nothing "curses only in ui/term/" "$(
	find "$srcdir/model" "$srcdir/ui" "$srcdir/src" -name '*.[ch]' -exec grep -lE "$curses" {} + |
		grep -v '/ui/term/[^/]*\.[ch]$')"
cases_end
