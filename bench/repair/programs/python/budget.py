import os
import string
import sys

LIMITS = {"food": 300, "rent": 900, "fun": 120}


def parse(line):
    parts = line.strip().split()
    if len(parts) != 2 or not parts[1].replace(".", "").isdigit():
        return None
    category, amount = parts
    return category.strip(string.punctuation).lower(), float(amount)


def read_entries(stream):
    totals = {}
    skipped = []
    for number, line in enumerate(stream, start=1):
        entry = parse(line)
        if entry is None:
            skipped.append(number)
            continue
        category, amount = entry
        totals[category] = totals.get(category, 0) + amount
    return totals, skipped


def status(category, total):
    limit = LIMITS.get(category)
    if limit is None:
        return "unplanned"
    elif total > limit:
        return "over by " + str(round(total - limit, 2))
    return "left " + str(round(limit - total, 2))


def save(totals, folder):
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "totals.txt"), "w", encoding="utf-8") as handle:
        for category in sorted(totals):
            print(category, totals[category], sep="\t", file=handle)


months = int(input())
totals, skipped = read_entries(sys.stdin)
for category, total in sorted(totals.items()):
    print(f"{category:<6}{total:>8.2f} {status(category, total)}")
print("Skipped lines:", skipped, "per month:", sum(totals.values()) / months)
save(totals, "out/budget")
with open("out/budget/totals.txt", encoding="utf-8") as handle:
    print(handle.read().count("\n"), "lines saved")
