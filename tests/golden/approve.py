#!/usr/bin/env python3
"""The one way in which a golden picture changes: look at what the tests received, then take it over.

    tests/golden/approve.py UI_TESTS [NAME...]      UI_TESTS: the built program, e.g. build/release/bin/ui-tests

Runs the golden tests in a temporary folder, lists each picture that differs, with the old and the new one side by side
in FILE-compare.png where ImageMagick's montage is installed, and copies those that you say yes to.
Needs nothing but Python; run it from anywhere.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

golden = pathlib.Path(__file__).resolve().parent


def received(program, folder):
    """Runs the golden tests there; the pictures that they did not agree with."""
    env = dict(os.environ, QT_QPA_PLATFORM="offscreen")
    subprocess.run([program, "golden:*"], cwd=folder, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return sorted((folder / "golden-received").glob("*.png"))


def show(old, new, folder):
    if old.exists() and shutil.which("montage"):
        both = folder / f"{new.stem}-compare.png"
        subprocess.run(["montage", old, new, "-tile", "2x", "-geometry", "+8+8", "-background", "#888", both], check=True)
        return both
    return new


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    program, names = str(pathlib.Path(sys.argv[1]).resolve()), set(sys.argv[2:])
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        pictures = [p for p in received(program, folder) if not names or p.stem in names]
        if not pictures:
            sys.exit("every picture is as approved")
        for picture in pictures:
            old = golden / picture.name
            what = "differs" if old.exists() else "is new"
            answer = input(f"{picture.stem} {what}; look at {show(old, picture, folder)}. Approve? [y/N] ")
            if answer.strip().lower() == "y":
                shutil.copyfile(picture, old)
                print(f"approved {old}")


if __name__ == "__main__":
    main()
