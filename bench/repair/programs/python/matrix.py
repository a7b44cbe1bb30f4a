def zeros(rows, columns):
    return [[0] * columns for _ in range(rows)]


def multiply(a, b):
    rows, inner, columns = len(a), len(b), len(b[0])
    if len(a[0]) != inner:
        raise ValueError("shapes do not fit")
    result = zeros(rows, columns)
    for i in range(rows):
        for j in range(columns):
            for k in range(inner):
                result[i][j] += a[i][k] * b[k][j]
    return result


def transpose(matrix):
    return [list(row) for row in zip(*matrix)]


def determinant(matrix):
    if len(matrix) == 1:
        return matrix[0][0]
    total = 0
    for column in range(len(matrix)):
        minor = [row[:column] + row[column + 1:] for row in matrix[1:]]
        sign = -1 if column % 2 == 1 else 1
        total += sign * matrix[0][column] * determinant(minor)
    return total


def middle_row(matrix):
    return matrix[len(matrix) // 2]


def show(matrix):
    for row in matrix:
        print(" ".join(str(value).rjust(4) for value in row))


a = [[1, 2, 3], [4, 5, 6]]
b = [[7, 8], [9, 10], [11, 12]]
square = [[2, 0, 1], [1, 3, 2], [1, 1, 1]]
show(multiply(a, b))
show(transpose(a))
print("Determinant:", determinant(square))
print("Middle row:", middle_row(square), middle_row(b))
is_symmetric = transpose(square) == square
print("Symmetric: " + str(is_symmetric))
