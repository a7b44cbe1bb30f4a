import type { Templates } from '../features.ts'

export const python: Templates = {
  squares: ({ n }) => `print(sum(k * k for k in range(1, ${n} + 1)))`,
  fizzbuzz: ({ n }) =>
    `for k in range(1, ${n} + 1):\n    print(("fizz" if k % 3 == 0 else "") + ("buzz" if k % 5 == 0 else "") or k)`,
  divisor: ({ a, b }) => `def gcd(a, b):\n    return a if b == 0 else gcd(b, a % b)\nprint(gcd(${a}, ${b}))`,
  sorted: ({ numbers }) => `for n in sorted([${numbers}]):\n    print(n)`,
  primes: ({ n }) => `for k in range(2, ${n} + 1):\n    if all(k % d for d in range(2, k)):\n        print(k)`,
  repeated: ({ word, times }) => `print("-".join(["${word}"] * ${times}))`,
}
