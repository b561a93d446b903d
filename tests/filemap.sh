#!/bin/sh
# filemap.sh - print the file map, from the head comments of the files
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# "make map" runs filemap.sh SRCDIR, and tests/docs.sh checks that each file has a purpose.

# purpose FILE: prints the first sentence of the head comment, without the file's name.
purpose() {
	awk '
		NR == 1 && /^#!/ { next }
		{
			line = $0
			end = sub(/ *SPDX.*/, "", line) || line ~ /\*\//
			sub(/^\.\\" ?/, "", line)
			sub(/^[\/ ]?\*+ ?|^# ?/, "", line)
			sub(/ *\*\/$/, "", line)
			if (line !~ /^[ \t]*$/)
				text = text (text == "" ? "" : " ") line
			else if (text != "")
				exit
			if (end || line ~ /\.$/)
				exit
		}
		END {
			sub(/^([a-z0-9_.]+|[A-Z]+\([^)]*\)(, [A-Z]+\([^)]*\))*) - /, "", text)
			sub(/^[A-Z]+\([^)]*\)(, [A-Z]+\([^)]*\))*: /, "", text)
			sub(/\. .*/, "", text)
			sub(/\.$/, "", text)
			if (length(text) > 80)
				sub(/[:;] .*/, "", text)
			if (text ~ /^[A-Z][a-z ]/)
				text = tolower(substr(text, 1, 1)) substr(text, 2)
			print text
		}' "$1"
}

cd "${1:-.}" || exit 1
{
	find model ui src -type d | LC_ALL=C sort
	printf '%s\n' record record/embed man sample tests bench screenshots
} |
while read -r folder; do
	files=$(cd "$folder" && ls | grep -E '\.(h|c|S|def|sh|awk|in|tap|js|css)$|^driver$')
	[ -n "$files" ] || continue
	printf '%s/\n' "$folder"
	for file in $files; do
		base=${file%.*}
		both=$file
		case $file in
		*.c) [ ! -f "$folder/$base.h" ] || continue ;;
		*.h) [ ! -f "$folder/$base.c" ] || both="$file $base.c" ;;
		esac
		printf '    %-30s  %s\n' "$both" "$(purpose "$folder/$file")"
	done
done
