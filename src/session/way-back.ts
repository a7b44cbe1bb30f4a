import { EngineError } from '../contract/errors.ts'
import type { KernelMark } from '../kernel/kernel-state.ts'
import type { LoadedSession } from './loaded-session.ts'

/** Prepares a way back for the next attempt, while nobody waits for it. */
export function prepareWayBack(session: LoadedSession, language: string): void {
  const states = statesOf(session, language)
  if (!states || session.ready.has(language)) return
  const made = states.mark().catch((error: Error): KernelMark => ({ unsafe: error.message }))
  session.ready.set(language, made)
}

/** The prepared copy, or one that is made now. Throws KERNEL_FAILED for an interpreter that has died meanwhile. */
export async function takeWayBack(session: LoadedSession, language: string): Promise<KernelMark> {
  const ready = await session.ready.get(language)
  session.ready.delete(language)
  const { contexts } = session.live
  const id = session.contexts.get(language) ?? ''
  if (!contexts.isAlive(id)) throw new EngineError('KERNEL_FAILED', { language, reason: 'it has ended meanwhile' })
  // The obstacle to copying it may be over.
  return ready && 'mark' in ready ? ready : contexts.states(id).mark()
}

/** For an interpreter that something other than an attempt changes: the prepared copy is outdated. */
export function spoilWayBack(session: LoadedSession, language: string): void {
  const ready = session.ready.get(language)
  session.ready.delete(language)
  void ready?.then((way) => forgetWayBack(session, language, way))
}

/** Nobody waits for the end of a copy. */
export function forgetWayBack(session: LoadedSession, language: string, way: KernelMark): void {
  if ('mark' in way) {
    statesOf(session, language)
      ?.forget(way.mark)
      .catch(() => {})
  }
}

/** Whether the interpreter is as it was at the mark; an interpreter that died is not. */
export async function goBack(
  session: LoadedSession,
  language: string,
  { mark, keep = false }: { mark: string; keep?: boolean },
): Promise<boolean> {
  const went = statesOf(session, language)?.goBack(mark, { keep })
  return (
    went?.then(
      () => true,
      () => false,
    ) ?? false
  )
}

function statesOf({ contexts, live }: LoadedSession, language: string) {
  const id = contexts.get(language)
  return id === undefined ? undefined : live.contexts.states(id)
}
