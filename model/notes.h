/* notes.h - what is odd about a profile.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef NOTES_H
#define NOTES_H

#include "profile.h"

/* Look at P, which is complete but for this, and note what its reader should know. */
void notes_take(struct profile *p);

/* notes_files.c: what the files themselves say. */
void notes_take_files(struct profile *p);

#endif
