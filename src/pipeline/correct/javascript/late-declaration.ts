import { statementIn } from './blocks-around.ts'
import { isPunctuation, isWord } from './grammar.ts'
import { onError } from './javascript-strategy.ts'
import type { Source } from './read-source.ts'
import { usesOf } from './spell-name.ts'

/** A function in a constant and a class are there from their line on; unlike `function f() {}`, which may stand anywhere. */
export const lateDeclaration = onError({
  id: 'javascript/late-declaration',
  title: 'Moves a function or class above the code of the program that uses it',
  prior: 0.94,
  answers: ['ReferenceError'],
  propose: (source, { diagnosis }) => {
    const name = /^Cannot access '([\w$]{1,100})' before initialization/.exec(diagnosis.message)?.[1]
    if (name === undefined) return []
    const declared = source.tokens.findIndex(
      (token, index) => token.text === name && source.parent[index] === -1 && isLazy(source, index),
    )
    const [first] = usesOf(source, name)
    if (declared === -1 || !first) return []
    const from = statementIn(source, -1, declared)
    const to = endOf(source, from)
    const user = source.tokens[statementIn(source, -1, source.tokens.indexOf(first))]
    const [start, end] = [source.tokens[from]?.start ?? 0, source.tokens[to]?.start ?? source.code.length]
    if (!user || user.start >= start || user.line > (diagnosis.line ?? 0)) return []
    return [
      {
        edits: [
          { start: user.start, end: user.start, text: `${source.code.slice(start, end).trimEnd()}\n\n` },
          { start, end, text: '' },
        ],
        why: `moved \`${name}\` above line ${user.line}, which uses it`,
        sureness: 0.97,
      },
    ]
  },
})

/** `const f = (x) =>`, `const f = function`, `class F`: nothing of it runs before it is used. */
function isLazy({ tokens, partner }: Source, index: number): boolean {
  const [before, sign, value] = [tokens[index - 1], tokens[index + 1], tokens[index + 2]]
  if (isWord(before, 'class')) return true
  if (!isWord(before, 'const', 'let') || !isPunctuation(sign, '=')) return false
  if (isWord(value, 'function', 'class', 'async')) return true
  const head = isPunctuation(value, '(') ? (partner.get(index + 2) ?? index) : index + 2
  return isPunctuation(tokens[head + 1], '=>', ':')
}

function endOf(source: Source, from: number): number {
  const rest = source.tokens.findIndex((_, index) => index > from && statementIn(source, -1, index) > from)
  return rest === -1 ? source.tokens.length : rest
}
