import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { eventsOf } from './support/events.ts'
import { call, httpClient, stdioClient } from './support/mcp/client.ts'
import { askRpc, type Rpc, TASKS } from './support/mcp/rpc.ts'
import { type PostgresServer, startPostgres } from './support/postgres.ts'
import { markedSleep, untilGone, untilStarted } from './support/processes.ts'
import { serving } from './support/serve-child.ts'
import { withHome } from './support/temporary-home.ts'

interface Task {
  resultType: string
  taskId: string
  status: string
  result?: { content: { text?: string | undefined }[] } | undefined
  error?: { message: string; data: { code: string } }
}

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

const content = z.array(z.looseObject({ text: z.string().optional() }))
const task = z.looseObject({ status: z.string(), result: z.looseObject({ content }).optional() })
const stdoutOf = ({ result }: Pick<Task, 'result'>): string => JSON.parse(result?.content[0]?.text ?? '{}').stdout

const start = async (rpc: Rpc, code: string, more: object = {}): Promise<string> => {
  const given = { name: 'run_code', arguments: { language: 'bash', code, background: true, ...more } }
  const { result } = await askRpc<Task>(rpc, 'tools/call', given)
  expect(result).toMatchObject({ resultType: 'task', status: 'working' })
  return result.taskId
}
const taskOf = async (rpc: Rpc, taskId: string) => (await askRpc<Task>(rpc, 'tasks/get', { taskId })).result
const ended = (rpc: Rpc, taskId: string, status: string) =>
  expect.poll(async () => (await taskOf(rpc, taskId)).status).toBe(status)

test('a task is read and cancelled by another server on the same data', async () => {
  await withHome(async (home) => {
    const env = { ANNEAL_LEASE_MS: '2000' }
    await serving({ home, env }, (other) =>
      serving({ home, env: { ...env, ANNEAL_API_KEY: other.key } }, async (own) => {
        const here: Rpc = { call: own.call, key: other.key, capabilities: TASKS }
        const there: Rpc = { call: other.call, capabilities: TASKS }
        const done = await start(here, 'echo done')
        await ended(there, done, 'completed')
        const stopped = await start(here, 'sleep 600')
        await ended(there, stopped, 'working')
        expect(await askRpc(there, 'tasks/cancel', { taskId: stopped })).toMatchObject({
          result: { resultType: 'complete' },
        })
        await ended(there, stopped, 'cancelled')
        expect(stdoutOf(await taskOf(there, done))).toBe('done\n')
      }),
    )
  })
})

test.for(['SQLite', 'PostgreSQL'] as const)(
  'a task whose server is killed by kill -9 is finished by another node under its id; one with network ends as interrupted (%s)',
  async (database) => {
    const url = database === 'PostgreSQL' ? { ANNEAL_DATABASE_URL: await postgres.createDatabase() } : {}
    const env = { ANNEAL_LEASE_MS: '1500', ANNEAL_NETWORK_CEILING: 'example.org', ...url }
    await withHome((home) =>
      serving({ home, env }, (other) =>
        serving({ home, env: { ...env, ANNEAL_API_KEY: other.key } }, async (own) => {
          const here: Rpc = { call: own.call, key: other.key, capabilities: TASKS }
          const [sleep, reaching] = [markedSleep(5), markedSleep(600)]
          const outside = await start(here, reaching, { network: ['example.org'] })
          await untilStarted(reaching)
          // Nothing stands between the start of this program and the kill: it never ends before.
          const cut = await start(here, `echo begun; ${sleep}; echo finished`)
          await untilStarted(sleep)
          own.child.kill('SIGKILL')
          const followed = other.call(`/v1/runs/${cut}/events`).then(eventsOf)
          await own.ended

          const client = await httpClient(other, '2026-07-28', undefined, TASKS)
          const polled = () => client.request({ method: 'tasks/get', params: { taskId: cut } }, task)
          await expect.poll(async () => (await polled()).status, { timeout: 60_000 }).toBe('completed')
          expect(stdoutOf(await polled())).toBe('begun\nfinished\n')
          await client.close()
          const told = await followed
          const ofRun = told.map(({ type }) => type).filter((type) => type.startsWith('run.'))
          expect(ofRun).toEqual(['run.start', 'run.resumed', 'run.end'])
          expect(told.map(({ seq }) => seq)).toEqual([...new Set(told.map(({ seq }) => seq))].toSorted((a, b) => a - b))

          const there: Rpc = { call: other.call, capabilities: TASKS }
          await ended(there, outside, 'failed')
          expect(await taskOf(there, outside)).toMatchObject({ error: { data: { code: 'RUN_INTERRUPTED' } } })
          await untilGone(reaching)
        }),
      ),
    )
  },
)

test('a server that stands still for longer than its lease loses its task, and a reader at it hears the one end that the other wrote', async () => {
  const env = { ANNEAL_LEASE_MS: '1500' }
  await withHome((home) =>
    serving({ home, env }, (other) =>
      serving({ home, env: { ...env, ANNEAL_API_KEY: other.key } }, async (own) => {
        const sleep = markedSleep(15)
        const taken = await start({ call: own.call, key: other.key, capabilities: TASKS }, `${sleep}; echo finished`)
        const followed = own.call(`/v1/runs/${taken}/events`, { key: other.key }).then(eventsOf)
        await untilStarted(sleep)
        own.child.kill('SIGSTOP')
        await untilStarted(sleep, 2)
        own.child.kill('SIGCONT')
        const told = await followed
        expect(told.filter(({ type }) => type.startsWith('run.'))).toMatchObject([
          { type: 'run.start' },
          { type: 'run.resumed', times: 1 },
          { type: 'run.end', outcome: 'ok' },
        ])
        const kept = await other.call(`/v1/runs/${taken}/events`).then(eventsOf)
        expect(kept.filter(({ type }) => type === 'run.end')).toHaveLength(1)
        expect(told.at(-1)).toEqual(kept.at(-1))
      }),
    ),
  )
})

test('a task that was started over standard streams goes on in its server after kill -9 of the process between', async () => {
  await withHome((home) =>
    serving({ home }, async ({ url, key }) => {
      const { client, pid } = await stdioClient({ ANNEAL_SERVER: url, ANNEAL_API_KEY: key }, '2025-11-25')
      const { runId } = await call(client, 'run_code', {
        ...{ language: 'bash', code: 'sleep 3; echo finished' },
        background: true,
      })
      process.kill(pid, 'SIGKILL')
      const again = await stdioClient({ ANNEAL_SERVER: url, ANNEAL_API_KEY: key }, '2025-11-25')
      expect(await call(again.client, 'runs', { do: 'wait', run: runId })).toMatchObject({ stdout: 'finished\n' })
      await again.client.close()
    }),
  )
})
