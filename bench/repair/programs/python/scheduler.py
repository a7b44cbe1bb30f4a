import asyncio
import heapq
import itertools


class Scheduler:
    def __init__(self):
        self.jobs = []
        self.order = itertools.count()
        self.now = 0
        self.log = []

    def at(self, when, job, *arguments):
        if when < self.now:
            raise ValueError("too late")
        heapq.heappush(self.jobs, (when, next(self.order), job, arguments))

    async def run(self):
        while self.jobs:
            when, _, job, arguments = heapq.heappop(self.jobs)
            self.now = when
            result = job(*arguments)
            if asyncio.iscoroutine(result):
                result = await result
            self.log.append((when, result))
        return len(self.log)


async def slow(name):
    await asyncio.sleep(0.001)
    return name.upper()


def repeat(scheduler, every, times):
    if times > 1:
        scheduler.at(scheduler.now + every, repeat, scheduler, every, times - 1)
    return f"tick {times}"


async def main():
    scheduler = Scheduler()
    scheduler.at(5, slow, "five")
    scheduler.at(1, repeat, scheduler, 3, 3)
    scheduler.at(5, str.title, "second five")
    count = await scheduler.run()
    for when, result in scheduler.log:
        print(str(when).rjust(2), result)
    print("Jobs: " + str(count))
    try:
        scheduler.at(0, print)
    except ValueError as error:
        print("Error:", error)
    return scheduler.now


print(asyncio.run(main()))
