import math


class Vector:
    def __init__(self, x, y):
        self.x = x
        self.y = y

    def __add__(self, other):
        return Vector(self.x + other.x, self.y + other.y)

    def __sub__(self, other):
        return Vector(self.x - other.x, self.y - other.y)

    def __eq__(self, other):
        return isinstance(other, Vector) and (self.x, self.y) == (other.x, other.y)

    def __repr__(self):
        return f"Vector({self.x}, {self.y})"

    def length(self):
        return math.hypot(self.x, self.y)

    def scaled(self, factor):
        return Vector(self.x * factor, self.y * factor)

    @staticmethod
    def between(start, end):
        return end - start

    @classmethod
    def from_text(cls, text):
        x, y = text.split(",")
        return cls(float(x), float(y))


if __name__ == "__main__":
    print(Vector.between(Vector(1, 2), Vector(4, 6)).length(), Vector.from_text("1,2"))
