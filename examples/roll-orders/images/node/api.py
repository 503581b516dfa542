"""POST /orders/ID writes an order, GET /orders/ID reads it, and GET /orders lists those that can be read."""
import http.server
import json

import orders
import redis

store = redis.Redis("store", socket_timeout=10)


class Api(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        name = self.path.removeprefix("/orders/")
        store.hset("orders", name, json.dumps(orders.new(name)))
        self.say(201, name)

    def do_GET(self):
        name = self.path.removeprefix("/orders").removeprefix("/")
        found = {name.encode(): store.hget("orders", name)} if name else store.hgetall("orders")
        if None in found.values():
            return self.say(404, name)
        prices = {}
        for each, text in found.items():
            try:
                prices[each.decode()] = orders.price(json.loads(text))
            except TypeError as wrong:
                self.log_error("order %s: %s", each, wrong)
        self.say(500 if name and not prices else 200, prices)

    def say(self, status, what):
        body = json.dumps(what).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


http.server.ThreadingHTTPServer(("", 8080), Api).serve_forever()
