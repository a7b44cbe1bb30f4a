class EmptyQueue(Exception):
    pass


class TaskQueue:
    """Tasks by priority; those of the same priority in their order."""

    def __init__(self, capacity=3):
        if capacity < 1:
            raise ValueError("capacity must be at least 1")
        self.capacity = capacity
        self._tasks = []

    def __len__(self):
        return len(self._tasks)

    def push(self, task, priority=0):
        if len(self._tasks) >= self.capacity:
            return False
        place = 0
        while place < len(self._tasks) and self._tasks[place][0] >= priority:
            place += 1
        self._tasks.insert(place, (priority, task))
        return True

    def pop(self):
        if not self._tasks:
            raise EmptyQueue("nothing to do")
        return self._tasks.pop(0)[1]

    def peek(self):
        return self._tasks[0][1] if self._tasks else None

    @property
    def is_full(self):
        return len(self._tasks) == self.capacity
