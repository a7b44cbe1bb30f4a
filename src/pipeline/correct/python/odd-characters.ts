import { plainCharacter } from '../../../language/plain-character.ts'
import type { Edit, Strategy } from '../strategy.ts'
import { best, propose } from './edits.ts'
import { readProgram } from './program.ts'
import { SYNTAX_ERRORS } from './syntax-errors.ts'

export const oddCharacters: Strategy = {
  id: 'python/odd-characters',
  languages: ['python'],
  title: 'Replaces typographic quotes, dashes and spaces, and takes invisible characters away',
  answers: [...SYNTAX_ERRORS, 'ValueError'],
  prior: 0.97,
  propose({ code, diagnosis }) {
    if (diagnosis.type === 'ValueError' && !diagnosis.message.includes('null bytes')) return []
    const everywhere = editsIn(code)
    const outside = outsideOfTexts(code, everywhere)
    const why = 'replaced characters that only look like Python'
    const all = everywhere.length > outside.length ? [propose(everywhere, why, 0.6)] : []
    return best([propose(outside, why, 0.97), ...all])
  },
}

function editsIn(code: string): Edit[] {
  const edits: Edit[] = []
  for (let start = 0; start < code.length; start++) {
    const text = plainCharacter(code.charAt(start))
    if (text !== undefined) edits.push({ start, end: start + 1, text })
  }
  return edits
}

/** Odd characters inside of a text may be intended. */
function outsideOfTexts(code: string, edits: Edit[]): Edit[] {
  const texts = readProgram(code).tokens.filter(({ string }) => string?.isClosed)
  let at = 0
  return edits.filter(({ start }) => {
    while ((texts[at]?.end ?? Number.POSITIVE_INFINITY) <= start) at++
    return start <= (texts[at]?.start ?? Number.POSITIVE_INFINITY)
  })
}
