#!/usr/bin/env python3
"""Writes one small capture per link type and tunnel of which no public capture is at hand: the same
DNS query behind each header, as the standard or libpcap's link-layer header list has it.

Usage: link-types.py FOLDER
"""
import struct
import sys
from pathlib import Path

QUERY = bytes.fromhex("1234010000010000000000000161036c61620000010001")
UDP = struct.pack(">HHHH", 40000, 53, 8 + len(QUERY), 0) + QUERY


def ipv4(protocol, payload, source="0a000001", target="0a000035"):
    head = struct.pack(">BBHHHBBH", 0x45, 0, 20 + len(payload), 7, 0x4000, 64, protocol, 0)
    head += bytes.fromhex(source + target)
    total = sum(struct.unpack(">10H", head))
    total = (total & 0xFFFF) + (total >> 16)
    total = (total & 0xFFFF) + (total >> 16)
    return head[:10] + struct.pack(">H", total ^ 0xFFFF) + head[12:] + payload


IP = ipv4(17, UDP)
MACS = bytes.fromhex("020000000002020000000001")
ETHERNET = MACS + b"\x08\x00" + IP
# IPv4 in IPv6, from one Teredo address to another.
SIX = struct.pack(">IHBB", 0x60000000, len(IP), 4, 64) + bytes.fromhex("20010000c0a80001" * 2 + "20010000c0a80002" * 2) + IP


def outer(payload, port, source=50000):
    return MACS + b"\x08\x00" + ipv4(17, struct.pack(">HHHH", source, port, 8 + len(payload), 0) + payload, "c0a80001", "c0a80002")


def over(protocol, payload):
    return MACS + b"\x08\x00" + ipv4(protocol, payload, "c0a80001", "c0a80002")


PKTAP = struct.pack("<III24sIIIII20sIHHI20s", 108, 1, 1, b"en0", 0, 2, 14, 0, 1, b"dig", 0, 6, 0, 1, b"dig")

CAPTURES = {  # name: link type, frame
    "ppp": (9, bytes.fromhex("ff030021") + IP),
    "ppp-hdlc": (50, bytes.fromhex("ff030021") + IP),
    "pppoe": (1, MACS + bytes.fromhex("8864" "11000001") + struct.pack(">H", 2 + len(IP)) + b"\x00\x21" + IP),
    "ppp-ether": (51, bytes.fromhex("11000001") + struct.pack(">H", 2 + len(IP)) + b"\x00\x21" + IP),
    "pktap": (258, PKTAP + ETHERNET),
    "mpls": (1, MACS + b"\x88\x47" + b"\x00\x01\x01\x40" + IP),
    "vxlan": (1, outer(bytes.fromhex("0800000000002a00") + ETHERNET, 4789)),
    "geneve": (1, outer(bytes.fromhex("0000655800002a00") + ETHERNET, 6081)),
    "gre": (1, over(47, bytes.fromhex("00000800") + IP)),
    "nvgre": (1, over(47, bytes.fromhex("2000655800002a00") + ETHERNET)),
    "erspan": (1, over(47, bytes.fromhex("100088be00000001" "1000000000000000") + ETHERNET)),
    "ip-in-ip": (1, over(4, IP)),
    "ether-ip": (1, over(97, b"\x30\x00" + ETHERNET)),
    "l2tp": (1, outer(struct.pack(">HHHH", 0x4002, 12 + len(IP), 1, 2) + bytes.fromhex("ff030021") + IP, 1701)),
    "l2tp-answer": (1, outer(bytes.fromhex("0b02" "00010002" "00050006" "0002" "0000" "0021") + IP, 50000, 1701)),
    "teredo": (1, outer(SIX, 3544)),
    "teredo-answer": (1, outer(bytes.fromhex("00010000" "0000000000000001" "00" "0000" "c34f" "3f5700fd") + SIX, 50000, 3544)),
    "wireguard": (1, outer(bytes.fromhex("04000000") + bytes(60), 51820)),
    "esp": (1, over(50, bytes(range(64)))),
    "macsec": (1, MACS + bytes.fromhex("88e50c00" "00000001") + bytes(60)),
}


def main(folder):
    for name, (link, frame) in CAPTURES.items():
        head = struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 262144, link)
        record = struct.pack("<IIII", 1_700_000_000, 0, len(frame), len(frame))
        Path(folder, name + ".pcap").write_bytes(head + record + frame)


main(sys.argv[1])
