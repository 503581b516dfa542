"""Answers each request after one call of its upstream, with the client that CLIENT names."""
import os

import httpx
import requests
from sqlalchemy import create_engine, text


def sqlalchemy(**options):
    engine = create_engine("postgresql://shop:example@db:5432/postgres", pool_size=16, **options)

    def call():
        with engine.connect() as connection:
            connection.execute(text("select 42"))

    return call


def http(get, **options):
    return lambda: get("http://api:8080/", **options)


CLIENTS = {
    "sqlalchemy": sqlalchemy,
    # A test of each connection helps only with a limit for the test.
    "sqlalchemy-ping": lambda: sqlalchemy(
        pool_pre_ping=True, connect_args={"tcp_user_timeout": 2000, "connect_timeout": 3}
    ),
    "requests": lambda: http(requests.Session().get),
    "requests-timeout": lambda: http(requests.Session().get, timeout=2),
    # Idle connections are closed after 5 s unless this is changed.
    "httpx": lambda: http(httpx.Client().get),
    "httpx-keep": lambda: http(httpx.Client(limits=httpx.Limits(keepalive_expiry=None)).get),
}
call = CLIENTS[os.environ["CLIENT"]]()


def app(environ, start_response):
    status = "200 OK"
    try:
        call()
    except Exception as e:
        print(repr(e), flush=True)
        status = "503 Unavailable"
    start_response(status, [("Content-Type", "text/plain")])
    return [b"\n"]
