import { EngineError } from '../contract/errors.ts'
import type { RunRequest } from '../contract/run.ts'
import { findLanguage, type Language } from '../language/language.ts'
import type { Slots } from '../sandbox/slots.ts'
import type { Diagnose } from './diagnose/create-diagnose.ts'
import type { Executed, Execution } from './execution.ts'
import type { Grants } from './grants.ts'
import type { Stage } from './stage.ts'
import { createTryOut } from './try-out.ts'

export interface RerunNeeds {
  execute: Stage<Execution, Executed>
  languages: readonly Language[]
  grants: Pick<Grants, 'grantLimits'>
  slots: Pick<Slots, 'admit'>
}

export type Rerun = (
  program: { code: string; language: string } & Pick<RunRequest, 'input' | 'args' | 'files'>,
  owner: { userId: string; signal: AbortSignal },
) => Promise<{ isOk: boolean; fingerprint: string | null; pattern: string | null }>

/** A program that is run again to learn from it gets less than one that somebody waits for. */
const MOST_MS = 10_000

/** Runs a program again in a fresh sandbox, in the turn of its user: without network, and nothing of it is stored. */
export function createRerun({
  execute,
  languages,
  grants,
  slots,
  diagnose,
}: RerunNeeds & { diagnose: Diagnose }): Rerun {
  const tryOut = createTryOut(execute)
  return async ({ code, language: id, ...request }, { userId, signal }) => {
    const language = findLanguage(languages, id)
    if (!language) throw new EngineError('INVALID_REQUEST', { problems: [`body.language: there is no language ${id}`] })
    const usual = grants.grantLimits(undefined)
    const limits = { ...usual, timeoutMs: Math.min(usual.timeoutMs, MOST_MS) }
    const admission = slots.admit(userId)
    try {
      const executed = await tryOut({ code, language, limits, admission, request }, signal)
      const { endedBy, exitCode } = executed.end
      if (endedBy === 'exit' && exitCode === 0) return { isOk: true, fingerprint: null, pattern: null }
      const { fingerprint, pattern } = diagnose({ code, language, executed })
      return { isOk: false, fingerprint, pattern }
    } finally {
      admission.leave()
    }
  }
}
