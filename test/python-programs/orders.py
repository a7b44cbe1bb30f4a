from typing import Literal, TypedDict


class Order(TypedDict):
    customer: str
    amount: float
    items: int


def total_by_customer(orders: list[Order]) -> dict[str, float]:
    totals: dict[str, float] = {}
    for order in orders:
        totals[order["customer"]] = totals.get(order["customer"], 0) + order["amount"]
    return totals


def discount(order: Order, level: Literal["none", "silver", "gold"] = "none") -> float:
    rate = {"none": 0, "silver": 5, "gold": 10}[level]
    if order["items"] > 10:
        rate += 3
    return order["amount"] * (100 - rate) / 100


def group_by(records, key):
    groups = {}
    for record in records:
        groups.setdefault(record[key], []).append(record)
    return groups


if __name__ == "__main__":
    print(group_by([{"kind": "a", "n": 1}, {"kind": "b", "n": 2}, {"kind": "a", "n": 3}], "kind"))
