import fc from 'fast-check'
import { expect } from 'vitest'
import { undisturbed } from '../../src/sandbox/checks/host-pace.ts'
import { eachRoute, runCode } from './each-route.ts'
import { type TestEngine, withEngine } from './engine.ts'
import { expectError } from './expect-error.ts'
import { PIECE_OF_SECRET, type RandomRequest, randomRequest, VOLUME } from './random-requests.ts'

const LONGEST_MS = 5000
/** Deliberate answers with a row in the table: not failures of the server. */
const HONEST = [501, 503, 507]

/** Sends this many random requests to every route, and a quarter of that where a route takes only headers. */
export const expectHonestRoutes = (cases: number): Promise<void> =>
  undisturbed(5000, async () => {
    await withEngine({ env: { ANNEAL_TIMEOUT_MS: '1000' } }, async (tools) => {
      const { runId } = await runCode(tools, { code: 'echo one', language: 'bash' })
      for (const route of eachRoute(tools)) {
        const key = route.access === 'admin' ? tools.keys.admin : tools.keys.ada
        // Removed by some of the requests, and made again for the next route.
        await tools.call('/v1/volumes', { key, body: { name: VOLUME, maxBytes: 100 } })
        const expected = route.answers.map(({ status }) => status)
        const numRuns = route.params || route.query || route.body ? cases : Math.ceil(cases / 4)
        const send = (request: RandomRequest) => expectHonestAnswer(tools, request, expected)
        await fc.assert(fc.asyncProperty(randomRequest(route, { key, runId }), send), { numRuns })
      }
      expect(tools.logs.filter((line) => line.msg === 'unexpected error')).toEqual([])
    })
  })

async function expectHonestAnswer(tools: TestEngine, { path, call }: RandomRequest, expected: number[]) {
  const answer = await within(LONGEST_MS, async () => {
    const response = await tools.call(path, call)
    return { response, text: await response.clone().text() }
  })
  const { response, text } = answer
  if (expected.includes(response.status)) return
  expect(response.status < 500 || HONEST.includes(response.status), `${response.status} ${text}`).toBe(true)
  await expectError(response)
  expect(text).not.toContain(PIECE_OF_SECRET)
}

async function within<T>(timeoutMs: number, work: () => Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`no answer in ${timeoutMs} ms`)), timeoutMs)
  try {
    return await Promise.race([work(), late.promise])
  } finally {
    clearTimeout(timer)
  }
}
