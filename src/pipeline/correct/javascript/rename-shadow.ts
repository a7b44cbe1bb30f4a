import { isPunctuation, isWord } from './grammar.ts'
import { onError } from './javascript-strategy.ts'
import { usesOf } from './spell-name.ts'

/** `const gcd = gcd(a, b)`: the variable hides the function that its own value asks for. */
export const renameShadow = onError({
  id: 'javascript/rename-shadow',
  title: 'Renames a variable that hides the function which its value calls',
  prior: 0.9,
  answers: ['ReferenceError'],
  propose: (source, { diagnosis }) => {
    const name = /^Cannot access '([\w$]{1,100})' before initialization/.exec(diagnosis.message)?.[1]
    const { tokens, parent, partner } = source
    const at = tokens.findIndex(
      (token, index) =>
        token.line === diagnosis.line && isWord(token, 'const', 'let') && tokens[index + 1]?.text === name,
    )
    const isOuter = tokens.some((token, index) => token.text === name && isWord(tokens[index - 1], 'function'))
    if (name === undefined || at === -1 || !isOuter || !isPunctuation(tokens[at + 2], '=')) return []
    const end = tokens[partner.get(parent[at] ?? -1) ?? -1]?.start ?? source.code.length
    const from = tokens[at + 1]?.start ?? 0
    const uses = usesOf(source, name).filter(
      (token) => token.start >= from && token.start < end && !isPunctuation(tokens[tokens.indexOf(token) + 1], '('),
    )
    const edits = uses.map(({ start, end: behind }) => ({ start, end: behind, text: `${name}Value` }))
    return [{ edits, why: `renamed the variable \`${name}\`, which hid the function`, sureness: 0.95 }]
  },
})
