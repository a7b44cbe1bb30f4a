/** Programs of fifty lines, as a model writes them. Each prints 1 and nothing else. */
export const GATE_PROGRAMS = [
  {
    title: 'Python',
    language: 'python',
    comment: '#',
    code: `import json
from collections import Counter
from dataclasses import dataclass


@dataclass
class Order:
    customer: str
    item: str
    price: float
    amount: int = 1

    def total(self) -> float:
        return self.price * self.amount


def read_orders(text: str) -> list[Order]:
    orders = []
    for row in json.loads(text):
        if row.get("amount", 1) <= 0:
            continue
        orders.append(Order(row["customer"], row["item"], float(row["price"]), row.get("amount", 1)))
    return orders


def best_customers(orders: list[Order], most: int = 3) -> list[tuple[str, float]]:
    spent: Counter = Counter()
    for order in orders:
        spent[order.customer] += order.total()
    return spent.most_common(most)


def report(orders: list[Order]) -> str:
    lines = []
    for place, (customer, total) in enumerate(best_customers(orders), start=1):
        lines.append(f"{place}. {customer}: {total:.2f}")
    return "\\n".join(lines)


TEXT = json.dumps(
    [
        {"customer": "Ada", "item": "lamp", "price": "12.50", "amount": 2},
        {"customer": "Ben", "item": "desk", "price": "80"},
        {"customer": "Ada", "item": "chair", "price": "40", "amount": 0},
    ]
)

if __name__ == "__main__":
    told = report(read_orders(TEXT))
    print(len(told.splitlines()) - 1)
`,
  },
  {
    title: 'JavaScript',
    language: 'javascript',
    comment: '//',
    code: `const { createHash } = require('node:crypto')

class Inventory {
  constructor(items = []) {
    this.items = new Map()
    for (const item of items) this.add(item)
  }

  add({ name, amount = 1, price }) {
    if (amount <= 0) throw new RangeError(\`amount of \${name} must be above 0\`)
    const known = this.items.get(name)
    if (known) {
      known.amount += amount
    } else {
      this.items.set(name, { name, amount, price })
    }
    return this
  }

  total() {
    let sum = 0
    for (const { amount, price } of this.items.values()) sum += amount * price
    return sum
  }

  cheapest(count = 1) {
    return [...this.items.values()].sort((a, b) => a.price - b.price).slice(0, count)
  }

  fingerprint() {
    const hash = createHash('sha256')
    for (const name of [...this.items.keys()].sort()) hash.update(name)
    return hash.digest('hex').slice(0, 12)
  }
}

const inventory = new Inventory([
  { name: 'lamp', amount: 2, price: 12.5 },
  { name: 'desk', price: 80 },
  { name: 'lamp', price: 12.5 },
])

function describe(stock) {
  const lines = stock.cheapest(2).map(({ name, amount }) => \`\${amount} × \${name}\`)
  if (stock.total() > 100) lines.push('insured')
  return lines.join(', ')
}

const told = describe(inventory)
console.log(told.includes('insured') && inventory.fingerprint().length === 12 ? 1 : 0)
`,
  },
] as const
