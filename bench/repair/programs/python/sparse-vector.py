import functools
import math


@functools.total_ordering
class Vector:
    def __init__(self, entries=None):
        self.entries = {index: value for index, value in (entries or {}).items() if value != 0}

    def __add__(self, other):
        result = dict(self.entries)
        for index, value in other.entries.items():
            result[index] = result.get(index, 0) + value
        return Vector(result)

    def __mul__(self, factor):
        if isinstance(factor, Vector):
            return sum(value * factor[index] for index, value in self.entries.items())
        return Vector({index: value * factor for index, value in self.entries.items()})

    def __getitem__(self, index):
        return self.entries.get(index, 0)

    def __eq__(self, other):
        return self.entries == other.entries

    def __lt__(self, other):
        return self.length() < other.length()

    def __repr__(self):
        return "Vector(" + str(dict(sorted(self.entries.items()))) + ")"

    def length(self):
        return math.sqrt(sum(value ** 2 for value in self.entries.values()))

    def normalized(self):
        length = self.length()
        if length == 0:
            return Vector()
        return self * (1 / length)


a = Vector({0: 3, 5: 4})
b = Vector({5: -4, 7: 1})
print(a + b, a * b, a * 2)
print(a.length(), a > b, a[5], a[6], a != b)
print({index: round(value, 2) for index, value in a.normalized().entries.items()})
total = functools.reduce(lambda left, right: left + right, [a, b, a])
print(total, max([b, a]) == a)
print(Vector().normalized(), bool(Vector({1: 0}).entries))
