import { type DetectedTask, type TaskType, taskType } from '../../contract/task.ts'
import { partsOfTask } from './parts-of-task.ts'
import { taskSigns } from './task-signs.ts'

/** Longer texts are judged by their beginning. */
const MOST_TEXT = 20_000
/** The weight of nothing: a single weak sign is no certainty. */
const DOUBT = 2

/** Tells what kind of work a task is by the signs in its text. Takes any text; a text without signs is a question. */
export function detectTaskType(text: string): DetectedTask {
  const parts = partsOfTask(text.slice(0, MOST_TEXT))
  const found = taskSigns.filter((sign) => sign.isIn(parts))
  const score = (type: TaskType) => found.reduce((sum, sign) => (sign.type === type ? sum + sign.weight : sum), 0)
  // Of equal scores the first wins; a question comes last, since a model answers it without doing anything.
  const ranked = [...taskType.options]
    .map((type) => ({ type, score: score(type) }))
    .sort((one, other) => other.score - one.score)
  const [best, second] = ranked
  if (!best || best.score === 0) return { type: 'question', confidence: 0.2, reasons: ['it has no sign of other work'] }
  const own = found.filter(({ type }) => type === best.type).sort((one, other) => other.weight - one.weight)
  const confidence = best.score / (best.score + (second?.score ?? 0) + DOUBT)
  return {
    type: best.type,
    confidence: Math.round(confidence * 100) / 100,
    reasons: [...new Set(own.map(({ why }) => why))],
  }
}
