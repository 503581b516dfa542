"""upload.py HOST PORT UPLOADS PARTS: sends forms with this many fields, and prints how many of them the server refused."""
import http.client
import json
import sys
import time


def connected(host, port):
    """A connection to the server, which may be starting yet."""
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


host, port, uploads, parts = sys.argv[1], *map(int, sys.argv[2:])
form = "".join(f'--b\r\nContent-Disposition: form-data; name="field{part}"\r\n\r\nvalue\r\n' for part in range(parts))
refused = 0
for _ in range(uploads):
    connection = connected(host, port)
    connection.request("POST", "/upload", form + "--b--\r\n", {"Content-Type": "multipart/form-data; boundary=b"})
    answer = connection.getresponse()
    said = answer.read().decode()
    connection.close()
    if answer.status == 413:
        refused += 1
    elif said != str(parts):
        sys.exit(f"{answer.status} {said}")
print(json.dumps({"uploads": uploads, "refused": refused}))
