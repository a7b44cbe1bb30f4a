import type { Fault, Proposal, Strategy } from '../strategy.ts'
import { best, propose, replace } from './edits.ts'
import { type Call, callsIn, type Expression, expressionOf, type Place, placeOf, startOfOperand } from './expression.ts'
import { wantedAttribute } from './misspelt-attribute.ts'
import { table } from './table.ts'

export const foreignMethods: Strategy = {
  id: 'python/foreign-methods',
  languages: ['python'],
  title: 'Calls methods of other languages, of Python 2, or of another type by what Python has for them',
  answers: ['AttributeError'],
  prior: 0.95,
  propose(fault) {
    const wanted = wantedAttribute(fault)
    if (!wanted || wanted.isModule) return []
    const proposals = usesOf(fault, wanted.name).flatMap((use) =>
      rewrite(use, { ...wanted, members: fault.facts.members ?? [] }),
    )
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
const RENAMED = table<Record<string, string>>({
  str: table({
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
  }),
  list: table({
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
  }),
  set: table({ append: 'add', push: 'add', insert: 'add', put: 'add', extend: 'update', delete: 'discard', has: '' }),
  dict: table({
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
  }),
  'collections.deque': table({
    push: 'append',
    shift: 'popleft',
    enqueue: 'append',
    dequeue: 'popleft',
    pop_left: 'popleft',
    append_left: 'appendleft',
    pushleft: 'appendleft',
    push_front: 'appendleft',
    popFront: 'popleft',
  }),
  DataFrame: table({
    sort: 'sort_values',
    ix: 'iloc',
    as_matrix: 'to_numpy',
    iteritems: 'items',
    get_values: 'to_numpy',
    length: '',
  }),
  Series: table({
    sort: 'sort_values',
    ix: 'iloc',
    as_matrix: 'to_numpy',
    iteritems: 'items',
    get_values: 'to_numpy',
    order: 'sort_values',
  }),
  generator: table({ next: '' }),
})

/** A form that is no method in Python; `%o` is the object, `%1` and `%2` the arguments. */
const FORMS = table<string>({
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
})

interface Wanted {
  type: string
  name: string
  /** What the object has, if it could be asked. */
  members: string[]
}

function rewrite(use: Use, wanted: Wanted): Proposal[] {
  const { place, at, call } = use
  const { name, type } = wanted
  const token = place.tokens[at]
  if (!token) return []
  const renamed = RENAMED[type]?.[name] || likeOthers(wanted)
  if (renamed) return [propose(replace(token, renamed), `wrote ".${renamed}" for ".${name}"`, 0.95)]
  if (name === 'append' && type === 'DataFrame' && call) return concatenated(use, call)
  if (type === 'str' && name === 'decode') return withoutCall(use)
  return written(use, wanted)
}

/** A type of the program's own may have under Python's name what was called by another's. */
function likeOthers({ name, members }: Wanted): string | undefined {
  const names = Object.values(RENAMED).flatMap((each) => each[name] ?? [])
  return names.find((each) => each !== '' && members.includes(each))
}

/** `frame.append(other)`, which pandas removed. */
function concatenated({ object }: Use, { arguments: [other, ...rest], close, callee }: Call): Proposal[] {
  if (!other || close < 0) return []
  const more = rest.map(({ text }) => `, ${text}`).join('')
  const end = other.end + rest.reduce((_, each) => each.end - other.end, 0) + 1
  const edit = {
    start: object.start,
    end: Math.max(end, callee.end),
    text: `pd.concat([${object.text}, ${other.text}]${more})`,
  }
  return [propose(edit, 'put the frames together with concat', 0.93)]
}

/** In Python 3 text is text already. */
function withoutCall({ place, at, call }: Use): Proposal[] {
  const [dot, end] = [place.tokens[at - 1], call && place.tokens[call.close]]
  return dot && end
    ? [propose(replace({ start: dot.start, end: end.end }, ''), 'left out a conversion that is not needed', 0.85)]
    : []
}

function written({ place, at, call, object }: Use, { type, name, members }: Wanted): Proposal[] {
  const token = place.tokens[at]
  const form = FORMS[name]
  const isFit = KNOWN.has(type) || name === 'toString' || (form === 'len(%o)' && members.includes('__len__'))
  if (!token || form === undefined || !isFit) return []
  const given = call?.arguments.map(({ text }) => text) ?? []
  const needsTwo = form.includes('%2') && !form.includes(':%2')
  if ((form.includes('%1') && given.length === 0) || (needsTwo && given.length < 2)) return []
  const text = fill(form, object.text, given)
  const isBoolean = form.includes(' in ') || form.includes('==')
  const before = place.tokens[place.tokens.indexOf(object.tokens[0] ?? token) - 1]?.text ?? ''
  const end = call ? (place.tokens[call.close]?.end ?? token.end) : token.end
  const isBound = isBoolean && ['not', '==', '!='].includes(before)
  return [propose({ start: object.start, end, text: isBound ? `(${text})` : text }, `wrote ${text.slice(0, 40)}`, 0.94)]
}

const KNOWN = new Set(
  'str list dict set tuple int float bytes range generator map filter zip dict_keys dict_values NoneType collections.deque deque list_iterator list_reverseiterator'.split(
    ' ',
  ),
)

const fill = (form: string, object: string, given: string[]): string =>
  form.replace(/%[o12]/g, (mark) => (mark === '%o' ? object : (given[Number(mark[1]) - 1] ?? '')))
