import { tell } from './apart.mjs'
import { randomInput } from './inputs.mjs'
import { perform } from './perform.mjs'

const RANDOM_ROWS = 200
const MOST_ROWS = 6
const LEAST_DIFFERENT = 3
const IDEMPOTENT =
  /normali|trim|slug|dedup|uniq|clean|sort|flatten|capital|lower|upper|strip|sanit|clamp|round|abs|compact|simplif|canonic|kebab|camel|snake|title|squeeze|collapse/i
const SYMMETRIC =
  /add|sum|gcd|lcm|distance|max|min|equal|same|union|intersect|multipl|similar|overlap|anagram|average|mean|hamming|levenshtein|plus|common/i
const KEEPS_LENGTH = /sort|shuffle|reverse|rotate|cipher|caesar|rot13|swap|mask|scale|invert/i
const INVERSE = [
  ['encode', 'decode'],
  ['encrypt', 'decrypt'],
  ['serialize', 'deserialize'],
  ['serialize', 'parse'],
  ['stringify', 'parse'],
  ['format', 'parse'],
  ['compress', 'decompress'],
  ['escape', 'unescape'],
  ['pack', 'unpack'],
  ['to', 'from'],
]

/** Sentences that hold for all of many random inputs; only those that a function's name lets one expect. */
export async function findProperties(explored, { copy, isLate }) {
  const found = []
  for (const seen of explored) {
    const { target } = seen
    if (target.members || target.parameters.length === 0 || seen.slow > 0 || isLate()) continue
    const wanted = Object.entries(CANDIDATES).filter(([kind]) => isExpected(kind, target))
    if (wanted.length === 0) continue
    const rows = rowsFor(seen)
    const call = async (row, of = target) => (await perform(of, { args: row }, copy))[0]
    const ends = []
    for (const row of rows) {
      tell({ at: `properties of ${target.id}` })
      ends.push({ row, end: await call(row) })
    }
    const good = ends.filter(
      ({ end }) => end.kind === 'returned' && end.how === 'plain' && end.text !== undefined && end.text !== 'NaN',
    )
    if (good.length < rows.length / 4) continue
    for (const [kind, holds] of wanted) {
      const result = await holds({ target, good, ends, call, explored })
      if (result) found.push({ kind, target: target.id, ...result, rows: shortest(result.rows ?? good) })
    }
  }
  return found
}

function rowsFor({ target, around, records }) {
  const seen = records.map(({ scene }) => scene.args).filter((row) => row.length === target.parameters.length)
  const chance = Array.from({ length: RANDOM_ROWS }, () =>
    target.parameters.map(({ shape }) => randomInput(shape, around)),
  )
  return [...seen.slice(0, 30), ...chance]
}

/** The smallest come first, so that the first that fails is small. */
function shortest(good) {
  const rows = [...new Map(good.map(({ row }) => [row.join(), row])).values()]
  const told = rows.filter((row) => row.join().length < 60)
  return told
    .sort((one, other) => one.join().length - other.join().length)
    .filter((_, index) => index % Math.ceil(told.length / MOST_ROWS) === 0)
}

const different = (list) => new Set(list).size >= LEAST_DIFFERENT

const CANDIDATES = {
  async idempotent({ good, call }) {
    const changed = good.filter(({ row, end }) => row[0] !== end.text)
    if (!different(changed.map(({ end }) => end.text))) return undefined
    for (const { end } of good) if ((await call([end.text])).text !== end.text) return undefined
    return {}
  },
  async symmetric({ good, call }) {
    if (!different(good.map(({ end }) => end.text)) && !good.every(({ end }) => /^(?:true|false)$/.test(end.text)))
      return undefined
    for (const { row, end } of good) if ((await call([row[1], row[0]])).text !== end.text) return undefined
    return { rows: good.filter(({ row }) => row[0] !== row[1]) }
  },
  async inverse({ target, good, call, explored }) {
    for (const { target: other } of explored) {
      if (other.members || other.parameters.length !== 1 || !isInverse(target.name, other.name)) continue
      const back = []
      for (const { row, end } of good) back.push((await call([end.text], other)).text === row[0])
      const rows = good.filter((_, index) => back[index])
      if (rows.length > good.length * 0.9 && different(rows.map(({ end }) => end.text)))
        return { other: other.id, rows }
    }
    return undefined
  },
  async sorted({ good }) {
    const lists = good.map(({ end }) => listOf(end.text))
    const isSorted = (list) =>
      list?.every((item, index) => typeof item === 'number' && (index === 0 || list[index - 1] <= item))
    return lists.every(isSorted) && different(good.map(({ end }) => end.text)) ? {} : undefined
  },
  async length({ good }) {
    const sizes = good.map(({ row, end }) => [listOf(row[0])?.length, listOf(end.text)?.length])
    return different(sizes.map(([size]) => size)) &&
      sizes.every(([size, result]) => size !== undefined && size === result)
      ? {}
      : undefined
  },
  async pure({ good, ends }) {
    return ends.every(({ end }) => !end.after) && different(good.map(({ end }) => end.text)) ? {} : undefined
  },
}

/** Expectations from a function's name and its parameters. */
function isExpected(kind, { name, parameters }) {
  const [one, other, ...rest] = parameters
  const isSingle = other === undefined
  if (kind === 'idempotent') return isSingle && IDEMPOTENT.test(name)
  if (kind === 'symmetric')
    return !isSingle && rest.length === 0 && isSameKind(one.shape, other.shape) && SYMMETRIC.test(name)
  if (kind === 'inverse') return isSingle && INVERSE.flat().some((word) => name.toLowerCase().includes(word))
  if (kind === 'sorted') return isSingle && /sort/i.test(name)
  if (kind === 'length') return KEEPS_LENGTH.test(name)
  // Values to compare are copied before, which is not possible for all of them.
  const isCopied = parameters.every(
    ({ shape }) => !/function|instance|promise|symbol|unknown/.test(JSON.stringify(shape)),
  )
  return isCopied && parameters.some(({ shape }) => ['array', 'object', 'record', 'map', 'set'].includes(shape.kind))
}

const isSameKind = (one, other) => one.kind.replace('integer', 'number') === other.kind.replace('integer', 'number')

function isInverse(one, other) {
  return INVERSE.some(([there, back]) => {
    const at = one.toLowerCase().indexOf(there)
    return at !== -1 && other.toLowerCase() === one.toLowerCase().replace(there, back)
  })
}

function listOf(text) {
  const value = text?.startsWith('[') || text?.startsWith("'") ? new Function(`return ${text}`)() : undefined
  return typeof value === 'string' || Array.isArray(value) ? value : undefined
}
