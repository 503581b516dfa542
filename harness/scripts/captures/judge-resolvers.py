#!/usr/bin/env python3
"""Holds what diagnose found in the captures of harness/bench/resolvers against what the relay did.

Usage: judge-resolvers.py FOLDER     (writes the table of results/reference/resolvers.csv; what is false or missed, to standard error)
"""
import collections
import json
import pathlib
import sys

LOST = ("query-lost", "answer-lost")

# Who asks the servers of resolv.conf(5) one after the other, each time anew. musl asks all at once, systemd-resolved remembers who answers.
WAITING = ("glibc", "go", "jdk")

# Where no name server is: nobody at all, and a machine that refuses.
NOBODY = (".54:53", ".20:53")


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
    # The relay knows nothing of queries to another server.
    return fates[key][len(earlier)] if len(earlier) < len(fates[key]) else "elsewhere"


def is_true(finding, client, search, fates, frames):
    if finding["id"] == "search-list-multiplication":
        return search == "search"
    if finding["id"] == "dead-resolver":
        # Of ICMP's refusals Linux sends only so many, so that whoever asks there may have to wait as well.
        return finding["subject"].endswith(NOBODY) and client != "musl"
    if finding["id"] != "lost-dns-reply":
        return False
    # Each lost one has three frames: asked, asked again, answered.
    return all(fate(frame, fates, frames) in LOST for frame in finding["frames"][::3])


def main(folder):
    read = collections.Counter()
    counts = collections.Counter()
    carriers = collections.Counter()
    detectors = {"lost-dns-reply", "search-list-multiplication", "dead-resolver"}
    for log in sorted(pathlib.Path(folder).glob("*.log")):
        fates, frames = transmissions(log), queries(log.with_suffix(".tsv"))
        diagnosis = json.loads(log.with_suffix(".json").read_text())
        _, client, search, condition, _, *cut = log.stem.split("-")
        capture = "ends at once" if cut else "goes on"
        dead = condition == "dead"
        read[capture] += 1
        findings = {finding["id"] for finding in diagnosis["findings"]}
        undecided = {each["id"] for each in diagnosis["undecided"]}
        for finding in diagnosis["findings"]:
            true = is_true(finding, client, search, fates, frames)
            detectors.add(finding["id"])
            counts[capture, finding["id"], finding["confidence"], true] += 1
            if not true:
                print("false:", log.stem, finding["id"], finding["confidence"], finding["where"], file=sys.stderr)
        there = {"search-list-multiplication"} if search == "search" else set()
        if lost_and_answered(fates, frames):
            there.add("lost-dns-reply")
        if dead and client in WAITING:
            there.add("dead-resolver")
        for each in there:
            outcome = "found" if each in findings else "undecided" if each in undecided else "missed"
            carriers[capture, each, outcome] += 1
            if outcome != "found":
                print(f"{outcome}:", log.stem, each, sorted(lost_and_answered(fates, frames)), file=sys.stderr)
    print("capture,read,detector,certain and true,certain and false,likely and true,likely and false,carriers,found,undecided,missed")
    for capture in sorted(read, reverse=True):
        for each in sorted(detectors):
            said = [counts[capture, each, confidence, true] for confidence in ("certain", "likely") for true in (True, False)]
            became = [carriers[capture, each, outcome] for outcome in ("found", "undecided", "missed")]
            print(capture, read[capture], each, *said, sum(became), *became, sep=",")


main(sys.argv[1])
