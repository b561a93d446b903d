/* test_waitfile.c - files with the stacks of another process
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <fcntl.h>
#include <unistd.h>

#include <cmocka.h>

#include "bytes.h"
#include "waits/wait_file.h"
#include "waits/wait_maps.h"

/* Code that is no longer mapped, as that of a frame that was found before the mappings were read
 * again, is no object.  Code that is written twice is one object. */
static void
test_objects(void **state)
{
	struct rec_head head = { .pid = 1 };
	struct wait_map map = { .low = 0x1000, .high = 0x2000, .is_code = true, .path = "/prog" };
	struct wait_file f;

	(void)state;
	(void)unlink("waitfile.gprec");
	assert_true(wait_file_make(&f, AT_FDCWD, "waitfile.gprec", &head, REC_MAGIC));
	wait_file_object(&f, NULL);
	assert_int_equal(f.nobjects, 0);
	wait_file_object(&f, &map);
	wait_file_object(&f, NULL);
	wait_file_object(&f, &map);
	assert_int_equal(f.nobjects, 1);
	assert_false(f.has_failed);
	wait_file_end(&f, REC_EXITED, 0, 100);
	assert_int_equal(unlink("waitfile.gprec"), 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_objects),
	};

	watch_for_hangs();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
