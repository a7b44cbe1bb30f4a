import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { undisturbed } from '../src/sandbox/checks/host-pace.ts'
import { runCode } from './support/each-route.ts'
import { eventsOf } from './support/events.ts'
import { BYTES, bash, MUCH } from './support/much-output.ts'
import { markedSleep, untilGone, untilStarted } from './support/processes.ts'
import { READY, type Served, serving } from './support/serve-child.ts'
import { withHome } from './support/temporary-home.ts'

const STREAM = { accept: 'text/event-stream' }
/** All short runs have begun while the first of them sleeps, and end within the grace, even on a busy host. */
const [SHORT_SECONDS, GRACE_MS, LEAVE_MS] = [3, 8000, 4200]
const env = { ANNEAL_SHUTDOWN_GRACE_MS: String(GRACE_MS) }

test('a stopped server lets short runs finish, ends long ones, accepts no more, and exits with 0', () =>
  undisturbed(LEAVE_MS, async () => {
    await withHome((home) =>
      serving({ home, env: { ...env, ...READY } }, async (served) => {
        const [short, long] = [markedSleep(SHORT_SECONDS), markedSleep(60)]
        const answers = [runCode(served, bash(`${short}; echo done`)), runCode(served, bash(long))]
        const streams = await Promise.all(
          [`${short}; ${MUCH}`, long].map((code) => served.call('/v1/runs', { headers: STREAM, body: bash(code) })),
        )
        const told = streams.map(eventsOf)
        // A try that is given up on a busy host ends its server before they are answered.
        for (const owed of [...answers, ...told]) owed.catch(() => {})
        const oldConnection = await openConnection(served, bash(`${short}; echo third`))
        await untilStarted(short, 3)
        await untilStarted(long, 2)

        const stoppedAt = performance.now()
        served.child.kill('SIGTERM')
        await wait(100)
        expect(await refusalOf(served)).toMatch(/SERVER_STOPPING|ECONNREFUSED/)
        oldConnection.send(bash('echo late'))

        const [finished, interrupted] = await Promise.all(answers)
        expect(finished).toMatchObject({ outcome: 'ok', blocks: [{ attempts: [{ stdout: 'done\n' }] }] })
        expect(interrupted).toMatchObject({ outcome: 'error', error: { code: 'RUN_INTERRUPTED', retry: true } })
        const [shortStory, longStory] = await Promise.all(told)
        expect(shortStory?.at(-1)).toMatchObject({ type: 'run.end', outcome: 'ok' })
        expect(outputOf(shortStory ?? []).length).toBe(BYTES)
        expect(longStory?.at(-1)).toMatchObject({ type: 'run.end', error: { code: 'RUN_INTERRUPTED' } })
        expect(await oldConnection.text).toMatch(/third\\n[\s\S]*HTTP\/1\.1 503[\s\S]*SERVER_STOPPING/)

        expect(await served.ended).toMatchObject({ exitCode: 0, signal: null })
        expect(performance.now() - stoppedAt).toBeLessThan(GRACE_MS + LEAVE_MS)
        await untilGone(long)
      }),
    )
  }))

const outputOf = (events: { type: string }[]) =>
  events.flatMap((event) => (event.type === 'output.delta' && 'text' in event ? [event.text] : [])).join('')

async function refusalOf({ call }: Served): Promise<string> {
  try {
    const response = await call('/v1/runs', { body: bash('true') })
    return await response.text()
  } catch (error) {
    return String(((error as Error).cause as { code?: string } | undefined)?.code)
  }
}

/** A connection that is busy when the server stops, and asks for more. */
async function openConnection({ port, key }: Served, body: object) {
  const socket = connect(port, '127.0.0.1')
  const send = (value: object) => {
    const text = JSON.stringify(value)
    const headers = `host: localhost\r\nx-api-key: ${key}\r\ncontent-type: application/json\r\ncontent-length: ${text.length}`
    socket.write(`POST /v1/runs HTTP/1.1\r\n${headers}\r\n\r\n${text}`)
  }
  send(body)
  const text = new Promise<string>((resolve) => {
    let all = ''
    socket.on('data', (bytes) => {
      all += bytes
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(all))
  })
  return { send, text }
}
