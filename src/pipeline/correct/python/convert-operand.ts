import type { Edit, Fault, Proposal, Strategy } from '../strategy.ts'
import { best, messageOf, propose, replace, wrap } from './edits.ts'
import { callsIn, type Expression, leftOf, type Place, placeOf, rightOf } from './expression.ts'

export const convertOperand: Strategy = {
  id: 'python/convert-operand',
  languages: ['python'],
  title: 'Makes a text of a number, or a number of a text, where both sides of an operator have to be alike',
  answers: ['TypeError'],
  prior: 0.9,
  propose(fault) {
    const place = placeOf(fault)
    const types = typesOf(fault)
    if (!place || !types) return []
    const operators = operatorsIn(place, types.operator)
    const found = operators.flatMap((index) => {
      const [left, right] = [leftOf(place, index), rightOf(place, index)]
      return left && right ? convert({ fault, place, left, right, ...types }) : []
    })
    return best([...found, ...summed(place, types)])
  },
}

export interface Types {
  operator: string
  leftType: string
  rightType: string
}

export function typesOf(fault: Fault): Types | undefined {
  const concatenated = messageOf(fault, /^can only concatenate (\w+) \(not "([\w.]+)"\) to \w+/)
  if (concatenated) return { operator: '+', leftType: concatenated[1] ?? '', rightType: concatenated[2] ?? '' }
  const unsupported = messageOf(
    fault,
    /^unsupported operand type\(s\) for ([^ :]+)(?: or pow\(\))?: '([\w.]+)' and '([\w.]+)'/,
  )
  const compared = messageOf(fault, /^'([<>=]+)' not supported between instances of '([\w.]+)' and '([\w.]+)'/)
  const found = unsupported ?? compared
  if (found) return { operator: found[1] ?? '', leftType: found[2] ?? '', rightType: found[3] ?? '' }
  const multiplied = messageOf(fault, /^can't multiply sequence by non-int of type '(\w+)'/)
  if (multiplied) return { operator: '*', leftType: 'str', rightType: multiplied[1] ?? '' }
  return messageOf(fault, /^can't concat str to bytes/)
    ? { operator: '+', leftType: 'bytes', rightType: 'str' }
    : undefined
}

/** The operator that the interpreter marks, or all that fit. */
export function operatorsIn({ tokens, at }: Place, operator: string): number[] {
  const fits = (text: string | undefined) => text === operator || text === `${operator}=`
  if (fits(tokens[at]?.text)) return [at]
  return tokens.flatMap(({ text }, index) => (fits(text) ? [index] : [])).slice(0, 3)
}

interface Operation extends Types {
  fault: Fault
  place: Place
  left: Expression
  right: Expression
}

const NUMBERS = new Set(['int', 'float', 'bool', 'Decimal', 'decimal.Decimal'])

function convert(operation: Operation): Proposal[] {
  const { operator, leftType, rightType, left, right } = operation
  if (leftType === 'list') return []
  if (leftType === 'bytes' && rightType === 'str') return [method(right, 'encode'), method(left, 'decode', 0.5)]
  if (leftType === 'str' && rightType === 'bytes') return [method(right, 'decode'), method(left, 'encode', 0.4)]
  const isText = leftType === 'str' ? 'left' : rightType === 'str' ? 'right' : undefined
  const other = isText === 'left' ? rightType : leftType
  if (!isText || other === 'NoneType') return []
  const [text, value] = isText === 'left' ? [left, right] : [right, left]
  const number = other === 'str' || isRepeated(text) ? [] : toNumber(operation, text)
  if (operator !== '+') return other === 'str' && operator === '*' ? bothNumbers(operation) : number
  const toText = propose(
    wrap(value, 'str(', ')'),
    `made a text of ${short(value)}`,
    meansText(operation, text, value) ? 0.93 : 0.6,
  )
  return NUMBERS.has(other) ? [toText, ...number] : [toText]
}

/** `10 * text` is a text written ten times: the number of that is not meant, and its operand became a text elsewhere. */
const isRepeated = ({ tokens }: Expression): boolean => tokens.some(({ text }) => text === '*')

export const short = ({ text }: Expression): string => (text.length > 30 ? 'what is added' : text)

function method(expression: Expression, name: string, sureness = 0.9): Proposal {
  const isSimple = expression.tokens.length === 1 || expression.tokens.at(-1)?.kind === 'close'
  const edits = isSimple ? wrap(expression, '', `.${name}()`).slice(1) : wrap(expression, '(', `).${name}()`)
  return propose(edits, `${name}d ${short(expression)}`, sureness)
}

const hasText = ({ tokens }: Expression): boolean =>
  tokens.some(({ kind, text }) => kind === 'string' && /[\p{L}:;,.!?=]|^\S\s+\S$|["'] +["']/u.test(text.slice(1)))

/** A literal with words in it, or a printed value, is meant as text. */
function meansText({ place, fault }: Operation, text: Expression, value: Expression): boolean {
  if (hasText(text) || place.tokens.some(({ kind, text: each }) => kind === 'string' && /\p{L}{2}/u.test(each)))
    return true
  return !isNumeric(fault, text) && value.tokens[0]?.kind !== 'number'
}

/** Whether the text is a number, by its observed value. */
function isNumeric({ facts }: Fault, { text }: Expression): boolean {
  const shown = facts.values?.[text] ?? text
  return /^["'] *-?\d+(?:\.\d+)? *["']$/.test(shown)
}

const numberType = ({ facts }: Fault, { text }: Expression): string =>
  /^["'] *-?\d+\.\d+/.test(facts.values?.[text] ?? text) ? 'float' : 'int'

/** A text from `input` is converted there, because its other uses want a number too. */
function toNumber({ fault, place }: Operation, text: Expression): Proposal[] {
  if (hasText(text) && text.tokens.length === 1) return []
  const type = numberType(fault, text)
  const sureness = isNumeric(fault, text) ? 0.92 : 0.75
  const why = `made a number of ${short(text)}`
  const source = text.tokens.length === 1 ? inputOf(place, text.text) : undefined
  const atSource = source ? [propose(wrap(source, `${type}(`, ')'), why, sureness + 0.02)] : []
  return [...atSource, propose(wrap(text, `${type}(`, ')'), why, sureness)]
}

/** The call of `input` in `name = input(…)`. */
function inputOf({ program }: Place, name: string): Expression | undefined {
  for (const { tokens } of program.statements) {
    const isAssigned = tokens[0]?.text === name && tokens[1]?.text === '='
    const call = isAssigned ? callsIn({ program, tokens }).find((each) => each.name === 'input') : undefined
    if (call) return { ...call.callee, end: tokens[call.close]?.end ?? call.callee.end }
  }
  return undefined
}

function bothNumbers({ fault, left, right }: Operation): Proposal[] {
  if (hasText(left) && hasText(right)) return []
  const edits: Edit[] = [left, right].flatMap((side) => wrap(side, `${numberType(fault, side)}(`, ')'))
  return [propose(edits, 'made numbers of both sides', 0.85)]
}

/** `sum(texts)`: there is no operator to point to. */
function summed(place: Place, { leftType, rightType }: Types): Proposal[] {
  if (leftType !== 'int' || rightType !== 'str') return []
  return callsIn(place).flatMap((call) => {
    const [first, start] = call.arguments
    if (call.name !== 'sum' || !first || isComparedElsewhere(place, first)) return []
    const isPlain = !first.tokens.some(({ text }) => text === 'for')
    const joined = propose(replace(call.callee, "''.join"), 'joined texts that were to be summed up', 0.75)
    return [
      ...(isPlain ? [propose(wrap(first, 'map(int, ', ')'), 'made numbers of what is summed up', 0.85)] : []),
      ...(start ? [] : [joined]),
    ]
  })
}

/** The greatest text is not the greatest number: converting here alone would hide that. */
const isComparedElsewhere = ({ program }: Place, { text }: Expression): boolean =>
  ['max', 'min', 'sorted'].some((name) => program.code.includes(`${name}(${text}`))
