"""Trains the language model: `python3 scripts/language-model/train.py NUMBERS OUT --wide-epochs 3` with the folder that extract.ts wrote; OUT is
src/pipeline/detect/guess/model/languages.bin. Needs NumPy and SciPy, takes ten minutes on one core. A sum of features, weighted by count,
goes through one hidden layer; int8 weights go into the package. A wide model of all candidates is trained first; the most useful candidates
are trained again from the start, and learn what the wide one says. The seed is fixed; sums may differ in the last digits."""

import argparse
import json
import os
import time

import numpy as np
from scipy.sparse import csr_matrix

parser = argparse.ArgumentParser()
parser.add_argument("numbers")
parser.add_argument("out")
parser.add_argument("--features", type=int, default=25_000)
parser.add_argument("--hidden", type=int, default=48)
parser.add_argument("--wide", type=int, default=96)
parser.add_argument("--wide-epochs", type=int, default=4)
parser.add_argument("--epochs", type=int, default=8)
parser.add_argument("--rate", type=float, default=0.006)
parser.add_argument("--dropped", type=float, default=0.25)
parser.add_argument("--smoothing", type=float, default=0.03)
parser.add_argument("--batch", type=int, default=1024)
options = parser.parse_args()
random = np.random.default_rng(1)
meta = json.load(open(os.path.join(options.numbers, "meta.json")))
labels, hashes = meta["labels"], np.array(meta["features"], dtype=np.int64)

def load(name):
    read = lambda kind, kept: np.fromfile(os.path.join(options.numbers, f"{name}-{kind}.bin"), dtype=kept)
    features = read("features", np.int32)
    starts = np.append(read("offsets", np.uint32).astype(np.int64), len(features))
    weights = 1 + np.log(read("counts", np.uint8).astype(np.float32))
    return csr_matrix((weights, features, starts), shape=(len(starts) - 1, len(hashes))), read("labels", np.uint16).astype(int), read("lengths", np.uint16)

def scaled(rows):
    squares = np.asarray(rows.multiply(rows).sum(1)).ravel()
    return csr_matrix((rows.data / np.repeat(np.sqrt(np.maximum(squares, 1e-9)), np.diff(rows.indptr)).astype(np.float32), rows.indices, rows.indptr), shape=rows.shape)

def softmax(logits):
    shares = np.exp(logits - logits.max(1, keepdims=True)); return shares / shares.sum(1, keepdims=True)

def forward(model, rows):
    inner = rows @ model["table"] + model["bias"]
    hidden = np.maximum(inner, 0.1 * inner)
    return inner, hidden, hidden @ model["out"].T + model["outBias"]

def shares_of(model, rows):
    return np.concatenate([softmax(forward(model, scaled(rows[at:at + 4096]))[2]) for at in range(0, rows.shape[0], 4096)]).astype(np.float32)

def train(rows, wanted, hidden, epochs, targets=None):
    f32 = np.float32
    model = {"table": random.uniform(-0.05, 0.05, (rows.shape[1], hidden)).astype(f32), "bias": np.zeros(hidden, f32),
             "out": random.uniform(-1, 1, (len(labels), hidden)).astype(f32) / f32(np.sqrt(hidden)), "outBias": np.zeros(len(labels), f32)}
    first = {k: np.zeros_like(v) for k, v in model.items()}; second = {k: np.zeros_like(v) for k, v in model.items()}
    steps = epochs * -(-rows.shape[0] // options.batch); step = 0
    for epoch in range(epochs):
        order, total, began = random.permutation(rows.shape[0]), 0.0, time.time()
        for at in range(0, len(order), options.batch):
            index = order[at:at + options.batch]
            part = rows[index]
            part.data = part.data * (random.random(len(part.data), dtype=f32) >= options.dropped)
            part = scaled(part)
            inner, hid, logits = forward(model, part)
            shares = softmax(logits)
            goal = np.full(shares.shape, options.smoothing / len(labels), f32); goal[np.arange(len(index)), wanted[index]] += 1 - options.smoothing
            if targets is not None: goal = 0.4 * goal + 0.6 * targets[index]
            total -= float((goal * np.log(shares + 1e-9)).sum())
            error = ((shares - goal) / len(index)).astype(f32)
            back = (error @ model["out"]) * np.where(inner > 0, f32(1), f32(0.1))
            slopes = {"out": error.T @ hid, "outBias": error.sum(0), "bias": back.sum(0), "table": part.T @ back}
            step += 1
            rate = options.rate * (step / (0.1 * steps) if step < 0.1 * steps else max(0.01, 0.5 * (1 + np.cos(np.pi * (step - 0.1 * steps) / (0.9 * steps)))))
            rate = f32(rate * np.sqrt(1 - 0.999 ** step) / (1 - 0.9 ** step))
            for k, g in slopes.items():
                m, v = first[k], second[k]
                m *= f32(0.9); m += f32(0.1) * g
                v *= f32(0.999); g *= g; g *= f32(0.001); v += g
                np.sqrt(v, out=g); g += f32(1e-8); np.divide(m, g, out=g); g *= rate
                model[k] -= g
        print(f"  epoch {epoch + 1}: loss {total / len(order):.4f} {time.time() - began:.0f} s", flush=True)
    return model

def tell(title, model, rows, wanted, lengths):
    right = shares_of(model, rows).argmax(1) == wanted
    print(title, f"{100 * right.mean():.2f} %", {int(n): round(100 * float(right[lengths == n].mean()), 1) for n in np.unique(lengths)}, flush=True)

def write(model, kept):
    table = model["table"]
    scales = np.quantile(np.abs(table), 0.9995, axis=0) / 127
    bytes_ = np.clip(np.round(table / scales), -127, 127).astype(np.int8)
    short = lambda values: [float(f"{value:.4g}") for value in np.asarray(values).ravel()]
    head = {"features": len(kept), "labels": labels, "scales": short(scales), "bias": short(model["bias"]), "out": short(model["out"]), "outBias": short(model["outBias"])}
    with open(options.out, "wb") as file:
        file.write(json.dumps(head, separators=(",", ":")).encode() + b"\n")
        file.write(hashes[kept].astype(np.int32).tobytes()); file.write(bytes_.tobytes())
    model["table"] = (bytes_ * scales).astype(np.float32)
    print(os.path.getsize(options.out), "bytes")

rows, wanted, _ = load("train"); dev = load("dev")
print(len(labels), "languages", rows.shape, rows.nnz, flush=True)
teacher = train(rows, wanted, options.wide, options.wide_epochs)
tell("all candidates", teacher, *dev)
targets = shares_of(teacher, rows)
seen = np.bincount(rows.indices, minlength=rows.shape[1])
use = np.sqrt(seen) * np.linalg.norm(teacher["table"], axis=1)
kept = np.sort(np.argsort(-use)[:options.features])
model = train(rows[:, kept], wanted, options.hidden, options.epochs, targets)
small = (dev[0][:, kept], dev[1], dev[2])
tell("kept features", model, *small)
write(model, kept)
tell("as int8", model, *small)
