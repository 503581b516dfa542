"""What faultlab asks: version | ready node=N | begin | work writer=N reader=N up=N,... seq=S
| keep up=N,... seq=S until=FILE | read up=N,..."""
import http.client
import json
import os
import sys
import time

ORDERS = 20
nodes = dict(pair.split("=") for pair in os.environ["ROLL_NODES"].split(","))
given = dict(word.split("=") for word in sys.argv[2:])


def ask(node, method, path):
    """The status code, which is the protocol's, and the answer. Anything else ends this program."""
    connection = http.client.HTTPConnection(nodes[node], 8080, timeout=10)
    try:
        connection.request(method, path)
        answer = connection.getresponse()
        return str(answer.status), json.loads(answer.read())
    except TimeoutError:
        return "timeout", None


def say(**line):
    print(json.dumps(line), flush=True)


def wrote(order, code, late):
    say(op="write", code=code, ok=code == "201", late=late, undone=False, lane="orders", ids=[order])


def work():
    for order in range(int(given["seq"]), int(given["seq"]) + ORDERS):
        code, _ = ask(given["writer"], "POST", f"/orders/{order}")
        wrote(order, code, code == "timeout")
        code, _ = ask(given["reader"], "GET", f"/orders/{order}")
        say(op="read", code=code, ok=code == "200", late=code == "timeout", undone=False)


def keep():
    """A router in front of the replicas would do this: it takes the next one if a replica has no answer."""
    replicas = given["up"].split(",")
    order = int(given["seq"])
    while not os.path.exists(given["until"]):
        code = "none"
        for i in range(len(replicas)):
            try:
                code, _ = ask(replicas[(order + i) % len(replicas)], "POST", f"/orders/{order}")
                break
            except (OSError, http.client.HTTPException):
                pass
        wrote(order, code, code in ("none", "timeout"))
        order += 1
        time.sleep(0.05)


def read():
    """One line for each replica: an order that any of them does not list counts as lost."""
    for node in given["up"].split(","):
        code, found = ask(node, "GET", "/orders")
        if code != "200":
            sys.exit(f"{node} answered {code}")
        say(read={"orders": sorted(map(int, found))})


match sys.argv[1]:
    case "version":
        print(os.environ["RELEASE"])
    case "ready":
        if ask(given["node"], "GET", "/orders")[0] != "200":
            sys.exit("not ready")
    case "work":
        work()
    case "keep":
        keep()
    case "read":
        read()
