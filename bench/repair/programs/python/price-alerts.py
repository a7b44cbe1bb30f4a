from __future__ import annotations

import statistics
from dataclasses import dataclass
from datetime import datetime, timedelta


@dataclass(frozen=True)
class Price:
    symbol: str
    value: float
    at: datetime


class Watcher:
    def __init__(self, limits):
        self.limits = limits
        self.history = {}
        self.alerts = []

    def feed(self, price):
        values = self.history.setdefault(price.symbol, [])
        values.append(price.value)
        low, high = self.limits.get(price.symbol, (0, float("inf")))
        if price.value < low:
            self.alerts.append(f"{price.at:%H:%M} {price.symbol} below {low}")
        elif price.value > high:
            self.alerts.append(f"{price.at:%H:%M} {price.symbol} above {high}")

    def change(self, symbol):
        values = self.history.get(symbol, [])
        if len(values) < 2:
            return 0.0
        return (values[-1] - values[0]) / values[0] * 100

    def volatility(self, symbol):
        values = self.history[symbol]
        steps = [values[index + 1] - values[index] for index in range(len(values) - 1)]
        return statistics.pstdev(steps) if steps else 0.0


watcher = Watcher({"ABC": (9, 12)})
moment = datetime(2024, 4, 2, 9, 30)
for value in "10 11 12.5 8.75".split():
    watcher.feed(Price("ABC", float(value), moment))
    moment += timedelta(minutes=15)
watcher.feed(Price(symbol="XYZ", value=100, at=moment))
for alert in watcher.alerts:
    print(alert)
print("Change: " + str(round(watcher.change("ABC"), 2)) + "%", watcher.change("XYZ"), watcher.change("NO"))
print(round(watcher.volatility("ABC"), 3), watcher.volatility("XYZ"))
print(statistics.median(watcher.history["ABC"]), moment.isoformat(), len(watcher.history))
