import type { Proposal } from '../strategy.ts'
import { declaredNames } from './declared-names.ts'
import { isPunctuation } from './grammar.ts'
import { onSyntax } from './javascript-strategy.ts'

export const lostIndex = onSyntax({
  id: 'javascript/lost-index',
  title: 'Puts the bracket back into a name that has grown together with its index',
  prior: 0.9,
  propose: (source) => {
    const declared = declaredNames(source)
    const closers = source.alone.filter((index) => isPunctuation(source.tokens[index], ']')).slice(0, 4)
    return closers.flatMap((closer): Proposal[] => {
      const token = source.tokens[closer - 1]
      if (token?.kind !== 'name' || declared.has(token.text)) return []
      const list = [...declared.keys()].find(
        (name) => token.text.startsWith(name) && isIndex(token.text.slice(name.length)),
      )
      if (list === undefined) return []
      const at = token.start + list.length
      return [
        {
          edits: [{ start: at, end: at, text: '[' }],
          why: `put the bracket of \`${list}\` before its index on line ${token.line}`,
          sureness: 0.97,
        },
      ]
    })

    function isIndex(rest: string): boolean {
      return /^\d+$/.test(rest) || declared.has(rest)
    }
  },
})
