import type { Edit } from '../strategy.ts'
import { isPunctuation } from './grammar.ts'
import type { Source } from './read-source.ts'

/** Methods of Python's lists, texts and dictionaries, by what they are called here. */
const METHODS: Record<string, string> = {
  append: 'push', strip: 'trim', lstrip: 'trimStart', rstrip: 'trimEnd', upper: 'toUpperCase', lower: 'toLowerCase',
  startswith: 'startsWith', endswith: 'endsWith', index: 'indexOf', rindex: 'lastIndexOf', rjust: 'padStart', ljust: 'padEnd',
} // biome-ignore format: a table

/** `d.items()` becomes `Object.entries(d)`. */
const OF_OBJECT: Record<string, string> = { items: 'entries', keys: 'keys', values: 'values' }

/** What a method that is not there should be: every call of it in the code is changed. */
export function pythonMethods(source: Source, wrong: string): Edit[] {
  const { tokens } = source
  return tokens.flatMap((token, index) => {
    if (token.text !== wrong || !isPunctuation(tokens[index - 1], '.') || !isPunctuation(tokens[index + 1], '('))
      return []
    const meant = Object.hasOwn(METHODS, wrong) ? METHODS[wrong] : undefined
    if (meant) return [{ start: token.start, end: token.end, text: meant }]
    return Object.hasOwn(OF_OBJECT, wrong) ? ofObject(source, index, OF_OBJECT[wrong] ?? '') : []
  })
}

/** Only where a chain of names is asked: what more there is would have to be cut out of an expression. */
function ofObject({ tokens, partner }: Source, index: number, meant: string): Edit[] {
  const closer = tokens[partner.get(index + 1) ?? -1]
  let first = index - 2
  while (isPunctuation(tokens[first - 1], '.') && tokens[first - 2]?.kind === 'name') first -= 2
  const [start, last] = [tokens[first], tokens[index - 2]]
  if (start?.kind !== 'name' || last?.kind !== 'name' || closer === undefined || partner.get(index + 1) !== index + 2)
    return []
  return [
    { start: start.start, end: start.start, text: `Object.${meant}(` },
    { start: last.end, end: closer.end, text: ')' },
  ]
}
