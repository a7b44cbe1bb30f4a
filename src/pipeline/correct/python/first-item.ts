import type { Token } from '../../../language/python/tokens.ts'
import type { Proposal, Strategy } from '../strategy.ts'
import { partnerOf } from './brackets.ts'
import { assuming, best, propose, replace } from './edits.ts'
import { type Place, placeOf } from './expression.ts'
import type { Program, Statement } from './program.ts'
import { emptyLike, isOutside } from './start-values.ts'

/** Apart from a misspelt key: here the dictionary is empty on purpose, and each item is used before it has a first value. */
export const firstItem: Strategy = {
  id: 'python/first-item',
  languages: ['python'],
  title: 'Begins a count or a group that its dictionary does not have yet, with the empty value that its use tells',
  answers: ['KeyError'],
  prior: 0.9,
  bold: 'a count begun at zero, a group begun empty, where the program gives such items other values elsewhere',
  propose(fault) {
    const place = placeOf(fault)
    const item = place && itemOf(place)
    if (!place || !item || !startsEmpty(place.program, item.object)) return []
    const found = begun(place, item)
    // Another first value may be right: the program has one, and does not come there.
    return isGivenElsewhere(place, item.object)
      ? found.map((each) => assuming(`a key that ${item.object} does not have begins empty`, each))
      : best(found)
  },
}

/** `counts[word]` at the start of a statement. */
interface Item {
  object: string
  key: string
  start: number
  end: number
  /** The tokens of the statement behind it. */
  rest: Token[]
}

function itemOf({ program: { code }, tokens }: Pick<Place, 'program' | 'tokens'>): Item | undefined {
  const open = tokens.findIndex(({ text }) => text === '[')
  const close = partnerOf(tokens, open)
  const [first, before, after] = [tokens[0], tokens[open - 1], tokens[close]]
  const isPlain = tokens.slice(0, open).every(({ kind, text }) => kind === 'name' || text === '.')
  if (open < 1 || close <= open + 1 || !first || !before || !after || !isPlain) return undefined
  return {
    object: code.slice(first.start, before.end),
    key: keyOf(code.slice(tokens[open + 1]?.start, tokens[close - 1]?.end), tokens.slice(open + 1, close)),
    ...{ start: first.start, end: after.end, rest: tokens.slice(close + 1) },
  }
}

/** `pairs[a, b]` has one key of two parts. */
const keyOf = (text: string, tokens: readonly Token[]): string =>
  tokens.some((token, index) => token.text === ',' && isOutside(tokens, index)) ? `(${text})` : text

const OF_LISTS = new Set(['append', 'extend', 'insert'])
const OF_SETS = new Set(['add', 'update'])

function begun({ program: { code } }: Place, item: Item): Proposal[] {
  const { object, key, rest } = item
  const [next, second] = rest
  const whole = code.slice(item.start, item.end)
  if (next?.text === '+=')
    return emptyLike(rest.slice(1)).map((empty, order) => {
      const text = `${whole} = ${object}.get(${key}, ${empty}) +`
      return propose(
        replace({ start: item.start, end: next.end }, text),
        `began each item of ${object} with ${empty}`,
        sure(order),
      )
    })
  if (next?.text === '=') return countedAnew(code, item, whole)
  const method = next?.text === '.' ? (second?.text ?? '') : ''
  const empties = OF_LISTS.has(method) ? ['[]'] : OF_SETS.has(method) ? ['set()'] : next?.text === '[' ? ['{}'] : []
  return empties.map((empty) =>
    propose(
      replace(item, `${object}.setdefault(${key}, ${empty})`),
      `began each item of ${object} with ${empty}`,
      sure(0),
    ),
  )
}

/** `counts[word] = counts[word] + 1` */
function countedAnew(code: string, { object, key, rest }: Item, whole: string): Proposal[] {
  const [, first] = rest
  const end = rest.findIndex(({ text }, index) => index > 1 && text === '+')
  const before = rest[end - 1]
  if (!first || !before || code.slice(first.start, before.end) !== whole) return []
  return emptyLike(rest.slice(end + 1)).map((empty, order) =>
    propose(
      replace({ start: first.start, end: before.end }, `${object}.get(${key}, ${empty})`),
      `began each item of ${object} with ${empty}`,
      sure(order),
    ),
  )
}

const sure = (order: number): number => 0.9 - 0.1 * order

const joined = ({ tokens }: Statement): string => tokens.map(({ text }) => text).join('')

function startsEmpty({ statements }: Program, name: string): boolean {
  return statements.some((each) => {
    const text = joined(each)
    return text === `${name}={}` || text === `${name}=dict()` || (text.startsWith(`${name}:`) && text.endsWith('={}'))
  })
}

/** `counts[word] = 1` in another branch tells another beginning. */
const isGivenElsewhere = ({ program, statement }: Place, object: string): boolean =>
  program.statements.some((each) => {
    if (each === statement || each.tokens[0]?.start === undefined) return false
    const item = each.tokens[0].text === object.split('.')[0] ? itemOf({ program, tokens: each.tokens }) : undefined
    return item?.object === object && item.rest[0]?.text === '='
  })
