"""calls.py HOST PORT REQUESTS HOW: requests over TLS, each on a new connection; the server counts the handshakes.

HOW: default (urllib3 makes the context); lenient and strict (the program's own, without and with VERIFY_X509_STRICT).
"""
import ssl
import sys

import urllib3

host, port, requests, how = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4]
with urllib3.PoolManager() as plain:
    authority = plain.request("GET", f"http://{host}:8099/ca.pem?port={port}").data.decode()
with open("/tmp/authority.pem", "w") as file:
    file.write(authority)
context = None
if how != "default":
    context = urllib3.util.create_urllib3_context()
    context.verify_flags &= ~ssl.VERIFY_X509_STRICT
    if how == "strict":
        context.verify_flags |= ssl.VERIFY_X509_STRICT
for _ in range(requests):
    with urllib3.PoolManager(ca_certs="/tmp/authority.pem", ssl_context=context, retries=False) as pool:
        try:
            answer = pool.request("GET", f"https://{host}:{port}/")
        except urllib3.exceptions.SSLError as error:
            if "Authority Key Identifier" not in str(error):
                raise  # not the fault
            continue
        if answer.status != 200:
            sys.exit(f"answered with {answer.status}")
