import type { Edit, Fault, Proposal, Strategy } from '../strategy.ts'
import { best, propose, replace } from './edits.ts'
import { type Call, callsIn, type Expression, expressionOf, type Place, placeOf, startOfOperand } from './expression.ts'
import { wantedAttribute } from './misspelt-attribute.ts'

export const foreignMethods: Strategy = {
  id: 'python/foreign-methods',
  languages: ['python'],
  title: 'Calls methods of other languages, of Python 2, or of another type by what Python has for them',
  answers: ['AttributeError'],
  prior: 0.95,
  propose(fault) {
    const wanted = wantedAttribute(fault)
    if (!wanted || wanted.isModule) return []
    const proposals = usesOf(fault, wanted.name).flatMap((use) => rewrite(use, wanted))
    const [first] = proposals
    if (!first) return []
    const here = proposals.find(({ edits }) => edits.length > 0)
    const all = proposals.flatMap(({ edits }) => edits)
    return best([
      propose(all, first.why, first.sureness),
      ...(here && proposals.length > 1 ? [{ ...here, sureness: 0.7 }] : []),
    ])
  },
}

interface Use {
  place: Place
  /** What stands before the dot. */
  object: Expression
  /** Place of the name. */
  at: number
  call: Call | undefined
}

/** On the failing line only: elsewhere the same name may belong to another type. */
function usesOf(fault: Fault, name: string): Use[] {
  const place = placeOf(fault)
  if (!place) return []
  const { program, tokens } = place
  return tokens.flatMap((token, at): Use[] => {
    if (token.text !== name || tokens[at - 1]?.text !== '.') return []
    const object = expressionOf(program, tokens, startOfOperand(tokens, at - 2), at - 1)
    const call = callsIn(place).find(({ open }) => open === at + 1)
    return object ? [{ place, object, at, call }] : []
  })
}

/** The same method by another name. */
const RENAMED: Record<string, Record<string, string>> = {
  str: {
    toUpperCase: 'upper',
    toLowerCase: 'lower',
    toupper: 'upper',
    tolower: 'lower',
    to_upper: 'upper',
    to_lower: 'lower',
    uppercase: 'upper',
    lowercase: 'lower',
    trim: 'strip',
    trimStart: 'lstrip',
    trimEnd: 'rstrip',
    startsWith: 'startswith',
    endsWith: 'endswith',
    starts_with: 'startswith',
    ends_with: 'endswith',
    indexOf: 'find',
    replaceAll: 'replace',
    substr: '',
    padStart: 'rjust',
    padEnd: 'ljust',
    upcase: 'upper',
    downcase: 'lower',
    chomp: 'rstrip',
    gsub: 'replace',
    capitalise: 'capitalize',
    equalsIgnoreCase: '',
    splitLines: 'splitlines',
    isDigit: 'isdigit',
    isAlpha: 'isalpha',
    isNumeric: 'isnumeric',
    concat: '',
  },
  list: {
    push: 'append',
    add: 'append',
    append_all: 'extend',
    addAll: 'extend',
    concat: 'extend',
    push_back: 'append',
    pushBack: 'append',
    enqueue: 'append',
    indexOf: 'index',
    splice: '',
    removeAt: 'pop',
    update: 'extend',
    put: 'append',
    find: 'index',
  },
  set: { append: 'add', push: 'add', insert: 'add', put: 'add', extend: 'update', delete: 'discard', has: '' },
  dict: {
    iteritems: 'items',
    itervalues: 'values',
    iterkeys: 'keys',
    viewitems: 'items',
    viewkeys: 'keys',
    viewvalues: 'values',
    entries: 'items',
    add: '',
    put: '',
    merge: 'update',
    getOrDefault: 'get',
    putAll: 'update',
    extend: 'update',
  },
  'collections.deque': {
    push: 'append',
    shift: 'popleft',
    enqueue: 'append',
    dequeue: 'popleft',
    pop_left: 'popleft',
    append_left: 'appendleft',
    pushleft: 'appendleft',
    push_front: 'appendleft',
    popFront: 'popleft',
  },
  generator: { next: '' },
}

/** A form that is no method in Python; `%o` is the object, `%1` and `%2` the arguments. */
const FORMS: Record<string, string> = {
  length: 'len(%o)',
  size: 'len(%o)',
  count: 'len(%o)',
  len: 'len(%o)',
  Length: 'len(%o)',
  Count: 'len(%o)',
  has_key: '%1 in %o',
  hasOwnProperty: '%1 in %o',
  containsKey: '%1 in %o',
  includes: '%1 in %o',
  contains: '%1 in %o',
  has: '%1 in %o',
  include: '%1 in %o',
  charAt: '%o[%1]',
  charCodeAt: 'ord(%o[%1])',
  toString: 'str(%o)',
  to_s: 'str(%o)',
  to_i: 'int(%o)',
  isEmpty: 'len(%o) == 0',
  is_empty: 'len(%o) == 0',
  empty: 'len(%o) == 0',
  substring: '%o[%1:%2]',
  slice: '%o[%1:%2]',
  next: 'next(%o)',
  toFixed: 'format(%o, ".%1f")',
  unshift: '%o.insert(0, %1)',
  shift: '%o.pop(0)',
  map: 'list(map(%1, %o))',
  filter: 'list(filter(%1, %o))',
  join: '%1.join(%o)',
  equals: '%o == %1',
  abs: 'abs(%o)',
  sum: 'sum(%o)',
  max: 'max(%o)',
  min: 'min(%o)',
  reversed: 'list(reversed(%o))',
  sorted: 'sorted(%o)',
  put: '%o[%1] = %2',
  add: '%o[%1] = %2',
  set: '%o[%1] = %2',
  round: 'round(%o, %1)',
}

function rewrite(use: Use, { type, name }: { type: string; name: string }): Proposal[] {
  const { place, at, call, object } = use
  const token = place.tokens[at]
  const renamed = RENAMED[type]?.[name]
  if (!token) return []
  if (renamed) return [propose(replace(token, renamed), `wrote ".${renamed}" for ".${name}"`, 0.95)]
  const form = FORMS[name]
  if (form === undefined || !KNOWN.has(type)) return []
  const given = call?.arguments.map(({ text }) => text) ?? []
  const isComplete = !form.includes('%1') || given.length > 0
  const needsTwo = form.includes('%2') && !form.includes(':%2')
  if (!isComplete || (needsTwo && given.length < 2) || (!needsTwo && form.includes('=') && form.includes('%2')))
    return []
  const text = fill(form, object.text, given)
  const isBoolean = form.includes(' in ') || form.includes('==')
  const before = place.tokens[place.tokens.indexOf(object.tokens[0] ?? token) - 1]?.text
  const end = call ? (place.tokens[call.close]?.end ?? token.end) : token.end
  const edit: Edit = {
    start: object.start,
    end,
    text: isBoolean && before !== undefined && ['not', '==', '!='].includes(before) ? `(${text})` : text,
  }
  return [propose(edit, `wrote ${text.slice(0, 40)}`, 0.94)]
}

const KNOWN = new Set(
  'str list dict set tuple int float bytes range generator map filter zip dict_keys dict_values NoneType collections.deque deque list_iterator list_reverseiterator'.split(
    ' ',
  ),
)

const fill = (form: string, object: string, given: string[]): string =>
  form.replace(/%[o12]/g, (mark) => (mark === '%o' ? object : (given[Number(mark[1]) - 1] ?? '')))
