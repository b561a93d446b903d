/* explain.c - explanations of the columns of the listings
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "listing/explain.h"

const char explain_flat[] =
"How to read the flat profile: one line a function, the most expensive first.\n"
"\n"
"% time       share of all time that passed in the function's own code\n"
"cumulative   self time of this function and of all lines above it\n"
"self         time in the function's own code.  The clock interrupts the program\n"
"             and looks where it is: this is sampled, and in error by about the\n"
"             square root of the number of samples\n"
"calls        how often it was called, calls from itself left out; counted, not\n"
"             sampled.  Blank: never called by code compiled with -pg\n"
"self /call   self time divided by calls\n"
"total /call  the same with the time of everything it calls, which is estimated:\n"
"             see the call graph\n"
"name         the function, with its number in the call graph where that is shown;\n"
"             (in parentheses) if its entry is not printed\n";

const char explain_graph[] =
"How to read the call graph: an entry for each function, entries are divided by\n"
"dashes.  The line with a number in front is the function itself; above it are\n"
"the functions that call it, below it those that it calls.\n"
"\n"
"The function itself:\n"
"index     its number; entries are in this order, the most expensive first\n"
"% time    share of all time spent in it and in what it calls\n"
"self      time in its own code\n"
"children  time that what it calls handed up to it\n"
"called    calls from others, + calls from itself\n"
"\n"
"A caller above it, or a callee below it:\n"
"self      of the callee's own time, the part due to these calls\n"
"children  of the time handed up to the callee, the part due to these calls\n"
"called    these calls / all calls of the callee from others\n"
"\n"
"Times on the lines of callers and callees, and children everywhere, are\n"
"estimates: a caller that made a third of the calls gets a third of the time, as\n"
"if all calls took the same.  They are exact only where there is one caller.\n"
"<spontaneous> stands for callers that nobody recorded.\n"
"\n"
"Functions that call each other in a circle form a cycle.  An entry of its own\n"
"shows the cycle as a whole, with calls from outside + calls inside, and its\n"
"members.  Calls inside a cycle hand up no time and show only their number.\n";

const char explain_bsd_graph[] =
"How to read the call graph: an entry for each function, divided by dashes, the\n"
"most expensive first.  The line with a number in front is the function itself;\n"
"its parents, which call it, are above it and its children, which it calls, below.\n"
"\n"
"index        number of the entry, on the left and behind every name; in\n"
"             parentheses if the entry is not printed\n"
"%time        share of all time spent in the function and in its descendants\n"
"self         time in its own code; on other lines the part due to these calls\n"
"descendants  time handed up by what it calls; on other lines the part due to\n"
"             these calls\n"
"called       calls from others + self: calls from itself; on other lines these\n"
"             calls / total: all calls of the child from others\n"
"\n"
"Time is handed up in proportion to the number of calls, which is an estimate\n"
"unless there is one parent only.  <spontaneous> stands for parents that nobody\n"
"recorded.  Functions that call each other in a circle form a <cycle>, which has\n"
"an entry as a whole that lists its members; no time is handed up inside it.\n";
