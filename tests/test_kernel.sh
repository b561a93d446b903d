#!/bin/sh
# test_kernel.sh - time in the kernel: rows of its own, or part of the functions that entered it
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"

cat >stacks <<'END'
main 1
main;work 2
main;work;page_fault_[k] 4
main;work;page_fault_[k];clear_page_[k] 8
main;read;entry_[k];copy_[k] 16
main;read;entry_[k];irq_[k] 32
idle_[k];halt_[k] 64
main;compiled_[j] 128
main;outer;inner_[i] 256
END

number='{"value": \([0-9]*\)'
# rows OPTION... FILE: prints the names of functions with their own and all samples.
rows() {
	"$gprowse" --view=functions --format=json "$@" | sed -n \
		"s/.*\"self\": $number.*\"total\": $number.*\"name\": \"\([^\"]*\)\".*/\3 \1 \2/p" | sort
}

same "rows of their own" "clear_page 8 8
compiled 128 128
copy 16 16
entry 0 48
halt 64 64
idle 0 64
irq 32 32
main 1 447
outer 256 256
page_fault 4 12
read 0 48
work 2 14" "$(rows stacks)"
same "--kernel=show is the default" "$(rows stacks)" "$(rows --kernel=show stacks)"
# Where nothing but the kernel ran, the kernel stays.
same "--kernel=fold" "compiled 128 128
idle 64 64
main 1 447
outer 256 256
read 48 48
work 14 14" "$(rows --kernel=fold stacks)"
same "folded stacks" "idle_[k] 64
main 1
main;compiled_[j] 128
main;outer;inner_[i] 256
main;read 48
main;work 14" "$("$gprowse" --export=folded --kernel=fold stacks | sort)"
"$gprowse" --export=folded stacks | sort >exported
sort stacks >sorted
same "folded stacks, as they are" "$(cat sorted)" "$(cat exported)"
"$gprowse" --export=pprof --kernel=fold stacks >folded.pb
same "pprof" "$(rows --kernel=fold stacks)" "$(rows folded.pb)"

# listed OPTION...: prints the functions of a flat profile.
listed() {
	"$gprowse" -b -p "$@" stacks | awk 'NR > 5 { print $NF }' | sort | xargs
}
same "listings have no kernel" "compiled idle main outer read work" "$(listed)"
same "unless it is shown" "clear_page compiled copy entry halt idle irq main outer page_fault read work" \
	"$(listed --kernel=show)"

# kinds OPTION...: prints the names of functions with the kind of their frames.
kinds() {
	"$gprowse" --format=json "$@" stacks |
		sed -n 's/.*"name": "\([^"]*\)".*"frame_kind": "\([a-z]*\)".*/\1 \2/p' | sort | xargs
}
same "kinds of frames" "clear_page kernel compiled jit copy kernel entry kernel halt kernel idle kernel \
inner inlined irq kernel main user outer user page_fault kernel read user work user" \
	"$(kinds --view=functions --inlined)"
same "kinds of callers and callees" "main user page_fault kernel work user" \
	"$(kinds --view=calls --select=work)"
# screen KEYS: prints the screen after KEYS.
screen() {
	"$gprowse" --screen=100x20 --keys="$1" stacks
}
holds "U folds" [ "$(screen U | grep -cE 'clear_page|entry')" -eq 0 ]
holds "U says so" [ "$(screen U | grep -c 'part of the functions that entered it')" -eq 1 ]
holds "U again shows" [ "$(screen UU | grep -cE 'clear_page|entry')" -eq 2 ]
holds "U again says so" [ "$(screen UU | grep -c 'in rows of its own')" -eq 1 ]
same "it stays when the file is read again" "$(screen U | sed '$d')" "$(screen Ur | sed '$d')"
same "a function stays excluded" "$(screen 'gwork<Enter>xU' | grep -c 'without')" 1
printf 'main;work 2\n' >stacks
holds "no time in the kernel" [ "$(screen U | grep -c 'no time in the kernel')" -eq 1 ]
cases_end
