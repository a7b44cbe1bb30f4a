import numpy as np

# Degrees of one week, three times a day.
readings = np.array([
    [11.5, 18.0, 13.2],
    [10.1, 17.4, 12.8],
    [9.8, 15.9, np.nan],
    [12.0, 19.5, 14.1],
    [13.3, 21.0, 15.6],
])


def to_fahrenheit(celsius):
    return celsius * 9 / 5 + 32


def fill_gaps(table):
    filled = table.copy()
    means = np.nanmean(table, axis=0)
    rows, columns = np.where(np.isnan(filled))
    filled[rows, columns] = means[columns]
    return filled


def warm_days(table, limit):
    highest = table.max(axis=1)
    return [int(index) for index in np.where(highest > limit)[0]]


filled = fill_gaps(readings)
print(np.round(filled.mean(axis=0), 2).tolist())
print("Gaps:", int(np.isnan(readings).sum()), "after:", int(np.isnan(filled).sum()))
print("Warm days:", warm_days(filled, 18))
print(np.round(to_fahrenheit(filled[0]), 1).tolist())
hot = filled > 15
print(hot.astype(np.int64).sum(axis=1).tolist(), bool(hot.any()))
flat = np.sort(filled.flatten())[::-1]
print("Top: " + str(flat[:3].tolist()))
flags = np.zeros(filled.shape, dtype=np.bool_)
flags[filled < 10] = True
print(flags.sum(), np.linspace(0, 1, num=5).tolist())
matrix = np.eye(2) * 3 + np.ones((2, 2))
print(np.linalg.det(matrix).round(3), (matrix @ np.array([1, 2])).tolist())
