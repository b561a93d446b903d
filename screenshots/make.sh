#!/bin/sh
# make.sh - draw the screen after the keys of each screenshots/NAME.keys as NAME.svg
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# make.sh PROGRAM SHOT PROFILE FOLDER: the first line of NAME.keys is the size of the screen,
# the rest are keys.

program=$1 shot=$2 profile=$3 folder=$4
LC_ALL=C.UTF-8
export LC_ALL

for keys in "$folder"/*.keys; do
	svg=${keys%.keys}.svg
	"$program" --screen="$(head -n 1 "$keys"),styles" --keys="$(tail -n +2 "$keys" | tr '\n' ' ')" \
		"$profile" >shot.screen && "$shot" <shot.screen >shot.svg && mv shot.svg "$svg" || exit 1
	echo "$svg"
done
rm -f shot.screen
