#!/usr/bin/env python3
"""Stands between clients and a name server and does to datagrams what networks and servers do: loses, delays, repeats and swaps
them by chance. Writes what became of each to LOG, so that it is known which replies were lost.

Usage: relay.py UPSTREAM_PORT LOG SEED [loss=SHARE] [slow=SHARE] [twice=SHARE] [jitter=MS]
  loss    of queries, and of answers      slow    of answers that take 4 to 9 s
  twice   of answers that come twice      jitter  at most so long on top of each way

LOG has a line for each transmission of a query: the client's port, id, name, and passed, query-lost, answer-lost or slow.
"""
import asyncio
import random
import sys


def name_of(message):
    labels, at = [], 12
    while message[at]:
        labels.append(message[at + 1 : at + 1 + message[at]].decode())
        at += 1 + message[at]
    return ".".join(labels).lower() + "/" + str(int.from_bytes(message[at + 1 : at + 3], "big"))


class Relay(asyncio.DatagramProtocol):
    def __init__(self, upstream, log, seed, faults):
        self.upstream, self.log, self.faults = upstream, log, faults
        self.random = random.Random(seed)  # a text: each capture has chances of its own
        self.tasks = set()

    def connection_made(self, transport):
        self.transport = transport

    def datagram_received(self, data, client):
        task = asyncio.ensure_future(self.relay(data, client))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def happens(self, what):
        return self.random.random() < self.faults.get(what, 0)

    async def pause(self):
        await asyncio.sleep(0.001 + self.random.random() * self.faults.get("jitter", 0) / 1000)

    async def relay(self, query, client):
        lost, answer_lost = self.happens("loss"), self.happens("loss")
        slow, twice = self.happens("slow"), self.happens("twice")
        fate = "query-lost" if lost else "answer-lost" if answer_lost else "slow" if slow else "passed"
        print(client[1], int.from_bytes(query[:2], "big"), name_of(query), fate, file=self.log, flush=True)
        if lost:
            return
        await self.pause()
        answered = asyncio.get_running_loop().create_future()

        class Once(asyncio.DatagramProtocol):
            def datagram_received(self, data, server):
                if not answered.done():
                    answered.set_result(data)

        transport, _ = await asyncio.get_running_loop().create_datagram_endpoint(Once, remote_addr=("127.0.0.1", self.upstream))
        transport.sendto(query)
        answer = await asyncio.wait_for(answered, 10)
        transport.close()
        await asyncio.sleep(self.random.uniform(4, 9) if slow else 0)
        await self.pause()
        for _ in range(0 if answer_lost else 2 if twice else 1):
            self.transport.sendto(answer, client)
            await self.pause()


async def main(upstream, log, seed, *faults):
    chances = {word.split("=")[0]: float(word.split("=")[1]) for word in faults}
    with open(log, "w") as out:
        await asyncio.get_running_loop().create_datagram_endpoint(
            lambda: Relay(int(upstream), out, seed, chances), local_addr=("0.0.0.0", 53))
        print("ready", flush=True)
        await asyncio.Event().wait()


asyncio.run(main(*sys.argv[1:]))
