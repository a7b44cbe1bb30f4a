import { setTimeout as delay } from 'node:timers/promises'
import { Sandbox as CodeInterpreter } from '@e2b/code-interpreter'
import { Sandbox, Template } from 'e2b'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type E2bServer, startE2bServer } from './support/e2b-server.ts'
import { templateTools } from './support/template-tools.ts'

let server: E2bServer

beforeAll(async () => {
  const env = {
    ANNEAL_APPROVAL_COMMANDS: 'touch',
    ANNEAL_APPROVAL_HOSTS: 'secret.example',
    ANNEAL_NETWORK_CEILING: '*',
  }
  server = await startE2bServer({ env })
})
afterAll(() => server.close())

type Decision = 'approve' | 'deny'

/** The work waits for a person, who says no; gives its end. */
async function isHeld(work: Promise<unknown>, kind: string): Promise<string> {
  const { kinds, end } = await answering(work, 'deny')
  expect(kinds, `asked before: ${end}`).toEqual([kind])
  return end
}

/** Gives every question of the work the same answer, until it ends. */
async function answering(work: Promise<unknown>, decision: Decision): Promise<{ kinds: string[]; end: string }> {
  const { approvals } = server.engine
  let isOver = false
  const ended = work.then(JSON.stringify, (error) => `thrown: ${error.message}`).finally(() => (isOver = true))
  const kinds: string[] = []
  while (!isOver) {
    for (const { id, kind } of await approvals.list({ userId: 'ada', state: 'waiting', limit: 9 })) {
      kinds.push(kind)
      await approvals.decide(id, 'ada', { decision })
    }
    await delay(20)
  }
  return { kinds, end: await ended }
}

test('no way around a policy by the door of E2B: commands, shells, code, hosts and their changes wait for a person', async () => {
  const sandbox = await Sandbox.create({ ...server.options, allowInternetAccess: false })
  const held: [kind: string, work: () => Promise<unknown>][] = [
    ['command', () => sandbox.commands.run('touch /tmp/made')],
    ['command', () => sandbox.commands.run('t=touch; $t /tmp/made')],
    ['command', () => sandbox.pty.create({ cols: 80, rows: 24, onData: () => {} })],
    ['network', () => sandbox.updateNetwork({ denyOut: ['0.0.0.0/0'], allowOut: ['secret.example'] })],
    [
      'network',
      () => Sandbox.create({ ...server.options, network: { denyOut: ['0.0.0.0/0'], allowOut: ['secret.example'] } }),
    ],
  ]
  for (const [kind, work] of held) expect(await isHeld(work(), kind)).toMatch(/said no|thrown/)
  expect((await sandbox.commands.run('ls /tmp')).stdout).not.toContain('made')
  const interpreter = await CodeInterpreter.connect(sandbox.sandboxId, server.options)
  expect(await isHeld(interpreter.runCode('touch /tmp/made', { language: 'bash' }), 'command')).toMatch(/said no/)
  expect((await interpreter.runCode('6*7')).text).toBe('42')
})

test('a template is built only after a person has agreed to its recipe', async () => {
  const { build, run } = templateTools(() => server)
  const making = (word: string) => Template().fromBaseImage().runCmd(`echo ${word} > made`)
  const name = `held-${Date.now()}`
  expect(await isHeld(build(making('one'), name), 'command')).toMatch(/thrown: .*said no/)
  const built = await answering(build(making('one'), name), 'approve')
  expect(built).toEqual({ kinds: ['command', 'network'], end: expect.stringContaining(name) })
  expect(await isHeld(build(making('two'), name), 'command')).toMatch(/thrown: .*said no/)
  expect(await run(name, 'cat made', { allowInternetAccess: false })).toBe('one\n')
})
