"""orders.py URL REQUESTS HOW: posts an order, and signs what json.dumps makes of it, as webhooks do.

HOW: json (httpx makes the body); content (the bytes that were signed); list (a list of one name, which has no spaces);
compact (the program sends other bytes than it signed).
"""
import hashlib
import hmac
import json
import sys

import httpx

url, requests, how = sys.argv[1], int(sys.argv[2]), sys.argv[3]
order = ["a"] if how == "list" else {"id": 1, "items": ["a", "b"]}
signed = json.dumps(order).encode()
headers = {"Content-Type": "application/json", "X-Signature": hmac.new(b"secret", signed, hashlib.sha256).hexdigest()}
if how == "content":
    body = {"content": signed}
elif how == "compact":
    body = {"content": json.dumps(order, separators=(",", ":")).encode()}
else:
    body = {"json": order}
with httpx.Client(trust_env=False) as client:
    for _ in range(requests):
        answer = client.post(url, headers=headers, **body)
        if answer.status_code not in (200, 401):
            sys.exit(f"answered with {answer.status_code}")
