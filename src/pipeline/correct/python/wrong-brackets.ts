import { BUILTINS } from '../../../language/python/builtins.ts'
import type { Fault, Proposal, Strategy } from '../strategy.ts'
import { endsOperand } from './adjacency.ts'
import { partnerOf } from './brackets.ts'
import { definitionsOf } from './definitions.ts'
import { best, insert, messageOf, propose, replace } from './edits.ts'
import { type Place, placeOf } from './expression.ts'
import { readProgram } from './program.ts'

export const wrongBrackets: Strategy = {
  id: 'python/wrong-brackets',
  languages: ['python'],
  title: 'Calls what is called and indexes what is indexed, and parts items that ran together',
  answers: ['TypeError', 'AttributeError'],
  prior: 0.88,
  propose(fault) {
    const place = placeOf(fault)
    return place
      ? best([
          ...notCallable(fault, place),
          ...notSubscriptable(fault, place),
          ...shadowed(fault),
          ...lostComma(fault, place),
          ...uncalled(fault, place),
        ])
      : []
  },
}

/** `items(0)` where `items` is a list. */
function notCallable(fault: Fault, { tokens }: Place): Proposal[] {
  const type = messageOf(fault, /^'([\w.]+)' object is not callable/)?.[1]
    ?.split('.')
    .at(-1)
  if (type === undefined || type === 'NoneType') return []
  return tokens.flatMap((token, open): Proposal[] => {
    const before = tokens[open - 1]
    const close = partnerOf(tokens, open)
    const end = tokens[close]
    if (token.text !== '(' || before?.kind !== 'name' || !end || isFunction(fault, before.text)) return []
    const isSeen = fault.facts.types?.[before.text] === type
    if (close === open + 1) {
      const isAttribute = isSeen || tokens[open - 2]?.text === '.'
      const range = { start: token.start, end: end.end }
      return [propose(replace(range, ''), `read "${before.text}" without calling it`, isAttribute ? 0.88 : 0.7)]
    }
    const why = `indexed "${before.text}" with square brackets`
    return INDEXED.has(type) ? [propose([replace(token, '['), replace(end, ']')], why, isSeen ? 0.95 : 0.8)] : []
  })
}

const INDEXED = new Set('list dict tuple str DataFrame Series ndarray defaultdict OrderedDict Counter deque'.split(' '))

function isFunction({ code }: Fault, name: string): boolean {
  const { statements } = readProgram(code)
  const definitions = definitionsOf(readProgram(code)).filter((each) => each.name === name)
  const isDefined = definitions.some(({ kind, statement }) => {
    const before = statements[statements.indexOf(statement) - 1]?.tokens.map(({ text }) => text).join('')
    // A property is read like any other attribute.
    return kind === 'class' || (kind === 'function' && !/^@(?:\w+\.)?(?:cached_)?property$/.test(before ?? ''))
  })
  return isDefined || (BUILTINS.has(name) && definitions.length === 0)
}

/** `f[1]` where `f` is a function or a method. */
function notSubscriptable(fault: Fault, { tokens }: Place): Proposal[] {
  if (
    !messageOf(
      fault,
      /^'(?:builtin_function_or_method|function|method|type|method_descriptor)' object (?:is not subscriptable|does not support item assignment)|^type '\w+' is not subscriptable/,
    )
  )
    return []
  return tokens.flatMap((token, open): Proposal[] => {
    const before = tokens[open - 1]
    const end = tokens[partnerOf(tokens, open)]
    if (token.text !== '[' || !end || !before || before.kind !== 'name') return []
    const call = propose([replace(token, '('), replace(end, ')')], `called "${before.text}" with round brackets`, 0.9)
    const isMethod = tokens[open - 2]?.text === '.'
    const called = propose(insert(before.end, '()'), `called "${before.text}" before indexing`, isMethod ? 0.6 : 0.3)
    if (isMethod && GIVES_ITEMS.has(before.text)) return [{ ...called, sureness: 0.95 }]
    return isFunction(fault, before.text) || isMethod ? [call, called] : []
  })
}

/** Methods whose answer has items, and that need no argument. */
const GIVES_ITEMS = new Set(
  'most_common items keys values split rsplit splitlines groups elements readlines'.split(' '),
)

/** A variable that has the name of a builtin which is called later. */
function shadowed(fault: Fault): Proposal[] {
  if (!messageOf(fault, /^'\w+' object is not callable/)) return []
  const program = readProgram(fault.code)
  const calls = program.statements.find(
    ({ line, lastLine }) => line <= (fault.diagnosis.line ?? 0) && (fault.diagnosis.line ?? 0) <= lastLine,
  )
  const called = new Set(
    calls?.tokens
      .filter(({ kind }, at) => kind === 'name' && calls.tokens[at + 1]?.text === '(')
      .map(({ text }) => text),
  )
  const [name] = definitionsOf(program)
    .map((each) => (each.kind === 'variable' || each.kind === 'parameter' ? each.name : ''))
    .filter((each) => BUILTINS.has(each) && called.has(each))
  if (name === undefined) return []
  const other = `${name}_`
  const uses = program.names.filter(
    (token) => token.text === name && program.code[token.end] !== '(' && program.code[token.start - 1] !== '.',
  )
  return [
    propose(
      uses.map((token) => replace(token, other)),
      `called the variable "${other}", since "${name}" is needed as the builtin`,
      0.92,
    ),
  ]
}

/** `[(1, 2) (3, 4)]` and `[[1] [2]]`: without the lost comma it reads as a call or an index. */
function lostComma(fault: Fault, { tokens }: Place): Proposal[] {
  const isLost = messageOf(
    fault,
    /^'(?:tuple|list|str|int|float|dict|set)' object is not callable|indices must be integers or slices, not tuple|^'(?:int|float|set)' object is not subscriptable/,
  )
  if (!isLost) return []
  return tokens.flatMap((token, at): Proposal[] => {
    const before = tokens[at - 1]
    const isLiteral = before?.kind === 'string' || before?.kind === 'number' || before?.kind === 'close'
    const isBeside =
      token.kind === 'open' && endsOperand(before) && isLiteral && before !== undefined && before.end < token.start
    return isBeside
      ? [
          propose(
            insert(before.end, ','),
            `put a comma behind "${before.text.slice(-20)}" on line ${before.line}`,
            0.93,
          ),
        ]
      : []
  })
}

/** `clean = text.strip` above: the call is missing in the assignment of the variable. */
function uncalledBefore(fault: Fault, { program, statement }: Place): Proposal[] {
  const used = new Set(statement.tokens.filter(({ kind }) => kind === 'name').map(({ text }) => text))
  return program.statements.flatMap(({ tokens, last }) => {
    const [target, equals] = tokens
    const isMethod = last.kind === 'name' && tokens.at(-2)?.text === '.'
    if (equals?.text !== '=' || !isMethod || !used.has(target?.text ?? '')) return []
    const isSeen = /method|function/.test(fault.facts.types?.[target?.text ?? ''] ?? '')
    return isSeen ? [propose(insert(last.end, '()'), `called "${last.text}" on line ${last.line}`, 0.94)] : []
  })
}

/** `len(items.keys)`: a method that was not called. */
function uncalled(fault: Fault, place: Place): Proposal[] {
  const { tokens } = place
  const isFunctionValue = messageOf(fault, /'(?:builtin_function_or_method|method|function|method_descriptor)'/)
  if (!isFunctionValue || messageOf(fault, /not subscriptable|not callable/)) return []
  const attribute = messageOf(fault, /has no attribute '(\w+)'/)?.[1]
  const all = tokens.flatMap((token) => [token, ...(token.string?.inner ?? [])])
  const here = all.flatMap((token, at): Proposal[] => {
    const next = all[at + 1]
    const isMethod = token.kind === 'name' && next?.text !== '(' && next?.text !== '.' && next?.text !== '='
    const isBefore =
      attribute !== undefined && next?.text === '.' && all[at + 2]?.text === attribute && token.kind === 'name'
    if (isBefore) return [propose(insert(token.end, '()'), `called "${token.text}"`, 0.93)]
    if (!isMethod || attribute !== undefined) return []
    const isSeen = /^(?:builtin_function_or_method|method|function)$/.test(fault.facts.types?.[token.text] ?? '')
    const isAttribute = all[at - 1]?.text === '.'
    const isOwn = isFunction(fault, token.text)
    return isAttribute || isSeen || isOwn
      ? [propose(insert(token.end, '()'), `called "${token.text}"`, isSeen || isOwn ? 0.88 : 0.8)]
      : []
  })
  return [...uncalledBefore(fault, place), ...here]
}
