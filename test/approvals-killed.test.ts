import { expect, test } from 'vitest'
import type { Approval } from '../src/contract/approval.ts'
import type { RunResult } from '../src/contract/run.ts'
import { runCode } from './support/each-route.ts'
import { until } from './support/processes.ts'
import { type Served, serving } from './support/serve-child.ts'
import { servingHere } from './support/serving-here.ts'
import { withHome } from './support/temporary-home.ts'

const env = { ANNEAL_APPROVAL_COMMANDS: 'touch', ANNEAL_LEASE_MS: '600' }
const BEFORE = { code: 'touch made; ls made', language: 'bash' }

type Asked = Pick<Served, 'call'>

async function questions({ call }: Asked): Promise<Approval[]> {
  const { approvals } = (await (await call('/v1/approvals?state=waiting')).json()) as { approvals: Approval[] }
  return approvals
}

async function onlyQuestion(served: Asked): Promise<Approval> {
  await until('a question waits', async () => (await questions(served)).length > 0)
  const [question, ...others] = await questions(served)
  if (!question || others.length > 0) throw new Error(`${others.length + 1} questions wait`)
  return question
}

const decide = async ({ call }: Asked, { id }: Approval, decision: 'approve' | 'deny') =>
  expect((await call(`/v1/approvals/${id}`, { body: { decision } })).status).toBe(200)

/** A person is asked about the run anew, and says no. */
async function isAskedAnew(served: Asked, request: object): Promise<Approval> {
  const asked: Promise<RunResult> = runCode(served, request)
  const question = await onlyQuestion(served)
  await decide(served, question, 'deny')
  expect(await asked).toMatchObject({ outcome: 'blocked' })
  return question
}

test('a question outlives a server that was killed by kill -9: its answer serves exactly the same effect, once', async () => {
  await withHome(async (home) => {
    const before = await serving({ home, env }, async (served) => {
      const cut = served.call('/v1/runs', { body: BEFORE }).catch(() => 'cut')
      const question = await onlyQuestion(served)
      served.child.kill('SIGKILL')
      expect(await served.ended).toMatchObject({ signal: 'SIGKILL' })
      expect(await cut).toBe('cut')
      return question
    })
    await servingHere({ home, env }, async (served) => {
      expect(await questions(served)).toEqual([before])
      await decide(served, before, 'approve')
      const other = await isAskedAnew(served, { ...BEFORE, code: 'touch made; ls made; :' })
      expect(other.id).not.toBe(before.id)
      await isAskedAnew(served, { ...BEFORE, input: 'x' })
      const again = await runCode(served, BEFORE)
      expect(again).toMatchObject({ outcome: 'ok', blocks: [{ attempts: [{ stdout: 'made\n' }] }] })
      await isAskedAnew(served, BEFORE)
    })
  })
})
