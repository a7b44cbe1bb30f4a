import { classAround } from './class-around.ts'
import { isPunctuation, isWord } from './grammar.ts'
import { onError } from './javascript-strategy.ts'
import { indentOf, type Source } from './read-source.ts'
import { startsOf } from './start-values.ts'

/** Apart from a variable without a first value: a field that nothing begins is undefined, and fails only where it is used. */
export const beginField = onError({
  id: 'javascript/begin-field',
  title: 'Begins a field that its class only adds to, with the empty value that its type or its use tells',
  prior: 0.9,
  answers: ['TypeError'],
  propose: (source, { diagnosis }) => {
    const read = /^Cannot (?:read|set) properties of undefined \((?:reading|setting) '(\w+)'\)/.exec(
      diagnosis.message,
    )?.[1]
    const { tokens } = source
    const at = tokens.findIndex(
      (token, index) =>
        token.line === diagnosis.line &&
        isOwnField(source, index) &&
        (isRead(source, index, read) || isIndexed(source, index)),
    )
    const brace = at === -1 ? -1 : classAround(source, at)
    const name = tokens[at]?.text
    if (read === undefined || name === undefined || brace === -1) return []
    const uses = tokens.flatMap((token, index) => (token.text === name && isOwnField(source, index) ? [index] : []))
    // A value that is given later, or from outside, is not this one.
    if (
      tokens.some(
        (token, index) => token.text === name && isPunctuation(tokens[index - 1], '.') && isAssigned(source, index),
      )
    )
      return []
    const place = placeOf(source, { brace, name })
    const start = place.type === undefined ? startsOf(source, uses)[0] : startOfType(place.type)
    if (start === undefined) return []
    const text = place.isDeclared ? ` = ${start}` : place.textOf(start)
    return [
      {
        edits: [{ start: place.at, end: place.at, text }],
        why: `began the field \`${name}\` with ${start}`,
        sureness: 0.94,
      },
    ]
  },
})

const isOwnField = ({ tokens }: Source, index: number): boolean =>
  tokens[index]?.kind === 'name' && isPunctuation(tokens[index - 1], '.') && isWord(tokens[index - 2], 'this')

const isRead = ({ tokens }: Source, index: number, member: string | undefined): boolean =>
  isPunctuation(tokens[index + 1], '.') && tokens[index + 2]?.text === member

const isIndexed = ({ tokens }: Source, index: number): boolean => isPunctuation(tokens[index + 1], '[')

const isAssigned = ({ tokens }: Source, index: number): boolean => isPunctuation(tokens[index + 1], '=', '??=', '||=')

interface FieldPlace {
  at: number
  isDeclared: boolean
  /** As it is written behind the name of the field. */
  type?: string
  textOf(start: string): string
}

/** Behind the declaration of the field; without one, a declaration of its own at the start of the class. */
function placeOf(source: Source, { brace, name }: { brace: number; name: string }): FieldPlace {
  const { tokens, parent, code } = source
  const end = source.partner.get(brace) ?? tokens.length
  for (let index = brace + 1; index < end; index++) {
    const isField = parent[index] === brace && tokens[index]?.text === name && !isPunctuation(tokens[index - 1], '.')
    if (!isField || isPunctuation(tokens[index + 1], '(', '=')) continue
    const last = lastOfField(source, index)
    const type = isPunctuation(tokens[index + 1], ':')
      ? code.slice(tokens[index + 2]?.start, tokens[last]?.end)
      : undefined
    return { at: tokens[last]?.end ?? 0, isDeclared: true, ...(type !== undefined && { type }), textOf: String }
  }
  const first = tokens[brace + 1]
  const indent = first?.isFirst ? `\n${indentOf(source, first.line)}` : ' '
  return { at: tokens[brace]?.end ?? 0, isDeclared: false, textOf: (start) => `${indent}${name} = ${start};` }
}

function lastOfField({ tokens }: Source, index: number): number {
  let last = index
  while (
    tokens[last + 1] &&
    !isPunctuation(tokens[last + 1], ';', '}') &&
    !(tokens[last + 1]?.isFirst && tokens[last + 1]?.line !== tokens[last]?.line)
  )
    last++
  return last
}

function startOfType(type: string): string | undefined {
  if (/\[\]$|^(?:Array|ReadonlyArray)\b/.test(type)) return '[]'
  if (/^(?:Map|Set)\b/.test(type)) return `new ${/^\w+/.exec(type)?.[0]}()`
  return /^(?:Record\b|\{)/.test(type) ? '{}' : undefined
}
