/* namedstacks.c - for readers of stacks whose frames have names: events and samples
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "measured/formats/namedstacks.h"

#include <string.h>

uint32_t
namedstacks_event(struct measured *m, const char *name, size_t n, const char *unit)
{
	uint32_t k = 0;

	while (k < m->nevents && (strlen(m->events[k].name) != n
	    || memcmp(m->events[k].name, name, n) != 0 || strcmp(m->events[k].unit, unit) != 0))
		k++;
	if (k == NAMEDSTACKS_EVENTS)
		return NOBODY;
	if (k == m->nevents)
		k = measured_add_event(m, name, n, unit);
	m->events[k].has_stated = false;
	m->events_read |= UINT64_C(1) << k;
	return k;
}

uint32_t
namedstacks_frame(struct measured *m, const char *name, size_t n, uint32_t object, uint32_t file,
	uint32_t line, uint32_t flags)
{
	struct measured_func func = { .object = object, .file = file };
	struct measured_frame frame = { .file = NOBODY, .line = line, .flags = flags };

	func.name = n > 0 ? measured_text(m, name, n) : measured_text(m, "[unknown]", 9);
	frame.func = measured_func(m, &func);
	return measured_frame(m, &frame);
}

void
namedstacks_add(struct namedstacks *s, uint32_t path, uint32_t part,
	const struct namedstacks_value *value)
{
	uint32_t sample = measured_sample(s->m, path, part);

	for (uint32_t k = 0; k < s->m->nevents; k++)
		s->weights[k] = (struct measured_weight){ 0 };
	s->weights[value->event] = (struct measured_weight){ .value = value->value,
		.samples = value->samples, .squares = value->squares };
	measured_add_weights(s->m, sample, s->weights);
}
