/** A program, and for each of its functions a change that breaks it. */
export interface Sample {
  fileName: string
  code: string
  breaks: Record<string, [find: string, replace: string]>
}

const strings: Sample = {
  fileName: 'strings.js',
  code: `const MOST = 20

function slugify(text) {
  return text
    .toLowerCase()
    .trim()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
}

function truncate(text, limit = MOST, suffix = '...') {
  if (limit < suffix.length) throw new RangeError('the limit is shorter than the suffix')
  if (text.length <= limit) return text
  return text.slice(0, limit - suffix.length) + suffix
}

function parseQuery(query) {
  const found = {}
  for (const pair of query.replace(/^\\?/, '').split('&')) {
    if (!pair) continue
    const [key, value = ''] = pair.split('=')
    found[decodeURIComponent(key)] = decodeURIComponent(value)
  }
  return found
}

function main() {
  console.log(slugify('Hello, World!'), truncate('a long sentence indeed', 12))
  console.log(parseQuery('?a=1&b=2'))
}

main()
`,
  breaks: {
    slugify: ['.trim()', '.slice(1)'],
    truncate: ['limit - suffix.length', 'limit'],
    parseQuery: ["split('&')", "split(';')"],
  },
}

const numbers: Sample = {
  fileName: 'numbers.mjs',
  code: `export function gcd(a, b) {
  while (b !== 0) [a, b] = [b, a % b]
  return Math.abs(a)
}

export function grade(score) {
  if (score < 0 || score > 100) throw new RangeError(\`\${score} is no score\`)
  if (score >= 90) return 'A'
  if (score >= 75) return 'B'
  return score >= 50 ? 'C' : 'F'
}

/** @param {number[]} prices */
export const movingAverage = (prices, size = 3) =>
  prices.slice(size - 1).map((_, index) => {
    const part = prices.slice(index, index + size)
    return part.reduce((sum, price) => sum + price, 0) / size
  })
`,
  breaks: { gcd: ['a % b', 'b % a'], grade: ['score >= 75', 'score > 75'], movingAverage: ['/ size', '* size'] },
}

const structures: Sample = {
  fileName: 'structures.js',
  code: `class Account {
  #balance
  constructor(balance = 0) {
    if (balance < 0) throw new RangeError('a balance is not negative')
    this.#balance = balance
    this.history = []
  }
  deposit(amount) {
    if (!(amount > 0)) throw new TypeError('nothing to deposit')
    this.#balance += amount
    this.history.push({ kind: 'in', amount })
    return this
  }
  withdraw(amount) {
    if (amount > this.#balance) throw new Error('insufficient funds')
    this.#balance -= amount
    this.history.push({ kind: 'out', amount })
    return this.#balance
  }
  get balance() {
    return this.#balance
  }
}

function createQueue() {
  const items = []
  return {
    enqueue: (item) => items.push(item),
    dequeue: () => items.shift(),
    isEmpty: () => items.length === 0,
  }
}

function groupBy(items, keyOf) {
  const groups = new Map()
  for (const item of items) {
    const key = keyOf(item)
    if (!groups.has(key)) groups.set(key, [])
    groups.get(key).push(item)
  }
  return groups
}

function deepMerge(target, source) {
  const merged = { ...target }
  for (const [key, value] of Object.entries(source)) {
    const isNested = value !== null && typeof value === 'object' && !Array.isArray(value)
    merged[key] = isNested ? deepMerge(merged[key] ?? {}, value) : value
  }
  return merged
}

module.exports = { Account, createQueue, groupBy, deepMerge }
`,
  breaks: {
    Account: ['this.#balance += amount', 'this.#balance -= amount'],
    createQueue: ['items.shift()', 'items.pop()'],
    groupBy: ['groups.get(key).push(item)', 'groups.get(key).unshift(item)'],
    deepMerge: ['{ ...target }', '{}'],
  },
}

const flows: Sample = {
  fileName: 'flows.mjs',
  code: `export async function retry(task, times = 3) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await task(attempt)
    } catch (error) {
      if (attempt >= times) throw error
    }
  }
}

export function* range(start, end, step = 1) {
  if (step === 0) throw new RangeError('a step of zero leads nowhere')
  for (let at = start; step > 0 ? at < end : at > end; at += step) yield at
}

export function permutations(items) {
  if (items.length <= 1) return [items]
  return items.flatMap((item, index) =>
    permutations([...items.slice(0, index), ...items.slice(index + 1)]).map((rest) => [item, ...rest]),
  )
}

export function parseDuration(text) {
  const match = /^(\\d+)\\s*(ms|s|m|h)$/.exec(text)
  if (!match) throw new SyntaxError('not a duration: ' + text)
  const units = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }
  return Number(match[1]) * units[match[2]]
}
`,
  breaks: {
    retry: ['attempt >= times', 'attempt > times'],
    range: ['at < end', 'at <= end'],
    permutations: ['index + 1', 'index'],
    parseDuration: ['m: 60_000', 'm: 6000'],
  },
}

const orders: Sample = {
  fileName: 'orders.ts',
  code: `export interface Item {
  name: string
  price: number
  quantity: number
  discount?: number
}
export type Tier = 'basic' | 'gold' | 'platinum'

export function total(items: readonly Item[]): number {
  return items.reduce((sum, { price, quantity, discount = 0 }) => sum + price * quantity * (1 - discount), 0)
}

export function rateOf(tier: Tier): number {
  switch (tier) {
    case 'gold':
      return 0.1
    case 'platinum':
      return 0.2
    default:
      return 0
  }
}

export function firstOr<T>(items: T[], fallback: T): T {
  return items.length > 0 ? (items[0] as T) : fallback
}

export class Cart {
  private items: Item[] = []
  add(item: Item): number {
    const known = this.items.find(({ name }) => name === item.name)
    if (known) known.quantity += item.quantity
    else this.items.push({ ...item })
    return this.items.length
  }
  bill(tier: Tier): number {
    return total(this.items) * (1 - rateOf(tier))
  }
}
`,
  breaks: {
    total: ['sum + price', 'sum - price'],
    rateOf: ['return 0.2', 'return 0.1'],
    firstOr: ['items[0] as T', 'items.at(-1) as T'],
    Cart: ['known.quantity +=', 'known.quantity ='],
  },
}

export const samples: Sample[] = [strings, numbers, structures, flows, orders]
