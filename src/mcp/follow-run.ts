import type { RunEvent } from '../contract/event.ts'
import { applyEvent, emptyRun } from '../contract/reduce-run.ts'
import type { RunRequest } from '../contract/run.ts'
import { hasEnded } from '../sdk/sdk.ts'
import type { ToolAnswer, ToolCall } from './mcp-tool.ts'
import { runAnswer } from './run-answer.ts'
import { createdTask } from './task/task-answer.ts'

/** Longer work is handed over as a task to callers who can follow one. */
const TASK_AFTER_MS = 5000

/**
 * Runs a program and answers with its result, or with a task where it takes long. Every run here is a background run: it outlives this
 * call where it became a task, and is cancelled where the caller took the call back.
 */
export async function followRun(request: RunRequest, call: ToolCall): Promise<ToolAnswer> {
  const { client, signal, takesTasks, retentionDays, person } = call
  // Without the signal: a run that was started must be known to be cancelled.
  const runId = person?.waitingRun ?? (await client.runs.start(request)).runId
  const reading = new AbortController()
  const run = emptyRun()
  const read = async () => {
    for await (const event of client.runs.follow(runId, { signal: reading.signal })) {
      applyEvent(run, event)
      const step = stepOf(event)
      if (step !== undefined) call.progress(step)
      if (event.type !== 'approval.wait') continue
      const question = await person?.meet({ runId, approvalId: event.approvalId })
      if (question) return question
    }
    return 'ended' as const
  }
  const patience = takesTasks ? waitFor(TASK_AFTER_MS, reading.signal) : new Promise<never>(() => {})
  const left = Promise.withResolvers<never>()
  const leave = () => left.reject(signal.reason)
  if (signal.aborted) leave()
  signal.addEventListener('abort', leave, { once: true })
  try {
    const met = await Promise.race([read(), patience, left.promise])
    if (met === 'long') return createdTask(runId, { now: run.startedAt || Date.now(), retentionDays })
    if (met !== 'ended') {
      if (person?.isCalling)
        signal.addEventListener('abort', () => void client.runs.cancel(runId).catch(() => undefined))
      return met
    }
  } catch (error) {
    if (signal.aborted) await client.runs.cancel(runId)
    throw error
  } finally {
    signal.removeEventListener('abort', leave)
    reading.abort()
  }
  if (!hasEnded(run)) throw new Error(`The story of run ${runId} broke off.`)
  return runAnswer(run)
}

function waitFor(ms: number, over: AbortSignal): Promise<'long'> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve('long'), ms)
    over.addEventListener('abort', () => clearTimeout(timer), { once: true })
  })
}

/** The steps that a person wants to see; output comes with the result. */
function stepOf(event: RunEvent): string | undefined {
  if (event.type === 'attempt.start')
    return event.attempt === 1 ? 'running' : `attempt ${event.attempt}: ${event.why ?? 'corrected'}`
  if (event.type === 'error.diagnosed') return 'reading the error'
  if (event.type === 'code.tested') return 'tests were run'
  return undefined
}
