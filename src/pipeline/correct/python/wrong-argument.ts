import { table } from '../../../language/table.ts'
import type { Fault, Proposal, Strategy } from '../strategy.ts'
import { definitionsOf, parametersOf } from './definitions.ts'
import { best, insert, messageOf, propose, remove, replace } from './edits.ts'
import { type Call, callsIn, type Place, placeOf } from './expression.ts'
import { functionsOf } from './functions-of.ts'
import { nearNames } from './near-names.ts'
import { type Program, readProgram } from './program.ts'

export const wrongArgument: Strategy = {
  id: 'python/wrong-argument',
  languages: ['python'],
  title: 'Names an argument as the function does, and matches calls with their functions',
  answers: ['TypeError'],
  prior: 0.88,
  propose(fault) {
    const program = readProgram(fault.code)
    const place = placeOf(fault)
    return best([
      ...misspelt(fault, program, place),
      ...initializer(fault, program),
      ...missing(fault, place),
      ...instance(fault, place),
      ...surplus(fault, program),
      ...receiver(fault, place),
    ])
  },
}

/** `f() got an unexpected keyword argument 'nmae'` */
function misspelt(fault: Fault, program: Program, place: Place | undefined): Proposal[] {
  const found = messageOf(
    fault,
    /^(?:[\w.]*\.)?(\w+)\(\) got an unexpected keyword argument '(\w+)'|^'(\w+)' is an invalid keyword argument for (\w+)\(\)/,
  )
  const [, callee, argument, invalid, other] = found ?? []
  const wanted = argument ?? invalid
  const name = callee ?? other
  if (wanted === undefined || name === undefined || !place) return []
  const own = functionsOf(program, name).flatMap((each) => parametersOf(each).map(({ text }) => text))
  const className = /^(?:.*\.)?(\w+)\.__init__/.exec(fault.diagnosis.message)?.[1]
  const constructed = className
    ? functionsOf(program, className).flatMap((each) => parametersOf(each).map(({ text }) => text))
    : []
  const called = callsIn(place).flatMap((call) => KNOWN[call.name] ?? [])
  const names = [...(fault.facts.parameters ?? []), ...own, ...constructed, ...(KNOWN[name] ?? []), ...called]
  const usual = names.length === 0 || name.startsWith('_') ? USUAL : []
  const labels = place.tokens.filter((token, index) => token.text === wanted && place.tokens[index + 1]?.text === '=')
  const at = nearNames(wanted, [...names, ...usual], { isLoose: true }).slice(0, 3)
  return labels.flatMap((token) =>
    at.map(({ name: right, likeness }) => propose(replace(token, right), `named the argument "${right}"`, likeness)),
  )
}

const KNOWN = table<string[]>({
  print: ['sep', 'end', 'file', 'flush'],
  sort: ['key', 'reverse'],
  sorted: ['key', 'reverse'],
  open: ['mode', 'encoding', 'newline', 'errors'],
  max: ['key', 'default'],
  min: ['key', 'default'],
  dumps: ['indent', 'sort_keys', 'default', 'ensure_ascii', 'separators'],
  enumerate: ['start'],
  timedelta: ['days', 'hours', 'minutes', 'seconds', 'weeks', 'milliseconds', 'microseconds'],
  datetime: ['year', 'month', 'day', 'hour', 'minute', 'second', 'tzinfo'],
  date: ['year', 'month', 'day'],
  sum: ['start', 'axis'],
  dump: ['indent', 'sort_keys', 'default', 'ensure_ascii'],
  namedtuple: ['defaults', 'rename'],
  run: ['check', 'capture_output', 'text', 'timeout', 'input', 'cwd'],
  round: ['ndigits'],
  int: ['base'],
  replace: ['count'],
  combinations: ['r'],
  accumulate: ['func', 'initial'],
  zip: ['strict'],
  split: ['sep', 'maxsplit'],
})

/** Common argument names of libraries that do not list theirs. */
const USUAL = (
  'axis dtype keepdims key reverse default indent encoding mode start end days hours minutes seconds inplace ascending by ' +
  'columns index how on level sort name size shape num copy order'
).split(' ')

/** `C() takes no arguments`: its `__init__` has another name. */
function initializer(fault: Fault, program: Program): Proposal[] {
  const name = messageOf(fault, /^(\w+)\(\) takes no arguments/)?.[1]
  if (name === undefined) return []
  return definitionsOf(program).flatMap(({ token, kind, scope, name: method }) => {
    const isMethod = kind === 'function' && scope?.tokens[0]?.text === 'class' && scope.tokens[1]?.text === name
    const isNear =
      /^_*(?:init|int|inti|initialize|construct|constructor|new|initt|inint|iinit|nit)_*$/i.test(method) ||
      nearNames(method, ['__init__']).length > 0
    return isMethod && isNear ? [propose(replace(token, '__init__'), `called the initializer "__init__"`, 0.97)] : []
  })
}

/** `C.m() missing 1 required positional argument: 'self'`: called on the class instead of on an object. */
function instance(fault: Fault, place: Place | undefined): Proposal[] {
  const found = messageOf(fault, /^(\w+)\.(\w+)\(\) missing 1 required positional argument: '(\w+)'/)
  if (!found || !place) return []
  const { tokens } = place
  return tokens.flatMap((token, at) =>
    token.text === found[1] && tokens[at + 1]?.text === '.' && tokens[at + 2]?.text === found[2]
      ? [propose(insert(token.end, '()'), `made an object of ${token.text}`, 0.85)]
      : [],
  )
}

/** A variable with the name of the missing parameter is the forgotten argument. */
function missing(fault: Fault, place: Place | undefined): Proposal[] {
  const found = messageOf(fault, /^(?:[\w.]*\.)?(\w+)\(\) missing 1 required positional argument: '(\w+)'/)
  const [, callee, parameter = ''] = found ?? []
  if (!place || callee === undefined) return []
  const isKnown =
    fault.facts.values?.[parameter] !== undefined ||
    definitionsOf(place.program).some(
      ({ name, kind }) => name === parameter && kind !== 'parameter' && kind !== 'attribute',
    )
  if (!isKnown) return []
  return callsIn(place).flatMap(({ name, close, arguments: given }) => {
    const at = place.tokens[close]?.start
    const fits = name === callee || (callee === '__init__' && found?.[0].startsWith(`${name}.`))
    return at !== undefined && fits
      ? [propose(insert(at, given.length ? `, ${parameter}` : parameter), `gave ${name}() "${parameter}"`, 0.75)]
      : []
  })
}

/** `f() takes 1 positional argument but 2 were given`, when the last argument repeats the one before. */
function surplus(fault: Fault, program: Program): Proposal[] {
  const found = messageOf(
    fault,
    /^(?:[\w.]*\.)?(\w+)\(\) takes (?:exactly )?(\d+|no|one) (?:positional )?arguments? (?:but |\()(\d+) (?:was |were )?given/,
  )
  const place = placeOf(fault)
  if (!found || !place) return []
  return callsIn(place).flatMap((call) =>
    call.name === found[1] ? [...grouped(call), ...unused(call, program), ...ofBuiltin(call, program)] : [],
  )
}

/** `day.strftime(day, '%H')`: the object is there before the dot already. */
function receiver(fault: Fault, place: Place | undefined): Proposal[] {
  const found = messageOf(
    fault,
    /(\w+)\(\) takes .*\bgiven\)?$|^(\w+) expected (?:at most |exactly )?\d+ arguments?, got \d+/,
  )
  if (!found || !place) return []
  return callsIn(place).flatMap(({ callee, name, arguments: given }) => {
    const [first, second] = given
    const isRepeated = first !== undefined && callee.text === `${first.text}.${name}`
    if (!isRepeated || (found[1] ?? found[2] ?? name) !== name) return []
    const cut = { start: first.start, end: second?.start ?? first.end }
    return [propose(remove(cut), `gave ${name}() its object before the dot only`, 0.92)]
  })
}

/** `append(1, 2)` and `add(1, 2)`: groups two arguments into one tuple. */
function grouped({ name, arguments: given }: Call): Proposal[] {
  const [first, last] = [given[0], given.at(-1)]
  if (!['append', 'add', 'appendleft', 'put', 'heappush'].includes(name) || !first || !last || first === last) return []
  return [propose([insert(first.start, '('), insert(last.end, ')')], `gave ${name}() the values as one tuple`, 0.8)]
}

/** Removes an argument that repeats the one before. */
function unused({ arguments: given, name }: Call, { code }: Program): Proposal[] {
  const [before, last] = [given.at(-2), given.at(-1)]
  if (!before || !last || before.text !== last.text || code === '') return []
  return [propose(remove({ start: before.end, end: last.end }), `gave ${name}() an argument once only`, 0.8)]
}

/** `len(xs, 1)`: a function of Python itself that takes one value was given more; the first is the one it is about. */
function ofBuiltin({ arguments: given, name }: Call, { code }: Program): Proposal[] {
  const [first, last] = [given[0], given.at(-1)]
  if (!first || !last || first === last || !TAKE_ONE.has(name) || new RegExp(`\\bdef ${name}\\b`).test(code)) return []
  return [propose(remove({ start: first.end, end: last.end }), `gave ${name}() its first argument only`, 0.7)]
}

const TAKE_ONE = new Set('len abs ord chr bin hex oct hash id callable repr any all bool reversed'.split(' '))
