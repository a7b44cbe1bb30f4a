import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Sandbox } from 'e2b'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createEngine, type Engine } from '../src/engine.ts'
import { type E2bServer, startE2bServer } from './support/e2b-server.ts'
import { configOf } from './support/engine.ts'
import { withHome } from './support/temporary-home.ts'

let far: E2bServer
beforeAll(async () => {
  far = await startE2bServer()
})
afterAll(() => far.close())
afterEach(async () => expect(await Sandbox.list(far.options).nextItems(), 'sandboxes that are left').toEqual([]))

/** An engine on the sandboxes of another one. */
const withEngine = <T>(env: Record<string, string>, use: (engine: Engine) => Promise<T>): Promise<T> =>
  withHome(async (home) => {
    const place = { ANNEAL_E2B_API_URL: far.url, ANNEAL_E2B_SANDBOX_URL: far.url, ANNEAL_E2B_API_KEY: far.key }
    const logs: string[] = []
    const engine = await createEngine(configOf(home, { ANNEAL_SANDBOX: 'e2b', ...place, ...env }), {
      logs: { write: (line) => void logs.push(line) },
      restThreads: true,
    })
    try {
      return await use(engine)
    } finally {
      await engine.close()
      expect(logs.join('')).not.toContain(far.key)
    }
  })

describe('an engine on the sandboxes of another server', () => {
  it('runs programs there, each in a sandbox of its own, with their files and input', () =>
    withEngine({}, async (engine) => {
      const run = await engine.run({
        language: 'python',
        code: 'import sys; print(open("a.txt").read(), sys.stdin.read(), sep="|")',
        input: 'typed',
        files: { 'a.txt': 'laid' },
      })
      const { outcome, blocks } = await run.result
      expect([outcome, blocks[0]?.attempts[0]?.stdout]).toEqual(['ok', 'laid|typed\n'])
    }))

  it('keeps the interpreters of a session there', () =>
    withEngine({}, async (engine) => {
      const { id: session } = await engine.sessions.create({}, 'local')
      const cell = async (language: string, code: string) => {
        const { blocks } = await (await engine.run({ language, code, session }, { userId: 'local' })).result
        return blocks[0]?.attempts[0]?.results[0]?.data['text/plain']
      }
      await cell('python', 'x = 41')
      expect(await cell('python', 'x + 1')).toBe('42')
      await cell('javascript', 'const y = 21')
      expect(await cell('javascript', 'y * 2')).toBe('42')
    }))

  it('finds the walls standing, and names their server', () =>
    withEngine({}, async (engine) => {
      expect(await engine.sandbox.probe(new AbortController().signal)).toMatchObject({
        ok: true,
        detail: expect.stringMatching(/no new privileges.*walls of that server that show: system call filter/),
      })
    }))

  it('reports a wrong key with the setting, and runs nothing', () =>
    withEngine({ ANNEAL_E2B_API_KEY: `e2b_${'0'.repeat(40)}` }, async (engine) => {
      const running = engine.run({ language: 'python', code: 'print(1)' })
      await expect(running).rejects.toMatchObject({
        code: 'SANDBOX_UNAVAILABLE',
        message: expect.stringContaining('Unauthorized'),
        hint: expect.stringContaining('ANNEAL_E2B_API_KEY'),
      })
    }))

  it('tries again when the server fails twice', () =>
    withFailures(2, (url) =>
      withEngine({ ANNEAL_E2B_API_URL: url }, async (engine) => {
        const limits = {
          timeoutMs: 5000,
          memoryMb: 128,
          cpuPercent: 100,
          processes: 16,
          openFiles: 64,
          outputBytes: 1000,
          diskMb: 1,
        }
        const control = await engine.sandbox.create({ limits }, new AbortController().signal)
        expect(await control.sandbox.exec(['true'])).toMatchObject({ exitCode: 0 })
        await control.destroy()
      }),
    ))
})

/** A proxy in front of the other server that fails the first calls to make a sandbox. */
async function withFailures(count: number, use: (url: string) => Promise<void>): Promise<void> {
  let left = count
  const server = createServer((incoming, response) => {
    if (incoming.method === 'POST' && incoming.url?.endsWith('/sandboxes') && left-- > 0) {
      response.writeHead(500, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ code: 500, message: 'not now' }))
    } else carry(incoming, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    expect(left).toBeLessThan(0)
  } finally {
    await closed(server)
  }
}

function carry(incoming: IncomingMessage, response: ServerResponse): void {
  const { method, url, headers } = incoming
  const onward = request(`${far.url}${url}`, { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  incoming.pipe(onward)
}

const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.closeAllConnections()
    server.close(() => resolve())
  })
