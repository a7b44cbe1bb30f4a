import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runEvent } from '../src/contract/event.ts'
import { chatSamples } from './support/chat-samples.ts'
import { eachRoute, runCode } from './support/each-route.ts'
import { type Call, type TestEngine, withEngine } from './support/engine.ts'
import { sentEvents } from './support/events.ts'
import { learningSamples, makeLesson } from './support/learning-samples.ts'
import { type MadeStates, makeStates } from './support/made-states.ts'
import { memorySamples } from './support/memory-samples.ts'
import { makePlan, planSamples } from './support/plan-samples.ts'
import { stateSamples } from './support/state-samples.ts'
import { taskSamples } from './support/task-samples.ts'
import { volumeSamples } from './support/volume-samples.ts'
import { writeWheels } from './support/wheels.ts'

type Sample = Call & { path: string; status: number }
interface Known extends MadeStates {
  planId: string
  runId: string
  /** A run that wrote a.txt. */
  fileRunId: string
  /** A run that can be deleted. */
  spareRunId: string
  keyId: string
  tokenId: string
  actionId: string
  /** A question that waits. */
  approvalId: string
  taskId: string
  patternId: string
  lessonId: string
  /** A directory with the package `annealword`. */
  wheels: string
  keys: TestEngine['keys']
}

const failed = { code: 'prnt(1)\n', language: 'python' }
const summed = { code: 'def f(a: int):\n  return a + 1\nprint(f(1))\n', language: 'python' }

/** The requests to each route; a route without a row here fails the test. */
const samples: Record<string, (known: Known) => Sample[]> = {
  'POST /v1/runs': () => [
    { path: '/v1/runs', status: 200, body: { code: 'echo one', language: 'bash' } },
    { path: '/v1/runs', status: 200, body: { code: 'nonsense', language: 'bash', options: { attempts: 1 } } },
    { path: '/v1/runs', status: 200, body: { text: 'no code at all' } },
    {
      ...{ path: '/v1/runs', status: 200 },
      body: { ...summed, options: { performance: true, tests: { mutation: false } } },
    },
    {
      path: '/v1/runs',
      status: 200,
      body: { programs: [{ code: 'echo one', language: 'bash' }], options: { parallel: true } },
      headers: { accept: 'text/event-stream' },
    },
    {
      path: '/v1/runs',
      status: 200,
      body: { text: '```bash\necho one\n```' },
      headers: { accept: 'text/event-stream' },
    },
  ],
  'GET /v1/runs': ({ runId }) => [
    { path: '/v1/runs', status: 200 },
    { path: `/v1/runs?limit=1&before=${runId}`, status: 200 },
  ],
  'GET /v1/runs/{runId}/webhook': ({ runId }) => [{ path: `/v1/runs/${runId}/webhook`, status: 200 }],
  'GET /v1/webhook-secret': () => [{ path: '/v1/webhook-secret', status: 200 }],
  'GET /v1/runs/{runId}': ({ runId }) => [{ path: `/v1/runs/${runId}`, status: 200 }],
  'GET /v1/runs/{runId}/files/{path}': ({ fileRunId }) => [{ path: `/v1/runs/${fileRunId}/files/a.txt`, status: 200 }],
  'GET /v1/runs/{runId}/events': ({ runId }) => [
    { path: `/v1/runs/${runId}/events`, status: 200 },
    { path: `/v1/runs/${runId}/events`, status: 200, headers: { 'last-event-id': '2' } },
  ],
  'GET /v1/events': ({ runId }) => [
    { path: '/v1/events', status: 200 },
    { path: `/v1/events?subject=run:${runId}&after=2&limit=2`, status: 200 },
    { path: `/v1/events?subject=run:${runId}`, status: 200, headers: { accept: 'text/event-stream' } },
  ],
  'POST /v1/runs/{runId}/cancel': ({ runId }) => [{ path: `/v1/runs/${runId}/cancel`, status: 200, method: 'POST' }],
  'DELETE /v1/runs/{runId}': ({ spareRunId }) => [{ path: `/v1/runs/${spareRunId}`, status: 204, method: 'DELETE' }],
  'DELETE /v1/runs': () => [
    { path: '/v1/runs?all=true&dryRun=true', status: 200, method: 'DELETE' },
    { path: '/v1/runs?keep=9&before=2000-01-01', status: 200, method: 'DELETE' },
  ],
  'DELETE /v1/users/{user}/data': ({ keys }) => [
    { path: '/v1/users/cleo/data', status: 200, key: keys.admin, method: 'DELETE' },
  ],
  'POST /v1/detect': () => [
    { path: '/v1/detect', status: 200, body: { text: 'a\n```py\nprint(1)\n```\n```\n?\n```' } },
  ],
  'POST /v1/diagnose': () => [
    { path: '/v1/diagnose', status: 200, body: { ...failed, error: "NameError: name 'prnt' is not defined" } },
  ],
  'POST /v1/debug': () => [
    { path: '/v1/debug', status: 200, body: { ...failed, error: "NameError: name 'prnt' is not defined" } },
  ],
  'POST /v1/guard': () => [
    { path: '/v1/guard', status: 200, body: { code: 'import os\nos.system(input())', language: 'python' } },
  ],
  'GET /v1/guard/rules': () => [{ path: '/v1/guard/rules', status: 200 }],
  'GET /v1/guard/policy': () => [{ path: '/v1/guard/policy', status: 200 }],
  'PUT /v1/guard/policy': () => [
    { path: '/v1/guard/policy', status: 200, method: 'PUT', body: { severities: { high: 'block' } } },
  ],
  'DELETE /v1/guard/policy': () => [{ path: '/v1/guard/policy', status: 200, method: 'DELETE' }],
  'POST /v1/analyze': () => [
    { path: '/v1/analyze', status: 200, body: { code: 'def f(a):\n  return a\n', language: 'python' } },
  ],
  'POST /v1/tests': () => [
    { path: '/v1/tests', status: 200, body: { code: 'def f(a: int):\n  return a + 1\n', language: 'python' } },
  ],
  'POST /v1/tests/optimize': () => [
    {
      path: '/v1/tests/optimize',
      status: 200,
      body: {
        ...{ code: 'def f(a: int):\n  return a + 1\n', fileName: 'program.py' },
        tests: {
          name: 'test_program.py',
          content:
            'import unittest\nfrom program import f\n\nclass T(unittest.TestCase):\n  def test_f(self):\n    self.assertEqual(f(1), 2)\n',
        },
      },
    },
  ],
  'POST /v1/commands': () => [{ path: '/v1/commands', status: 200, body: { command: 'echo one | cat' } }],
  'POST /v1/commands/check': () => [
    { path: '/v1/commands/check', status: 200, body: { command: 'ls' } },
    { path: '/v1/commands/check', status: 200, body: { command: 'sudo ls' } },
  ],
  'POST /v1/actions': () => [
    { path: '/v1/actions', status: 200, body: { type: 'code.run', input: { code: 'print(1)', language: 'python' } } },
    { path: '/v1/actions', status: 200, body: { type: 'shell.run', input: { command: 'sudo ls' } } },
  ],
  'GET /v1/actions': () => [{ path: '/v1/actions?limit=2', status: 200 }],
  'GET /v1/actions/types': () => [{ path: '/v1/actions/types', status: 200 }],
  'GET /v1/actions/tools': () => [{ path: '/v1/actions/tools', status: 200 }],
  'GET /v1/actions/{actionId}': ({ actionId }) => [{ path: `/v1/actions/${actionId}`, status: 200 }],
  'GET /v1/approvals': () => [{ path: '/v1/approvals?state=waiting', status: 200 }],
  'GET /v1/approvals/policy': () => [{ path: '/v1/approvals/policy', status: 200 }],
  'GET /v1/approvals/{approvalId}': ({ approvalId }) => [{ path: `/v1/approvals/${approvalId}`, status: 200 }],
  'POST /v1/approvals/{approvalId}': ({ approvalId }) => [
    { path: `/v1/approvals/${approvalId}`, status: 200, body: { decision: 'deny' } },
  ],
  'PUT /v1/users/{user}/approval-policy': ({ keys }) => [
    { ...{ path: '/v1/users/ada/approval-policy', status: 200, key: keys.admin, method: 'PUT' }, body: { sql: true } },
  ],
  'GET /v1/commands': () => [{ path: '/v1/commands?limit=2', status: 200 }],
  ...planSamples,
  ...chatSamples,
  ...taskSamples,
  ...memorySamples,
  ...learningSamples,
  ...stateSamples,
  ...volumeSamples,
  'GET /v1/error-patterns': () => [{ path: '/v1/error-patterns', status: 200 }],
  'POST /v1/error-patterns': ({ keys }) => [
    {
      path: '/v1/error-patterns',
      status: 200,
      key: keys.admin,
      body: { id: 'team/quota', type: 'QuotaError', category: 'resource', explain: 'The quota is spent.' },
    },
  ],
  'DELETE /v1/error-patterns': ({ keys }) => [
    { path: '/v1/error-patterns?id=team/quota', status: 200, key: keys.admin, method: 'DELETE' },
  ],
  'GET /v1/strategies': () => [{ path: '/v1/strategies', status: 200 }],
  'DELETE /v1/strategies/learned': ({ keys }) => [
    { path: '/v1/strategies/learned', status: 200, key: keys.admin, method: 'DELETE' },
  ],
  'GET /v1/health': () => [{ path: '/v1/health', status: 200, key: '' }],
  'GET /v1/stats': ({ keys }) => [
    { path: '/v1/stats', status: 200 },
    { path: '/v1/stats', status: 200, key: keys.ben },
    { path: '/v1/stats?scope=all', status: 200, key: keys.admin },
  ],
  'GET /v1/logs': () => [
    { path: '/v1/logs?level=debug', status: 200 },
    { path: '/v1/logs?format=csv', status: 200 },
  ],
  'GET /v1/policy': () => [{ path: '/v1/policy', status: 200 }],
  'GET /v1/config': ({ keys }) => [{ path: '/v1/config', status: 200, key: keys.admin }],
  'GET /v1/doctor': ({ keys }) => [{ path: '/v1/doctor', status: 200, key: keys.admin }],
  'GET /v1/doctor/checks': ({ keys }) => [{ path: '/v1/doctor/checks', status: 200, key: keys.admin }],
  'POST /v1/doctor/checks/{checkId}': ({ keys }) => [
    { path: '/v1/doctor/checks/output-and-exit-code-are-exact', status: 200, key: keys.admin, method: 'POST' },
  ],
  'GET /metrics': ({ keys }) => [{ path: '/metrics', status: 200, key: keys.admin }],
  'GET /v1/keys': ({ keys }) => [{ path: '/v1/keys', status: 200, key: keys.admin }],
  'POST /v1/keys': ({ keys }) => [{ path: '/v1/keys', status: 201, key: keys.admin, body: { user: 'cleo' } }],
  'DELETE /v1/keys/{keyId}': ({ keyId, keys }) => [
    { path: `/v1/keys/${keyId}`, status: 200, key: keys.admin, method: 'DELETE' },
  ],
  'GET /v1/browsers': () => [{ path: '/v1/browsers', status: 200 }],
  'GET /v1/sessions/{sessionId}/browser': ({ sessionId }) => [
    { path: `/v1/sessions/${sessionId}/browser`, status: 200 },
  ],
  'DELETE /v1/sessions/{sessionId}/browser': ({ sessionId }) => [
    { path: `/v1/sessions/${sessionId}/browser`, status: 200, method: 'DELETE' },
  ],
  // Frames need a browser: test/browser.test.ts reads some.
  'GET /v1/sessions/{sessionId}/browser/live': () => [],
  'GET /v1/tokens': () => [{ path: '/v1/tokens', status: 200 }],
  'POST /v1/tokens': ({ runId, sessionId }) => [
    { path: '/v1/tokens', status: 201, body: { run: runId } },
    { path: '/v1/tokens', status: 201, body: { session: sessionId, rights: 'use', ttlS: 60 } },
  ],
  'DELETE /v1/tokens/{tokenId}': ({ tokenId }) => [{ path: `/v1/tokens/${tokenId}`, status: 200, method: 'DELETE' }],
  'GET /v1/packages': () => [{ path: '/v1/packages', status: 200 }],
  'POST /v1/packages': ({ keys, wheels }) => [
    { path: '/v1/packages', status: 200, key: keys.admin, body: { names: ['annealword'], from: wheels } },
  ],
  'DELETE /v1/packages': ({ keys }) => [
    { path: '/v1/packages', status: 200, key: keys.admin, method: 'DELETE', body: { names: ['annealword'] } },
  ],
  'GET /v1/tools': () => [{ path: '/v1/tools', status: 200 }],
  'GET /openapi.json': () => [{ path: '/openapi.json', status: 200 }],
  'GET /docs/reference.js': () => [{ path: '/docs/reference.js', status: 200 }],
  'GET /docs': () => [{ path: '/docs', status: 200 }],
}

/** An action of ada, and a question to ada. */
async function makeAsked({ engine }: TestEngine) {
  const { actions, approvals } = engine
  const { id: actionId } = await actions.executeAction(
    { type: 'shell.run', input: { command: 'sudo ls' } },
    { userId: 'ada' },
  )
  await approvals.policies.put('ada', { steps: true })
  const effect = { kind: 'step' as const, userId: 'ada', title: 'A step', arguments: { a: 1 }, names: ['a'] }
  const asked = Promise.withResolvers<string>()
  void approvals.pass(effect, new AbortController().signal, ({ id }) => asked.resolve(id)).catch(() => {})
  return { actionId, approvalId: await asked.promise }
}

test('every answer of a route fits its declaration, field by field', async () => {
  await withEngine({}, async (tools) => {
    const webhook = { url: 'https://webhook.invalid/' }
    const { runId } = await runCode(tools, { code: 'print(1)\nraise ValueError("x")', language: 'python', webhook })
    const { runId: fileRunId } = await runCode(tools, { code: 'echo 1 > a.txt', language: 'bash' })
    const { runId: spareRunId } = await runCode(tools, { code: 'echo 1', language: 'bash' })
    const { id: keyId } = await tools.engine.keys.add({ user: 'cleo', admin: false, label: 'to go' })
    await tools.call('/v1/volumes', { body: { name: 'data' } })
    await tools.call('/v1/volumes/data/file?path=d/a.txt', { method: 'PUT', body: 'text' })
    const wheels = writeWheels(join(tools.home, 'wheels'), [{ name: 'annealword', version: '1.0', code: 'WORD = 1\n' }])
    const token = await tools.call('/v1/tokens', { body: { run: runId } })
    const { id: tokenId } = (await token.json()) as { id: string }
    const { actionId, approvalId } = await makeAsked(tools)
    const { id: taskId } = await tools.engine.tasks.executeTask({ task: '$ echo 1' }, { userId: 'ada' })
    const given = { code: 'def add(a, b):\n  return a + b\n', language: 'python' }
    const { pattern } = await tools.engine.memory.storePattern(given, 'ada')
    const made = { runId, fileRunId, spareRunId, keyId, tokenId, wheels, actionId, approvalId, taskId }
    const known = {
      ...made,
      patternId: pattern.id,
      keys: tools.keys,
      ...(await makeStates(tools)),
      ...(await makePlan(tools)),
      ...(await makeLesson(tools)),
    }
    for (const route of eachRoute(tools)) {
      const asked = samples[route.name]
      if (!asked) throw new Error(`no sample for ${route.name}`)
      for (const sample of asked(known)) {
        const response = await tools.call(sample.path, sample)
        const type = response.headers.get('content-type')?.split(';')[0] ?? ''
        const declared = route.answers.find(({ status }) => status === response.status)
        expect(response.status, `${route.name} ${sample.path}`).toBe(sample.status)
        if (response.status === 204) {
          expect([declared?.content, await response.text()], route.name).toEqual([undefined, ''])
          continue
        }
        expect(Object.keys(declared?.content ?? {}), route.name).toContain(type)
        await expectFit(response, { type, schema: declared?.content?.[type] ?? null, name: route.name })
      }
    }
  })
})

/** Parsing drops fields that a schema does not name, so an answer that changes says more than it declares. */
async function expectFit(
  response: Response,
  { type, schema, name }: { type: string; schema: { parse(value: unknown): unknown } | null; name: string },
) {
  if (type === 'text/event-stream' && schema !== null) {
    let last = ''
    for await (const { data } of sentEvents(response)) last = runEvent.parse(data).type
    expect(last).toBe('run.end')
    return
  }
  const text = await response.text()
  expect(text, name).not.toBe('')
  if (schema === null) return
  const answer = JSON.parse(text)
  expect(text.match(/"\w+Ms":\d+\.\d{4,}/g), `${name} tells times to the microsecond`).toBeNull()
  expect(schema.parse(answer), name).toEqual(answer)
}
