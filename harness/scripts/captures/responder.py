"""A DNS server for test captures: delays, drops and denies as told. Answers A and AAAA over UDP.

Arguments: address of the answers, delay in ms, time to live in s, then rules:
  drop=N        never answer the Nth query, counted from 1, once
  slow=N:MS     answer the Nth query after MS ms
  zone=SUFFIX   names that end so do not exist
"""

import socket
import struct
import sys
import threading


def question(message):
    """Its name, and where it ends."""
    labels, at = [], 12
    while message[at]:
        labels.append(message[at + 1 : at + 1 + message[at]].decode("latin1"))
        at += 1 + message[at]
    return ".".join(labels).lower(), at + 5


def answer(query, address, ttl, zones):
    name, end = question(query)
    kind = struct.unpack_from(">H", query, end - 4)[0]
    missing = any(name.endswith(zone) for zone in zones)
    records = b""
    if not missing and kind == 1:
        records = b"\xc0\x0c\x00\x01\x00\x01" + struct.pack(">IH", ttl, 4)
        records += socket.inet_aton(address)
    flags = 0x8183 if missing else 0x8180
    counts = struct.pack(">HHHH", 1, 1 if records else 0, 0, 0)
    return query[:2] + struct.pack(">H", flags) + counts + query[12:end] + records


def main():
    address, delay, ttl = sys.argv[1], float(sys.argv[2]) / 1000, int(sys.argv[3])
    drops, slow, zones = set(), {}, []
    for rule in sys.argv[4:]:
        key, value = rule.split("=")
        if key == "drop":
            drops.add(int(value))
        elif key == "slow":
            number, late = value.split(":")
            slow[int(number)] = float(late) / 1000
        else:
            zones.append(value)
    server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    server.bind(("0.0.0.0", 53))
    print("ready", flush=True)
    count = 0
    while True:
        query, client = server.recvfrom(1500)
        count += 1
        if count in drops:
            continue
        message = answer(query, address, ttl, zones)
        threading.Timer(slow.get(count, delay), server.sendto, (message, client)).start()


main()
