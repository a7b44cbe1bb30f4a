import { readFile } from 'node:fs/promises'
import type { Diagnosis } from '../contract/diagnosis.ts'
import { type Facts, type Language, programOf } from '../language/language.ts'
import { workspaceOf } from './execute/workspace.ts'
import type { Failure } from './failure.ts'
import type { TryOut } from './try-out.ts'

/** A program that took longer than this to fail is not run again for a probe. */
const MOST_MS = 3000

export type SendProbe = (failure: Failure & { diagnosis: Diagnosis }, signal: AbortSignal) => Promise<Partial<Facts>>

/** The interpreter's state at the failure; empty when a probe cannot add to the error. */
export function createSendProbe(tryOut: TryOut): SendProbe {
  return async (failed, signal) => {
    // An error inside a test is looked at where the test was.
    const failure = { ...failed, ...(failed.diagnosis.type !== 'TestFailed' && failed.raised) }
    const { language, diagnosis, executed, request, limits } = failure
    const { probe } = language
    const mayReachOut = (request.options?.network?.allow ?? []).length > 0
    if (mayReachOut || diagnosis.category === 'syntax' || !diagnosis.recoverable) return {}
    if (executed.end.endedBy !== 'exit' || executed.end.durationMs > MOST_MS || isLost(failure)) return {}
    if (NO_FILE.test(diagnosis.message) && !probe) return { files: await filesAround(failure, tryOut, signal) }
    const { code, admission, archive, session } = failure
    if (!probe) return knownAround(failure, tryOut, signal)
    const text = await textOf(probe.program)
    if (session) {
      if (!probe.cell) return {}
      const cell = { ...failure, code: probe.cell(text, code) }
      const seen = await tryOut({ ...cell, language: probing(language, code) }, signal)
      return probe.read(seen.stdout) ?? {}
    }
    const files = { ...request.files, [probe.fileName]: code }
    const program = { code: text, language: probing(language, code) }
    const seen = await tryOut({ ...program, limits, admission, archive, request: { ...request, files } }, signal)
    return probe.read(seen.stdout) ?? {}
  }
}

const NO_FILE = /No such file or directory|^ENOENT\b/

/** The files that were there before the program began. */
async function filesAround(failure: Failure, tryOut: TryOut, signal: AbortSignal): Promise<string[]> {
  const { language, session, code } = failure
  if (!session) return [...workspaceOf(failure).keys()].filter((path) => path !== programOf(language, code).fileName)
  if (!language.files) return []
  const listed = await tryOut({ ...failure, code: language.files }, signal)
  return listed.stdout.split('\n').flatMap((path) => path.replace(/^\.\//, '') || [])
}

/** Names that the program did not make itself, where its language has no probe. */
async function knownAround(failure: Failure, tryOut: TryOut, signal: AbortSignal): Promise<Partial<Facts>> {
  const { language, session } = failure
  const tables = (await language.tablesIn?.(workspaceOf(failure))) ?? []
  if (!session) return tables.length > 0 ? { tables } : {}
  const known = await session.known(language, signal)
  if (language.tablesIn) {
    const ofSession = known.map(({ name, summary }) => ({ name, columns: summary.split(', ') }))
    return { tables: [...tables, ...ofSession] }
  }
  const listed = language.listing ? (await tryOut({ ...failure, code: language.listing }, signal)).stdout : ''
  const names = [...known.map(({ name }) => name), ...listed.split('\n')]
  return { names: names.filter((name) => name !== '' && !name.startsWith('__anneal')) }
}

/** A failed test without an error of its own leaves nothing to look at. */
const isLost = ({ failedTest, raised }: Failure): boolean => failedTest !== undefined && raised === undefined

/** Uses the kind of pooled sandbox that suits the failed program best; the probe's own failures are not read as errors. */
const probing = ({ warm, ...language }: Language, code: string): Language => ({
  ...language,
  ...(warm && { warm: () => warm(code) }),
  errorOf: () => undefined,
})

const texts = new Map<string, Promise<string>>()

function textOf(file: URL): Promise<string> {
  const known = texts.get(file.href) ?? readFile(file, 'utf8')
  texts.set(file.href, known)
  return known
}
