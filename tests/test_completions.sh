#!/bin/sh
# test_completions.sh - shells accept their completions, which have every option
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"

bash_file=$top/completions/bash/gprowse
zsh_file=$top/completions/zsh/_gprowse
fish_file=$top/completions/fish/gprowse.fish

# Print all options that are not refused, as "-p" and "--flat-profile", one on each line.
{
	echo '#define GROUP(...)'
	echo '#define OPTION(id, letter, name, argument, use, ...) @ use letter name'
	echo "#include \"$srcdir/src/cli/options.def\""
} | ${CC:-cc} -E -P -x c - | sed -n 's/^ *@ *//p' | grep -v '^NEVER' |
	sed "s/'\(.\)'/-\1/; s/\"\([^\"]*\)\"/--\1/" | tr ' ' '\n' | grep '^-' | sort -u >"$work/options"
[ "$(wc -l <"$work/options")" -gt 50 ] || exit 99

# has_all: prints the options that standard input does not contain, and fails if there is one.
has_all() {
	comm -23 "$work/options" - >"$work/missing"
	cat "$work/missing"
	[ ! -s "$work/missing" ]
}
table=$srcdir/src/launch/record_options.def
{
	echo '#define OPTION(id, letter, name, argument, use, help) @ letter name'
	echo "#include \"$table\""
} | ${CC:-cc} -E -P -x c - | sed -n 's/^ *@ *//p' |
	sed "s/'\(.\)'/-\1/; s/\"\([^\"]*\)\"/--\1/" | tr ' ' '\n' | grep '^-' >"$work/rows"
[ "$(wc -l <"$work/rows")" -gt 5 ] || exit 99
sort -u -o "$work/options" "$work/options" "$work/rows"
grep -oE -e '(^|[ '"'"'])--?[A-Za-z0-9-]+' "$bash_file" | tr -d " '" | sort -u >"$work/bash"
holds "bash has every option" has_all <"$work/bash"
sed -n "s/^	'\*\(-[^-+=[]\|--[a-z-]*[a-z]\).*/\1/p" "$zsh_file" | sort -u >"$work/zsh"
holds "zsh has every option" has_all <"$work/zsh"
{
	sed -n 's/^complete .* -s \(.\) .*/-\1/p' "$fish_file"
	sed -n 's/^complete .* -l \([a-z-]*\) .*/--\1/p' "$fish_file"
} | sort -u >"$work/fish"
holds "fish has every option" has_all <"$work/fish"

if needs "bash completes" bash bash; then
	holds "bash accepts its completions" bash -n "$bash_file"
	cat >"$work/try.bash" <<-'END'
	. "$1"
	# try EXPECTED WORD...: the shell offers EXPECTED to complete the last WORD.
	try() {
		local want=$1
		shift
		COMP_WORDS=(gprowse "$@") COMP_CWORD=$#
		_gprowse gprowse "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
		[ "${COMPREPLY[*]}" = "$want" ] && return
		echo "$*: ${COMPREPLY[*]} instead of $want"
		exit 1
	}
	try --view= --vi
	try functions --view = fun
	try "csv" --view = calls --format = c
	try "auto always never" --color =
	try "tree" --view tr
	try "auto" -O a
	try "gnu-v3 gnat" --demangle = g
	try "" --demangle g
	try "" -S f
	try "" prog
	try "--stacks=" record --st
	try "fp" record --stacks = f
	try "cfi" record -F 10 --stacks c
	try "" record -o d
	try "" record prog --st
	try "" record -p 12 prog --st
	ps() { echo "  314"; echo "  27"; }
	try "314" record -p 3
	touch recipe
	try "record" reco
	try "record recipe" rec
	END
	holds "bash completes" bash "$work/try.bash" "$bash_file"
fi
if needs "zsh accepts its completions" zsh zsh; then
	holds "zsh accepts its completions" zsh -n "$zsh_file"
fi
if needs "fish completes" fish fish; then
	holds "fish accepts its completions" fish -n "$fish_file"
	HOME=$work
	XDG_CONFIG_HOME=$work
	XDG_DATA_HOME=$work
	export HOME XDG_CONFIG_HOME XDG_DATA_HOME
	holds "fish completes" sh -c "fish -c 'source $fish_file; complete -C \"gprowse --view=fun\"' |
		grep -q functions"
	holds "fish completes the options of record" sh -c "fish -c 'source $fish_file
		complete -C \"gprowse record --st\"' | grep -q stacks"
	holds "fish completes the options of a program" sh -c "fish -c 'source $fish_file
		complete -c recorded -l colour
		complete -C \"gprowse record -F 10 --stacks fp recorded --col\"' | grep -q colour"
	holds "fish completes the number of a process" sh -c "fish -c 'source $fish_file
		complete -C \"gprowse record -p \"' | grep -qw 1"
	holds "fish offers the options of the first word elsewhere" sh -c "fish -c 'source $fish_file
		complete -C \"gprowse --st\"' | grep -q static-call-graph"
fi
cases_end
