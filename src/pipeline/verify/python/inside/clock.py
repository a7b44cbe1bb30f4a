"""How much of the time is left, and how much of it a step may use."""

import time


class Clock:
    def __init__(self, seconds):
        self.started = time.monotonic()
        self.seconds = seconds

    def left(self):
        return max(0.0, self.started + self.seconds - time.monotonic())

    def end(self, share):
        """The moment when that share of the whole is used up."""
        return self.started + self.seconds * share
