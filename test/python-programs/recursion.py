def factorial(n):
    if n < 0:
        raise ValueError("n must not be negative")
    return 1 if n < 2 else n * factorial(n - 1)


def flatten(items):
    result = []
    for item in items:
        if isinstance(item, list):
            result.extend(flatten(item))
        else:
            result.append(item)
    return result


def hanoi(n, source="A", target="C", spare="B"):
    """The moves that bring n disks from source to target."""
    if n <= 0:
        return []
    return hanoi(n - 1, source, spare, target) + [(source, target)] + hanoi(n - 1, spare, target, source)


def depth(tree):
    if not isinstance(tree, dict) or not tree:
        return 0
    return 1 + max(depth(child) for child in tree.values())


if __name__ == "__main__":
    print(factorial(5), flatten([1, [2, [3]]]), hanoi(2))
    print(depth({"a": {"b": {}}}))
