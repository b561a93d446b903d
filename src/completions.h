/* completions.h - scripts with which shells complete the options of gprowse
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef COMPLETIONS_H
#define COMPLETIONS_H

#include <stdbool.h>

/* Print the script for SHELL, "bash", "zsh" or "fish", from the table of options; false: there is
 * no such shell. */
bool completions_print(const char *shell);

#endif
