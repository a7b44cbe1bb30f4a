import type { Edit } from '../strategy.ts'
import { isPunctuation } from './grammar.ts'
import type { Source } from './read-source.ts'

/** Methods of Python's lists, texts and dictionaries, with their names in JavaScript. */
const METHODS: Record<string, string> = {
  append: 'push', strip: 'trim', lstrip: 'trimStart', rstrip: 'trimEnd', upper: 'toUpperCase', lower: 'toLowerCase',
  startswith: 'startsWith', endswith: 'endsWith', index: 'indexOf', rindex: 'lastIndexOf', rjust: 'padStart', ljust: 'padEnd',
} // biome-ignore format: a table

/** `d.items()` becomes `Object.entries(d)`. */
const OF_OBJECT: Record<string, string> = { items: 'entries', keys: 'keys', values: 'values' }

/** Replaces every call of the missing method by its JavaScript counterpart. */
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

/** Works only on a chain of names: a longer expression would have to be taken apart. */
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
