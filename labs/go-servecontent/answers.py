"""answers.py HOST PORT PATH REQUESTS: asks for a file, and counts the compressed answers that do not say so."""
import http.client
import json
import socket
import sys
import time

host, port, path, requests = sys.argv[1], int(sys.argv[2]), sys.argv[3], int(sys.argv[4])
deadline = time.monotonic() + 30
while True:  # until the server listens
    try:
        socket.create_connection((host, port), 5).close()
        break
    except OSError:
        if time.monotonic() > deadline:
            raise
        time.sleep(0.05)
unmarked = 0
for _ in range(requests):
    connection = http.client.HTTPConnection(host, port, timeout=20)
    connection.request("GET", path)
    answer = connection.getresponse()
    body = answer.read()
    if answer.status != (200 if path.endswith("/here.txt") else 404) or not body:
        sys.exit(f"{path}: status {answer.status} with {len(body)} bytes")
    unmarked += body[:2] == b"\x1f\x8b" and answer.getheader("Content-Encoding") is None
    connection.close()
print(json.dumps({"answers": requests, "unmarked": unmarked}))
