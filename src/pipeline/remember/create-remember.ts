import { KNOWN_REPAIR } from '../../contract/known-change.ts'
import { KNOWN_PROGRAM } from '../../contract/known-program.ts'
import type { FoundPattern, MemorySearch } from '../../contract/memory.ts'
import type { RepairedProgram } from '../../contract/repaired-program.ts'
import type { ProgramTest } from '../../contract/run.ts'
import type { SimilarCode } from '../../contract/similar-code.ts'
import type { BlockStory, RunStory } from '../run-story.ts'
import type { Stage } from '../stage.ts'

export interface RememberParts {
  find(search: MemorySearch, userId: string): Promise<FoundPattern[]>
  /** Takes a program that worked. */
  keep(working: {
    userId: string
    runId: string
    code: string
    language: string
    agent?: string | undefined
    task?: string | undefined
    tests: readonly ProgramTest[]
  }): void
  /** Takes a repair that helped. */
  learn(repaired: RepairedProgram): void
  onTrouble(error: unknown): void
}

const MOST_SIMILAR = 3
/** Programs that are less alike would only be noise in a result. */
const LEAST_LIKENESS = 0.5
const MOST_TASK = 200

/** Names known programs like those that ran, and keeps those that worked. A run is never worse for a memory that fails. */
export function createRemember(parts: RememberParts): Stage<RunStory, void> {
  return async ({ runId, userId, request, isInSession, blocks }, { emit, cause }) => {
    const ofRequest = { agent: request.agent, task: request.task }
    for (const story of blocks) {
      const { draft, finalCode, outcome } = story
      const { id: language } = draft.language
      const similar = await similarTo(parts, { code: finalCode, language, limit: MOST_SIMILAR }, userId)
      if (similar.length > 0) emit({ type: 'code.recalled', block: draft.block, similar, cause })
      if (outcome !== 'ok') continue
      // In a session a program may need what came before it, and would not work alone.
      if (!isInSession && !isEcho(story))
        parts.keep({ userId, runId, ...ofRequest, code: finalCode, language, tests: draft.tests })
      learnFrom(story, { userId, runId, agent: request.agent ?? null }, parts)
    }
  }
}

/** A program that memory repaired says nothing about memory: counted, its first word would outvote all others. */
const isEcho = ({ past, correction }: BlockStory): boolean =>
  [correction, ...past.map((each) => each.correction)].some((made) =>
    made?.strategy.split(' + ').includes(KNOWN_PROGRAM),
  )

async function similarTo(parts: RememberParts, search: MemorySearch, userId: string): Promise<SimilarCode[]> {
  try {
    const found = await parts.find({ ...search, threshold: LEAST_LIKENESS }, userId)
    return found.map(({ id, score, task, worked }) => ({
      ...{ id, score, worked },
      ...(task !== undefined && { task: task.slice(0, MOST_TASK) }),
    }))
  } catch (error) {
    parts.onTrouble(error)
    return []
  }
}

/** Each failed attempt, and the program that came after it. */
function learnFrom(
  { draft, past, finalCode, correction }: BlockStory,
  of: Pick<RepairedProgram, 'userId' | 'runId' | 'agent'>,
  { learn }: RememberParts,
): void {
  for (const [index, { code, diagnosis }] of past.entries()) {
    const next = past[index + 1]
    if (!diagnosis) continue
    const made = next ? next.correction : correction
    // A change from memory was counted when it was tried.
    if (made?.strategy === KNOWN_REPAIR) continue
    const why = made?.why ?? ''
    const { fingerprint, type, message } = diagnosis
    const failure = `${type}: ${message}`.slice(0, MOST_TASK)
    learn({
      ...of,
      language: draft.language.id,
      fingerprint,
      failure,
      before: code,
      after: next?.code ?? finalCode,
      why,
    })
  }
}
