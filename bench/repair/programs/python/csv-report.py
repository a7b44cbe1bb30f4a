import csv
import os

ROWS = [
    ("north", "2024-01", 1200, 14),
    ("south", "2024-01", 800, 9),
    ("north", "2024-02", 1500, 17),
    ("south", "2024-02", 950, 0),
    ("east", "2024-02", 400, 5),
]


def write_rows(path):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", newline="", encoding="utf-8") as handle:
        writer = csv.writer(handle)
        writer.writerow(["region", "month", "revenue", "orders"])
        writer.writerows(ROWS)


def read_rows(path):
    with open(path, newline="", encoding="utf-8") as handle:
        return list(csv.DictReader(handle))


def revenue_by_region(rows):
    totals = {}
    for row in rows:
        region = row["region"]
        totals[region] = totals.get(region, 0) + int(row["revenue"])
    return totals


def average_order(row):
    orders = int(row["orders"])
    if orders == 0:
        return 0
    return int(row["revenue"]) / orders


write_rows("out/data/sales.csv")
rows = read_rows("out/data/sales.csv")
print(len(rows), "rows")
for region, total in sorted(revenue_by_region(rows).items(), key=lambda pair: -pair[1]):
    print(f"{region:<6} {total:>6}")
for row in rows:
    print(row["region"], row["month"], round(average_order(row), 1))
best = max(rows, key=lambda row: int(row["revenue"]))
print("Best: " + best["region"] + " with " + str(int(best["revenue"])))
