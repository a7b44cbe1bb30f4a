import { describe, expect, it } from 'vitest'
import { createFakeHost } from '../fake-host.fixture.ts'
import { main } from '../main.ts'
import { callCommand } from './call-command.fixture.ts'

const ERASED = {
  ...{ keys: 2, runs: 12, sandboxes: 1, templates: 0, sessions: 1, checkpoints: 3, volumes: 0, secrets: 0 },
  ...{ commands: 0, more: false },
}

/** A person at a terminal types this answer. */
async function typed(answer: string | undefined) {
  const asked: string[] = []
  const fetch = async (input: string | Request | URL, init?: RequestInit) => {
    asked.push(new Request(input, init).method)
    return Response.json(ERASED)
  }
  const { host, seen } = createFakeHost({ server: { fetch }, terminal: { stdout: true, stderr: true } })
  const prompts: string[] = []
  host.openTerminal = async () => ({
    isTyped: true,
    read: async (prompt) => {
      prompts.push(prompt)
      return answer
    },
    peek: async () => undefined,
    close: () => prompts.push('closed'),
  })
  const exitCode = await main(['users', 'erase', 'ada'], host)
  return { exitCode, asked, prompts, stderr: seen.stderr }
}

describe('users erase', () => {
  it('says how much is gone', async () => {
    const { exitCode, stderr, asked } = await callCommand('users erase ada --yes', ERASED)
    expect([exitCode, stderr]).toEqual([
      0,
      '✔ ada: deleted 12 runs, 1 sandbox, 1 session, 3 checkpoints; revoked 2 keys\n',
    ])
    expect(asked).toMatchObject([{ method: 'DELETE', path: '/v1/users/ada/data' }])
    const none = { ...ERASED, keys: 0, runs: 0, sandboxes: 0, sessions: 0, checkpoints: 0 }
    const nothing = await callCommand('users erase ada --yes', none)
    expect(nothing.stderr).toBe('✔ ada: there was nothing to delete; revoked 0 keys\n')
    expect(JSON.parse((await callCommand('users erase ada -y --json', ERASED)).stdout)).toEqual(ERASED)
  })

  it('asks somebody at a terminal to type the name, and deletes nothing for any other word', async () => {
    expect(await typed('ada')).toMatchObject({
      ...{ exitCode: 0, asked: ['DELETE'], prompts: ['Type the name of the user to go on: ', 'closed'] },
      stderr: expect.stringContaining('Everything of ada will be deleted, for good.'),
    })
    for (const answer of ['yes', 'Ada', '', undefined]) {
      const { exitCode, asked, stderr } = await typed(answer)
      expect([exitCode, asked, stderr.endsWith('Nothing was deleted.\n')], answer).toEqual([1, [], true])
    }
  })

  it('is refused where nobody can be asked, unless it is told --yes', async () => {
    const { exitCode, asked, stderr } = await callCommand('users erase ada', ERASED)
    expect([exitCode, asked]).toEqual([2, []])
    expect(stderr).toContain('Give --yes.')
  })
})
