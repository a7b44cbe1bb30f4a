const orders = JSON.parse(`[
  {"id": 1, "customer": {"name": "Ada", "address": {"city": "Paris"}}, "lines": [{"sku": "a1", "price": 9.5, "count": 2}]},
  {"id": 2, "customer": {"name": "Ben"}, "lines": []},
  {"id": 3, "customer": null, "lines": [{"sku": "b2", "price": 4, "count": 3}, {"sku": "a1", "price": 9.5, "count": 1}]}
]`);

function totalOf(order) {
  return order.lines.reduce((sum, line) => sum + line.price * line.count, 0);
}

function cityOf(order) {
  return order.customer?.address?.city ?? 'unknown';
}

function groupBy(items, keyOf) {
  const groups = {};
  for (const item of items) {
    const key = keyOf(item);
    if (!(key in groups)) {
      groups[key] = [];
    }
    groups[key].push(item);
  }
  return groups;
}

function pick(object, ...keys) {
  return Object.fromEntries(keys.filter((key) => key in object).map((key) => [key, object[key]]));
}

for (const order of orders) {
  console.log(order.id, order.customer?.name ?? 'nobody', cityOf(order), totalOf(order).toFixed(2));
}
const skus = orders.flatMap((order) => order.lines).map((line) => line.sku);
console.log(Object.entries(groupBy(skus, (sku) => sku)).map(([sku, list]) => `${sku}:${list.length}`));
console.log(JSON.stringify(pick(orders[0], 'id', 'lines', 'missing')));
const { lines: [firstLine], ...rest } = orders[2];
console.log(firstLine.sku, Object.keys(rest), orders.some((order) => order.lines.length === 0));
console.log(JSON.stringify({ a: undefined, b: null, c: [1, { d: true }] }, null, 1).length);
