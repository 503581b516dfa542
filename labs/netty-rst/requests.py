"""requests.py HOST PORT CONNECTIONS REQUESTS HOW: sends HTTP/2 requests, and counts the connections that the server ends.

HOW: cancel (each request is cancelled at once) or wait (none is).
"""
import json
import socket
import struct
import sys
import time

HEADERS, RESET, SETTINGS, PING, GOAWAY = 1, 3, 4, 6, 7
CANCEL, ENHANCE_YOUR_CALM = 8, 11
ASK = bytes.fromhex("8286844101") + b"x"  # GET http://x/, in the words of HPACK


def connected(host, port):
    """A connection to the server, which may be starting yet."""
    deadline = time.monotonic() + 60
    while True:
        try:
            return socket.create_connection((host, port), timeout=60)
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)


def frame(kind, flags, stream, payload=b""):
    return struct.pack(">I", len(payload))[1:] + struct.pack(">BBI", kind, flags, stream) + payload


def ended(connection, requests, cancel):
    """Whether the server ends the connection, and not the client."""
    sent = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + frame(SETTINGS, 0, 0)
    for stream in range(1, 2 * requests, 2):
        sent += frame(HEADERS, 5, stream, ASK)
        if cancel:
            sent += frame(RESET, 0, stream, struct.pack(">I", CANCEL))
    connection.sendall(sent + frame(PING, 0, 0, bytes(8)))
    answers = connection.makefile("rb")
    while True:
        head = answers.read(9)
        if len(head) < 9:
            sys.exit("the connection ended without a reason")
        payload = answers.read(int.from_bytes(head[:3], "big"))
        if head[3] == GOAWAY and struct.unpack(">I", payload[4:8])[0] == ENHANCE_YOUR_CALM:
            return True
        if head[3] == PING and head[4] == 1:  # the server has read all that was sent
            return False


host, port, connections, requests = sys.argv[1], *map(int, sys.argv[2:5])
count = 0
for _ in range(connections):
    with connected(host, port) as connection:
        count += ended(connection, requests, sys.argv[5] == "cancel")
print(json.dumps({"connections": connections, "ended": count}))
