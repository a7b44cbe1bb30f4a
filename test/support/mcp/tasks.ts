import { expect } from 'vitest'
import { z } from 'zod'
import { eventsOf } from '../events.ts'
import { markedSleep, until, untilGone, untilStarted } from '../processes.ts'
import { serving } from '../serve-child.ts'
import { servingHere } from '../serving-here.ts'
import { withHome } from '../temporary-home.ts'
import { httpClient } from './client.ts'
import { askRpc, type Rpc, TASKS } from './rpc.ts'

interface Task {
  resultType: string
  taskId: string
  status: string
  result?: { content: { text?: string | undefined }[] } | undefined
  error?: { message: string; data: { code: string } }
}

const content = z.array(z.looseObject({ text: z.string().optional() }))
const task = z.looseObject({ status: z.string(), result: z.looseObject({ content }).optional() })
export const stdoutOf = ({ result }: Pick<Task, 'result'>): string =>
  JSON.parse(result?.content[0]?.text ?? '{}').stdout

export const startTask = async (rpc: Rpc, code: string, more: object = {}): Promise<string> => {
  const given = { name: 'run_code', arguments: { language: 'bash', code, background: true, ...more } }
  const { result } = await askRpc<Task>(rpc, 'tools/call', given)
  expect(result).toMatchObject({ resultType: 'task', status: 'working' })
  return result.taskId
}
export const taskOf = async (rpc: Rpc, taskId: string) => (await askRpc<Task>(rpc, 'tasks/get', { taskId })).result
export const untilTask = (rpc: Rpc, taskId: string, status: string) =>
  until(`the task is ${status}`, async () => (await taskOf(rpc, taskId)).status === status, { everyMs: 50 })

/**
 * Kills a server while it runs two tasks: another one on its data finishes the first under its id, and ends the second, which may have
 * reached a network.
 */
export async function isFinishedByAnother(database: Record<string, string>): Promise<void> {
  const env = { ANNEAL_LEASE_MS: '1500', ANNEAL_NETWORK_CEILING: 'example.org', ...database }
  await withHome((home) =>
    servingHere({ home, env }, (other) =>
      serving({ home, env: { ...env, ANNEAL_API_KEY: other.key } }, async (own) => {
        const here: Rpc = { call: own.call, key: other.key, capabilities: TASKS }
        const [sleep, reaching] = [markedSleep(5), markedSleep(600)]
        const outside = await startTask(here, reaching, { network: ['example.org'] })
        await untilStarted(reaching)
        // Nothing stands between the start of this program and the kill: it never ends before.
        const cut = await startTask(here, `echo begun; ${sleep}; echo finished`)
        await untilStarted(sleep)
        own.child.kill('SIGKILL')
        const followed = other.call(`/v1/runs/${cut}/events`).then(eventsOf)
        await own.ended

        const client = await httpClient(other, '2026-07-28', undefined, TASKS)
        const polled = () => client.request({ method: 'tasks/get', params: { taskId: cut } }, task)
        await until('the task is completed', async () => (await polled()).status === 'completed', { everyMs: 50 })
        expect(stdoutOf(await polled())).toBe('begun\nfinished\n')
        await client.close()
        const told = await followed
        const ofRun = told.map(({ type }) => type).filter((type) => type.startsWith('run.'))
        expect(ofRun).toEqual(['run.start', 'run.resumed', 'run.end'])
        expect(told.map(({ seq }) => seq)).toEqual([...new Set(told.map(({ seq }) => seq))].toSorted((a, b) => a - b))

        const there: Rpc = { call: other.call, capabilities: TASKS }
        await untilTask(there, outside, 'failed')
        expect(await taskOf(there, outside)).toMatchObject({ error: { data: { code: 'RUN_INTERRUPTED' } } })
        await untilGone(reaching)
      }),
    ),
  )
}
