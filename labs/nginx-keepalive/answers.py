"""answers.py HOST PORT REQUESTS: asks a proxy, each time on a new connection, and counts its answers with status 502."""
import http.client
import json
import sys
import time


def connected(host, port):
    """A connection to the proxy, which may be starting yet."""
    deadline = time.monotonic() + 60
    while True:
        try:
            connection = http.client.HTTPConnection(host, port, timeout=60)
            connection.connect()
            return connection
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)


host, port, requests = sys.argv[1], *map(int, sys.argv[2:])
refused = 0
for _ in range(requests):
    connection = connected(host, port)
    connection.request("GET", "/")
    answer = connection.getresponse()
    answer.read()
    connection.close()
    if answer.status == 502:
        refused += 1
    elif answer.status != 200:
        sys.exit(f"answered with {answer.status}")
print(json.dumps({"answers": requests, "refused": refused}))
