/* Characters that would do something instead of being seen.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "active.h"

#include <stddef.h>

bool
is_active(uint32_t c)
{
	static const struct { uint32_t first, last; } ranges[] = {
		{ 0, 0x1f }, { 0x7f, 0x9f }, { 0xad, 0xad }, { 0x61c, 0x61c }, { 0x180e, 0x180e },
		{ 0x200b, 0x200f }, { 0x2028, 0x202e }, { 0x2060, 0x206f }, { 0xfeff, 0xfeff },
		{ 0xfff0, 0xfffb }, { 0xe0000, 0xe0fff },
	};

	for (size_t i = 0; i < sizeof(ranges) / sizeof(*ranges); i++)
		if (c >= ranges[i].first && c <= ranges[i].last)
			return true;
	return false;
}
