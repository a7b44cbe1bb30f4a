import { expect, test } from 'vitest'
import { call, stdioClient } from './support/mcp/client.ts'
import { askRpc, type Rpc, TASKS } from './support/mcp/rpc.ts'
import { serving } from './support/serve-child.ts'
import { withHome } from './support/temporary-home.ts'

interface Task {
  resultType: string
  taskId: string
  status: string
  result?: { content: { text?: string }[]; isError?: boolean }
  error?: { message: string; data: { code: string } }
}

const start = async (rpc: Rpc, code: string): Promise<string> => {
  const given = { name: 'run_code', arguments: { language: 'bash', code, background: true } }
  const { result } = await askRpc<Task>(rpc, 'tools/call', given)
  expect(result).toMatchObject({ resultType: 'task', status: 'working' })
  return result.taskId
}
const taskOf = async (rpc: Rpc, taskId: string) => (await askRpc<Task>(rpc, 'tasks/get', { taskId })).result
const ended = (rpc: Rpc, taskId: string, status: string) =>
  expect.poll(async () => (await taskOf(rpc, taskId)).status).toBe(status)

test('a task is read, cancelled and ended by another server on the same data, also after kill -9 of its own', async () => {
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

        const cut = await start(here, 'sleep 600')
        own.child.kill('SIGKILL')
        await own.ended
        await ended(there, cut, 'failed')
        expect(await taskOf(there, cut)).toMatchObject({ error: { data: { code: 'RUN_INTERRUPTED' } } })
        const kept = await taskOf(there, done)
        expect(JSON.parse(kept.result?.content[0]?.text ?? '')).toMatchObject({ runId: done, stdout: 'done\n' })
      }),
    )
  })
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
