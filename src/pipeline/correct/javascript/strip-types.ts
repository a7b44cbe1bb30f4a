import { onError } from './javascript-strategy.ts'
import { typesIn } from './types-in.ts'

export const stripTypes = onError({
  id: 'javascript/strip-types',
  title: 'Takes the types of TypeScript out of JavaScript',
  prior: 0.9,
  answers: ['SyntaxError'],
  languages: ['javascript'],
  propose: ({ code }) => {
    const edits = typesIn(code)
    return edits.length === 0
      ? []
      : [{ edits, why: 'took out the types, which JavaScript does not have', sureness: 0.95 }]
  },
})
