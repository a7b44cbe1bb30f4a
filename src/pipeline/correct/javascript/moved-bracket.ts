import type { Token } from '../../../language/javascript/tokens.ts'
import type { Proposal } from '../strategy.ts'
import { declaredNames } from './declared-names.ts'
import { isPunctuation } from './grammar.ts'
import { onError } from './javascript-strategy.ts'
import { undefinedName, usesOf } from './spell-name.ts'

export const movedBracket = onError({
  id: 'javascript/moved-bracket',
  title: 'Moves a bracket between a list and its index, which have grown together before or behind it',
  prior: 0.95,
  answers: ['ReferenceError'],
  propose: (source, { diagnosis }) => {
    const wrong = undefinedName(diagnosis.message)
    if (wrong === undefined) return []
    const declared = declaredNames(source)
    const list = [...declared.keys()].find((name) => wrong.startsWith(name) && declared.has(wrong.slice(name.length)))
    if (list === undefined) return []
    const uses = usesOf(source, wrong).slice(0, 4)
    return uses.flatMap((token) => move(token, list, { before: beside(token, -1), behind: beside(token, 1) }))

    function beside(token: Token, step: number): Token | undefined {
      return source.tokens[source.tokens.indexOf(token) + step]
    }
  },
})

function move(
  token: Token,
  list: string,
  { before, behind }: Record<'before' | 'behind', Token | undefined>,
): Proposal[] {
  const index = token.text.slice(list.length)
  const text = `${list}[${index}`
  const why = `moved the bracket between \`${list}\` and \`${index}\` on line ${token.line}`
  const isAround = isPunctuation(before, '[') && isPunctuation(behind, ']')
  if (isAround && before) return [{ edits: [{ start: before.start, end: token.end, text }], why, sureness: 0.98 }]
  const isBehind = isPunctuation(behind, '[') && behind?.start === token.end
  return isBehind && behind ? [{ edits: [{ start: token.start, end: behind.end, text }], why, sureness: 0.98 }] : []
}
