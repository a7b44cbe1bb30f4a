import type { Client } from '@modelcontextprotocol/client'
import { expect } from 'vitest'
import { call } from './client.ts'

/** Uses every tool once, as an agent would; gives the names of those that were used. */
export async function useEveryTool(client: Client): Promise<string[]> {
  const used = new Set<string>()
  const use = (name: string, given: Record<string, unknown>) => {
    used.add(name)
    return call(client, name, given)
  }
  const ran = await use('run_code', { language: 'python', code: 'print(6 * 7)' })
  expect(ran).toMatchObject({ outcome: 'ok', stdout: '42\n', isError: false })
  const failed = await use('run_code', { language: 'bash', code: 'echo no >&2; exit 3' })
  expect(failed).toMatchObject({ outcome: 'failed', stderr: 'no\n', isError: true })
  const code = 'def double(n):\n    return n + n\n\nprint(doubel(4))\n'
  const error = `Traceback (most recent call last):
  File "main.py", line 4, in <module>
    print(doubel(4))
          ^^^^^^
NameError: name 'doubel' is not defined. Did you mean: 'double'?
`
  expect(await use('repair_code', { language: 'python', code, error })).toMatchObject({ outcome: 'ok', stdout: '8\n' })
  const tested = await use('test_code', { language: 'python', code: 'def double(n):\n    return n + n\n', budgetS: 5 })
  expect(tested.text).toContain('unittest')
  const checked = await use('check_code', { language: 'python', code: 'import os\nos.system(input())\n' })
  expect(checked.dangers).not.toEqual([])

  const session = (await use('session', { do: 'create' })).id as string
  await use('files', { do: 'write', session, path: 'data/in.txt', content: 'one\ntwo\n' })
  await use('run_code', { session, language: 'python', code: 'lines = open("data/in.txt").read().split()' })
  const kept = (await use('checkpoint', { do: 'create', session, label: 'read' })).id as string
  await use('run_code', { session, language: 'python', code: 'lines = []' })
  await use('checkpoint', { do: 'restore', checkpoint: kept })
  const after = await use('run_code', { session, language: 'python', code: 'print(lines)' })
  expect(after).toMatchObject({ stdout: "['one', 'two']\n", session })
  const read = await use('files', { do: 'read', session, path: 'data/in.txt' })
  expect(read.content[0]).toMatchObject({ type: 'resource', resource: { text: 'one\ntwo\n' } })
  expect((await use('session', { do: 'remove', session })).isError).toBe(false)
  expect((await use('session', { do: 'show', session })).text).toContain(`no session ${session}`)

  expect(await use('shell', { command: 'printf b\\\\na\\\\n | sort' })).toMatchObject({ stdout: 'a\nb\n', exitCode: 0 })
  expect((await use('shell', { command: 'sudo reboot' })).isError).toBe(true)
  const started = await use('run_code', { language: 'bash', code: 'echo late', background: true })
  const ended = await use('runs', { do: 'wait', run: started.runId })
  expect(ended).toMatchObject({ runId: started.runId, stdout: 'late\n' })
  expect((await use('runs', { do: 'list' })).text).toContain(String(started.runId))
  const done = await use('action', { do: 'execute', type: 'code.run', input: { language: 'bash', code: 'echo act' } })
  expect(done).toMatchObject({ type: 'code.run', outcome: 'ok' })
  expect((await use('action', { do: 'types' })).text).toContain('tool.call')
  expect(await use('action', { do: 'types', type: 'file.move' })).toMatchObject({ type: 'object' })
  expect((await use('action', { do: 'waiting' })).isError).toBe(false)

  const page = await use('browse', { act: 'open', input: { url: 'http://127.0.0.1:9/' } })
  expect(page).toMatchObject({ isError: true, text: expect.stringContaining('allow-list') })

  const steps = [
    { id: 'make', action: { type: 'code.run', input: { language: 'bash', code: 'printf made' } } },
    {
      id: 'show',
      action: { type: 'code.run', input: { language: 'bash', code: 'cat', input: { $from: 'make', path: 'stdout' } } },
    },
  ]
  const { planId } = await use('plan', { do: 'start', name: 'two steps', steps })
  const planned = await use('plan', { do: 'wait', plan: planId })
  expect(planned).toMatchObject({ id: planId, state: 'done', steps: [{}, { id: 'show', output: { stdout: 'made' } }] })
  expect((await use('plan', { do: 'list' })).text).toContain(String(planId))
  expect(await use('plan', { do: 'show', plan: planId })).toMatchObject({ name: 'two steps', isError: false })
  for (const act of ['resume', 'cancel'])
    expect(await use('plan', { do: act, plan: planId })).toMatchObject({ isError: true })
  const cyclic = await use('plan', { do: 'start', steps: [{ ...steps[0], needs: ['make'] }] })
  expect(cyclic).toMatchObject({ isError: true, text: expect.stringContaining('make') })
  return [...used]
}
