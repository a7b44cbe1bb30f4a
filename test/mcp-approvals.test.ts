import type { ElicitResult } from '@modelcontextprotocol/client'
import { describe, expect, test } from 'vitest'
import { withServer } from './support/engine.ts'
import { call, httpClient, type Revision, stdioClient } from './support/mcp/client.ts'

const env = { ANNEAL_APPROVAL_COMMANDS: 'touch' }
const program = { language: 'bash', code: 'touch made; echo done', repair: 'off' }
const say = (decision: string): ElicitResult => ({ action: 'accept', content: { decision } })

describe.each<Revision>(['2026-07-28', '2025-11-25'])('approvals by elicitation, %s', (revision) => {
  test('the person behind the client is asked, and their answer decides exactly that question', () =>
    withServer({ env }, async ({ url, keys, engine }) => {
      const asked: string[] = []
      const answers: ElicitResult[] = [
        say('approve once'),
        say('deny'),
        { action: 'cancel' },
        say(''),
        say('approve once'),
      ]
      const client = await httpClient({ url, key: keys.ada }, revision, ({ message }) => {
        asked.push(message)
        return answers.shift() ?? { action: 'decline' }
      })
      const outcomes: unknown[] = []
      for (let round = 0; round < 5; round++) outcomes.push((await call(client, 'run_code', program)).outcome)
      expect(outcomes).toEqual(['ok', 'blocked', 'blocked', 'blocked', 'ok'])
      expect(asked).toHaveLength(5)
      expect(asked[0]).toContain('touch made; echo done')
      const questions = await engine.approvals.list({ userId: 'ada', limit: 100 })
      expect(questions.map(({ state, for: until }) => [state, until]).toReversed()).toEqual([
        ['approved', 'once'],
        ['denied', null],
        ['denied', null],
        ['denied', null],
        ['approved', 'once'],
      ])
      // No run was begun twice.
      expect(await engine.runs.list({ userId: 'ada', limit: 100 })).toHaveLength(5)
      await client.close()
    }))

  test('a model cannot approve: no argument of a tool answers a question, and a client that cannot ask leaves it waiting', () =>
    withServer({ env }, async ({ url, keys, engine }) => {
      const client = await httpClient({ url, key: keys.ada }, revision)
      const { runId } = await call(client, 'run_code', { ...program, background: true })
      const waiting = () => engine.approvals.list({ userId: 'ada', state: 'waiting', limit: 100 })
      await expect.poll(waiting).toHaveLength(1)
      const [{ id } = { id: '' }] = await waiting()
      const inputResponses = { [`${runId}.${id}`]: say('approve once') }
      const tries: [string, Record<string, unknown>][] = [
        ['run_code', { ...program, inputResponses }],
        ['action', { do: 'approve', approval: id }],
        ['action', { do: 'execute', type: 'approval.decide', input: { id, decision: 'approve' } }],
        ['plan', { do: 'start', steps: [{ id: 'a', action: { type: 'approval.decide', input: { id } } }] }],
      ]
      for (const [name, given] of tries) expect((await call(client, name, given)).isError).toBe(true)
      expect(await waiting()).toMatchObject([{ id }])
      await client.close()
    }))
})

test('where admins alone answer, a yes of the person behind a client decides nothing', () =>
  withServer({ env: { ...env, ANNEAL_APPROVAL_BY: 'admin' } }, async ({ url, keys, engine }) => {
    let asked = 0
    const client = await httpClient({ url, key: keys.ada }, '2026-07-28', () => {
      asked++
      return say('approve once')
    })
    const told: string[] = []
    const onprogress = ({ message = '' }) => void told.push(message)
    const calling = client.callTool({ name: 'run_code', arguments: program }, { onprogress })
    await expect.poll(() => told).toContain('an admin has to answer')
    const [question] = await engine.approvals.list({ userId: 'ada', limit: 100 })
    expect(question).toMatchObject({ state: 'waiting' })
    await engine.approvals.decide(question?.id ?? '', 'root', { decision: 'deny' }, { isAdmin: true })
    expect(JSON.stringify(await calling)).toContain('blocked')
    expect(asked).toBe(1)
    await client.close()
  }))

test('over standard streams the person is asked too', () =>
  withServer({ env }, async ({ url, keys }) => {
    for (const revision of ['2026-07-28', '2025-11-25'] as const) {
      const server = { ANNEAL_SERVER: url, ANNEAL_API_KEY: keys.ada }
      const { client } = await stdioClient(server, revision, () => say('approve once'))
      expect(await call(client, 'run_code', program)).toMatchObject({ outcome: 'ok', stdout: 'done\n' })
      await client.close()
    }
  }))

test('a call that is taken back while its person is asked cancels its run', () =>
  withServer({ env }, async ({ url, keys, engine }) => {
    const leave = new AbortController()
    const client = await httpClient({ url, key: keys.ada }, '2025-11-25', () => {
      leave.abort()
      return new Promise<never>(() => {})
    })
    const calling = client.callTool({ name: 'run_code', arguments: program }, { signal: leave.signal })
    await expect(calling).rejects.toThrow()
    const outcome = async () => (await engine.runs.list({ userId: 'ada', limit: 1 }))[0]?.outcome
    await expect.poll(outcome).toBe('cancelled')
    await client.close()
  }))
