#!/bin/sh
# setuptools 84.2.1: a build of a wheel that was broken off leaves build/bdist.*/wheel/NAME.dist-info, and every later
# `pip wheel` of that folder fails with "File exists". Called without the step for metadata, the same build succeeds.
# Guessed before: each build begins with an empty folder of its own, or clears the one that it finds.
set -eu
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check setuptools==84.2.1
mkdir -p "$place/thing/thing" "$place/out"
cd "$place/thing"
echo >thing/__init__.py
printf '[build-system]\nrequires = ["setuptools"]\nbuild-backend = "setuptools.build_meta"\n[project]\nname = "thing"\nversion = "1"\n' >pyproject.toml
left="build/bdist.linux-$(uname -m)/wheel/thing-1.dist-info"
mkdir -p "$left"
if "$place/venv/bin/pip" wheel --quiet --no-deps --no-build-isolation --wheel-dir "$place/out" . >"$place/said" 2>&1; then
    echo "pip wheel succeeds now" && exit 1
fi
grep -F "File exists: '$left'" "$place/said"
rm -rf build
mkdir -p "$left"
"$place/venv/bin/python" -c 'import setuptools.build_meta as b, sys; print(b.build_wheel(sys.argv[1]))' "$place/out" | tail -n 1
