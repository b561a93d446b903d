#!/bin/sh
# Lines of at most 100 columns, and plain words: no phrase that readers stumbled over.
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The phrases are extended regular expressions, matched without regard to case.  After the tab
# stands what to write instead.

. "${srcdir:-.}/tests/tap.sh"
[ "${SANITIZE:-no}" != yes ] || skip_all "sanitizers do not change the text of files"

# code: prints the names of code and scripts.  Rows of tables in .def files are laid out by hand, so
# their length is not checked.
code() {
	(cd "$srcdir" && find model ui src record tests bench screenshots sample \
		\( -name '*.[chS]' -o -name '*.sh' -o -name driver \) ! -path 'tests/programs/*' | sort)
}

# prose: prints the names of all files with prose for readers.
prose() {
	(cd "$srcdir" && find model ui src record tests bench screenshots sample man \
		\( -name '*.[chS]' -o -name '*.def' -o -name '*.sh' -o -name '*.in' -o -name driver \) \
		! -path 'tests/programs/*' ! -name style.sh | sort
	echo README.md CONTRIBUTING.md SECURITY.md NEWS bench/README Makefile.am configure.ac \
		quickstart .ci/run | tr ' ' '\n')
}

# long_lines FILE...: prints lines over 100 columns.  Lines with a quotation mark may have 115.
long_lines() (
	cd "$srcdir" && awk '
		function columns(line, parts, n, i, width) {
			n = split(line, parts, "\t")
			width = length(parts[1])
			for (i = 2; i <= n; i++)
				width += 8 - width % 8 + length(parts[i])
			return width
		}
		columns($0) > (/["'"'"']/ ? 115 : 100) {
			print FILENAME ":" FNR ": " columns($0) " columns"
		}' "$@"
)

cat >phrases <<'END'
\bhand(s|ed|ing)? (it |them |time |that )?up\b	propagate
\bin (a )?circles?\b	recursive
\b(take|takes|taken|took|taking) (it |them |this |functions? |calls? |and calls )?out\b	exclude
\b(left|leaves|leaving) (it |them |this )?out\b	exclude, skip, omit
\bon (its|their) way from memory\b	prefetch
\bnobody('s)?\b	name who or what: no function, unowned
\bwhoever\b	name who: the caller
\bor was it\?	say what is done
\bnone here\b	does not exist here
\bstretch(es)?\b	span
\bextents\b	range, span
\bvouch(es)?\b	untrusted
\bsomebody\b( |$)($|[^m])	name who: the user, the reader
\bwhat .* (is|are) worth\b	how reliable
[0-9]: [^a-z]*Exactly, 	With --exact,
END

# Put file and line in front of each line, and remove the name of the constant NOBODY.
(cd "$srcdir" && awk '{ print FILENAME ":" FNR ": " $0 }' $(prose)) | sed 's/\<NOBODY\>//g' >text
[ "$(wc -l <text)" -gt 10000 ] || exit 99

# heads FILE...: prints files that do not begin with "name - purpose", or whose head has no line
# with SPDX.  The files of record/, which other programs are linked with, have another licence than
# the rest.
heads() (
	cd "$srcdir" && awk '
		FNR == 1 {
			base = FILENAME
			sub(/.*\//, "", base)
			begins = index($0, "/* " base " - ") == 1
			licence = FILENAME ~ /^record\// ? "ISC" : "GPL-3.0-or-later"
			licensed = 0
			in_head = 1
		}
		in_head && $0 == " * SPDX-License-Identifier: " licence { licensed = 1 }
		in_head && /^ \*\/$/ {
			if (!begins || !licensed)
				print FILENAME
			in_head = 0
		}' "$@"
)
nothing "C files begin with their name and purpose" "$(heads $(code | grep '\.[chS]$' |
	grep -v tests/vectors))"
nothing "lines have at most 100 columns" "$(long_lines $(code))"
nothing "no line of C ends with a blank" "$(cd "$srcdir" &&
	grep -n '[[:blank:]]$' $(code | grep '\.[chS]$'))"

# joined_types FILE...: print definitions of functions whose return type is on the line of the name.
joined_types() (
	cd "$srcdir" && awk '
		FNR == 1 || /^[A-Za-z_]/ || /;/ { found = "" }
		/^(__attribute__\(\([a-z]+\)\) )?[A-Za-z_][^(]*[ *][A-Za-z_0-9]+\(/ && !/;/ {
			found = FILENAME ":" FNR ": " $0
		}
		/^\{/ && found != "" {
			print found
			found = ""
		}' "$@"
)
# Profiles of tests/screens have the line numbers of the programs there.
nothing "the return type of a function is on a line of its own" \
	"$(joined_types $(code | grep '\.c$' | grep -v '^tests/screens/'))"

# Comments above functions begin with "Returns", "Adds" and so on.  These verbs are never nouns.
verbs='Add|Append|Become|Choose|Compute|Copy|Decode|Divide|Draw|Find|Forget|Give|Make|Move|Put|Remove|Write'
nothing "comments above functions are in the third person" "$(cd "$srcdir" &&
	grep -nE "^/\* ($verbs) " $(code | grep '\.[ch]$'))"

while IFS='	' read -r phrase instead; do
	words=$(printf '%s' "$phrase" | sed 's/\\b//g')
	nothing "no \"$words\" ($instead)" "$(grep -iE -e "$phrase" text)"
done <phrases

# The check finds a phrase of the list.
printf 'a.c:1: /* Time that callees hand up. */\n' >text
nothing "a phrase of the list is found" "$(grep -qiE "$(head -n 1 phrases | cut -f1)" text || echo "not found")"
cases_end
