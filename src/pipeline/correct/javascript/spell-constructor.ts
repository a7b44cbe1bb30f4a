import { braceKind, isPlainName, isPunctuation } from './grammar.ts'
import { onError } from './javascript-strategy.ts'
import { distanceOf } from './nearest.ts'
import type { Source } from './read-source.ts'

export const spellConstructor = onError({
  id: 'javascript/spell-constructor',
  title: 'Corrects a misspelt `constructor`, which is never called otherwise',
  prior: 0.85,
  answers: ['TypeError', 'SyntaxError', 'ReferenceError'],
  propose: (source) =>
    source.tokens.flatMap((token, index) => {
      const holder = source.parent[index] ?? -1
      const isMethod =
        isPlainName(token) && isPunctuation(source.tokens[index + 1], '(') && isPunctuation(source.tokens[holder], '{')
      if (!isMethod || !isMeant(token.text) || braceKind(source, holder) !== 'class' || hasOne(source, holder))
        return []
      return [
        {
          edits: [{ start: token.start, end: token.end, text: 'constructor' }],
          why: `named the constructor \`constructor\`, not \`${token.text}\``,
          sureness: 0.9,
        },
      ]
    }),
})

const isMeant = (name: string): boolean =>
  name !== 'constructor' &&
  (distanceOf(name, 'constructor') <= 3 || ['__init__', 'init', '__construct', 'initialize'].includes(name))

function hasOne({ tokens, parent, partner }: Source, brace: number): boolean {
  const end = partner.get(brace) ?? tokens.length
  for (let at = brace + 1; at < end; at++) if (parent[at] === brace && tokens[at]?.text === 'constructor') return true
  return false
}
