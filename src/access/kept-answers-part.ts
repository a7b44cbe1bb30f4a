import type { Part } from '../contract/part.ts'
import { ANSWER_KEPT_MS, createKeptAnswers, type KeptAnswerParts, type KeptAnswers } from './kept-answers.ts'

const SWEEP_MS = 600_000

/** Opens the answers that repetitions of requests get, and removes old ones now and then. */
export function keptAnswersPart(needs: KeptAnswerParts): Part<KeptAnswers> {
  let sweptAt = Number.NEGATIVE_INFINITY
  return {
    api: createKeptAnswers(needs),
    async beat() {
      const now = needs.clock()
      if (now - sweptAt < SWEEP_MS) return
      sweptAt = now
      await needs.store.answers.removeBefore(now - ANSWER_KEPT_MS)
    },
  }
}
