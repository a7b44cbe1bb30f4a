import collections
import itertools
import math
import random
from fractions import Fraction


def outcomes(dice, sides=6):
    return itertools.product(range(1, sides + 1), repeat=dice)


def distribution(dice, sides=6):
    counts = collections.Counter(sum(roll) for roll in outcomes(dice, sides))
    total = sides ** dice
    return {value: Fraction(count, total) for value, count in sorted(counts.items())}


def expected(table):
    return sum(value * chance for value, chance in table.items())


def at_least(table, limit):
    return sum(chance for value, chance in table.items() if value >= limit)


def histogram(table, width=20):
    highest = max(table.values())
    lines = []
    for value, chance in table.items():
        bar = "#" * math.floor(chance / highest * width)
        lines.append(f"{value:>3} {bar}")
    return "\n".join(lines)


table = distribution(2)
print(histogram(table, width=12))
print("Expected: " + str(expected(table)), float(at_least(table, 10)))
print(math.comb(5, 2), math.gcd(36, 84), math.prod([2, 3, 4]))
random.seed(3)
rolls = [random.randint(1, 6) for _ in range(200)]
print(min(rolls) >= 1 and max(rolls) <= 6, len(set(rolls)))
best = max(table, key=lambda value: table[value])
name = "lucky" if best == 7 else "odd"
print(best, name, sum(table.values()) == 1)
for first, second in zip(list(table)[:3], list(table.values())[:3]):
    print(first, second, end="; ")
print()
