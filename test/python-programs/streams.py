def countdown(start):
    while start > 0:
        yield start
        start -= 1


def chunks(items, size=2):
    if size < 1:
        raise ValueError("size must be at least 1")
    for place in range(0, len(items), size):
        yield items[place:place + size]


def running_total(numbers):
    total = 0
    for number in numbers:
        total += number
        yield total


def naturals(start=0):
    while True:
        yield start
        start += 1
