"""swapped.py HOST READS HOW: cancels a read, then counts the reads that return the value of another key.

HOW: cancel, no-cancel, disconnect (after the cancel, the program closes the connection itself), unread (the program sends
a command by itself, and does not read its reply). The value of a key is its name. What is cancelled waits for a list that
does not exist: Redis answers as soon as another client has filled it.
"""
import asyncio
import json
import sys

from redis.asyncio import Redis


async def main(host, reads, how):
    client = Redis(host=host, single_connection_client=True)
    other = Redis(host=host)
    await client.set("warm", "warm")
    await other.delete("late")
    late = asyncio.ensure_future(client.blpop("late", 0))
    while not any(one["cmd"] == "blpop" for one in await other.client_list()):
        await asyncio.sleep(0.01)
    if how in ("cancel", "disconnect"):
        late.cancel()
    await other.rpush("late", "late")
    await asyncio.gather(late, return_exceptions=True)
    if how == "unread":
        await client.connection.send_command("GET", "warm")
    if how == "disconnect":
        await client.connection.disconnect()
    for number in range(reads):
        await other.set(f"key{number}", f"key{number}")
    wrong = 0
    for number in range(reads):
        wrong += await client.get(f"key{number}") != b"key%d" % number
    print(json.dumps({"reads": reads, "wrong": wrong}))


asyncio.run(asyncio.wait_for(main(sys.argv[1], int(sys.argv[2]), sys.argv[3]), 60))
