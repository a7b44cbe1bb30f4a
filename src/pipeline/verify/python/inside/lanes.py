"""Work shared out among forked copies of this process: a machine with several cores is done earlier."""

import json
import os

from anneal_verify.forked import write_all

MOST_LANES = 4
LEAST_EACH = 3
"""A copy costs about as much as one item."""


def in_lanes(work, items):
    """The results of `work(item)` for each item, which JSON can hold. Nothing that a copy changes is seen here."""
    lanes = min(MOST_LANES, len(os.sched_getaffinity(0)), len(items) // LEAST_EACH)
    if lanes < 2:
        return [work(item) for item in items]
    readings = [begin_lane(work, items[lane::lanes]) for lane in range(lanes)]
    results = [None] * len(items)
    for lane, (child, reading) in enumerate(readings):
        with os.fdopen(reading, "rb") as answers:
            told = answers.read()
        os.waitpid(child, 0)
        # A copy that was lost leaves its items to this process.
        results[lane::lanes] = json.loads(told) if told else [work(item) for item in items[lane::lanes]]
    return results


def begin_lane(work, items):
    reading, writing = os.pipe()
    child = os.fork()
    if child:
        os.close(writing)
        return child, reading
    try:
        os.close(reading)
        write_all(writing, json.dumps([work(item) for item in items]).encode())
    finally:
        os._exit(0)
