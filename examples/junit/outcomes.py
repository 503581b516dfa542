#!/usr/bin/env python3
"""Prints what became of each test: outcomes.py FOLDER, with Surefire's reports

Frame numbers and addresses are masked: they differ from run to run.
"""
import pathlib
import re
import sys
import xml.etree.ElementTree


def masked(text):
    text = re.sub(r"\d+(\.\d+){3}", "ADDRESS", text)
    text = re.sub(r"ADDRESS:(?!9092)\d+", "ADDRESS:PORT", text)
    text = re.sub(r"(frames?) [\d;, ]*\d( to \d+)?( ?[;,] ?\.\.\.)?", r"\1 #", text)
    # How many of its connections a client has used by then.
    text = re.sub(r"\d+ of the \d+ connections", "# of the # connections", text)
    text = re.sub(r"(ADDRESS\S* -> ADDRESS\S*)(, ADDRESS\S* -> ADDRESS[^\s,]*)+", r"\1", text)
    return re.sub(r"\[\d+(, \d+)*\]", "[#]", text)


cases = []
for file in pathlib.Path(sys.argv[1]).glob("TEST-*.xml"):
    for case in xml.etree.ElementTree.parse(file).getroot().iter("testcase"):
        name = case.get("classname", "").split(".")[-1] + "." + case.get("name", "")
        trouble = next((each for each in case if each.tag in ("failure", "error")), None)
        lines = [] if trouble is None else masked(trouble.get("message", "")).splitlines()
        colour = "green" if trouble is None else "red" if trouble.tag == "failure" else "error"
        cases.append("\n".join([colour + " " + name] + ["    " + line for line in lines]))
print("\n".join(sorted(cases)))
