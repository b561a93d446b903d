/* xml.h - untrusted text in XML
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef XML_H
#define XML_H

#include "io/out.h"

/* Writes TEXT so that it can be character data, or the value of an attribute in quotation marks.
 * Characters that XML does not permit, control characters and invisible characters are spelled
 * out.  Bytes that are not part of a character become U+FFFD, or "?" on a terminal without
 * UTF-8. */
void xml_text(struct out *o, const char *text);
void xml_bytes(struct out *o, const char *text, size_t n);

#endif
