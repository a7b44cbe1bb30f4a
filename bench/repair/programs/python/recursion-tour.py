import sys


def permutations(items):
    if len(items) <= 1:
        return [items]
    result = []
    for index, item in enumerate(items):
        rest = items[:index] + items[index + 1:]
        for tail in permutations(rest):
            result.append(item + tail)
    return result


def hanoi(count, source="A", target="C", spare="B"):
    if count == 0:
        return []
    before = hanoi(count - 1, source, spare, target)
    after = hanoi(count - 1, spare, target, source)
    return before + [source + target] + after


def depth(tree):
    if not isinstance(tree, list):
        return 0
    if not tree:
        return 1
    return 1 + max(depth(child) for child in tree)


def flatten(tree):
    for item in tree:
        if isinstance(item, list):
            yield from flatten(item)
        else:
            yield item


def ackermann(m, n):
    if m == 0:
        return n + 1
    if n == 0:
        return ackermann(m - 1, 1)
    return ackermann(m - 1, ackermann(m, n - 1))


sys.setrecursionlimit(3000)
print(", ".join(permutations("abc")))
print(len(hanoi(5)), " ".join(hanoi(2)))
tree = [1, [2, [3, 4], []], 5]
print(depth(tree), list(flatten(tree)))
print("Ackermann: " + str(ackermann(2, 3)))
nested = []
for _ in range(50):
    nested = [nested]
print(depth(nested), depth(7))
