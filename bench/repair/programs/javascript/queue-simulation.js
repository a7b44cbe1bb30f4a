const assert = require('assert');

class Queue {
  constructor(limit) {
    this.limit = limit;
    this.items = [];
    this.dropped = 0;
  }

  enqueue(item) {
    if (this.items.length >= this.limit) {
      this.dropped++;
      return false;
    }
    this.items.push(item);
    return true;
  }

  dequeue() {
    return this.items.shift();
  }

  get isEmpty() {
    return this.items.length === 0;
  }
}

function simulate(arrivals, { limit = 3, every = 2 } = {}) {
  const queue = new Queue(limit);
  const served = [];
  let tick = 0;
  while (tick < arrivals.length || !queue.isEmpty) {
    for (const name of arrivals[tick] || []) {
      queue.enqueue(name);
    }
    if (tick % every === 0 && !queue.isEmpty) {
      served.push(`${tick}:${queue.dequeue()}`);
    }
    tick += 1;
  }
  return { served, dropped: queue.dropped, ticks: tick };
}

const result = simulate([['a', 'b'], ['c'], ['d', 'e', 'f']]);
console.log(result.served.join(' '));
console.log(`dropped ${result.dropped} after ${result.ticks} ticks`);
const quick = simulate([['a', 'b'], ['c']], { every: 1 });
assert.equal(quick.dropped, 0);
console.log(quick.served, new Queue(1).dequeue() === undefined);
