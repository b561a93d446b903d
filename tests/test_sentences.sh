#!/bin/sh
# test_sentences.sh - the table of sentences names only facts that code sets, and all of them
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"
[ "${SANITIZE:-no}" != yes ] || skip_all "sanitizers do not change the text of files"

# rows: prints the rows of the table, without comments.
rows() {
	awk '/^\/\*/ { comment = 1 } !comment; /\*\/$/ { comment = 0 }' \
		"$srcdir/ui/words/sentences.def"
}

# named: prints the facts in conditions and in texts.  "s" and "one" are no facts.
named() {
	{
		rows | sed -n 's/^\(SAY\|OR\)("\([^"]*\)".*/\2/p' | tr -d '!' | tr ' ' '\n'
		rows | grep -oE '[{|][a-z_! ]+\?' | tr -d '{|?!' | tr ' ' '\n'
		rows | grep -oE '\$[a-z_]+' | tr -d '$'
	} | grep -vxE '|s|one' | sort -u
}

# quoted PATTERN: prints the strings in the code of the room that match the extended regular
# expression PATTERN.
quoted() {
	cat "$srcdir"/ui/words/*.c | grep -oE "\"$1\"" | tr -d '"' | sort -u
}

# set_by_code: prints the facts that code sets: the names in calls of fact_...() and of functions
# called add_...(), in the table of abilities, and in that of enum cycle_trust.
set_by_code() {
	cat "$srcdir"/ui/words/*.c | tr -d '\n' |
		grep -oE '(fact_|add_)[a-z0-9]+\([^;]*|\{ HAS_[A-Z]+, "[a-z_]+"|\[CYCLE_[A-Z]+\] = "[a-z_]+"' |
		grep -oE '"[a-z_]+"' | tr -d '"' | sort -u
}

set_by_code >set
rows | sed -n 's/^ABOUT("\(.*\)")$/\1/p' | sort >about
{ quoted '[A-Z_]+'; rows | grep -oE '\$[A-Z_]+' | tr -d '$'; } | sort -u >said

holds "the table has sentences about many subjects" [ "$(wc -l <about)" -ge 40 ]
nothing "each subject has one name" "$(uniq -d about)"
nothing "code sets each fact that the table names" "$(named | comm -23 - set)"
nothing "the table names each fact that code sets" \
	"$(named >named; comm -23 set named)"
same "each subject is written somewhere" "$(cat about)" "$(comm -12 about said)"
nothing "each subject that is written exists" "$(comm -13 about said | grep -E '[A-Z]{4}')"
nothing "braces are in pairs" "$(rows | awk '/^(SAY|OR)\(/ { row = NR; open = 0 }
	{ open += gsub(/\{/, "") - gsub(/\}/, "") } /\)$/ && open != 0 { print row ": " open }')"
cases_end
