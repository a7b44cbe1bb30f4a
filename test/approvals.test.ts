import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Approval, ApprovalDecision } from '../src/contract/approval.ts'
import { LOCAL_USER } from '../src/engine.ts'
import type { TestEngine } from './support/engine.ts'
import { withEngine } from './support/engine.ts'
import { oneEngine } from './support/one-engine.ts'

const tools = oneEngine({
  env: {
    ANNEAL_APPROVAL_COMMANDS: 'git,touch',
    ANNEAL_APPROVAL_HOSTS: 'secret.example',
    ANNEAL_APPROVAL_TOOLS: 'danger*',
    ANNEAL_APPROVAL_SQL: 'true',
    ANNEAL_NETWORK_CEILING: '*',
  },
})

const waitingOf = ({ engine }: TestEngine, userId = LOCAL_USER) =>
  engine.approvals.list({ userId, state: 'waiting', limit: 100 })

/** The next question that is not among those known; fails when the work ends without one. */
async function questionDuring(work: Promise<unknown>, given = tools()): Promise<Approval> {
  const before = new Set<string>()
  let isOver = false
  void work.then(
    () => (isOver = true),
    () => (isOver = true),
  )
  for (;;) {
    const fresh = (await waitingOf(given)).find(({ id }) => !before.has(id))
    if (fresh) return fresh
    if (isOver) throw new Error(`nobody was asked: ${JSON.stringify(await work.catch(String))}`)
    await delay(20)
  }
}

const decide = (id: string, decision: ApprovalDecision, given = tools()) =>
  given.engine.approvals.decide(id, LOCAL_USER, decision)

const act = (type: string, input: Record<string, unknown>, session?: string) =>
  tools().engine.actions.executeAction({ type, input, ...(session && { session }) })

const run = async (request: Parameters<TestEngine['engine']['run']>[0]) =>
  (await tools().engine.run({ ...request, options: { attempts: 1, ...request.options } })).result

/** The work waits, a person says no, and nothing has happened. */
async function isHeld(work: Promise<unknown>, kind: Approval['kind']): Promise<string> {
  const question = await questionDuring(work)
  expect(question.kind).toBe(kind)
  await decide(question.id, { decision: 'deny' })
  return JSON.stringify(await work.catch((error) => ({ error: error.code })))
}

/** The same command, by the ways in which shells start programs. */
const HIDDEN = [
  'find . -maxdepth 0 -exec touch made ;',
  'echo dG91Y2ggbWFkZQ== | base64 -d | bash',
  'printf "touch made" > s; . ./s',
  'cp /usr/bin/touch mine; ./mine made',
  'alias t=touch',
  `x['$(touch made)']=1`,
]

describe('no way around a policy: the effect waits for a person', () => {
  const BASH = 'touch made; echo done'
  test.each<[door: string, kind: Approval['kind'], work: () => Promise<unknown>]>([
    ['a run of a command', 'command', () => run({ code: BASH, language: 'bash' })],
    ['a block of Bash in a text', 'command', () => run({ text: `Do this:\n\`\`\`bash\n${BASH}\n\`\`\`\n` })],
    ['a command', 'command', () => tools().engine.commands.run({ command: BASH })],
    ['a command that hides its program', 'command', () => run({ code: 'g=tou; "$g"ch made', language: 'bash' })],
    ['a command by its path', 'command', () => run({ code: '/usr/bin/touch made', language: 'bash' })],
    ['a command inside of eval', 'command', () => run({ code: 'eval "to""uch made"', language: 'bash' })],
    ...HIDDEN.map((code): [string, Approval['kind'], () => Promise<unknown>] => [
      `a command as ${code}`,
      'command',
      () => run({ code, language: 'bash', options: { securityCheck: false } }),
    ]),
    ['the action code.run', 'command', () => act('code.run', { code: BASH, language: 'bash' })],
    ['the action shell.run', 'command', () => act('shell.run', { command: BASH })],
    [
      'a host of a run',
      'network',
      () => run({ code: 'print(1)', language: 'python', options: hosts('secret.example') }),
    ],
    [
      'a host with a port',
      'network',
      () => run({ code: '1', language: 'python', options: hosts('secret.example:443') }),
    ],
    ['a host in capitals', 'network', () => run({ code: '1', language: 'python', options: hosts('SECRET.example') })],
    [
      'a pattern that holds the host',
      'network',
      () => run({ code: '1', language: 'python', options: hosts('*.example') }),
    ],
    [
      'a host of the action code.run',
      'network',
      () => act('code.run', { code: '1', language: 'python', options: hosts('secret.example') }),
    ],
    ['a table that is dropped', 'sql', () => run({ code: 'drop table users', language: 'sql' })],
    [
      'a table that is emptied, guard off',
      'sql',
      () => run({ code: 'delete from users', language: 'sql', options: { securityCheck: false } }),
    ],
  ])('%s', async (_, kind, work) => {
    expect(await isHeld(work(), kind)).toContain('APPROVAL_DENIED')
  })

  test('a run in a session, and the hosts of a session', async () => {
    const { engine } = tools()
    const plain = await engine.sessions.create({}, LOCAL_USER)
    expect(await isHeld(run({ code: BASH, language: 'bash', session: plain.id }), 'command')).toContain(
      'APPROVAL_DENIED',
    )
    expect(await engine.sessions.files.list(plain.id, { userId: LOCAL_USER }, { path: '', depth: 1 })).toEqual([])
    const online = await engine.sessions.create({ network: { allow: ['secret.example'] } }, LOCAL_USER)
    for (const work of [
      () => run({ code: '1', language: 'python', session: online.id }),
      () => act('file.list', {}, online.id),
    ])
      expect(await isHeld(work(), 'network')).toContain('APPROVAL_DENIED')
  })

  test('a tool, and a correction that is tried', async () => {
    let calls = 0
    tools().engine.actions.registerTool({
      ...{ name: 'danger-send', description: 'Sends', input: z.object({ to: z.string() }) },
      execute: () => ++calls,
    })
    expect(await isHeld(act('tool.call', { tool: 'danger-send', arguments: { to: 'ada' } }), 'tool')).toContain(
      '"refused"',
    )
    expect(calls).toBe(0)
    const broken = await tools().engine.run({ code: 'tuch made', language: 'bash', options: { attempts: 3 } })
    const result = broken.result
    const settled = await Promise.race([result, questionDuring(result).catch(() => result)])
    if ('kind' in settled) await decide(settled.id, { decision: 'deny' })
    const { blocks } = await result
    expect(blocks[0]?.attempts.filter(({ code, exitCode }) => code.includes('touch') && exitCode === 0)).toEqual([])
  })
})

const hosts = (...allow: string[]) => ({ network: { allow } })

describe('an approval', () => {
  const push = (what: string) => act('shell.run', { command: `touch ${what}; ls *${what}` })

  test('for once lets exactly this effect happen, and no second one', async () => {
    const work = push('a')
    const { id } = await questionDuring(work)
    await decide(id, { decision: 'approve' })
    expect(await work).toMatchObject({ outcome: 'ok', output: { stdout: 'a\n' } })
    expect(await isHeld(push('a'), 'command')).toContain('APPROVAL_DENIED')
  })

  test('of one argument never serves another', async () => {
    const one = push('one')
    const { id } = await questionDuring(one)
    const other = push('other')
    await expect.poll(async () => (await waitingOf(tools())).length).toBe(2)
    await decide(id, { decision: 'approve' })
    expect(await one).toMatchObject({ outcome: 'ok' })
    expect(await isHeld(other, 'command')).toContain('APPROVAL_DENIED')
  })

  test('of the same code does not serve it with other input or files', async () => {
    const first = run({ code: 'touch $(cat)', language: 'bash', input: 'x' })
    await decide((await questionDuring(first)).id, { decision: 'approve' })
    expect((await first).outcome).toBe('ok')
    for (const given of [{ input: 'y' }, { input: 'x', files: { 'f.txt': '1' } }])
      expect(await isHeld(run({ code: 'touch $(cat)', language: 'bash', ...given }), 'command')).toContain(
        'APPROVAL_DENIED',
      )
  })

  test('for a session is good there alone, for the same again', async () => {
    const { engine } = tools()
    const [here, there] = [await engine.sessions.create({}, LOCAL_USER), await engine.sessions.create({}, LOCAL_USER)]
    const work = act('shell.run', { command: 'touch b' }, here.id)
    await decide((await questionDuring(work)).id, { decision: 'approve', for: 'session' })
    expect(await work).toMatchObject({ outcome: 'ok' })
    expect(await act('shell.run', { command: 'touch b' }, here.id)).toMatchObject({ outcome: 'ok' })
    expect(await isHeld(act('shell.run', { command: 'touch c' }, here.id), 'command')).toContain('APPROVAL_DENIED')
    expect(await isHeld(act('shell.run', { command: 'touch b' }, there.id), 'command')).toContain('APPROVAL_DENIED')
  })

  test('by pattern is good for all names that match, until it ends', async () => {
    const call = (name: string) => act('tool.call', { tool: name })
    for (const name of ['danger-a', 'danger-b'])
      tools().engine.actions.registerTool({ name, description: name, input: z.object({}), execute: () => name })
    const work = call('danger-a')
    const question = await questionDuring(work)
    expect(question.suggestion).toEqual({ for: 'pattern', pattern: 'danger-a' })
    await decide(question.id, { decision: 'approve', for: 'pattern', ttlMs: 60_000 })
    expect([await work, await call('danger-a')]).toMatchObject([{ outcome: 'ok' }, { outcome: 'ok' }])
    expect(await isHeld(call('danger-b'), 'tool')).toContain('APPROVAL_DENIED')
  })

  test('of a host suggests a rule for its siblings', async () => {
    const work = run({ code: '1', language: 'python', options: hosts('*.example', 'a.secret.example') })
    const question = await questionDuring(work)
    expect(question.names).toEqual(['*.example'])
    await decide(question.id, { decision: 'deny' })
    await work
  })

  test('of another user does not exist, and is decided once', async () => {
    const { call, keys } = tools()
    const work = push('d')
    const { id } = await questionDuring(work)
    const path = `/v1/approvals/${id}`
    expect((await call(path, { key: keys.ben })).status).toBe(404)
    expect((await call(path, { key: keys.ben, body: { decision: 'approve' } })).status).toBe(404)
    await decide(id, { decision: 'deny' })
    await expect(decide(id, { decision: 'approve' })).rejects.toMatchObject({ code: 'APPROVAL_DECIDED' })
    expect(await work).toMatchObject({ outcome: 'refused', error: { code: 'APPROVAL_DENIED' } })
  })

  test('that is not needed asks nobody: other programs, hosts and SQL go on', async () => {
    expect((await run({ code: 'echo 1', language: 'bash', options: hosts('other.org') })).outcome).toBe('ok')
    expect((await run({ code: 'create table t (a); select 1', language: 'sql' })).outcome).toBe('ok')
    expect(await waitingOf(tools())).toEqual([])
  })
})

test('an answer without a waiting effect counts for the same effect when it is tried again', async () => {
  const env = { ANNEAL_APPROVAL_COMMANDS: '*', ANNEAL_SHUTDOWN_GRACE_MS: '0' }
  await withEngine({ env }, async (given) => {
    const cut = new AbortController()
    const ask = (signal: AbortSignal) =>
      given.engine.actions.executeAction({ type: 'shell.run', input: { command: 'echo 1' } }, { signal })
    const first = ask(cut.signal)
    const { id } = await questionDuring(first, given)
    cut.abort()
    await first
    await decide(id, { decision: 'approve' }, given)
    const never = new AbortController().signal
    expect(await ask(never)).toMatchObject({ outcome: 'ok', output: { stdout: '1\n' } })
    const again = ask(never)
    await decide((await questionDuring(again, given)).id, { decision: 'deny' }, given)
    expect(await again).toMatchObject({ outcome: 'refused' })
  })
})

test('a policy of a user asks beside that of the server; only admins set it, and may be the only ones who answer', async () => {
  await withEngine({ env: { ANNEAL_APPROVAL_BY: 'admin' } }, async (given) => {
    const { engine, call } = given
    expect(
      (await call(`/v1/users/${LOCAL_USER}/approval-policy`, { method: 'PUT', body: { commands: ['*'] } })).status,
    ).toBe(403)
    await engine.approvals.policies.put(LOCAL_USER, { commands: ['python'] })
    const work = engine.run({ code: 'print(1)', language: 'python' }).then(({ result }) => result)
    const { id } = await questionDuring(work, given)
    await expect(decide(id, { decision: 'approve' }, given)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await engine.approvals.decide(id, 'root', { decision: 'approve' }, { isAdmin: true })
    expect((await work).outcome).toBe('ok')
  })
})
