import { describe, expect, it } from 'vitest'
import type { SessionInfo } from '../../contract/session.ts'
import { NOW } from '../fake-host.fixture.ts'
import { callCommand } from './call-command.fixture.ts'

/** Moments are shown in local time, so the tests fix the time zone. */
process.env.TZ = 'UTC'

const ID = 'ses01k9vq3ce4r8u2m5t7a1b'
const session: SessionInfo = {
  ...{ id: ID, conversation: ID, status: 'saved', createdAt: NOW - 60_000, usedAt: NOW - 5000, expiresAt: NOW },
  ...{ executions: 3, languages: ['python'], lost: [], limits: {}, network: { allow: [] }, env: {} },
  ...{ cwd: '/workspace', volumes: [], metadata: {}, transactions: true, checkpointEvery: 10, branchedFrom: null },
}

describe('the commands of sessions', () => {
  it('create sends only the given options, and prints the id alone', async () => {
    const told = `session create --conversation chat --env A=1 B=x=y --volume data old:ro --timeout 2.5 --checkpoint-every 0`
    const { exitCode, stdout, asked } = await callCommand(`${told} --no-transactions`, session)
    expect([exitCode, stdout]).toEqual([0, `${ID}\n`])
    expect(asked).toEqual([
      {
        method: 'POST',
        path: '/v1/sessions',
        body: {
          conversation: 'chat',
          env: { A: '1', B: 'x=y' },
          volumes: [
            { name: 'data', readOnly: false },
            { name: 'old', readOnly: true },
          ],
          limits: { timeoutMs: 2500 },
          transactions: false,
          checkpointEvery: 0,
        },
      },
    ])
    expect((await callCommand('session create', session)).asked[0]?.body).toEqual({})
  })

  it('create refuses a pair without a name before any request', async () => {
    const { exitCode, stderr, asked } = await callCommand('session create --env =1', session)
    expect([exitCode, asked]).toEqual([2, []])
    expect(stderr).toContain('--env NAME=VALUE')
  })

  it('list shows one line for each', async () => {
    const { stdout } = await callCommand('session list', { sessions: [session, { ...session, conversation: 'chat' }] })
    expect(stdout).toBe(`SESSION                   STATUS  USED     RAN  LANGUAGES  CONVERSATION
${ID}  saved   5 s ago    3  python
${ID}  saved   5 s ago    3  python     chat
`)
    expect((await callCommand('session list', { sessions: [] })).stderr).toContain('anneal session create')
  })

  it('show leaves out unset fields, and names lost values', async () => {
    const lost = [{ what: 'lock', language: 'python', why: 'it is a lock' }]
    const { stdout } = await callCommand(`session show ${ID}`, { ...session, lost })
    expect(stdout).toBe(`${ID} · saved
  made          2026-11-15 05:29 · used 5 s ago
  removed       2026-11-15 05:30 unless it is used before
  executions    3 · python
  directory     /workspace
  transactions  on: what fails leaves no trace
  checkpoints   every 10 executions
▲ not part of the saved state:
  lock (python): it is a lock
`)
  })

  it('history shows each execution on one line', async () => {
    const ran = { n: 1, runId: null, language: 'python', code: 'a\nb\n', outcome: 'ok', at: NOW - 3000, durationMs: 4 }
    expect((await callCommand(`session history ${ID}`, { executions: [ran] })).stdout).toContain(
      '1  ✔ ok     3 s ago  4 ms  python    a ⏎ b\n',
    )
  })

  it('get prints a value, set takes JSON or text', async () => {
    const value = { name: 'x', language: 'python', text: '[1,\n 2]', value: [1, 2] }
    expect((await callCommand(`session get ${ID} x`, value)).stdout).toBe('[1,\n 2]\n')
    const [json, text] = [
      await callCommand(`session set ${ID} x [1,2]`, value),
      await callCommand(`session set ${ID} x -l js plain`, value),
    ]
    expect(json.asked[0]?.body).toEqual({ language: 'python', value: [1, 2] })
    expect(text.asked[0]?.body).toEqual({ language: 'js', value: 'plain' })
  })

  it('variables, files and removals are shown', async () => {
    const variables = [{ name: 'x', type: 'int', summary: '41', language: 'python' }]
    expect((await callCommand(`session variables ${ID}`, { variables })).stdout).toContain('x     int   python    41')
    const files = [{ path: 'data', type: 'directory', size: 0, mode: 0o755, modifiedMs: NOW }]
    expect((await callCommand(`session files ${ID}`, { files })).stdout).toContain(
      'd755        2026-11-15 05:30  data/',
    )
    expect((await callCommand(`session rm ${ID} data`, { removed: 'data' })).stderr).toBe('✔ removed data\n')
    expect((await callCommand(`session remove ${ID}`, session)).stderr).toContain(`removed ${ID}`)
  })

  it('put needs a name for piped input', async () => {
    const { exitCode, stderr } = await callCommand(`session put ${ID} -`, {}, 'text')
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('anneal session put ID - PATH')])
  })
})
