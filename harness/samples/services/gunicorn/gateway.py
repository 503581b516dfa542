"""A page that asks another service with requests, under gunicorn.

POOL=kept is what most code does: one Session for ever. POOL=none opens a connection for each request.
"""
import os

import requests

CATALOGUE = os.environ["CATALOGUE_URL"]
session = requests.Session()
send = session.request if os.environ["POOL"] == "kept" else requests.request


def app(environ, start_response):
    length = int(environ.get("CONTENT_LENGTH") or 0)
    answer = send(
        environ["REQUEST_METHOD"],
        CATALOGUE + environ["PATH_INFO"],
        data=environ["wsgi.input"].read(length),
    )
    start_response(f"{answer.status_code} {answer.reason}", [("Content-Type", "text/plain")])
    return [answer.content]
