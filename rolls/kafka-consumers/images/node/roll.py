"""A consumer of a group, and its client for rolls: serve | version | begin | ready node=N
| work consumer=N up=N,... seq=S | keep up=N,... seq=S until=FILE | read up=N,...
ASSIGNOR is the consumer's partition.assignment.strategy. What the group has seen is a topic, which outlives each consumer."""
import http.server
import importlib.metadata
import json
import os
import signal
import sys
import threading
import time
import urllib.request

from confluent_kafka import Consumer, Producer, TopicPartition
from confluent_kafka.admin import AdminClient, NewTopic

BROKER = {"bootstrap.servers": "broker:9092"}
PARTITIONS = 10
RECORDS = 20
REFUSALS = 2
SECONDS = 60
VERSION = importlib.metadata.version("confluent-kafka")
ASSIGNOR = os.environ.get("ASSIGNOR", "range,roundrobin")  # librdkafka's default
DONE = "NO_ERROR"
LATE = {"_MSG_TIMED_OUT", "_TIMED_OUT", "REQUEST_TIMED_OUT", "timeout"}

nodes = dict(pair.split("=") for pair in os.environ["ROLL_NODES"].split(","))
given = dict(word.split("=") for word in sys.argv[2:])
up = given.get("up", "").split(",")


def producer():
    return Producer({**BROKER, "enable.idempotence": True, "message.timeout.ms": 1000 * SECONDS})


def produce(through, topic, text, partition):
    """The protocol's code."""
    codes = []
    told = lambda error, _: codes.append(error.name() if error else DONE)
    through.produce(topic, text, partition=partition, on_delivery=told)
    through.flush()
    return codes[0]


def serve():
    """Notes each record before the next poll, in which librdkafka commits, and leaves the group on SIGTERM."""
    state = {"runs": [VERSION, ASSIGNOR], "owns": [], "refused": []}
    stop = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: stop.set())
    consumer = Consumer({**BROKER, "group.id": "rolled", "partition.assignment.strategy": ASSIGNOR,
                         "auto.offset.reset": "earliest", "heartbeat.interval.ms": 1000, "topic.metadata.refresh.interval.ms": 1000})

    class State(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.end_headers()
            self.wfile.write(json.dumps(state).encode())

        def log_message(self, *_):
            pass

    threading.Thread(target=http.server.ThreadingHTTPServer(("", 8080), State).serve_forever, daemon=True).start()
    seen = producer()
    consumer.subscribe(["work"])
    while not stop.is_set():
        record = consumer.poll(0.2)
        state["owns"] = [part.partition for part in consumer.assignment()]
        if record is None:
            continue
        if record.error():
            state["refused"].append(record.error().name())
            continue
        noted = produce(seen, "seen", f"{record.partition()} {record.value().decode()}", 0)
        if noted != DONE:
            sys.exit(f"Error: the broker does not note a record: {noted}")
    consumer.close()


def ask(node):
    with urllib.request.urlopen(f"http://{nodes[node]}:8080", timeout=10) as answer:
        return json.load(answer)


def say(**line):
    print(json.dumps(line), flush=True)


def begin():
    topics = [NewTopic("work", PARTITIONS, 1), NewTopic("seen", 1, 1)]
    admin = AdminClient(BROKER)  # ends what it was asked if it goes
    for made in admin.create_topics(topics, request_timeout=2 * SECONDS).values():
        made.result()


def work():
    """Asks the consumer, and all others that run as it does."""
    began = {node: ask(node) for node in up}
    alike = [node for node in up if began[node]["runs"] == began[given["consumer"]]["runs"]]
    for code in joined(began, alike):
        say(op="join", code=code, ok=code == DONE, late=code in LATE, undone=False)
    to = producer()
    for record in range(int(given["seq"]), int(given["seq"]) + RECORDS):
        wrote(to, record)


def joined(began, alike):
    """Waits until each partition has one owner, and each of these consumers owns some or was refused again; then the codes."""
    end = time.monotonic() + SECONDS
    settled = False
    while not settled and time.monotonic() < end:
        now = {node: ask(node) for node in up}
        refused = {node: now[node]["refused"][len(began[node]["refused"]):] for node in alike}
        whole = sorted(part for state in now.values() for part in state["owns"]) == list(range(PARTITIONS))
        settled = whole and all(now[node]["owns"] or len(refused[node]) >= REFUSALS for node in alike)
        time.sleep(0 if settled else 0.2)
    for node in alike:
        owns, codes = now[node]["owns"], refused[node]
        yield DONE if settled and owns else codes[-1] if codes and not owns else "timeout"


def wrote(to, record):
    code = produce(to, "work", str(record), record % PARTITIONS)
    say(op="produce", code=code, ok=code == DONE, late=code in LATE, undone=False, lane=f"partition {record % PARTITIONS}",
        ids=[record])


def keep():
    to = producer()
    record = int(given["seq"])
    while not os.path.exists(given["until"]):
        wrote(to, record)
        record += 1
        time.sleep(0.05)


def read():
    """What the group saw, in its order."""
    consumer = Consumer({**BROKER, "group.id": "reader", "enable.auto.commit": False})
    last = consumer.get_watermark_offsets(TopicPartition("seen", 0), timeout=SECONDS)[1]
    consumer.assign([TopicPartition("seen", 0, 0)])
    lanes = {}
    for _ in range(last):
        record = consumer.poll(SECONDS)
        if record is None or record.error():
            sys.exit(f"the topic could not be read to its end: {record and record.error()}")
        partition, number = record.value().decode().split()
        lanes.setdefault(f"partition {partition}", []).append(int(number))
    consumer.close()
    say(read=lanes)


match sys.argv[1]:
    case "serve":
        serve()
    case "version":
        print(VERSION)
    case "ready":
        ask(given["node"])
    case "begin":
        begin()
    case "work":
        work()
    case "keep":
        keep()
    case "read":
        read()
