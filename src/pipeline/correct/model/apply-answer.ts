import { applyEdits } from '../../apply-edits.ts'
import { findEdits } from './find-edits.ts'
import { answerInText, type ModelAnswer } from './model-answer.ts'

export type Applied = { code: string } | { refused: string }

/** Growth beyond twice the program plus this is not a repair but another program. */
const MOST_GROWTH = 10_000
/** A whole program that keeps fewer of its lines than this was cut short. */
const LEAST_KEPT = 0.6

/** Makes the new program from an answer. Every refusal is a sentence that the model can act on. */
export function applyAnswer(before: string, answer: ModelAnswer): Applied {
  const applied = newProgram(before, answer)
  if ('refused' in applied) return applied
  const { code } = applied
  if (code.trim() === '') return { refused: 'nothing would be left of the program' }
  if (code.trimEnd() === before.trimEnd()) return { refused: 'it changes nothing' }
  if (code.length > 2 * before.length + MOST_GROWTH) {
    return { refused: `it makes ${code.length} characters out of ${before.length}: repair, do not write anew` }
  }
  return applied
}

function newProgram(before: string, { edits, code }: ModelAnswer): Applied {
  if (!edits?.length) return code === null ? { refused: 'there are no edits in it and no code' } : whole(before, code)
  const found = findEdits(before, edits)
  return 'edits' in found ? { code: applyEdits(before, found.edits) ?? before } : found
}

function whole(before: string, given: string): Applied {
  const isFenced = given.trimStart().startsWith('```')
  const bare = ((isFenced && answerInText(given)?.code) || given).toWellFormed()
  const code = before.includes('\r\n') ? bare.replace(/\r?\n/g, '\r\n') : bare
  const [old, kept] = [countLines(before), countLines(code)]
  if (kept < old * LEAST_KEPT) {
    return { refused: `"code" has ${kept} lines where the program has ${old}: give the whole program, or use "edits"` }
  }
  return { code }
}

const countLines = (text: string): number => text.split('\n').filter((line) => line.trim() !== '').length
