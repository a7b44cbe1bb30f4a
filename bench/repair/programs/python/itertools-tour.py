import functools
import itertools
import operator


def chunks(values, size):
    iterator = iter(values)
    while True:
        chunk = list(itertools.islice(iterator, size))
        if not chunk:
            return
        yield chunk


def running(values):
    return list(itertools.accumulate(values))


def product_of(values):
    return functools.reduce(operator.mul, values, 1)


def pair_up(left, right, default="-"):
    return [f"{a}{b}" for a, b in itertools.zip_longest(left, right, fillvalue=default)]


def compose(*functions):
    return functools.reduce(lambda f, g: lambda x: g(f(x)), functions)


print(list(chunks(range(1, 8), 3)))
print(running([3, 1, 4, 1, 5]))
print("Product: " + str(product_of([2, 3, 7])))
print(pair_up("abc", "xy"))
shout = compose(str.strip, str.upper, lambda text: text + "!")
print(shout("  hello "))
data = sorted([("b", 2), ("a", 1), ("b", 3), ("a", 4)], key=operator.itemgetter(0))
for key, group in itertools.groupby(data, key=lambda pair: pair[0]):
    print(key, [value for _, value in group])
for first, second in itertools.combinations(["red", "green", "blue"], 2):
    print(first, second, sep="/")
names = ["x", "y", "z"]
for index in range(len(names)):
    print(index, names[index], end=" ")
print()
print([a * b for a, b in zip([1, 2, 3], [4, 5, 6])], list(map(len, names)))
