import { describe, expect, it } from 'vitest'
import type { RunEvent } from '../../contract/event.ts'
import { API_KEY } from '../../sdk/fake-server.fixture.ts'
import { createClient } from '../../sdk/sdk.ts'
import { helloRun, RUN_ID, stamp } from '../../sdk/story.fixture.ts'
import { createFakeHost } from '../fake-host.fixture.ts'
import { createRunView } from '../text/run-view.ts'
import { watchRun } from './watch-run.ts'

const started = helloRun().slice(0, 6)
const cancelled = stamp([{ type: 'run.end', outcome: 'cancelled', durationMs: 900 }])

/** A run that goes on until it is cancelled, watched by a command. */
function watch(options: { cancels: boolean; refusesToCancel?: boolean }) {
  const fake = createFakeHost({ terminal: { stdout: true, stderr: true } })
  const cancels: string[] = []
  const released = Promise.withResolvers<void>()
  const reached = Promise.withResolvers<void>()
  const client = createClient({
    baseUrl: 'http://anneal.test',
    apiKey: API_KEY,
    retries: 0,
    fetch: async (input) => {
      cancels.push(String(input))
      if (options.refusesToCancel) return new Response('', { status: 500 })
      released.resolve()
      const summary = {
        runId: RUN_ID,
        state: 'ended',
        outcome: 'cancelled',
        startedAt: 0,
        durationMs: 1,
        languages: [],
        attempts: 1,
      }
      return Response.json(summary)
    },
  })
  async function* events(signal: AbortSignal): AsyncGenerator<RunEvent> {
    yield* started
    reached.resolve()
    const left = new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    await Promise.race([released.promise, left])
    yield* cancelled
  }
  const view = createRunView({ host: fake.host, attempts: 3 })
  const exitCode = watchRun({ host: fake.host, view, client, events, cancels: options.cancels })
  return { ...fake, exitCode, cancels, reached: reached.promise }
}

describe('a run that is watched', () => {
  it('is cancelled by Ctrl-C, shown to its end, and exits with 130', async () => {
    const { stop, exitCode, cancels, reached, seen, tick } = watch({ cancels: true })
    await reached
    stop('SIGINT')
    tick()
    expect(seen.terminal).toContain('cancelling · Ctrl-C again to leave at once')
    expect(await exitCode).toBe(130)
    expect(cancels).toEqual([`http://anneal.test/v1/runs/${RUN_ID}/cancel`])
    expect(seen.stderr.endsWith(`■ cancelled after 900 ms · nothing was run · ${RUN_ID}\n`)).toBe(true)
  })

  it('fails under --strict when the program had to be changed, and only then', async () => {
    const changed = stamp([
      { type: 'attempt.start', block: 0, attempt: 2, code: 'y' },
      { type: 'run.end', outcome: 'ok', durationMs: 9 },
    ])
    const exitCode = (events: RunEvent[], isStrict: boolean) => {
      const { host } = createFakeHost()
      const client = createClient({ baseUrl: 'http://anneal.test', apiKey: API_KEY })
      const view = createRunView({ host, attempts: 3 })
      return watchRun({ host, view, client, isStrict, cancels: true, events: () => ReadableStream.from(events) })
    }
    expect(await exitCode(changed, true)).toBe(1)
    expect(await exitCode(changed, false)).toBe(0)
    expect(await exitCode(helloRun(), true)).toBe(0)
  })

  it('is left at once by a second Ctrl-C', async () => {
    const { stop, reached, seen, exitCode } = watch({ cancels: true })
    await reached
    stop('SIGINT')
    stop('SIGINT')
    expect(seen.exits).toEqual([130])
    await exitCode
  })

  it('exits with the number of other signals too', async () => {
    const { stop, reached, exitCode } = watch({ cancels: true })
    await reached
    stop('SIGTERM')
    expect(await exitCode).toBe(143)
  })

  it('is abandoned when it cannot be cancelled', async () => {
    const { stop, reached, exitCode } = watch({ cancels: true, refusesToCancel: true })
    await reached
    stop('SIGINT')
    expect(await exitCode).toBe(130)
  })

  it('goes on without us when it was only followed', async () => {
    const { stop, reached, exitCode, cancels } = watch({ cancels: false })
    await reached
    stop('SIGINT')
    expect(await exitCode).toBe(130)
    expect(cancels).toEqual([])
  })
})
