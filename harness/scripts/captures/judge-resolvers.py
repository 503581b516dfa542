#!/usr/bin/env python3
"""Holds what diagnose found in the captures of harness/bench/resolvers against what the relay did.

Usage: judge-resolvers.py FOLDER     (writes the table of results/reference/resolvers.csv; what is false or missed, to standard error)
"""
import collections
import json
import pathlib
import sys

LOST = ("query-lost", "answer-lost")


def transmissions(log):
    """By the client's port, id and question: what became of each, in order."""
    fates = collections.defaultdict(list)
    for line in log.read_text().splitlines():
        port, number, name, fate = line.split()
        fates[int(port), int(number), name].append(fate)
    return fates


def queries(tsv):
    """By frame: the client's port, id, question, and whether it is an answer."""
    frames = {}
    for line in tsv.read_text().splitlines():
        frame, source, target, number, response, name, kind = line.split("\t")
        answer = response in ("1", "True")
        port = int(target if answer else source)
        frames[int(frame)] = (port, int(number, 16), f"{name.lower()}/{kind}"), answer
    return frames


def lost_and_answered(fates, frames):
    """Questions of which a transmission was lost and a later one answered: the client stood still for it."""
    answered = {key for key, answer in frames.values() if answer}
    found = set()
    for key, fate in fates.items():
        again = [other for other in answered if other[2] == key[2]]
        if fate[0] in LOST and (key in answered or again):
            found.add(key[2])
    return found


def fate(frame, fates, frames):
    """What became of the transmission in that frame."""
    key = frames[frame][0]
    earlier = [at for at, (other, answer) in frames.items() if other == key and not answer and at < frame]
    return fates[key][len(earlier)]


def is_true(finding, name, fates, frames):
    if finding["id"] == "search-list-multiplication":
        return "-search-" in name
    if finding["id"] != "lost-dns-reply":
        return False
    # Each lost one has three frames: asked, asked again, answered.
    return all(fate(frame, fates, frames) in LOST for frame in finding["frames"][::3])


def main(folder):
    captures = judged = 0
    counts = collections.Counter()
    carriers = collections.Counter()
    for log in sorted(pathlib.Path(folder).glob("*.log")):
        fates, frames = transmissions(log), queries(log.with_suffix(".tsv"))
        diagnosis = json.loads(log.with_suffix(".json").read_text())
        captures += 1
        judged += bool(frames)
        ids = {finding["id"] for finding in diagnosis["findings"]}
        for finding in diagnosis["findings"]:
            true = is_true(finding, log.stem, fates, frames)
            counts[finding["id"], finding["confidence"], true] += 1
            if not true:
                print("false:", log.stem, finding["id"], finding["confidence"], finding["where"], file=sys.stderr)
        there = {"search-list-multiplication"} if "-search-" in log.stem else set()
        if lost_and_answered(fates, frames):
            there.add("lost-dns-reply")
        for each in there:
            carriers[each, each in ids] += 1
            if each not in ids:
                print("missed:", log.stem, each, sorted(lost_and_answered(fates, frames)), file=sys.stderr)
    print("source,detector,confidence,captures,judged,true,false,carriers,found")
    print(f"resolvers,,,{captures},{judged},,,,")
    for key in sorted({key[:2] for key in counts}):
        print(f"resolvers,{key[0]},{key[1]},,,{counts[key + (True,)]},{counts[key + (False,)]},,")
    for each in sorted({key[0] for key in carriers}):
        found = carriers[each, True]
        print(f"carriers,{each},,,,,,{found + carriers[each, False]},{found}")


main(sys.argv[1])
