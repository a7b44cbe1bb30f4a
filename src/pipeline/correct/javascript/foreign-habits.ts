import type { Edit, Proposal } from '../strategy.ts'
import { declaredNames } from './declared-names.ts'
import { foreignWords } from './foreign-words.ts'
import { onError } from './javascript-strategy.ts'
import { pythonBlocks } from './python-blocks.ts'
import { pythonCalls } from './python-calls.ts'
import { pythonExpressions } from './python-expressions.ts'
import { pythonMethods } from './python-methods.ts'
import { pythonTexts } from './python-texts.ts'
import { pythonWords } from './python-words.ts'

export const foreignHabits = onError({
  id: 'javascript/foreign-habits',
  title: 'Writes in JavaScript what was written as in Python, Java or Go',
  prior: 0.9,
  answers: ['SyntaxError', 'ReferenceError', 'TypeError'],
  propose: (source, { diagnosis }) => {
    const declared = declaredNames(source)
    const wrong = /\.([\w$]+) is not a function/.exec(diagnosis.message)?.[1]
    const kinds = [
      pythonBlocks(source),
      pythonExpressions(source),
      pythonTexts(source),
      pythonWords(source, declared),
      foreignWords(source, declared),
      pythonCalls(source, declared),
      wrong === undefined ? [] : pythonMethods(source, wrong),
    ].filter((edits) => edits.length > 0)
    const all = withoutOverlaps(kinds.flat())
    const whole = kinds.length === 0 ? [] : [habit(all, 0.95)]
    return kinds.length > 1 ? [...whole, ...kinds.map((edits) => habit(withoutOverlaps(edits), 0.8))] : whole
  },
})

const habit = (edits: Edit[], sureness: number): Proposal => ({
  edits,
  why: 'wrote in JavaScript what was written as in another language',
  sureness,
})

/** Edits in the order of the code; of two that overlap or begin at the same place the first is kept. */
function withoutOverlaps(edits: Edit[]): Edit[] {
  const kept: Edit[] = []
  for (const edit of edits.toSorted((one, other) => one.start - other.start || one.end - other.end)) {
    const last = kept.at(-1)
    if (last?.start === edit.start && last.end === edit.start)
      kept.splice(-1, 1, { ...edit, text: last.text + edit.text })
    else if (last === undefined || edit.start >= last.end) kept.push(edit)
  }
  return kept
}
