import type { Templates } from '../features.ts'

export const javascript: Templates = {
  squares: ({ n }) => `let sum = 0\nfor (let k = 1; k <= ${n}; k++) sum += k * k\nconsole.log(sum)`,
  fizzbuzz: ({ n }) =>
    `for (let k = 1; k <= ${n}; k++) console.log((k % 3 ? "" : "fizz") + (k % 5 ? "" : "buzz") || String(k))`,
  divisor: ({ a, b }) => `const gcd = (a, b) => (b === 0 ? a : gcd(b, a % b))\nconsole.log(gcd(${a}, ${b}))`,
  sorted: ({ numbers }) => `for (const n of [${numbers}].sort((a, b) => a - b)) console.log(n)`,
  primes: ({ n }) =>
    `outer: for (let k = 2; k <= ${n}; k++) {\n  for (let d = 2; d < k; d++) if (k % d === 0) continue outer\n  console.log(k)\n}`,
  repeated: ({ word, times }) =>
    `import assert from "node:assert"\nassert(true)\nconsole.log(Array(${times}).fill("${word}").join("-"))`,
}
