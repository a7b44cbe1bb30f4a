import type { Fault, Proposal } from '../strategy.ts'
import { isPunctuation, isWord } from './grammar.ts'
import { onError } from './javascript-strategy.ts'
import { opens, type Source } from './read-source.ts'

export const compareValues = onError({
  id: 'javascript/compare-values',
  title: 'Compares where the code assigns by mistake, corrects twisted comparison signs, and compares types as texts',
  prior: 0.92,
  answers: ['SyntaxError', 'TypeError', 'ReferenceError'],
  propose: (source, fault) => [
    ...assigned(source, fault),
    ...(fault.diagnosis.type === 'SyntaxError' ? twisted(source) : []),
    ...bareTypes(source, fault),
  ],
})

const TYPES = /^(string|number|boolean|object|function|bigint|symbol) is not defined$/

/** `typeof x === string`: the answer of typeof is a text. */
function bareTypes({ tokens }: Source, { diagnosis }: Fault): Proposal[] {
  const type = TYPES.exec(diagnosis.message)?.[1]
  const found = tokens.filter(
    (token, index) =>
      token.text === type &&
      isPunctuation(tokens[index - 1], '===', '==', '!==', '!=') &&
      tokens.slice(Math.max(0, index - MOST_OPERAND), index).some((each) => isWord(each, 'typeof')),
  )
  const edits = found.map(({ start, end, text }) => ({ start, end, text: `'${text}'` }))
  return edits.length > 0 ? [{ edits, why: `compared the type with the text '${type}'`, sureness: 0.97 }] : []
}

/** Tokens of the operand of typeof, at most. */
const MOST_OPERAND = 10

function assigned(source: Source, { diagnosis }: Fault): Proposal[] {
  const isOurs = /left-hand side|Assignment to constant|assign/i.test(diagnosis.message)
  if (!isOurs) return []
  return source.tokens.flatMap((token, index) => {
    if (token.line !== diagnosis.line || !isPunctuation(token, '=')) return []
    const sureness = surenessOf(source, index)
    if (sureness === 0) return []
    const edits = [{ start: token.start, end: token.end, text: '===' }]
    return [{ edits, why: `compared with \`===\` instead of assigning on line ${token.line}`, sureness }]
  })
}

/** An assignment that is a whole statement is intended; one in a condition hardly ever is. */
function surenessOf({ tokens, parent }: Source, index: number): number {
  const holder = parent[index] ?? -1
  if (opens(tokens[holder]) === '(' && isWord(tokens[holder - 1], 'if', 'while')) return 0.97
  for (let at = index - 1; at > holder; at--) {
    if (isPunctuation(tokens[at], ';') || isWord(tokens[at], 'const', 'let', 'var')) return 0
    if (isPunctuation(tokens[at], '=>', '&&', '||', '?', '===', '!==') || isWord(tokens[at], 'return')) return 0.97
    if (tokens[at]?.isFirst) return opens(tokens[holder]) === '(' ? 0.6 : 0
  }
  return opens(tokens[holder]) === '(' ? 0.6 : 0
}

const TWISTED: [first: string, second: string, meant: string][] = [
  ['=', '<', '<='],
  ['<', '>', '!=='],
  ['===', '=', '==='],
  ['!==', '=', '!=='],
  ['!', '===', '!=='],
  ['!', '==', '!=='],
  ['=', '=', '==='],
  ['=', '==', '==='],
  ['=', '===', '==='],
  [':', '=', '='],
]

function twisted({ tokens }: Source): Proposal[] {
  return tokens.flatMap((token, index) => {
    const next = tokens[index + 1]
    const row = TWISTED.find(([first, second]) => isPunctuation(token, first) && isPunctuation(next, second))
    if (row === undefined || next === undefined || next.start - token.end > 1) return []
    const edits = [{ start: token.start, end: next.end, text: row[2] }]
    return [{ edits, why: `wrote \`${row[2]}\` on line ${token.line}`, sureness: 0.8 }]
  })
}
