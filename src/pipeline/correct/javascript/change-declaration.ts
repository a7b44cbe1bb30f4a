import type { Proposal } from '../strategy.ts'
import { isPlainName, isPunctuation, isWord } from './grammar.ts'
import { onError } from './javascript-strategy.ts'
import type { Source } from './read-source.ts'

const ASSIGNS = [
  '=',
  '+=',
  '-=',
  '*=',
  '/=',
  '%=',
  '**=',
  '||=',
  '&&=',
  '??=',
  '|=',
  '&=',
  '^=',
  '<<=',
  '>>=',
  '>>>=',
  '++',
  '--',
]

export const changeDeclaration = onError({
  id: 'javascript/change-declaration',
  title: 'Declares with `let` what gets another value later, and declares nothing twice',
  prior: 0.9,
  bold: 'a constant without a value that never gets one',
  answers: ['TypeError', 'SyntaxError'],
  propose: (source, { diagnosis }) => {
    const { message, line } = diagnosis
    const twice = /(?:Identifier )?[`']?([\w$]{1,100})[`']? has already been declared/.exec(message)?.[1]
    if (twice !== undefined) return declaredTwice(source, twice, line)
    if (/Assignment to constant variable/.test(message)) return constantAssigned(source, line)
    if (/Missing initializer in const|Missing initializer/i.test(message)) return constantWithoutValue(source, line)
    return []
  },
})

function constantAssigned(source: Source, line: number | undefined): Proposal[] {
  const { tokens, partner } = source
  return tokens.flatMap((token, index) => {
    const [before, next] = [tokens[index - 1], tokens[index + 1]]
    const end = partner.get(index)
    if (
      token.line === line &&
      (token.isFirst || isPunctuation(before, ';')) &&
      isPunctuation(token, '[') &&
      isPunctuation(tokens[(end ?? -2) + 1], '=')
    )
      return makeLet(
        source,
        tokens
          .slice(index + 1, end)
          .filter(isPlainName)
          .map(({ text }) => text),
        0.95,
      )
    const isAssigned = isPunctuation(next, ...ASSIGNS) || isPunctuation(before, '++', '--')
    if (token.kind !== 'name' || token.line !== line || !isAssigned || isPunctuation(before, '.')) return []
    // In the middle of an expression, a comparison was meant rather than an assignment.
    const isStatement = token.isFirst || isPunctuation(before, ';', '{', '}', ')', '=>', '++', '--')
    return makeLet(source, [token.text], isStatement || !isPunctuation(next, '=') ? 0.95 : 0.5)
  })
}

/** Changes every `const` of this name: the interpreter's message does not say which one, and `let` does no harm. */
function makeLet({ tokens }: Source, names: string[], sureness: number): Proposal[] {
  const words = tokens.filter(
    (token, index) => isWord(token, 'const') && names.some((name) => declares({ tokens }, index, name)),
  )
  const edits = words.map(({ start, end }) => ({ start, end, text: 'let' }))
  return edits.length === 0
    ? []
    : [{ edits, why: `declared \`${names.join('`, `')}\` with let, because it gets another value`, sureness }]
}

function declares({ tokens }: Pick<Source, 'tokens'>, index: number, name: string): boolean {
  if (tokens[index + 1]?.text === name) return true
  if (!isPunctuation(tokens[index + 1], '{', '[')) return false
  for (let at = index + 2; at < index + 40 && !isPunctuation(tokens[at], '='); at++)
    if (tokens[at]?.text === name) return true
  return false
}

function constantWithoutValue({ tokens }: Source, line: number | undefined): Proposal[] {
  const word = tokens.find(
    (token, index) => isWord(token, 'const') && token.line === line && !isPunctuation(tokens[index + 2], '='),
  )
  if (word === undefined) return []
  const name = tokens[tokens.indexOf(word) + 1]?.text ?? ''
  const isGiven = tokens.some(({ text }, index) => text === name && isPunctuation(tokens[index + 1], '='))
  return [
    {
      ...(isGiven ? {} : { assumption: `\`${name}\` may be undefined` }),
      edits: [{ start: word.start, end: word.end, text: 'let' }],
      why: 'declared with let what has no value yet',
      sureness: 0.9,
    },
  ]
}

/** The second declaration becomes an assignment. */
function declaredTwice({ tokens }: Source, name: string, line: number | undefined): Proposal[] {
  const all = tokens.flatMap((token, index) =>
    isWord(token, 'const', 'let', 'var') && tokens[index + 1]?.text === name ? [index] : [],
  )
  const second = all.find((index) => tokens[index]?.line === line) ?? all[1]
  const [word, declared] = [tokens[second ?? -1], tokens[(second ?? 0) + 1]]
  if (second === undefined || !word || !declared || !isPunctuation(tokens[second + 2], '=')) return []
  const first = tokens[all.findLast((index) => index < second) ?? -1]
  const becomesLet = first && isWord(first, 'const') ? [{ start: first.start, end: first.end, text: 'let' }] : []
  const edits = [...becomesLet, { start: word.start, end: declared.start, text: '' }]
  return [{ edits, why: `gave \`${name}\` a new value instead of declaring it twice`, sureness: 0.9 }]
}
