"""Runs cases again in interpreters that differ in all that a result should not depend on: hashing, order, chance and the clock."""

import datetime
import json
import os
import sys
import time

from anneal_verify.case import case_of
from anneal_verify.forked import Limits, enter, fresh_pythons, map_forked
from anneal_verify.observe import Observer
from anneal_verify.prepare import load_libraries
from anneal_verify.program import Program, load

AHEAD = datetime.timedelta(days=511, hours=7, minutes=13)
RUNS = ((1, False), (4711, True))


def steady_cases(program, cases, seconds, folder):
    """Cases that always have the same result; the other cases too, each with the part that varied."""
    if not cases:
        return [], []
    os.makedirs(os.path.join(folder, ".anneal"), exist_ok=True)
    where = os.path.join(folder, ".anneal", "cases.json")
    with open(where, "w", encoding="utf-8") as file:
        json.dump(
            {
                "path": program.path,
                "is_plain": program.is_plain,
                "cases": [{**case.plain(), "seen": {}} for case in cases],
            },
            file,
        )
    varying = set()
    begin = ["-c", "from anneal_verify.steady import main; main()", where]
    outputs = fresh_pythons([([*begin, str(int(is_ahead))], seed) for seed, is_ahead in RUNS], seconds)
    for (_, is_ahead), printed in zip(RUNS, outputs):
        again = json.loads(printed) if printed else None
        if again is None:
            continue
        for place, seen in again:
            if seen is not None and essence(seen) != essence(cases[place].seen):
                varying.add(place)
        if not is_ahead:
            varying |= lucky(cases, {cases[place].about for place in varying})
    return [case for place, case in enumerate(cases) if place not in varying], [
        cases[place] for place in sorted(varying)
    ]


def lucky(cases, random):
    """Results of a function that gave another one to another input by chance came out the same by luck; errors did not."""
    return {
        place
        for place, case in enumerate(cases)
        if case.about in random and not any("raises" in result for result in case.seen.get("results") or [])
    }


def essence(seen):
    return [seen.get("lost"), seen.get("results"), seen.get("changed"), seen.get("state"), seen.get("printed")]


def main():
    """Runs in the fresh interpreter: the cases in another order, each answer with its place."""
    with open(sys.argv[1], encoding="utf-8") as file:
        plan = json.load(file)
    enter(os.path.dirname(plan["path"]))
    is_ahead = sys.argv[2] == "1"
    cases = [(place, case_of(plain)) for place, plain in enumerate(plan["cases"])]
    program = Program(plan["path"])
    program.is_plain = plan["is_plain"]
    load_libraries(program, os.path.dirname(program.path))
    if is_ahead:
        put_clock_ahead()
        cases.reverse()
    answers = map_forked(
        lambda: Observer(program, lambda: load(program), traces=False), [case for _, case in cases], Limits(1.0, 2.5)
    )
    print(json.dumps([[place, answer] for (place, _), answer in zip(cases, answers)]))


def put_clock_ahead():
    """Another day, month, year and hour, for every later look at the clock."""
    real_date, real_datetime, seconds = datetime.date, datetime.datetime, AHEAD.total_seconds()

    class AnyDate(type):
        def __instancecheck__(cls, value):
            return isinstance(value, real_datetime if issubclass(cls, real_datetime) else real_date)

    def today(cls):
        return cls(*(real_datetime.now() + AHEAD).timetuple()[:3])

    def now(cls, tz=None):
        moment = real_datetime.now(tz) + AHEAD
        return cls(*moment.timetuple()[:6], moment.microsecond, moment.tzinfo)

    moments = {
        "now": classmethod(now),
        "today": classmethod(now),
        "utcnow": classmethod(lambda cls: now(cls, datetime.timezone.utc).replace(tzinfo=None)),
    }
    datetime.date = AnyDate("date", (real_date,), {"today": classmethod(today)})
    datetime.datetime = AnyDate("datetime", (real_datetime,), moments)
    clock, local, universal = time.time, time.localtime, time.gmtime
    time.time = lambda: clock() + seconds
    time.localtime = lambda moment=None: local(clock() + seconds if moment is None else moment)
    time.gmtime = lambda moment=None: universal(clock() + seconds if moment is None else moment)
