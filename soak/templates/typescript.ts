import type { Templates } from '../features.ts'

export const typescript: Templates = {
  squares: ({ n }) =>
    `enum Limit { N = ${n} }\nlet sum: number = 0\nfor (let k = 1; k <= Limit.N; k++) sum += k * k\nconsole.log(sum)`,
  fizzbuzz: ({ n }) =>
    `type Word = "fizz" | "buzz" | ""\nconst word = (k: number, by: number, text: Word): Word => (k % by ? "" : text)\nfor (let k = 1; k <= ${n}; k++) console.log(word(k, 3, "fizz") + word(k, 5, "buzz") || String(k))`,
  divisor: ({ a, b }) =>
    `class Pair { constructor(private a: number, private b: number) {}\n  gcd(): number { return this.b === 0 ? this.a : new Pair(this.b, this.a % this.b).gcd() } }\nconsole.log(new Pair(${a}, ${b}).gcd())`,
  sorted: ({ numbers }) =>
    `const sorted = <T extends number>(list: T[]): T[] => list.toSorted((a, b) => a - b)\nfor (const n of sorted([${numbers}])) console.log(n)`,
  primes: ({ n }) =>
    `namespace Primes { export const is = (k: number): boolean => { for (let d = 2; d < k; d++) if (k % d === 0) return false\n return k > 1 } }\nfor (let k = 1; k <= ${n}; k++) if (Primes.is(k)) console.log(k)`,
  repeated: ({ word, times }) =>
    `const words: string[] = Array<string>(${times}).fill("${word}")\nconsole.log(words.join("-") satisfies string)`,
}
