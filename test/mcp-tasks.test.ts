import { expect, test } from 'vitest'
import { eventsOf } from './support/events.ts'
import { call, stdioClient } from './support/mcp/client.ts'
import { askRpc, type Rpc, TASKS } from './support/mcp/rpc.ts'
import { isFinishedByAnother, startTask, stdoutOf, taskOf, untilTask } from './support/mcp/tasks.ts'
import { markedSleep, untilStarted } from './support/processes.ts'
import { serving } from './support/serve-child.ts'
import { servingHere } from './support/serving-here.ts'
import { withHome } from './support/temporary-home.ts'

test.concurrent('a task is read and cancelled by another server on the same data', async () => {
  await withHome(async (home) => {
    const env = { ANNEAL_LEASE_MS: '2000' }
    await servingHere({ home, env }, (other) =>
      servingHere({ home, env: { ...env, ANNEAL_API_KEY: other.key } }, async (own) => {
        const here: Rpc = { call: own.call, key: other.key, capabilities: TASKS }
        const there: Rpc = { call: other.call, capabilities: TASKS }
        const done = await startTask(here, 'echo done')
        await untilTask(there, done, 'completed')
        const stopped = await startTask(here, 'sleep 600')
        await untilTask(there, stopped, 'working')
        expect(await askRpc(there, 'tasks/cancel', { taskId: stopped })).toMatchObject({
          result: { resultType: 'complete' },
        })
        await untilTask(there, stopped, 'cancelled')
        expect(stdoutOf(await taskOf(there, done))).toBe('done\n')
      }),
    )
  })
})

test.concurrent('a task whose server is killed by kill -9 is finished by another node under its id; one with network ends as interrupted', () =>
  isFinishedByAnother({}))

test.concurrent('a server that stands still for longer than its lease loses its task, and a reader at it hears the one end that the other wrote', async () => {
  const env = { ANNEAL_LEASE_MS: '1500' }
  await withHome((home) =>
    servingHere({ home, env }, (other) =>
      serving({ home, env: { ...env, ANNEAL_API_KEY: other.key } }, async (own) => {
        const sleep = markedSleep(15)
        const taken = await startTask(
          { call: own.call, key: other.key, capabilities: TASKS },
          `${sleep}; echo finished`,
        )
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

test.concurrent('a task that was started over standard streams goes on in its server after kill -9 of the process between', async () => {
  await withHome((home) =>
    servingHere({ home }, async ({ url, key }) => {
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
