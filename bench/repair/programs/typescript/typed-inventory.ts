interface Item {
  id: number;
  name: string;
  price: number;
  tags?: string[];
}

type Filter = (item: Item) => boolean;

class Inventory {
  private items: Map<number, Item> = new Map();

  add(item: Item): this {
    this.items.set(item.id, item);
    return this;
  }

  find(filter: Filter): Item[] {
    return [...this.items.values()].filter(filter);
  }

  total(): number {
    return [...this.items.values()].reduce((sum, { price }) => sum + price, 0);
  }

  get size(): number {
    return this.items.size;
  }
}

function groupByTag(items: Item[]): Record<string, string[]> {
  const groups: Record<string, string[]> = {};
  for (const item of items) {
    for (const tag of item.tags ?? ['untagged']) {
      (groups[tag] ??= []).push(item.name);
    }
  }
  return groups;
}

const inventory = new Inventory();
inventory.add({ id: 1, name: 'lamp', price: 25, tags: ['home', 'light'] }).add({ id: 2, name: 'desk', price: 140 });
inventory.add({ id: 3, name: 'bulb', price: 4.5, tags: ['light'] });
const cheap: Filter = (item) => item.price < 50;
console.log(inventory.find(cheap).map((item: Item) => item.name).join(', '));
console.log(inventory.size, inventory.total());
console.log(groupByTag(inventory.find(() => true)));
