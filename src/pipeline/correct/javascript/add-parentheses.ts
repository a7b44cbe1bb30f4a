import type { Token } from '../../../language/javascript/tokens.ts'
import type { Edit, Proposal } from '../strategy.ts'
import { endsOperand, isPlainName, isPunctuation, isWord } from './grammar.ts'
import { onSyntax } from './javascript-strategy.ts'
import { opens, type Source } from './read-source.ts'

export const addParentheses = onSyntax({
  id: 'javascript/add-parentheses',
  title: 'Puts the condition of an if, a loop or a catch in parentheses',
  prior: 0.9,
  propose: (source) => {
    const found = source.tokens.flatMap((token, index) =>
      isWord(token, 'if', 'while', 'for', 'switch', 'catch', 'function') &&
      !isPunctuation(source.tokens[index - 1], '.')
        ? wrap(source, index)
        : [],
    )
    const all = { edits: found.flatMap(({ edits }) => edits), why: 'put all conditions in parentheses', sureness: 0.9 }
    return found.length > 1 ? [all, ...found] : found
  },
})

const LONGEST = 200

function wrap(source: Source, index: number): Proposal[] {
  const { tokens } = source
  const [word, first] = [tokens[index], tokens[index + 1]]
  if (!word || !first || isWord(first, 'await')) return []
  if (word.text === 'function') return addEmpty(source, index)
  const end = endOfCondition(source, index)
  const last = tokens[end - 1]
  if (last === undefined || end <= index + 1) return []
  const loop = loopWord(source, index)
  const edits: Edit[] = [
    { start: first.start, end: first.start, text: `(${loop ? 'const ' : ''}` },
    ...(loop ? [{ start: loop.start, end: loop.end, text: 'of' }] : []),
    { start: last.end, end: last.end, text: ')' },
  ]
  return [{ edits, why: `put what follows \`${word.text}\` on line ${word.line} in parentheses`, sureness: 0.95 }]
}

/** `for x in xs` also lacks the declaring keyword, and this form iterates over values. */
function loopWord({ tokens }: Source, index: number): Token | undefined {
  const isLoop = isWord(tokens[index], 'for') && isPlainName(tokens[index + 1]) && isWord(tokens[index + 2], 'of', 'in')
  return isLoop ? tokens[index + 2] : undefined
}

/** The token before which the parenthesis must close; the index itself when none is missing. */
function endOfCondition(source: Source, index: number): number {
  const { tokens, partner } = source
  let at = index + 1
  if (isPunctuation(tokens[at], '(')) {
    const after = (partner.get(at) ?? tokens.length) + 1
    const goesOn = tokens[after]?.kind === 'punctuation' && !tokens[after]?.isFirst
    if (!goesOn || isPunctuation(tokens[after], '{', ';', '(', '[', '++', '--', '!', '/')) return index
  }
  while (at < Math.min(tokens.length, index + LONGEST)) {
    const token = tokens[at]
    if (isPunctuation(token, '{') && endsOperand(tokens[at - 1])) return at
    if (token?.line !== tokens[index]?.line) return isWord(tokens[index], 'catch') ? index : at
    if (isPunctuation(token, ';', '}') && !isWord(tokens[index], 'for')) return endsDo(source, index) ? at : index
    at = (opens(token) === undefined ? undefined : partner.get(at)) ?? at
    at++
  }
  return index
}

/** `do { … } while i < 3;` */
function endsDo({ tokens, partner }: Source, index: number): boolean {
  const open = partner.get(index - 1) ?? 0
  return isWord(tokens[index], 'while') && isPunctuation(tokens[index - 1], '}') && isWord(tokens[open - 1], 'do')
}

/** `function greet {`. */
function addEmpty({ tokens }: Source, index: number): Proposal[] {
  const [name, brace] = [tokens[index + 1], tokens[index + 2]]
  if (!isPlainName(name) || !isPunctuation(brace, '{')) return []
  const edits = [{ start: name.end, end: name.end, text: '()' }]
  return [{ edits, why: `added the parentheses of the function \`${name.text}\``, sureness: 0.95 }]
}
