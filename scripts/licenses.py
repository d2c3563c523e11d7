#!/usr/bin/env python3
"""Prints the licenses of the libraries that are part of the program: each text once, after the libraries it belongs to."""

import json
import pathlib
import subprocess

TREE = ["cargo", "tree", "--locked", "-e", "normal,no-proc-macro", "--prefix", "none", "-f", "{p}"]
METADATA = ["cargo", "metadata", "--locked", "--format-version", "1"]


def run(command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def main():
    used = {tuple(line.split()[:2]) for line in run(TREE).splitlines()}
    texts = {}
    print("brasa contains these libraries:\n")
    for package in sorted(json.loads(run(METADATA))["packages"], key=lambda package: package["name"]):
        name = f"{package['name']} {package['version']}"
        if package["name"] == "brasa" or (package["name"], f"v{package['version']}") not in used:
            continue
        print(f"  {name} ({package['license']})")
        directory = pathlib.Path(package["manifest_path"]).parent
        for file in sorted(directory.glob("LICEN[CS]E*")) + sorted(directory.glob("COPYING*")):
            if file.is_file():
                text = file.read_text().strip()
                # Copies of the Apache License differ in their line breaks.
                texts.setdefault(" ".join(text.split()), (text, []))[1].append(name)
    for text, names in texts.values():
        print("\n" + "-" * 80 + "\n" + ", ".join(names) + ":\n\n" + text)


main()
