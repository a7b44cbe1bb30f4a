"""Trains the table of word vectors that search uses, on one accelerator or (slowly) on a processor.

    python3 train-table.py ENCODED.bin OUT.bin [dimensions=192] [epochs=20] [name=value ...]

A text is the weighted sum of the vectors of its words; documentation is to be nearer to its own code than to the code of all others in
a batch. A word weighs differently in a question than in a program. The epoch that is best on the development part of CoSQA is written.
"""

import json
import sys
import time

import numpy
import torch
import torch.nn.functional as F

options = dict(dimensions=192, epochs=20, batch=4096, temperature=0.06, rate=0.003, kept=0.4, told=0.5, again=0.0, seed=1, decay=0.0)
for word in sys.argv[3:]:
    key, value = word.split("=")
    options[key] = type(options[key])(value)
o = type("Options", (), options)
torch.manual_seed(o.seed)
random = numpy.random.default_rng(o.seed)
device = "cuda" if torch.cuda.is_available() else "cpu"

with open(sys.argv[1], "rb") as file:
    head = json.loads(file.readline())
    numbers = numpy.frombuffer(file.read(), numpy.int32)
WORDS, BUCKETS = len(head["words"]), head["buckets"]
at = 0


def ids():
    global at
    size = numbers[at]
    at += 1 + size
    return numbers[at - size : at]


pairs = [(ids(), ids(), ids()) for _ in range(head["pairs"])]
codes = [(ids(), ids()) for _ in range(head["codes"])]
questions = []
for _ in range(head["questions"]):
    asked = ids()
    questions.append((asked, int(numbers[at])))
    at += 1
pieces = [ids() for _ in range(WORDS)]


def counted(*parts):
    """Words of a text and the logarithm of how often each occurs; a part may count more than once."""
    weights = {}
    for words, weight in parts:
        for word in words.tolist():
            weights[word] = weights.get(word, 0) + weight
    return weights


def flat(bags):
    lengths = [0, *[len(bag) for bag in bags]]
    keys = numpy.fromiter((key for bag in bags for key in bag), numpy.int64)
    values = 1 + numpy.log(numpy.fromiter((value for bag in bags for value in bag.values()), numpy.float32))
    offsets = torch.from_numpy(numpy.cumsum(lengths)[:-1])
    return [part.to(device) for part in (torch.from_numpy(keys), torch.from_numpy(values.astype(numpy.float32)), offsets)]


def sampled(pair):
    """Some words of the documentation ask, the others may be left to the code; so may the name."""
    name, doc, body = pair
    mixed = random.permutation(doc)
    kept = max(2, int(len(mixed) * (o.kept + (1 - o.kept) * random.random())))
    told = mixed[kept:] if random.random() < o.told else mixed[:0]
    again = mixed[:kept][random.random(kept) < 0.5] if random.random() < o.again else mixed[:0]
    named = name if random.random() < 0.6 else name[:0]
    return counted((mixed[:kept], 1)), counted((named, 2), (body, 1), (told, 1), (again, 1))


lengths = torch.tensor([len(each) for each in pieces])
places = torch.stack([torch.repeat_interleave(torch.arange(WORDS), lengths), torch.from_numpy(numpy.concatenate(pieces)).long()])
spelling = torch.sparse_coo_tensor(places, (1 / lengths.float()).repeat_interleave(lengths), (WORDS, BUCKETS)).coalesce().to(device)
rows = torch.nn.Parameter(0.03 * torch.randn(WORDS, o.dimensions, device=device))
parts = torch.nn.Parameter(0.03 * torch.randn(BUCKETS, o.dimensions, device=device))
asking = torch.nn.Parameter(torch.zeros(WORDS, device=device))
optimizer = torch.optim.Adam([rows, parts, asking], lr=o.rate, weight_decay=o.decay)


def vectors():
    return rows + torch.sparse.mm(spelling, parts)


def embed(table, bag, factors=None):
    keys, values, offsets = bag
    weights = values if factors is None else values * factors[keys]
    return F.normalize(F.embedding_bag(keys, table, offsets, mode="sum", per_sample_weights=weights), dim=1)


dev_codes = flat([counted((name, 2), (text, 1)) for name, text in codes])
dev_questions = flat([counted((asked, 1)) for asked, _ in questions])
right = torch.tensor([answer for _, answer in questions], device=device)


def judge():
    with torch.no_grad():
        table = vectors()
        scores = embed(table, dev_questions, asking.exp()) @ embed(table, dev_codes).T
        own = scores.gather(1, right[:, None])
        return (1 / (1 + (scores > own).sum(1))).double().mean().item()


def write():
    """One file: a line of JSON, a scale and a question's factor for each row, then the rows as signed bytes."""
    with torch.no_grad():
        whole = torch.cat([vectors(), parts]).cpu().numpy()
        factors = torch.cat([asking.exp().cpu(), torch.ones(BUCKETS)]).numpy().astype(numpy.float32)
    scales = (numpy.abs(whole).max(1) / 127 + 1e-12).astype(numpy.float32)
    text = json.dumps({"dimensions": o.dimensions, "buckets": BUCKETS, "words": head["words"], "hasFactors": True}, separators=(",", ":"))
    text += " " * (-(len(text) + 1) % 4) + "\n"
    with open(sys.argv[2], "wb") as file:
        file.write(text.encode())
        file.write(scales.tobytes() + factors.tobytes())
        file.write(numpy.round(whole / scales[:, None]).astype(numpy.int8).tobytes())


best, began = 0.0, time.time()
steps = len(pairs) // o.batch
chunks = numpy.arange(0, len(pairs), 16)
for epoch in range(o.epochs):
    # Neighbours come from one project, and are the hard negatives of each other.
    order = [n for start in random.permutation(chunks) for n in range(start, min(start + 16, len(pairs)))]
    total = 0.0
    for step in range(steps):
        for group in optimizer.param_groups:
            group["lr"] = o.rate * (1 - 0.95 * (epoch * steps + step) / (o.epochs * steps))
        drawn = [sampled(pairs[n]) for n in order[step * o.batch : (step + 1) * o.batch]]
        table = vectors()
        left = embed(table, flat([asked for asked, _ in drawn]), asking.exp())
        other = embed(table, flat([told for _, told in drawn]))
        scores = left @ other.T / o.temperature
        target = torch.arange(len(drawn), device=device)
        loss = (F.cross_entropy(scores, target) + F.cross_entropy(scores.T, target)) / 2
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item()
    result = judge()
    print(f"epoch {epoch + 1} loss {total / steps:.3f} dev MRR {result:.4f} after {time.time() - began:.0f} s", flush=True)
    if result > best:
        best = result
        write()
