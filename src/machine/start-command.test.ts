import { expect, test } from 'vitest'
import type { Process, ProcessEnd } from '../sandbox/process.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { startCommand } from './start-command.ts'

const WELL: ProcessEnd = { exitCode: 0, signal: null }
const BADLY: ProcessEnd = { exitCode: 1, signal: null }

/** A sandbox whose commands end as listed, one after the other; commands without an end wait to be killed. */
function sandboxOf(ends: Record<string, (ProcessEnd | 'never')[]>, complaint = '') {
  const started: string[] = []
  const start = async ([, , , command = '']: string[]): Promise<Process> => {
    started.push(command)
    const end = (ends[command] ?? []).shift() ?? 'never'
    const { promise, resolve } = Promise.withResolvers<ProcessEnd>()
    if (end !== 'never') resolve(end)
    const signal = async () => resolve({ exitCode: null, signal: 'SIGKILL' })
    const onOutput: Process['onOutput'] = (tell) => {
      if (complaint) void tell({ stream: 'stderr', bytes: Buffer.from(complaint) })
      return () => {}
    }
    return { exited: promise, signal, onOutput } as unknown as Process
  }
  return { sandbox: { start } as unknown as Sandbox, started }
}

const from = { templateId: 'tpl1', start: { command: 'serve', ready: 'look' }, user: 'user', workdir: null }
const { signal } = new AbortController()
const notReady = (reason: RegExp) => ({ code: 'MACHINE_NOT_READY', message: expect.stringMatching(reason) })

test('the start command of a template is watched until it is ready', async () => {
  const { sandbox, started } = sandboxOf({ look: [BADLY, WELL] })
  await startCommand(sandbox, { from, signal })
  expect(started).toEqual(['serve', 'look', 'look'])
})

test('a start command that ended well may be ready, and one that failed never is', async () => {
  await startCommand(sandboxOf({ serve: [WELL], look: [BADLY, WELL] }).sandbox, { from, signal })
  const failed = startCommand(sandboxOf({ serve: [BADLY] }).sandbox, { from, signal })
  await expect(failed).rejects.toMatchObject(notReady(/"serve" ended with exit status 1/))
})

test('a build insists on a ready command, and a machine goes on when it takes too long', async () => {
  await startCommand(sandboxOf({}).sandbox, { from, signal, readyWithinMs: 20 })
  const failed = startCommand(sandboxOf({}).sandbox, { from, signal, readyWithinMs: 20, mustBeReady: true })
  await expect(failed).rejects.toMatchObject(notReady(/"look" has not succeeded/))
})

test('the ready command’s output is reported once, and is the reason in the end', async () => {
  const told: string[] = []
  const { sandbox } = sandboxOf({ look: [BADLY, BADLY, BADLY] }, 'ss: command not found\n')
  const onComplaint = (complaint: string) => void told.push(complaint)
  const failed = startCommand(sandbox, { from, signal, readyWithinMs: 300, mustBeReady: true, onComplaint })
  await expect(failed).rejects.toMatchObject(notReady(/"look" has not succeeded: ss: command not found/))
  expect(told).toEqual(['ss: command not found'])
})

test('a caller who gives up is not kept waiting', async () => {
  const given = new AbortController()
  const { sandbox } = sandboxOf({})
  const waiting = startCommand(sandbox, { from, signal: given.signal, mustBeReady: true })
  given.abort(new Error('given up'))
  await expect(waiting).rejects.toThrow('given up')
})
