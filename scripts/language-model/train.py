"""Trains the language model: `python3 scripts/language-model/train.py NUMBERS OUT [--features N] [--hidden N] …` with the folder that
extract.ts wrote; OUT is src/pipeline/detect/guess/model/languages.bin. Needs PyTorch, takes minutes on a GPU. A sum of features, weighted
by count, goes through one hidden layer; int8 weights go into the package. First all candidates are trained, then the most useful of them
are trained again from the start. Seeds are fixed; sums on a GPU may differ in the last digits."""

import argparse
import json
import os

import numpy as np
import torch

parser = argparse.ArgumentParser()
parser.add_argument("numbers")
parser.add_argument("out")
parser.add_argument("--features", type=int, default=20_000)
parser.add_argument("--hidden", type=int, default=40)
parser.add_argument("--epochs", type=int, default=12)
parser.add_argument("--rate", type=float, default=0.004)
parser.add_argument("--dropped", type=float, default=0.25)
parser.add_argument("--smoothing", type=float, default=0.03)
parser.add_argument("--batch", type=int, default=512)
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--teachers", type=int, default=0, help="wide models whose mean judgement is taught as well")
options = parser.parse_args()

device = "cuda" if torch.cuda.is_available() else "cpu"
torch.manual_seed(options.seed)
meta = json.load(open(os.path.join(options.numbers, "meta.json")))
labels, hashes = meta["labels"], np.array(meta["features"], dtype=np.int64)


def load(name):
    read = lambda kind, kept: np.fromfile(os.path.join(options.numbers, f"{name}-{kind}.bin"), dtype=kept)
    offsets = read("offsets", np.uint32).astype(np.int64)
    features = read("features", np.int32)
    counts = read("counts", np.uint8)
    sizes = np.diff(np.append(offsets, len(features)))
    return {
        "labels": torch.tensor(read("labels", np.uint16).astype(np.int64), device=device),
        "lengths": read("lengths", np.uint16),
        "offsets": torch.tensor(offsets, device=device),
        "sizes": torch.tensor(sizes, device=device),
        "features": torch.tensor(features, device=device),
        "weights": torch.tensor(1 + np.log(counts.astype(np.float32)), device=device),
    }


def narrowed(data, rows):
    """The same examples with only some of the features; `rows` maps old numbers to new ones, or to -1."""
    kept = rows[data["features"].long()]
    is_kept = kept >= 0
    owner = torch.repeat_interleave(torch.arange(len(data["sizes"]), device=device), data["sizes"])
    sizes = torch.bincount(owner[is_kept], minlength=len(data["sizes"]))
    offsets = torch.cumsum(sizes, 0) - sizes
    return {**data, "features": kept[is_kept].int(), "weights": data["weights"][is_kept], "sizes": sizes, "offsets": offsets}


def batch_of(data, index):
    sizes = data["sizes"][index]
    starts = torch.cumsum(sizes, 0) - sizes
    at = torch.arange(int(sizes.sum()), device=device) + torch.repeat_interleave(data["offsets"][index] - starts, sizes)
    owner = torch.repeat_interleave(torch.arange(len(index), device=device), sizes)
    return data["features"][at].long(), data["weights"][at], owner, starts


class Model(torch.nn.Module):
    def __init__(self, features, hidden):
        super().__init__()
        self.table = torch.nn.EmbeddingBag(features, hidden, mode="sum", include_last_offset=False)
        torch.nn.init.uniform_(self.table.weight, -0.05, 0.05)
        self.bias = torch.nn.Parameter(torch.zeros(hidden))
        self.out = torch.nn.Linear(hidden, len(labels))

    def forward(self, features, weights, owner, starts, count):
        squares = torch.zeros(count, device=device).index_add_(0, owner, weights * weights)
        scaled = weights / torch.sqrt(squares.clamp(min=1e-9))[owner]
        inner = self.table(features, starts, per_sample_weights=scaled) + self.bias
        return self.out(torch.nn.functional.leaky_relu(inner, 0.1))


def train(data, features, hidden, epochs, targets=None, dropped=options.dropped):
    model = Model(features, hidden).to(device)
    optimizer = torch.optim.AdamW(model.parameters(), lr=options.rate, weight_decay=1e-4)
    steps = epochs * (len(data["labels"]) // options.batch + 1)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=options.rate, total_steps=steps, pct_start=0.1)
    loss_of = torch.nn.CrossEntropyLoss(label_smoothing=options.smoothing)
    for epoch in range(epochs):
        total = 0.0
        for index in torch.randperm(len(data["labels"]), device=device).split(options.batch):
            ids, weights, owner, starts = batch_of(data, index)
            # Features are left out at random, so that none is relied on alone.
            weights = weights * (torch.rand_like(weights) >= dropped)
            logits = model(ids, weights, owner, starts, len(index))
            loss = loss_of(logits, data["labels"][index])
            if targets is not None:
                log = torch.log_softmax(logits, 1)
                loss = 0.4 * loss - 0.6 * (targets[index].float() * log).sum(1).mean()
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            optimizer.step()
            schedule.step()
            total += loss.detach()
        print(f"  epoch {epoch + 1}: loss {float(total) * options.batch / len(data['labels']):.4f}", flush=True)
    return model


@torch.no_grad()
def logits_of(model, data):
    parts = []
    for index in torch.arange(len(data["labels"]), device=device).split(4096):
        ids, weights, owner, starts = batch_of(data, index)
        parts.append(model(ids, weights, owner, starts, len(index)))
    return torch.cat(parts)


def tell(title, logits, data):
    right = (logits.argmax(1) == data["labels"]).cpu().numpy()
    by_length = {int(n): round(100 * float(right[data["lengths"] == n].mean()), 1) for n in np.unique(data["lengths"])}
    loss = float(torch.nn.functional.cross_entropy(logits, data["labels"]))
    print(f"{title}: right {100 * right.mean():.2f} %, loss {loss:.3f}, by length {by_length}", flush=True)


def quantized(model):
    """int8 with a scale for each column, as language-model.ts reads it."""
    table = model.table.weight.data
    scales = torch.quantile(table.abs().float(), 0.9995, dim=0) / 127 if len(table) < 400_000 else table.abs().amax(0) / 127
    bytes_ = torch.clamp(torch.round(table / scales), -127, 127)
    model.table.weight.data = bytes_ * scales
    return scales.cpu().numpy(), bytes_.to(torch.int8).cpu().numpy()


def write(model, kept):
    scales, table = quantized(model)
    short = lambda values: [float(f"{value:.4g}") for value in np.asarray(values).ravel()]
    numbers = lambda tensor: tensor.detach().cpu().numpy()
    head = {
        "features": len(kept),
        "labels": labels,
        "scales": short(scales),
        "bias": short(numbers(model.bias)),
        "out": short(numbers(model.out.weight)),
        "outBias": short(numbers(model.out.bias)),
    }
    with open(options.out, "wb") as file:
        file.write(json.dumps(head, separators=(",", ":")).encode() + b"\n")
        file.write(hashes[kept].astype(np.int32).tobytes())
        file.write(table.tobytes())
    print(os.path.getsize(options.out), "bytes")


data, dev = load("train"), load("dev")
print(len(labels), "languages", len(data["labels"]), "fragments", len(hashes), "candidates", device)

targets = None
teachers = []
for number in range(max(1, options.teachers)):
    teacher = train(data, len(hashes), 256 if options.teachers else options.hidden, 6)
    tell(f"all candidates {number + 1}", logits_of(teacher, dev), dev)
    teachers.append(teacher)
if options.teachers:
    mean = sum(torch.softmax(logits_of(each, data), 1) for each in teachers) / len(teachers)
    targets = mean.half()
    tell("teachers together", torch.log(sum(torch.softmax(logits_of(each, dev), 1) for each in teachers)), dev)

# A feature is useful when its row is long and it is often there.
seen = torch.bincount(data["features"].long(), minlength=len(hashes)).float()
use = torch.sqrt(seen) * teachers[0].table.weight.data.norm(dim=1)
kept = torch.sort(torch.topk(use, min(options.features, len(hashes))).indices).values
rows = torch.full((len(hashes),), -1, dtype=torch.long, device=device)
rows[kept] = torch.arange(len(kept), device=device)
small, small_dev = narrowed(data, rows), narrowed(dev, rows)
model = train(small, len(kept), options.hidden, options.epochs, targets)
tell("kept features", logits_of(model, small_dev), small_dev)
write(model, kept.cpu().numpy())
tell("as int8", logits_of(model, small_dev), small_dev)
