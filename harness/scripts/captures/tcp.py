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
    wanted = options()
    family = socket.AF_INET6 if "six" in wanted else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if "rcvbuf" in wanted:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, int(wanted["rcvbuf"]))
    if "clamp" in wanted:
        listener.setsockopt(socket.IPPROTO_TCP, TCP_WINDOW_CLAMP, int(wanted["clamp"]))
    listener.bind(("", PORT))
    listener.listen(128)
    print("ready", flush=True)
    for _ in range(int(wanted.get("connections", "1"))):
        connection, _ = listener.accept()
        size = int(wanted.get("slow", "65536"))
        while connection.recv(size):
            if "slow" in wanted:
                time.sleep(0.02)  # the slow reader is the point of this capture
        connection.sendall(b"done")
        connection.close()


def client():
    wanted = options()
    for _ in range(int(wanted.get("connections", "1"))):
        connection = socket.create_connection((sys.argv[2], PORT))
        connection.sendall(b"x" * int(sys.argv[3]))
        connection.shutdown(socket.SHUT_WR)
        while connection.recv(4096):
            pass
        connection.close()


server() if sys.argv[1] == "server" else client()
