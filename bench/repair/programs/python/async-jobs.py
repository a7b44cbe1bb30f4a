import asyncio

RESULTS = []


async def fetch(name, delay, fail=False):
    await asyncio.sleep(delay)
    if fail:
        raise RuntimeError(f"{name} failed")
    RESULTS.append(name)
    return name.upper()


async def with_retry(name, attempts=2):
    for attempt in range(1, attempts + 1):
        try:
            return await fetch(name, 0.001, fail=attempt < attempts)
        except RuntimeError as error:
            print("attempt", attempt, "of", attempts, "-", error)
    return None


async def worker(queue, done):
    while not queue.empty():
        number = await queue.get()
        await asyncio.sleep(0)
        done.append(number * number)


async def main():
    slow, fast = await asyncio.gather(fetch("slow", 0.03), fetch("fast", 0.001))
    print(slow, fast, RESULTS)
    retried = await with_retry("flaky")
    print("Retried: " + str(retried))
    queue = asyncio.Queue()
    for number in range(1, 6):
        queue.put_nowait(number)
    done = []
    await asyncio.gather(worker(queue, done), worker(queue, done))
    print(sorted(done), len(done) == 5)
    task = asyncio.ensure_future(fetch("late", 0.001))
    print((await task).lower(), RESULTS[-1])


asyncio.run(main())
