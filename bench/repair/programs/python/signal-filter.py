import numpy as np
import pandas as pd


def make_signal(length, period):
    time = np.arange(length, dtype=np.float64)
    wave = np.round(np.sin(2 * np.pi * time / period), 6)
    spikes = np.zeros(length, dtype=np.int64)
    spikes[::7] = 2
    return wave + spikes


def clip(signal, limit):
    result = signal.copy()
    result[np.abs(result) > limit] = limit
    return result


def smooth(signal, window=3):
    series = pd.Series(signal)
    return series.rolling(window, min_periods=1, center=True).mean().to_numpy()


def describe(signal):
    frame = pd.DataFrame({"value": signal})
    frame["sign"] = np.where(frame["value"] >= 0, "up", "down")
    grouped = frame.groupby("sign")["value"].agg(["count", "mean"])
    return {name: (int(row["count"]), round(float(row["mean"]), 3)) for name, row in grouped.iterrows()}


signal = make_signal(16, 8)
print(np.round(signal[:8], 2).tolist())
clipped = clip(signal, 1.0)
print("Highest:", signal.max().round(3), clipped.max())
smoothed = smooth(clipped)
print(np.round(smoothed[:5], 3).tolist(), len(smoothed) == len(signal))
print(describe(clipped))
frame = pd.DataFrame({"raw": signal, "smooth": smoothed})
top = frame.sort_values("raw", ascending=False).head(2)
print(top.index.tolist(), top["raw"].round(2).tolist())
mask = (frame["raw"] > 1) & (frame["smooth"] < 1)
print("Found " + str(int(mask.sum())) + " spikes", frame.shape)
energy = float(np.sum(clipped ** 2))
print(round(energy, 4), np.argmax(clipped) == 0 or clipped.argmax())
