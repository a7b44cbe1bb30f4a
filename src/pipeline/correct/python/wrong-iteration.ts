import type { Fault, Proposal, Strategy } from '../strategy.ts'
import { best, insert, messageOf, propose, replace, wrap } from './edits.ts'
import { callsIn, type Expression, expressionOf, type Place, placeOf } from './expression.ts'
import { pastEnd } from './past-end.ts'
import type { Program } from './program.ts'

export const wrongIteration: Strategy = {
  id: 'python/wrong-iteration',
  languages: ['python'],
  title: 'Goes over numbers with range, over pairs with items or enumerate, and over a copy of what changes',
  answers: ['TypeError', 'ValueError', 'RuntimeError', 'IndexError', 'KeyError'],
  prior: 0.9,
  propose(fault) {
    const place = placeOf(fault)
    if (!place) return []
    return best([
      ...overNumber(fault, place),
      ...overPairs(fault, place),
      ...overCopy(fault, place),
      ...pastEnd(fault, place),
    ])
  },
}

/** The expression behind `in` of every `for` of a statement, and the targets before it. */
function loopsIn({ program, tokens }: Pick<Place, 'program' | 'tokens'>): { targets: Expression; over: Expression }[] {
  return tokens.flatMap((token, at) => {
    if (token.text !== 'for') return []
    const within = tokens.findIndex(({ text }, index) => index > at && text === 'in')
    let end = within + 1
    let depth = 0
    while (end < tokens.length && !(depth === 0 && /^(?::|if|for|\)|\]|\})$/.test(tokens[end]?.text ?? ''))) {
      if (tokens[end]?.kind === 'open') depth++
      if (tokens[end]?.kind === 'close') depth--
      end++
    }
    const [targets, over] = [
      expressionOf({ program, tokens }, [at + 1, within]),
      expressionOf({ program, tokens }, [within + 1, end]),
    ]
    return within !== -1 && targets && over ? [{ targets, over }] : []
  })
}

/** `for i in 10:` and `for i in len(x):` */
function overNumber(fault: Fault, place: Place): Proposal[] {
  if (!messageOf(fault, /^'(?:int|float)' object is not iterable/)) return []
  const loops = loopsIn(place).flatMap(({ over }) => [
    propose(wrap(over, 'range(', ')'), `went over range(${over.text.slice(0, 30)})`, 0.95),
  ])
  const calls = callsIn(place).flatMap(({ name, arguments: given }) => {
    const [first, last] = [given[0], given.at(-1)]
    if (['sum', 'max', 'min', 'sorted', 'any', 'all'].includes(name) && first && last && given.length > 1)
      return [propose([insert(first.start, '['), insert(last.end, ']')], `gave ${name}() the values as one list`, 0.85)]
    return name === 'list' || name === 'set' || name === 'tuple'
      ? first
        ? [propose(wrap(first, '[', ']'), `gave ${name}() a list`, 0.4)]
        : []
      : []
  })
  return [...loops, ...calls]
}

/** `for key, value in d:` and `for i, x in items:` */
function overPairs(fault: Fault, place: Place): Proposal[] {
  if (!messageOf(fault, /^(?:not enough|too many) values to unpack|^cannot unpack non-iterable/)) return []
  return loopsIn(place).flatMap(({ targets, over }): Proposal[] => {
    const names = targets.tokens.filter(({ kind }) => kind === 'name')
    if (names.length !== 2 || (over.text.endsWith(')') && /\.items\(\)$|^enumerate\(/.test(over.text))) return []
    const type = fault.facts.types?.[over.text]
    const isMapping =
      type === undefined ? isDictionary(place.program, over.text) : /dict|Counter|OrderedDict/i.test(type)
    const isIndexed = /^(?:i|j|idx|index|n|k|pos|position|num|number|count)$/.test(names[0]?.text ?? '')
    const items = propose(insert(over.end, '.items()'), 'went over the items of the dictionary', isMapping ? 0.96 : 0.5)
    const pairs = propose(
      wrap(over, 'enumerate(', ')'),
      'counted while going over the values',
      isMapping ? 0.3 : isIndexed ? 0.92 : 0.6,
    )
    const isKeys = /\.(?:keys|values)\(\)$/.test(over.text)
    if (isKeys)
      return [
        propose(
          replace(over, over.text.replace(/\.(?:keys|values)\(\)$/, '.items()')),
          'went over the items of the dictionary',
          0.95,
        ),
      ]
    return [items, pairs]
  })
}

const isDictionary = ({ statements }: Program, name: string): boolean =>
  /^\{[^{}]*:/.test(name) ||
  statements.some(
    ({ tokens }) =>
      tokens[0]?.text === name &&
      tokens[1]?.text === '=' &&
      (tokens[2]?.text === '{' || tokens[2]?.text === 'dict' || tokens[2]?.text === 'defaultdict'),
  )

/** `dictionary changed size during iteration` */
function overCopy(fault: Fault, { program }: Place): Proposal[] {
  if (!messageOf(fault, /(?:changed size|mutated|keys changed) during iteration/)) return []
  const at = fault.diagnosis.line ?? 0
  const heads = program.statements
    .filter(({ line, first }) => first.text === 'for' && line <= at)
    .slice(-2)
    .toReversed()
  return heads.flatMap((head, order) =>
    loopsIn({ program, tokens: head.tokens }).flatMap(({ over }) =>
      over.text.startsWith('list(')
        ? []
        : [propose(wrap(over, 'list(', ')'), `went over a copy of ${over.text.slice(0, 30)}`, 0.95 - order * 0.2)],
    ),
  )
}
