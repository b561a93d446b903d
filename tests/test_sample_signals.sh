#!/bin/sh
# test_sample_signals.sh - programs that use signals do the same while they are sampled
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"
. "$srcdir/tests/sample_common.sh"
built samplesignals || skip_all "a program cannot be compiled: $(head -n 1 messages)"

# All real-time signals are tried: the recorder must not use one of them.
unharmed "handlers for each signal" ./samplesignals handlers
enough "all processor time is sampled" 10 200
unharmed "signals are read from a descriptor" ./samplesignals reads
unharmed "one thread takes the signals of all" ./samplesignals taker
unharmed "a child of vfork() resets signals" ./samplesignals vfork
enough "its parent is sampled" 20 50
unharmed "libc sends signals to all threads" ./samplesignals users
enough "all processor time is sampled" 20 50
holds "signals of libc with our number were passed on" [ "$(sum 7)" -gt 0 ]
unharmed "all signals are blocked" ./samplesignals masks
enough "all processor time is sampled though the program blocks all signals" 10 250
unharmed "waiting for signals that are blocked" ./samplesignals waits
unharmed "signals without handlers end the program" ./samplesignals defaults
unharmed "many signals to busy threads" ./samplesignals storm
unharmed "alternate signal stacks" ./samplesignals alternate
enough "all processor time is sampled on alternate stacks" 10 100

# The program may unmap or reuse its alternate stacks, and its handlers run on them.
if built samplealternate; then
	unharmed "alternate stacks are unmapped or freed" ./samplealternate gone
	enough "all processor time is sampled without them" 10 300
	unharmed "handlers on alternate stacks" ./samplealternate handlers
	unharmed "handlers that leave" ./samplealternate leave
	unharmed "handlers that are interrupted" ./samplealternate nested
	unharmed "coroutines whose stacks were alternate stacks" ./samplealternate contexts 65536
	unharmed "small coroutines whose stacks were alternate stacks" ./samplealternate contexts 12288
	holds "each says that all was as expected" grep -q 'as expected' with
else
	skipped "programs with alternate stacks" "$(head -n 1 messages)"
fi
if built sampleonstack; then
	unharmed "handlers that continue coroutines" ./sampleonstack switch
	unharmed "handlers without an alternate stack" ./sampleonstack without
	enough "all processor time is sampled in handlers" 20 100
	unharmed "a child of vfork() changes its alternate stack" ./sampleonstack vfork
	unharmed "a program asks the kernel for its alternate stack" ./sampleonstack asks
	holds "it says that all was as expected" grep -q 'as expected' with
else
	skipped "programs with handlers for alternate stacks" "$(head -n 1 messages)"
fi

# If the signal of the timer comes at once with another, the handler of the other has not begun.
if built sampleatonce; then
	for argument in "" onstack; do
		plain_and_recorded ./sampleatonce $argument
		"$gprowse" --event=time --export=folded data >stacks 2>messages
		holds "signals that come at once${argument:+, $argument}" awk '
			{ all += $NF }
			/;(in_handler|on_alternate)( |;)/ { n += $NF }
			END { exit !(all > 0 && n < all / 10) }' stacks
	done
else
	skipped "signals that come at once" "$(head -n 1 messages)"
fi

# The program restricts its system calls, and the recorder makes none from then on.
if built samplequiet; then
	unharmed "threads start while system calls are restricted" ./samplequiet threads
	holds "their masks are as expected" grep -q 'as expected' with
	unharmed "signals end the program after system calls were restricted" ./samplequiet ends
	holds "they end it as expected" grep -q 'as expected' with
	unharmed "handlers cannot be installed" ./samplequiet actions
	holds "and none is installed" grep -q 'as expected' with
	unharmed "a restriction of all threads that fails" ./samplequiet refused
	enough "samples go on" 10 100
else
	skipped "programs that restrict their system calls" "$(head -n 1 messages)"
fi
cases_end
