/** Features that the programs of the soak show; each prints lines that are known beforehand, to the byte. */
export interface Features {
  /** Prints the sum of the squares of 1 to n. */
  squares: { n: number }
  /** Prints fizz, buzz, fizzbuzz or the number, from 1 to n. */
  fizzbuzz: { n: number }
  /** Prints the greatest common divisor, found by Euclid. */
  divisor: { a: number; b: number }
  /** Prints the numbers in order. */
  sorted: { numbers: number[] }
  /** Prints the primes up to n. */
  primes: { n: number }
  /** Prints the word `times` times, with dashes between. */
  repeated: { word: string; times: number }
}

export type FeatureName = keyof Features

/** The code of each feature in one language. */
export type Templates = { [Name in FeatureName]: (values: Features[Name]) => string }

export const CASES = 10
const WORDS = ['a', 'pear', 'Äpfel', '日本', 'x y', 'ñ', 'été', 'zwölf', 'ok', 'łódź']

/** The values of case 0 to 9: small enough to be quick, different enough to be told apart. */
export const valuesOf: { [Name in FeatureName]: (index: number) => Features[Name] } = {
  squares: (index) => ({ n: 10 + index * 17 }),
  fizzbuzz: (index) => ({ n: 15 + index * 3 }),
  divisor: (index) => ({ a: 1071 + index * 462, b: 462 * (index + 1) }),
  sorted: (index) => ({
    numbers: Array.from({ length: 6 + index }, (_, at) => ((at + 3) * 7919 * (index + 2)) % 1000),
  }),
  primes: (index) => ({ n: 20 + index * 11 }),
  repeated: (index) => ({ word: WORDS[index] ?? '', times: 2 + index }),
}

export const linesOf: { [Name in FeatureName]: (values: Features[Name]) => (string | number)[] } = {
  squares: ({ n }) => [upTo(n).reduce((sum, k) => sum + k * k, 0)],
  fizzbuzz: ({ n }) => upTo(n).map((k) => `${k % 3 ? '' : 'fizz'}${k % 5 ? '' : 'buzz'}` || k),
  divisor: ({ a, b }) => [greatestDivisor(a, b)],
  sorted: ({ numbers }) => numbers.toSorted((a, b) => a - b),
  primes: ({ n }) => upTo(n).filter((k) => k > 1 && !upTo(k - 1).some((d) => d > 1 && k % d === 0)),
  repeated: ({ word, times }) => [Array.from({ length: times }, () => word).join('-')],
}

export const featureNames = Object.keys(linesOf) as FeatureName[]

const upTo = (n: number): number[] => Array.from({ length: Math.max(0, n) }, (_, index) => index + 1)
const greatestDivisor = (a: number, b: number): number => (b === 0 ? a : greatestDivisor(b, a % b))
