import type { ParameterOperation, Word } from 'unbash'
import type { Origin, Range, Value } from './bash-program.ts'
import { BREAK, type Draft, hole } from './draft.ts'
import type { Scope } from './scope.ts'

interface Parameter {
  parameter: string
  place: Range
  isQuoted: boolean
  prefix?: '!' | '#' | undefined
  index?: Word | undefined
  operation?: ParameterOperation | undefined
  scope: Scope
  expandOperand(word: Word): Value
}

/** The text of a variable in a word; a hole if the value is known only at run time. */
export function expandParameter(given: Parameter): Draft {
  const { prefix, operation, isQuoted, place, scope } = given
  if (prefix === '#') {
    return hole({ ...place, name: 'number', origin: 'number', isQuoted, isNeverEmpty: true, sources: [] })
  }
  const named = scope.get(given.parameter)
  const target = prefix === '!' && named?.unknowns.length === 0 ? named.text : given.parameter
  const value = scope.get(target) ?? BUILT_IN[target]
  const changed = operation ? applyOperation({ ...given, parameter: target }, value) : value
  if (!changed) return hole({ ...place, ...unassigned(target), isQuoted, isNeverEmpty: false, sources: [] })
  return placed(changed, given)
}

/** The value at this place: split into words unless it is quoted. */
function placed(value: Pick<Value, 'text' | 'unknowns'>, { isQuoted, place, index, parameter }: Parameter): Draft {
  const isList = /^[@*]$/.test(index?.text ?? parameter)
  const isWhole = isList || (index === undefined && !value.text.includes(BREAK))
  const text = isWhole ? value.text : value.text.split(BREAK)[Number(index?.value ?? 0)]
  if (text === undefined) {
    return hole({ ...place, name: parameter, origin: 'other', isQuoted, isNeverEmpty: false, sources: [] })
  }
  return {
    text: isQuoted ? text : text.split(/[ \t\n]/).join(BREAK),
    unknowns: value.unknowns.map((unknown) => ({ ...unknown, ...place, isQuoted })),
  }
}

const known = (text: string): Value => ({ text, start: 0, end: 0, unknowns: [], isPlain: false, isExpanded: true })
const BUILT_IN: Record<string, Value | undefined> = Object.assign(Object.create(null), {
  HOME: known('~'),
  IFS: known(' '),
})

/** First letters that are the same on every host: `${PATH:0:1}` is a way to write a slash. */
const PATH_LIKE = new Set(['PATH', 'HOME', 'PWD', 'SHELL', 'BASH', 'OLDPWD'])
const REQUEST_NAMES = /^(?:QUERY_STRING|REQUEST_\w+|HTTP_(?!PROXY)\w+|PATH_INFO|CONTENT_TYPE|REMOTE_\w+)$/

function unassigned(name: string): { name: string; origin: Origin } {
  if (/^(?:[1-9]\d*|[@*]|OPTARG|BASH_ARGV)$/.test(name)) return { name, origin: 'argument' }
  if (name === 'REPLY' || name === 'SSH_ORIGINAL_COMMAND') return { name, origin: 'input' }
  if (REQUEST_NAMES.test(name)) return { name, origin: 'request' }
  if (/^[#?$!]$|^(?:RANDOM|SECONDS|UID|EUID|PPID|LINENO)$/.test(name)) return { name, origin: 'number' }
  return { name, origin: /^[A-Za-z_]/.test(name) ? 'environment' : 'other' }
}

/** Undefined when the result is unknown. */
function applyOperation(
  { parameter, operation, place, isQuoted, expandOperand }: Parameter,
  value: Value | undefined,
): Pick<Value, 'text' | 'unknowns'> | undefined {
  if (operation?.type === 'Default') {
    const operand = expandOperand(operation.operand)
    const isFallback = operation.operator.endsWith('-') || operation.operator.endsWith('=')
    if (operation.operator.endsWith('+')) return operand
    const unknown = value?.unknowns[0] ?? { ...place, ...unassigned(parameter), sources: [], isQuoted }
    if (value && value.unknowns.length === 0 && value.text !== '') return value
    if (isFallback && unknown.origin === 'environment' && !value) return operand
    return hole({ ...unknown, ...place, isQuoted, isNeverEmpty: !isFallback || operand.text !== '' })
  }
  if (operation?.type === 'Slice') return sliced(parameter, value, operation)
  if (!value || value.unknowns.length > 0) return value
  return { text: changedText(value.text, operation), unknowns: [] }
}

function sliced(
  name: string,
  value: Value | undefined,
  { offset, length }: Extract<ParameterOperation, { type: 'Slice' }>,
): Value | undefined {
  const [from, count] = [Number(offset.value), length ? Number(length.value) : Number.POSITIVE_INFINITY]
  if (from === 0 && count === 1 && PATH_LIKE.has(name)) return known('/')
  if (!value || value.unknowns.length > 0 || !(from >= 0) || !(count >= 0)) return value
  return known(value.text.slice(from, from + count))
}

function changedText(text: string, operation: ParameterOperation | undefined): string {
  switch (operation?.type) {
    case 'Replace': {
      const { operator, pattern, replacement } = operation
      if (pattern.value === '') return text
      return operator === '//'
        ? text.replaceAll(pattern.value, () => replacement.value)
        : text.replace(pattern.value, () => replacement.value)
    }
    case 'CaseModification':
      return operation.operator.startsWith('^') ? text.toUpperCase() : text.toLowerCase()
    case 'Remove':
      return withoutPart(text, operation)
    default:
      return text
  }
}

function withoutPart(text: string, { operator, operand }: Extract<ParameterOperation, { type: 'Remove' }>): string {
  const pattern = operand.value
  const isPrefix = operator.startsWith('#')
  const literal = pattern.replace('*', '')
  if (literal.includes('*') || literal === '') return text
  if (pattern === literal) {
    if (isPrefix) return text.startsWith(literal) ? text.slice(literal.length) : text
    return text.endsWith(literal) ? text.slice(0, -literal.length) : text
  }
  const place = operator === '#' || operator === '%%' ? text.indexOf(literal) : text.lastIndexOf(literal)
  if (place < 0) return text
  return isPrefix ? text.slice(place + literal.length) : text.slice(0, place)
}
