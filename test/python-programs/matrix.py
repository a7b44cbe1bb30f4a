def transpose(matrix):
    return [list(row) for row in zip(*matrix)]


def multiply(a, b):
    """Args:
        a (list of list of int): left
        b (list of list of int): right
    """
    if not a or not b or len(a[0]) != len(b):
        raise ValueError("the sizes do not fit")
    return [[sum(x * y for x, y in zip(row, column)) for column in zip(*b)] for row in a]


def spiral(grid):
    rest = [list(row) for row in grid]
    result = []
    while rest:
        result += rest.pop(0)
        rest = [list(row) for row in zip(*rest)][::-1]
    return result


if __name__ == "__main__":
    print(transpose([[1, 2, 3], [4, 5, 6]]))
    print(multiply([[1, 2], [3, 4]], [[5, 6], [7, 8]]))
    print(spiral([[1, 2, 3], [4, 5, 6], [7, 8, 9]]))
