from dataclasses import dataclass, field


@dataclass
class Item:
    name: str
    price: float
    quantity: int = 0
    tags: list = field(default_factory=list)

    def total(self):
        return self.price * self.quantity


class Inventory:
    def __init__(self):
        self.items = {}

    def add(self, item):
        if item.name in self.items:
            self.items[item.name].quantity += item.quantity
        else:
            self.items[item.name] = item

    def remove(self, name, quantity):
        item = self.items.get(name)
        if item is None:
            return False
        if item.quantity < quantity:
            return False
        item.quantity -= quantity
        return True

    def total_value(self):
        return sum(item.total() for item in self.items.values())

    def low_stock(self, limit=5):
        return sorted(item.name for item in self.items.values() if item.quantity < limit)


inventory = Inventory()
inventory.add(Item("apple", 0.5, 40, ["fruit"]))
inventory.add(Item("bread", 2.25, 4, ["bakery"]))
inventory.add(Item("milk", 1.2, 12))
inventory.add(Item("apple", 0.5, 10))
print("Total value: " + str(round(inventory.total_value(), 2)))
print("Low stock:", inventory.low_stock())
print(inventory.remove("milk", 10), inventory.remove("milk", 10), inventory.remove("tea", 1))
print(f"Low stock now: {', '.join(inventory.low_stock(limit=20))}")
