#!/bin/sh
# filemap.sh - print the file map, from the head comments of the files
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# "make map" runs filemap.sh SRCDIR, and tests/docs.sh checks that each file has a purpose.

cd "${1:-.}" || exit 1
{
	find model ui src -type d | LC_ALL=C sort
	printf '%s\n' record record/embed man sample tests bench screenshots
} |
while read -r folder; do
	files=$(cd "$folder" && ls | grep -E '\.(h|c|S|def|sh|awk|in|tap|js|css)$|^driver$')
	[ -n "$files" ] || continue
	for file in $files; do
		base=${file%.*}
		both=$file
		case $file in
		*.c) [ ! -f "$folder/$base.h" ] || continue ;;
		*.h) [ ! -f "$folder/$base.c" ] || both="$file $base.c" ;;
		esac
		printf '%s\t%s\t%s\n' "$folder" "$both" "$file"
	done
done |
awk -F '\t' '
	# Returns the first sentence of the head comment, without the name of the file.
	function purpose(file,	line, end, text, n) {
		for (n = 1; (getline line <file) > 0; n++) {
			if (n == 1 && line ~ /^#!/)
				continue
			end = sub(/ *SPDX.*/, "", line) || line ~ /\*\//
			sub(/^\.\\" ?/, "", line)
			sub(/^[\/ ]?\*+ ?|^# ?/, "", line)
			sub(/ *\*\/$/, "", line)
			if (line !~ /^[ \t]*$/)
				text = text (text == "" ? "" : " ") line
			else if (text != "")
				break
			if (end || line ~ /\.$/)
				break
		}
		close(file)
		sub(/^([a-z0-9_.]+|[A-Z]+\([^)]*\)(, [A-Z]+\([^)]*\))*) - /, "", text)
		sub(/^[A-Z]+\([^)]*\)(, [A-Z]+\([^)]*\))*: /, "", text)
		sub(/\. .*/, "", text)
		sub(/\.$/, "", text)
		if (length(text) > 80)
			sub(/[:;] .*/, "", text)
		if (text ~ /^[A-Z][a-z ]/)
			text = tolower(substr(text, 1, 1)) substr(text, 2)
		return text
	}
	$1 != folder {
		folder = $1
		print folder "/"
	}
	{ printf "    %-30s  %s\n", $2, purpose($1 "/" $3) }'
