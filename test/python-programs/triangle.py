import math


def classify(a: float, b: float, c: float) -> str:
    """Names a triangle by its sides."""
    sides = sorted([a, b, c])
    if sides[0] <= 0:
        raise ValueError("sides must be positive")
    if sides[0] + sides[1] <= sides[2]:
        return "none"
    if a == b == c:
        return "equilateral"
    if a == b or b == c or a == c:
        return "isosceles"
    return "scalene"


def area(a: float, b: float, c: float) -> float:
    if classify(a, b, c) == "none":
        return 0.0
    half = (a + b + c) / 2
    return math.sqrt(half * (half - a) * (half - b) * (half - c))
