"""handshakes.py HOST PORT HANDSHAKES HOW: TLS handshakes with a server that counts them, and whose authority is known.

HOW: default (as create_default_context makes it); lenient and strict (without and with VERIFY_X509_STRICT).
"""
import socket
import ssl
import sys
import urllib.request

host, port, handshakes, how = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
with urllib.request.urlopen(f"http://{host}:8099/ca.pem?port={port}") as answer:
    context = ssl.create_default_context(cadata=answer.read().decode())
if how == "lenient":
    context.verify_flags &= ~ssl.VERIFY_X509_STRICT
elif how == "strict":
    context.verify_flags |= ssl.VERIFY_X509_STRICT
for _ in range(handshakes):
    with socket.create_connection((host, port)) as tcp:
        try:
            with context.wrap_socket(tcp, server_hostname=host) as tls:
                tls.unwrap()
        except ssl.SSLCertVerificationError as error:
            if "Authority Key Identifier" not in str(error):
                raise  # not the fault
