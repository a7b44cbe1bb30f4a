import type { Diagnosis } from '../contract/diagnosis.ts'
import type { Facts, Language } from '../language/language.ts'
import type { Failure } from './failure.ts'
import type { TryOut } from './try-out.ts'

/** A program that took longer than this to fail is not run again only to look at it. */
const MOST_MS = 3000

export type SendProbe = (failure: Failure & { diagnosis: Diagnosis }, signal: AbortSignal) => Promise<Partial<Facts>>

/** What the interpreter knew where the program failed; nothing where a probe cannot say more than the error does. */
export function createSendProbe(tryOut: TryOut): SendProbe {
  return async (failure, signal) => {
    const { language, diagnosis, executed, request, limits } = failure
    const { probe } = language
    const mayReachOut = (request.options?.network?.allow ?? []).length > 0
    if (!probe || mayReachOut || diagnosis.category === 'syntax' || !diagnosis.recoverable) return {}
    if (executed.end.endedBy !== 'exit' || executed.end.durationMs > MOST_MS || failure.failedTest) return {}
    const { code, admission, archive } = failure
    const probing = probingLanguage(language, probe)
    const seen = await tryOut({ code, language: probing, limits, admission, request, archive }, signal)
    return probe.read(seen.stdout) ?? {}
  }
}

/** The same program in the same kind of box, with the probe where the interpreter was. */
function probingLanguage({ waiting: _, ...language }: Language, { support, command }: NonNullable<Language['probe']>) {
  return { ...language, support, command, errorOf: () => undefined }
}
