import html
import itertools
import threading
import time
from collections import namedtuple

Ticket = namedtuple("Ticket", ["number", "plate", "start"])


class Garage:
    PRICES = {"car": 2.5, "truck": 6.0}

    def __init__(self, places):
        self.places = places
        self.tickets = {}
        self.numbers = itertools.count(1)
        self.lock = threading.Lock()

    def enter(self, plate, hour):
        with self.lock:
            if len(self.tickets) >= self.places:
                return None
            ticket = Ticket(next(self.numbers), plate, hour)
            self.tickets[plate] = ticket
            return ticket

    def leave(self, plate, hour, kind="car"):
        ticket = self.tickets.pop(plate, None)
        if ticket is None:
            return 0
        hours = max(hour - ticket.start, 1)
        return hours * self.PRICES[kind]


def label(plate, first, second):
    pairs = zip(first, second)
    return html.escape(plate) + " " + "".join(a + b for a, b in pairs)


garage = Garage(2)
print(garage.enter("A-1", 8), garage.enter("B-2", 9), garage.enter("C-3", 9))
print(garage.leave("A-1", 12), garage.leave("B-2", 9, kind="truck"), garage.leave("Z", 1))
results = []
threads = [threading.Thread(target=lambda: results.append(garage.enter("T", 1))) for _ in range(3)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(sorted(ticket.number for ticket in results), threads[0].is_alive())
print(label("<X>", "ab", "12"), time.process_time() >= 0)
count = 0
while count < 2:
    count += 1
print("Count: " + str(count))
