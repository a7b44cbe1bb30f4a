from decimal import Decimal, ROUND_HALF_UP
from enum import Enum


class Discount(Enum):
    NONE = "none"
    PERCENT = "percent"
    FIXED = "fixed"


class Cart:
    def __init__(self):
        self.lines = {}

    def add(self, name, price, count=1):
        old_price, old_count = self.lines.get(name, (Decimal(price), 0))
        self.lines[name] = (old_price, old_count + count)

    def drop_cheap(self, limit):
        for name in list(self.lines):
            if self.lines[name][0] < Decimal(limit):
                del self.lines[name]

    def subtotal(self):
        return sum((price * count for price, count in self.lines.values()), Decimal("0"))

    def total(self, discount=Discount.NONE, value="0"):
        amount = self.subtotal()
        if discount is Discount.PERCENT:
            amount -= amount * Decimal(value) / 100
        elif discount is Discount.FIXED:
            amount = max(amount - Decimal(value), Decimal("0"))
        return amount.quantize(Decimal("0.01"), rounding=ROUND_HALF_UP)


cart = Cart()
cart.add("book", "12.99", 2)
cart.add("pen", "0.45", count=10)
cart.add("book", "12.99")
for name, (price, count) in sorted(cart.lines.items()):
    print(f"{name:<6}{count:>3} x {price:>6}")
print("Subtotal: " + str(cart.subtotal()))
print(cart.total(), cart.total(Discount.PERCENT, "15"), cart.total(Discount.FIXED, value="100"))
cart.drop_cheap("1")
print(sorted(cart.lines), len(cart.lines) == 1, Discount("fixed").name)
print([member.value.upper() for member in Discount])
