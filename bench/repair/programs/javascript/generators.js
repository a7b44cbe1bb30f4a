function* range(start, end, step = 1) {
  for (let value = start; value < end; value += step) {
    yield value;
  }
}

function* take(iterable, count) {
  let taken = 0;
  if (count === 0) return;
  for (const item of iterable) {
    yield item;
    taken += 1;
    if (taken === count) return;
  }
}

function* primes() {
  const found = [];
  for (let candidate = 2; ; candidate++) {
    if (found.every((prime) => candidate % prime !== 0)) {
      found.push(candidate);
      yield candidate;
    }
  }
}

async function* ticker(names) {
  for (const name of names) {
    await new Promise((resolve) => setTimeout(resolve, 1));
    yield name.toUpperCase();
  }
}

function zip(...lists) {
  const length = Math.min(...lists.map((list) => list.length));
  return Array.from({ length }, (_, index) => lists.map((list) => list[index]));
}

console.log([...range(0, 10, 3)], [...take(primes(), 6)]);
console.log(zip(['a', 'b', 'c'], [1, 2]));
const [first, , third] = range(5, 9);
console.log('first', first, 'third', third);
(async () => {
  const heard = [];
  for await (const name of ticker(['tick', 'tock'])) {
    heard.push(name);
  }
  console.log(heard.join('-'));
})();
