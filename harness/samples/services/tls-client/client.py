"""Answers each request after a call over TLS, on a connection of its own.

TRUST=once reads the certificate of the issuer at the start, as most code does; TRUST=each reads it for each connection.
"""
import os
import ssl
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


def context():
    return ssl.create_default_context(cafile="/tls/issuer.pem")


once = context()


class Page(BaseHTTPRequestHandler):
    def do_GET(self):
        status = 200
        try:
            trusted = once if os.environ["TRUST"] == "once" else context()
            urllib.request.urlopen("https://stock:8443/", timeout=20, context=trusted).read()
        except OSError as e:
            print(e, flush=True)
            status = 503
        self.send_response(status)
        self.end_headers()


ThreadingHTTPServer(("", 8000), Page).serve_forever()
