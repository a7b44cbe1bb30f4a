from dataclasses import dataclass, field


@dataclass
class Item:
    name: str
    price: float
    quantity: int = 1

    def total(self) -> float:
        return self.price * self.quantity


@dataclass
class Inventory:
    items: dict[str, Item] = field(default_factory=dict)

    def add(self, item: Item) -> None:
        if item.quantity <= 0:
            raise ValueError("quantity must be positive")
        if item.name in self.items:
            self.items[item.name].quantity += item.quantity
        else:
            self.items[item.name] = item

    def remove(self, name: str, quantity: int = 1) -> int:
        if name not in self.items:
            raise KeyError(name)
        item = self.items[name]
        if quantity > item.quantity:
            raise ValueError("not enough")
        item.quantity -= quantity
        if item.quantity == 0:
            del self.items[name]
            return 0
        return item.quantity

    def value(self) -> float:
        return sum(item.total() for item in self.items.values())


if __name__ == "__main__":
    stock = Inventory()
    stock.add(Item("apple", 0.5, 10))
    stock.add(Item("pear", 0.75, 4))
    print(stock.value())
    print(stock.remove("apple", 3))
