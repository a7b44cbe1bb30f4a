import { stripTypeScriptTypes } from 'node:module'
import type { Edit } from '../strategy.ts'
import { onError } from './javascript-strategy.ts'

const LONGEST = 200_000

export const stripTypes = onError({
  id: 'javascript/strip-types',
  title: 'Takes the types of TypeScript out of JavaScript',
  prior: 0.9,
  answers: ['SyntaxError'],
  languages: ['javascript'],
  propose: ({ code }) => {
    if (code.length > LONGEST || !/[:<]|\b(?:interface|type|as|enum|private|public|declare)\b/.test(code)) return []
    const stripped = strip(code)
    if (stripped === undefined || stripped === code) return []
    const edits =
      stripped.length === code.length ? removed(code, stripped) : [{ start: 0, end: code.length, text: stripped }]
    return edits.length === 0
      ? []
      : [{ edits, why: 'took out the types, which JavaScript does not have', sureness: 0.95 }]
  },
})

/** Node's own way, which leaves spaces where types were; code that is no TypeScript either has none. */
function strip(code: string): string | undefined {
  try {
    return stripTypeScriptTypes(code)
  } catch {
    return undefined
  }
}

/** Every piece that became white space, together with the space before it. */
function removed(code: string, stripped: string): Edit[] {
  const edits: Edit[] = []
  for (let at = 0; at < code.length; at++) {
    if (code[at] === stripped[at]) continue
    const start = at
    while (at < code.length && (code[at] !== stripped[at] || /\s/.test(code[at] ?? ''))) at++
    let end = at
    while (end > start && code[end - 1] === stripped[end - 1]) end--
    const kept = stripped.slice(start, end).replace(/[ \t\n\r]+/g, '')
    edits.push({ start, end, text: kept })
  }
  return edits
}
