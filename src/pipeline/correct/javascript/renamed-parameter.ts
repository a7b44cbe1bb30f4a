import { plainName } from '../../../contract/near-names.ts'
import type { Proposal } from '../strategy.ts'
import { declaredNames } from './declared-names.ts'
import { isPlainName, isPunctuation, isWord } from './grammar.ts'
import { onError } from './javascript-strategy.ts'
import type { Source } from './read-source.ts'
import { undefinedName } from './spell-name.ts'

/** The head of a function got another name for a parameter, and its body did not: the uses follow the head. */
export const renamedParameter = onError({
  id: 'javascript/renamed-parameter',
  title: 'Gives a name that nothing defines to the parameter that nothing uses',
  prior: 0.85,
  answers: ['ReferenceError'],
  propose: (source, { diagnosis }) => {
    const wrong = undefinedName(diagnosis.message)
    if (wrong === undefined || declaredNames(source).has(wrong)) return []
    return headsOf(source).flatMap((head) => followHead(source, wrong, head))
  },
})

interface Head {
  /** Indexes of the plain parameters. */
  parameters: number[]
  /** The first and the last token of the body. */
  body: [number, number]
}

/** Functions with a body in braces and plain parameters. */
function headsOf({ tokens, partner }: Source): Head[] {
  return tokens.flatMap((token, brace) => {
    const end = partner.get(brace)
    const closer = isPunctuation(tokens[brace - 1], '=>') ? brace - 2 : brace - 1
    const opener = partner.get(closer)
    if (!isPunctuation(token, '{') || end === undefined || opener === undefined || !isPunctuation(tokens[closer], ')'))
      return []
    if (isWord(tokens[opener - 1], 'if', 'for', 'while', 'switch', 'catch', 'with')) return []
    const parameters: number[] = []
    for (let at = opener + 1; at < closer; at++) {
      const isFirst = isPunctuation(tokens[at - 1], '(', ',')
      if (isFirst && isPlainName(tokens[at])) parameters.push(at)
      if (isPunctuation(tokens[at], '{', '[', '(')) at = partner.get(at) ?? at
    }
    return [{ parameters, body: [brace, end] }]
  })
}

function followHead({ tokens }: Source, wrong: string, { parameters, body }: Head): Proposal[] {
  const [begin, end] = body
  const isUse = (index: number, name: string) =>
    tokens[index]?.text === name &&
    !isPunctuation(tokens[index - 1], '.', '?.') &&
    !(isPunctuation(tokens[index + 1], ':') && isPunctuation(tokens[index - 1], '{', ','))
  const uses = tokens.flatMap((token, index) => (index > begin && index < end && isUse(index, wrong) ? [token] : []))
  const isCalled = tokens.some(
    (_, index) => index > begin && index < end && isUse(index, wrong) && isPunctuation(tokens[index + 1], '('),
  )
  if (uses.length === 0 || isCalled) return []
  const idle = parameters
    .map((index) => tokens[index]?.text ?? '')
    .filter((name) => !tokens.some((_, index) => index > begin && index < end && isUse(index, name)))
  return idle.map((name): Proposal => {
    const edits = uses.map(({ start, end: behind }) => ({ start, end: behind, text: name }))
    const sureness = isAlike(wrong, name) ? 0.95 : idle.length === 1 ? 0.85 : 0.3
    return { edits, why: `wrote \`${name}\`, the parameter that nothing used, for \`${wrong}\``, sureness }
  })
}

/** One name is a part, or the beginning, of the other: `w` of `width`, `prices` of `listOfPrices`. */
function isAlike(one: string, other: string): boolean {
  const [short = '', long = ''] = [plainName(one), plainName(other)].sort((a, b) => a.length - b.length)
  return long.startsWith(short) || (short.length > 2 && long.endsWith(short))
}
