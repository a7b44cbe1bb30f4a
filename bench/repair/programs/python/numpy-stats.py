import numpy as np


def normalize(values):
    spread = values.std()
    if spread == 0:
        return np.zeros(len(values))
    return (values - values.mean()) / spread


def moving_average(values, window):
    kernel = np.ones(window) / window
    return np.convolve(values, kernel, mode="valid")


def summary(values):
    return {
        "mean": float(np.mean(values)),
        "median": float(np.median(values)),
        "low": float(values.min()),
        "high": float(values.max()),
    }


data = np.array([4, 8, 15, 16, 23, 42], dtype=np.float64)
for name, value in summary(data).items():
    print(f"{name:<7}{value:8.2f}")
print(np.round(normalize(data), 3).tolist())
print(moving_average(data, 3).tolist())
grid = np.arange(12).reshape(3, 4)
print(grid.sum(axis=0).tolist(), grid.sum(axis=1).tolist())
mask = (grid % 2 == 0) & (grid > 4)
print("Even and above four:", grid[mask].tolist())
print("Shape: " + str(grid.T.shape))
middle = data[len(data) // 2]
print("Middle:", middle)
counts = np.zeros(3, dtype=np.int64)
for value in data:
    counts[int(value) % 3] += 1
print(counts.tolist())
