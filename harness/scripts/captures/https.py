"""Requests over HTTPS for test captures, with what Python's http.client and OpenSSL do.

https.py server FOLDER           answers on port 443, with a certificate made for it in FOLDER
https.py client NAME REQUESTS [keep] [tls12]
    a connection for each request, or one for all
"""

import http.client
import http.server
import ssl
import subprocess
import sys


class Answers(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"ok")


def server(folder):
    subprocess.run(
        f"openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=lab -days 2"
        f" -keyout {folder}/key.pem -out {folder}/cert.pem",
        shell=True,
        check=True,
        stderr=subprocess.DEVNULL,
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(f"{folder}/cert.pem", f"{folder}/key.pem")
    listener = http.server.ThreadingHTTPServer(("0.0.0.0", 443), Answers)
    listener.socket = context.wrap_socket(listener.socket, server_side=True)
    print("ready", flush=True)
    listener.serve_forever()


def client(name, requests, *options):
    context = ssl._create_unverified_context()
    if "tls12" in options:
        context.maximum_version = ssl.TLSVersion.TLSv1_2
    connection = http.client.HTTPSConnection(name, context=context)
    for _ in range(int(requests)):
        connection.request("GET", "/")
        connection.getresponse().read()
        if "keep" not in options:
            connection.close()


if sys.argv[1] == "server":
    server(sys.argv[2])
else:
    client(*sys.argv[2:])
