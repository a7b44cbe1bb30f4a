import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildContainerImage } from './support/container-image.ts'
import { freePort } from './support/free-port.ts'

const BUILD_TIMEOUT_MS = 30 * 60_000
const DOCTOR = ['node', '/opt/anneal/bin/anneal.js', 'doctor', '--quick']

describe('the container of deploy/container', () => {
  let image: Awaited<ReturnType<typeof buildContainerImage>>
  beforeAll(async () => {
    image = await buildContainerImage()
  }, BUILD_TIMEOUT_MS)
  afterAll(() => image?.remove())

  /** Starts a server as the compose file does, on the volume that all of them share, and waits until it greets. */
  async function serve(name: string) {
    const port = await freePort()
    const reached = ['--publish', `127.0.0.1:${port}:4400`, '--volume', 'anneal:/var/lib/anneal']
    await image.start(['--name', name, ...reached, ...image.compose.security])
    await expect.poll(() => image.podman('logs', name)).toContain('Stop with Ctrl-C.')
    return { url: `http://127.0.0.1:${port}`, greeting: await image.podman('logs', name) }
  }

  async function ask(url: string, key: string, body?: object) {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const answer = await fetch(url, body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers })
    return (await answer.json()) as { outcome: string; runId: string }
  }

  it('runs and repairs programs behind every wall, stops cleanly, and leaves its data to the next one', async () => {
    const first = await serve('first')
    const key = /shown this once: {2}(\S+)/.exec(first.greeting)?.[1] ?? ''
    const run = await ask(`${first.url}/v1/runs`, key, { language: 'python', code: 'prnt(6 * 7)' })
    expect(run.outcome).toBe('ok')
    expect(first.greeting).not.toContain('E2B_API_URL')

    const doctor = await image.podman('exec', 'first', ...DOCTOR)
    expect(doctor).toContain('running as user 4242')
    expect(doctor).toContain('✔ This host can run code, and every wall stands')

    await image.podman('stop', '--time', String(image.compose.graceS), 'first')
    expect((await image.podman('inspect', '--format', '{{.State.ExitCode}}', 'first')).trim()).toBe('0')
    await image.podman('rm', 'first')
    const second = await serve('second')
    expect(second.greeting).not.toContain('shown this once')
    expect(await ask(`${second.url}/v1/runs/${run.runId}`, key)).toMatchObject({ runId: run.runId, outcome: 'ok' })
  })

  it.each(['seccomp=', 'systempaths='])(
    'refuses to run code without %s, which the compose file asks for',
    async (option) => {
      const others = image.compose.security.filter((word) => !word.includes(option))
      expect(others).toHaveLength(image.compose.security.length - 1)
      await expect(image.start([...others], ...DOCTOR.slice(2))).rejects.toMatchObject({
        stdout: expect.stringMatching(/✖ sandbox \(jail\) +No sandbox can be made here: bwrap: /),
      })
    },
  )
})
