function createCounter(start = 0, step = 1) {
  let value = start;
  const history = [];
  return {
    next() {
      history.push(value);
      value += step;
      return value;
    },
    reset() {
      value = start;
    },
    get history() {
      return history.slice();
    },
  };
}

function memoize(fn) {
  const cache = new Map();
  let hits = 0;
  const wrapped = (key) => {
    if (cache.has(key)) {
      hits += 1;
      return cache.get(key);
    }
    const result = fn(key);
    cache.set(key, result);
    return result;
  };
  wrapped.hits = () => hits;
  return wrapped;
}

const fibonacci = memoize((n) => (n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2)));
const compose = (...functions) => (input) => functions.reduce((value, fn) => fn(value), input);
const debounceNames = new Set(['search', 'resize']);

const counter = createCounter(10, 5);
console.log(counter.next(), counter.next(), counter.history);
counter.reset();
console.log(counter.next(), counter.history.length);
console.log(fibonacci(30), fibonacci.hits());
const slugify = compose((text) => text.trim(), (text) => text.toLowerCase(), (text) => text.replaceAll(' ', '-'));
console.log(slugify('  Hello Big World '));
console.log(debounceNames.has('search') && !debounceNames.has('click'), [...debounceNames].length);
let total = 0;
for (let i = 1; i <= 4; i++) {
  total += i * i;
}
console.log('Total: ' + total);
