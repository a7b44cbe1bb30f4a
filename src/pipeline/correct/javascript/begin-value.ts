import type { Token } from '../../../language/javascript/tokens.ts'
import { declaredNames } from './declared-names.ts'
import { isPunctuation, isWord } from './grammar.ts'
import { onError } from './javascript-strategy.ts'
import { indentOf, type Source } from './read-source.ts'
import { undefinedName } from './spell-name.ts'

export const beginValue = onError({
  id: 'javascript/begin-value',
  title: 'Begins a variable that a loop adds to, with the empty value that fits its use',
  prior: 0.85,
  bold: 'a sum begun at zero, a text, a list or an object begun empty',
  answers: ['ReferenceError'],
  propose: (source, { diagnosis }) => {
    const name = undefinedName(diagnosis.message)
    const index = source.tokens.findIndex(({ text, line }) => text === name && line === diagnosis.line)
    const start = name === undefined || declaredNames(source).has(name) ? undefined : startOf(source, name)
    const place = start === undefined || index === -1 ? undefined : outermostLoop(source, index)
    if (start === undefined || !place) return []
    const text = `let ${name} = ${start}\n${indentOf(source, place.line)}`
    return [
      {
        edits: [{ start: place.start, end: place.start, text }],
        why: `began \`${name}\` with ${start} before the loop that adds to it`,
        sureness: 0.85,
        assumption: `\`${name}\` begins with ${start}`,
      },
    ]
  },
})

/** The empty value that fits how the program adds to a name; undefined when nothing adds to it. */
function startOf({ tokens, partner }: Source, name: string): string | undefined {
  for (const [index, token] of tokens.entries()) {
    if (token.text !== name || isPunctuation(tokens[index - 1], '.', '?.')) continue
    const [next, value] = [tokens[index + 1], tokens[index + 2]]
    if (isPunctuation(next, '.') && isWord(value, 'push', 'unshift')) return '[]'
    const closed = partner.get(index + 1)
    if (isPunctuation(next, '[') && closed !== undefined && isPunctuation(tokens[closed + 1], '=', '+=', '++'))
      return '{}'
    if (isPunctuation(next, '++', '--', '-=', '*=')) return isPunctuation(next, '*=') ? '1' : '0'
    if (isPunctuation(next, '+=')) return addsText(tokens, index + 2, token.line) ? "''" : '0'
  }
  return undefined
}

const addsText = (tokens: readonly Token[], from: number, line: number): boolean =>
  tokens.slice(from, from + 30).some((token) => token.line === line && ['string', 'template'].includes(token.kind))

/** The beginning of the outermost loop around a token, in its function. */
function outermostLoop({ tokens, parent, partner }: Source, index: number): Token | undefined {
  const line = tokens.findLast((token, at) => at <= index && token.isFirst)
  let found = isWord(line, 'for', 'while') ? line : undefined
  for (let at = parent[index] ?? -1; at >= 0; at = parent[at] ?? -1) {
    const head = isPunctuation(tokens[at], '{') ? (partner.get(at - 1) ?? at) - 1 : -1
    if (isWord(tokens[head], 'for', 'while')) found = tokens[head]
    else if (head >= 0 && !isWord(tokens[head], 'if', 'switch') && !isWord(tokens[at - 1], 'else')) return found
  }
  return found
}
