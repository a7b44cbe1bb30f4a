import type { Templates } from '../features.ts'

export const ruby: Templates = {
  squares: ({ n }) => `puts (1..${n}).sum { |k| k * k }`,
  fizzbuzz: ({ n }) =>
    `(1..${n}).each { |k| word = (k % 3 == 0 ? "fizz" : "") + (k % 5 == 0 ? "buzz" : ""); puts word.empty? ? k : word }`,
  divisor: ({ a, b }) => `def gcd(a, b) = b == 0 ? a : gcd(b, a % b)\nputs gcd(${a}, ${b})`,
  sorted: ({ numbers }) => `puts [${numbers}].sort`,
  primes: ({ n }) => `(2..${n}).each { |k| puts k if (2...k).all? { |d| k % d != 0 } }`,
  repeated: ({ word, times }) => `puts (["${word}"] * ${times}).join("-")`,
}
