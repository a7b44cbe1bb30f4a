import type { NewToken } from '../../src/contract/token.ts'
import { runCode } from './each-route.ts'
import type { Call } from './engine.ts'
import { oneEngine } from './one-engine.ts'

export const PAGE = 'https://page.example'

/** Routes that a token for a run opens. */
export const READ_RUN = ['GET /v1/runs/{runId}', 'GET /v1/runs/{runId}/events', 'GET /v1/runs/{runId}/files/{path}']

/** One engine for tests about tokens of web pages, with the calls that all of them make. */
export function tokenTools() {
  // Without signs of life meanwhile: streams end at once, not at the next one.
  const tools = oneEngine({
    env: {
      ANNEAL_ALLOWED_ORIGINS: PAGE,
      ANNEAL_LOG_LEVEL: 'debug',
      ANNEAL_MAX_TOKEN_TTL_S: '900',
      ANNEAL_LEASE_MS: '600000',
    },
  })

  const call = (path: string, init: Call = {}) => tools().call(path, init)

  async function made<T>(path: string, init: Call): Promise<T> {
    const response = await call(path, init)
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
    return (await response.json()) as T
  }

  const newSession = async (body: object = {}) => (await made<{ id: string }>('/v1/sessions', { body })).id
  const newToken = (body: object, key?: string) =>
    made<NewToken>('/v1/tokens', { body, ...(key !== undefined && { key }) })
  const inSession = (session: string, code = 'print(1)') =>
    runCode({ call }, { session, code, language: 'python', options: { analysis: false } })

  /** Two sessions of the same user with a run in each, and one run outside of both; made once, since sessions take a while. */
  let world: Promise<{ session: string; other: string; run: string; otherRun: string; plainRun: string }> | undefined
  function worldOf() {
    world ??= (async () => {
      const [session, other] = [await newSession({ metadata: { ticket: 'private-7' } }), await newSession()]
      const { runId: run } = await inSession(session, 'open("figure.txt", "w").write("drawn"); x = 6 * 7')
      const { runId: otherRun } = await inSession(other)
      const plain = { code: 'echo 1 > a.txt', language: 'bash' }
      return { session, other, run, otherRun, plainRun: (await runCode({ call }, plain)).runId }
    })()
    return world
  }

  return { tools, call, made, newSession, newToken, inSession, worldOf }
}
