import type { EventOf, RunEvent } from '../../contract/event.ts'
import type { Client } from '../../sdk/sdk.ts'
import { EXIT, exitCodeOfOutcome, exitCodeOfSignal, exitCodeOfStatus } from '../exit-code.ts'
import type { Host, StopSignal } from '../host.ts'
import type { RunView } from '../text/run-view.ts'
import { OutputFailed, PipeClosed } from '../text/screen.ts'

export interface Watch {
  host: Host
  view: RunView
  client: Client
  events: (signal: AbortSignal) => AsyncIterable<RunEvent>
  /** Whether leaving cancels the run, or only stops watching it. */
  cancels: boolean
  /** Whether a program that ran only after it was changed counts as failed. */
  isStrict?: boolean | undefined
}

/**
 * Shows a run to its end and gives the exit code. The first Ctrl-C cancels the run and still shows how it ends; the
 * second leaves at once.
 */
export async function watchRun({ host, view, client, events, cancels, isStrict }: Watch): Promise<number> {
  const leaving = new AbortController()
  let runId: string | undefined
  let isChanged = false
  let end: EventOf<'run.end'> | undefined
  let stoppedBy: StopSignal | undefined
  const forget = host.onStop((signal) => {
    if (stoppedBy) {
      view.close()
      return host.exit(exitCodeOfSignal[signal])
    }
    stoppedBy = signal
    view.stopping()
    if (cancels && runId) client.runs.cancel(runId).catch(() => leaving.abort())
    else leaving.abort()
  })
  try {
    for await (const event of events(leaving.signal)) {
      runId = event.runId
      if (event.type === 'run.end') end = event
      if (event.type === 'attempt.start' && event.attempt > 1) isChanged = true
      await view.show(event)
    }
  } catch (error) {
    if (!leaving.signal.aborted) {
      const isOurs = error instanceof PipeClosed || error instanceof OutputFailed
      if (cancels && runId && isOurs) await client.runs.cancel(runId).catch(() => undefined)
      throw error
    }
  } finally {
    view.close()
    forget()
  }
  if (stoppedBy) return exitCodeOfSignal[stoppedBy]
  const code = end ? await exitCodeOf(end) : EXIT.engine
  if (!isStrict || !isChanged || code !== EXIT.ok) return code
  await host.stderr.write('✖ The program ran only after it was changed, and --strict was asked for.\n')
  return EXIT.failed
}

/** A refused request is wrong usage, wherever the refusal was noticed. */
async function exitCodeOf({ outcome, error }: EventOf<'run.end'>): Promise<number> {
  const { errors } = await import('../../contract/errors.ts')
  const row = Object.entries(errors).find(([code]) => code === error?.code)?.[1]
  return outcome === 'error' && row ? exitCodeOfStatus(row.status) : exitCodeOfOutcome[outcome]
}
