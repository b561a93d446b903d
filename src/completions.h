/* completions.h - scripts with which shells complete the options of gprowse
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef COMPLETIONS_H
#define COMPLETIONS_H

#include <stdbool.h>

/* Prints the script for SHELL, "bash", "zsh" or "fish", from the tables of options.  False: there
 * is no such shell. */
bool completions_print(const char *shell);

#endif
