import { plainInputs, randomPlain } from './plain-inputs.mjs'
import { quote } from './show.mjs'

const MOST_DEPTH = 4
const MOST_EACH = 70
const NAME = /^[A-Za-z_$][\w$]*$/

/** Texts of values that fit a shape, the most usual first. `around` has the constants of the code and its classes. */
export function inputsFor(shape, around, depth = 0) {
  if (depth > MOST_DEPTH) return ['null']
  const make = MAKERS[shape.kind]
  const texts = make
    ? make(shape, (part) => inputsFor(part, around, depth + 1), around)
    : plainInputs(shape.kind, around.constants)
  return [...new Set(texts)].slice(0, MOST_EACH)
}

const MAKERS = {
  literal: ({ text }) => [text],
  union: ({ of }, inputs) => takeTurns(of.map(inputs)),
  array: ({ of }, inputs) => listsOf(inputs(of)).map((items) => `[${items.join(', ')}]`),
  set: ({ of }, inputs) => listsOf(inputs(of)).map((items) => `new Set([${items.join(', ')}])`),
  tuple: ({ of }, inputs) => combine(of.map(inputs)).map((items) => `[${items.join(', ')}]`),
  object: ({ fields }, inputs) => objectsOf(fields, inputs),
  record: ({ of }, inputs) => recordsOf(inputs(of)),
  map: ({ of }, inputs) => {
    const [one = '1', two = '2', three = '0'] = inputs(of)
    return [`new Map([['a', ${one}], ['b', ${two}]])`, 'new Map()', `new Map([['c', ${three}]])`]
  },
  promise: ({ of }, inputs) =>
    inputs(of)
      .slice(0, 6)
      .map((text) => `Promise.resolve(${text})`),
  typed: ({ name }) => [`new ${name}([1, 2, 3])`, `new ${name}([])`, `new ${name}([250, 0, 7, 7])`],
  instance: ({ name }, inputs, { classes }) => {
    const parameters = classes[name]
    if (!parameters) return ['null']
    return combine(parameters.map(({ shape }) => inputs(shape)))
      .slice(0, 12)
      .map((given) => `new ${name}(${given.join(', ')})`)
  },
}

function listsOf([a = '1', b = a, c = b, ...rest]) {
  const more = rest.slice(0, 5)
  return [
    [a, b, c],
    [],
    [a],
    [c, b, a],
    [a, a, b],
    [b, a, c, ...more],
    [...more, a],
    ...rest.slice(0, 40).map((one) => [one, a]),
  ]
}

function recordsOf([one = '1', two = '2', three = '3', ...rest]) {
  const usual = [`{ a: ${one}, b: ${two} }`, '{}', `{ a: ${three} }`, `{ b: ${two}, a: ${one}, c: ${three} }`]
  const nested = [`{ a: { b: ${one} } }`, `{ a: { c: ${two} }, b: [${one}] }`, `{ a: null, b: '' }`]
  return [...usual, ...nested, ...rest.slice(0, 8).map((text) => `{ key: ${text} }`)]
}

/** All fields as usual, then one after the other through all its values, then without the optional ones. */
function objectsOf(fields, inputs) {
  const names = Object.keys(fields)
  const texts = names.map((name) => inputs(fields[name].shape))
  const write = (values) => {
    const parts = names.flatMap((name, index) =>
      values[index] === undefined ? [] : [`${keyOf(name)}: ${values[index]}`],
    )
    return parts.length ? `{ ${parts.join(', ')} }` : '{}'
  }
  const rows = combine(texts)
  const usual = texts.map(([first]) => first)
  const optional = names.flatMap((name, at) =>
    fields[name].isOptional ? [usual.map((text, index) => (index === at ? undefined : text))] : [],
  )
  return [...rows.slice(0, 3), ...optional, ...rows.slice(3)].map(write)
}

const keyOf = (name) => (NAME.test(name) ? name : quote(name))

/** Rows with one value from each list: each list is gone through while the others stay at their first or second. */
export function combine(lists) {
  const at = (list, index) => list[Math.min(index, list.length - 1)]
  const rows = [0, 1, 2].map((index) => lists.map((list) => at(list, index)))
  const longest = Math.max(0, ...lists.map((list) => list.length))
  for (let index = 1; index < longest; index++) {
    lists.forEach((list, column) => {
      if (index >= list.length) return
      for (const usual of [0, 1])
        rows.push(lists.map((other, place) => (place === column ? list[index] : at(other, usual))))
    })
  }
  return rows
}

function takeTurns(lists) {
  const longest = Math.max(0, ...lists.map((list) => list.length))
  return Array.from({ length: longest }, (_, index) => lists.flatMap((list) => list.slice(index, index + 1))).flat()
}

/** One random text for a shape. */
export function randomInput(shape, around, depth = 0) {
  const { random } = around
  const part = (one) => randomInput(one, around, depth + 1)
  const count = () => Math.floor(random() * (depth > 1 ? 3 : 7))
  if (depth > MOST_DEPTH) return 'null'
  if (shape.kind === 'union') return part(shape.of[Math.floor(random() * shape.of.length)] ?? { kind: 'unknown' })
  if (shape.kind === 'array') return `[${Array.from({ length: count() }, () => part(shape.of)).join(', ')}]`
  if (shape.kind === 'set') return `new Set([${Array.from({ length: count() }, () => part(shape.of)).join(', ')}])`
  if (shape.kind === 'record') {
    return `{ ${Array.from({ length: count() }, (_, index) => `${'abcdefg'[index]}: ${part(shape.of)}`).join(', ')} }`
  }
  if (shape.kind === 'object') {
    const kept = Object.entries(shape.fields).filter(([, { isOptional }]) => !isOptional || random() < 0.6)
    return `{ ${kept.map(([name, field]) => `${keyOf(name)}: ${part(field.shape)}`).join(', ')} }`
  }
  if (!MAKERS[shape.kind]) return randomPlain(shape.kind, around)
  const texts = inputsFor(shape, around, depth)
  return texts[Math.floor(random() * texts.length)]
}
