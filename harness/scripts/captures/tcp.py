"""Client and server for TCP test captures.

server [rcvbuf=N] [clamp=N] [slow=BYTES_PER_READ] [connections=N]
client ADDRESS BYTES [connections=N]
"""

import socket
import sys
import time

PORT = 9092
TCP_WINDOW_CLAMP = 10


def options():
    return dict(o.split("=") if "=" in o else (o, "1") for o in sys.argv[2:] if not o[0].isdigit())


def server():
    chosen = options()
    family = socket.AF_INET6 if "six" in chosen else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if "rcvbuf" in chosen:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, int(chosen["rcvbuf"]))
    if "clamp" in chosen:
        listener.setsockopt(socket.IPPROTO_TCP, TCP_WINDOW_CLAMP, int(chosen["clamp"]))
    listener.bind(("", PORT))
    listener.listen(128)
    print("ready", flush=True)
    for _ in range(int(chosen.get("connections", "1"))):
        connection, _ = listener.accept()
        size = int(chosen.get("slow", "65536"))
        while connection.recv(size):
            if "slow" in chosen:
                time.sleep(0.02)  # the slow reader is the point of this capture
        connection.sendall(b"done")
        connection.close()


def client():
    chosen = options()
    for _ in range(int(chosen.get("connections", "1"))):
        connection = socket.create_connection((sys.argv[2], PORT))
        connection.sendall(b"x" * int(sys.argv[3]))
        connection.shutdown(socket.SHUT_WR)
        while connection.recv(4096):
            pass
        connection.close()


server() if sys.argv[1] == "server" else client()
