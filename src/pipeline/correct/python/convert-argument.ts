import type { Fault, Proposal, Strategy } from '../strategy.ts'
import { assuming, best, messageOf, propose, replace, wrap } from './edits.ts'
import { type Call, callsIn, type Expression, expressionOf, type Place, placeOf } from './expression.ts'

export const convertArgument: Strategy = {
  id: 'python/convert-argument',
  languages: ['python'],
  title: 'Gives a function the kind of value it takes',
  answers: ['TypeError', 'ValueError'],
  prior: 0.88,
  bold: 'a fraction that is cut off, commas taken for thousands',
  propose(fault) {
    const place = placeOf(fault)
    if (!place) return []
    return best(
      RULES.flatMap(([pattern, propose]) => {
        const found = messageOf(fault, pattern)
        return found ? propose({ fault, place, found, calls: pointed(place) }) : []
      }),
    )
  },
}

interface Case {
  fault: Fault
  place: Place
  found: RegExpExecArray
  calls: Call[]
}

/** Calls around the marked place first, or all. */
function pointed(place: Place): Call[] {
  const calls = callsIn(place)
  const at = calls.filter(({ callee, close }) => {
    const token = place.tokens[place.at]
    return token !== undefined && callee.start <= token.start && token.start < (place.tokens[close]?.end ?? 0)
  })
  return at.length ? at : calls
}

const RULES: [RegExp, (given: Case) => Proposal[]][] = [
  [/^sequence item \d+: expected str instance, (\w+) found/, ({ place }) => joined(place)],
  [
    /^(?:write|writelines)?\(?\)? ?argument must be str, not (\w+)/,
    ({ calls, found }) => (found[1] === 'bytes' ? [] : wrapped(calls, ['write'], 'str')),
  ],
  [
    /must be encoded before hashing|^a bytes-like object is required, not 'str'|^string argument without an encoding/,
    ({ calls }) => encoded(calls),
  ],
  [/^cannot use a string pattern on a bytes-like object/, ({ calls }) => decoded(calls)],
  [
    /^'(?:list|tuple|dict|set)' object cannot be interpreted as an integer/,
    ({ calls }) => wrapped(calls, ['range'], 'len'),
  ],
  [
    /^'str' object cannot be interpreted as an integer/,
    ({ calls }) => wrapped(calls, ['range', 'chr', 'hex', 'bin', 'randint'], 'int'),
  ],
  [/^list indices must be integers or slices, not str/, ({ fault, place }) => indexed(fault, place)],
  [
    /^must be real number, not str|^bad operand type for abs\(\): 'str'|^type str doesn't define __round__|^must be real number/,
    ({ calls }) =>
      wrapped(calls, ['sqrt', 'abs', 'round', 'floor', 'ceil', 'sin', 'cos', 'log', 'pow', 'sleep', 'exp'], 'float'),
  ],
  [/^object of type '(?:int|float)' has no len\(\)/, ({ calls }) => wrapped(calls, ['len'], 'str')],
  [
    /^object of type '(generator|map|filter|zip|reversed)' has no len\(\)/,
    ({ calls }) => wrapped(calls, ['len'], 'list'),
  ],
  [
    /^'(?:map|filter|zip|dict_keys|dict_values|dict_items|generator|reversed|set)' object is not subscriptable/,
    ({ place }) => listed(place),
  ],
  [/^argument of type 'int' is not iterable/, ({ place }) => searched(place)],
  [/^invalid literal for int\(\) with base 10: '(-?\d*\.\d+)'/, ({ calls }) => cut(calls)],
  [
    /^(?:invalid literal for int\(\) with base 10|could not convert string to float): '-?[\d,]+(?:\.\d+)?'/,
    ({ calls }) => withoutCommas(calls),
  ],
  [/^%[dif] format: a (?:real )?number is required, not str/, ({ place }) => formatted(place)],
  [/^not (?:all arguments converted during|enough arguments for format) string/, ({ place }) => tupled(place)],
  [/^Object of type (\w+) is not JSON serializable/, ({ calls, found }) => serializable(calls, found[1] ?? '')],
]

function wrapped(calls: Call[], names: string[], type: string): Proposal[] {
  return calls.flatMap(({ name, arguments: given }) =>
    names.includes(name)
      ? given
          .slice(0, 1)
          .map((each) => propose(wrap(each, `${type}(`, ')'), `gave ${name}() ${type}(${each.text.slice(0, 30)})`, 0.9))
      : [],
  )
}

/** `int("3.7")` */
const cut = (calls: Call[]): Proposal[] =>
  wrapped(calls, ['int'], 'float').map((each) => assuming('the fraction of a number may be cut off', each))

/** `", ".join(numbers)` */
function joined(place: Place): Proposal[] {
  return callsIn(place).flatMap(({ name, arguments: [first] }) => {
    if (name !== 'join' || !first || first.text.startsWith('map(str')) return []
    const isGenerator = first.tokens.some(({ text }) => text === 'for') && first.tokens[0]?.kind !== 'open'
    const [before, after] = isGenerator ? ['map(str, (', '))'] : ['map(str, ', ')']
    return [propose(wrap(first, before, after), 'made texts of what is joined', 0.95)]
  })
}

/** A text in place of bytes. */
function encoded(calls: Call[]): Proposal[] {
  return calls.flatMap(({ arguments: given, name }) =>
    given.slice(0, 1).flatMap((each) => {
      const isSimple =
        each.tokens.length === 1 ||
        each.tokens.at(-1)?.kind === 'close' ||
        each.tokens.every(({ kind, text }) => kind === 'name' || text === '.')
      const edits = isSimple ? wrap(each, '', '.encode()').slice(1) : wrap(each, '(', ').encode()')
      return [propose(edits, `encoded what is given to ${name}()`, 0.88)]
    }),
  )
}

function decoded(calls: Call[]): Proposal[] {
  return calls.flatMap(({ arguments: given, name }) => {
    const last = given.at(-1)
    return last ? [propose(wrap(last, '', '.decode()').slice(1), `decoded what is given to ${name}()`, 0.8)] : []
  })
}

/** An index that was read as text. */
function indexed({ facts }: Fault, { program, tokens }: Place): Proposal[] {
  return tokens.flatMap((token, open) => {
    const name = tokens[open + 1]
    if (token.text !== '[' || tokens[open + 2]?.text !== ']' || name?.kind !== 'name') return []
    const isNumber = /^["']-?\d+["']$/.test(facts.values?.[name.text] ?? '')
    const inside = isNumber ? expressionOf({ program, tokens }, [open + 1, open + 2]) : undefined
    return inside ? [propose(wrap(inside, 'int(', ')'), 'made the index a number', 0.88)] : []
  })
}

/** `map(f, x)[0]`, `d.keys()[0]` */
function listed(place: Place): Proposal[] {
  const { program, tokens } = place
  return tokens.flatMap((token, at) => {
    if (token.text !== '[' || !['close', 'name'].includes(tokens[at - 1]?.kind ?? '')) return []
    const call = callsIn(place).find(({ close }) => close === at - 1)
    const from = call ? tokens.indexOf(call.callee.tokens[0] ?? token) : at - 1
    const value = expressionOf({ program, tokens }, [from, at])
    return value ? [propose(wrap(value, 'list(', ')'), `made a list of ${value.text.slice(0, 30)}`, 0.9)] : []
  })
}

function searched({ program, tokens }: Place): Proposal[] {
  return tokens.flatMap(({ text }, at) => {
    const right = text === 'in' ? expressionOf({ program, tokens }, [at + 1, at + 2]) : undefined
    return right ? [propose(wrap(right, 'str(', ')'), 'looked into the digits of a number', 0.5)] : []
  })
}

const withoutCommas = (calls: Call[]): Proposal[] =>
  calls.flatMap(({ name, arguments: [first] }) =>
    first &&
    (name === 'int' || name === 'float') &&
    first.tokens.every(({ kind }) => kind !== 'operator' || first.text.includes('.'))
      ? [
          assuming(
            'a comma in a number parts thousands',
            propose(wrap(first, '', ".replace(',', '')").slice(1), 'left the commas of a number out', 0.85),
          ),
        ]
      : [],
  )

/** `"%d" % text` */
function formatted({ tokens }: Place): Proposal[] {
  return tokens.flatMap((token) =>
    token.kind === 'string' && /%\d*[dif]/.test(token.text)
      ? [propose(replace(token, token.text.replaceAll(/%\d*[dif]/g, '%s')), 'showed a text with %s', 0.8)]
      : [],
  )
}

/** `"%s %s" % a, b` */
function tupled({ program, tokens }: Place): Proposal[] {
  const at = tokens.findIndex(({ text }, index) => text === '%' && tokens[index - 1]?.kind === 'string')
  if (at === -1 || tokens[at + 1]?.text === '(') return []
  let end = at + 1
  let depth = 0
  while (end < tokens.length && !(tokens[end]?.kind === 'close' && depth === 0)) {
    if (tokens[end]?.kind === 'open') depth++
    if (tokens[end]?.kind === 'close') depth--
    end++
  }
  const values = expressionOf({ program, tokens }, [at + 1, end])
  return values?.tokens.some(({ text }) => text === ',')
    ? [propose(wrap(values, '(', ')'), 'put all values of the format into one tuple', 0.95)]
    : []
}

function serializable(calls: Call[], type: string): Proposal[] {
  return calls.flatMap(({ name, arguments: given }): Proposal[] => {
    const last: Expression | undefined = given.at(-1)
    if ((name !== 'dumps' && name !== 'dump') || !last || given.some(({ text }) => text.startsWith('default')))
      return []
    const how =
      type === 'set'
        ? 'list'
        : ['datetime', 'date', 'Decimal', 'UUID', 'PosixPath', 'time'].includes(type)
          ? 'str'
          : undefined
    return how
      ? [propose(wrap(last, '', `, default=${how}`).slice(1), `wrote values of type ${type} with ${how}()`, 0.75)]
      : []
  })
}
