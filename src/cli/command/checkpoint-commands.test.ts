import { describe, expect, it } from 'vitest'
import type { CheckpointInfo } from '../../contract/checkpoint.ts'
import { NOW } from '../fake-host.fixture.ts'
import { callCommand } from './call-command.fixture.ts'

/** Moments are shown in local time, so the tests fix the time zone. */
process.env.TZ = 'UTC'

const SESSION = 'ses01k9vq3ce4r8u2m5t7a1b'
const ID = 'chk01k9vq3ce4r8u2m5t7a1b'
const OTHER = 'chk01k9vq3ce4r8u2m5t7a1c'
const made: CheckpointInfo = {
  ...{ id: ID, sessionId: SESSION, session: SESSION, conversation: SESSION, label: 'before it', kind: 'explicit' },
  ...{ createdAt: NOW - 7000, executions: 3, files: 2, bytes: 2048, languages: ['python'] },
  ...{ versions: { python: '3.11.2' }, lost: [], inMemory: true },
}

describe('the commands of checkpoints', () => {
  it('create prints the id alone on stdout', async () => {
    const { stdout, stderr, asked } = await callCommand(`checkpoint create ${SESSION} --label mine`, made)
    expect(stdout).toBe(`${ID}\n`)
    expect(stderr).toBe('✔ made a checkpoint: 2 files, 2.0 kB, after 3 executions\n')
    expect(asked).toEqual([{ method: 'POST', path: `/v1/sessions/${SESSION}/checkpoints`, body: { label: 'mine' } }])
  })

  it('list and stats show the checkpoints', async () => {
    expect((await callCommand('checkpoint list', { checkpoints: [made] })).stdout).toBe(
      `CHECKPOINT                KIND      MADE     AFTER  FILES    SIZE  LANGUAGES  LABEL
${ID}  explicit  7 s ago      3      2  2.0 kB  python     before it
`,
    )
    const stats = { checkpoints: 3, conversations: 2, bytes: 4096, storedBytes: 2048, byKind: { explicit: 3 } }
    expect((await callCommand('checkpoint stats', { ...stats, oldestAt: NOW - 7000, newestAt: NOW })).stdout).toBe(
      '3 checkpoints in 2 conversations · 4.0 kB, 2.0 kB stored · 3 explicit · the oldest 7 s ago\n',
    )
  })

  it('show tells variables, files, versions and lost values', async () => {
    const details = {
      ...{ ...made, lost: [{ what: 'gen', language: 'python', why: 'it is a generator' }] },
      variables: [{ name: 'x', type: 'int', summary: '41', language: 'python' }],
      tree: [{ path: 'a.txt', type: 'file', size: 5 }],
    }
    expect((await callCommand(`checkpoint show ${ID}`, details)).stdout).toBe(
      `${ID} "before it" · 2026-11-15 05:30:00 · 7 s ago · explicit
  of ${SESSION} after 3 executions · 2 files · 2.0 kB
  python 3.11.2
▲ not part of the saved state:
  gen (python): it is a generator

NAME  TYPE  LANGUAGE  VALUE
x     int   python    41

   SIZE  FILE
5 bytes  a.txt
`,
    )
  })

  it('diff tells variables with their values and files with their sizes', async () => {
    const diff = {
      ...{ from: ID, to: OTHER },
      files: [{ path: 'a.txt', change: 'changed', from: 5, to: 2048 }],
      variables: [
        { name: 'x', language: 'python', change: 'added', from: null, to: '41' },
        { name: 'y', language: 'python', change: 'removed', from: '\u001b[2J', to: null },
      ],
    }
    expect((await callCommand(`checkpoint diff ${ID} ${OTHER}`, diff)).stdout).toBe(
      '+ x (python): 41\n- y (python): ␛[2J\n~ a.txt: 5 bytes → 2.0 kB\n',
    )
    const same = await callCommand(`checkpoint diff ${ID} ${OTHER}`, { ...diff, files: [], variables: [] })
    expect([same.stdout, same.stderr]).toEqual(['', 'They are the same.\n'])
  })

  it('restore takes a checkpoint, or a session for its latest', async () => {
    const paths = [ID, SESSION].map(async (id) => (await callCommand(`checkpoint restore ${id}`, {})).asked[0]?.path)
    expect(await Promise.all(paths)).toEqual([`/v1/checkpoints/${ID}/restore`, `/v1/sessions/${SESSION}/restore`])
  })

  it('remove names the removed checkpoint', async () => {
    expect((await callCommand(`checkpoint remove ${ID}`, made)).stderr).toBe(`✔ removed ${ID}, "before it"\n`)
  })

  it('an invalid id is wrong usage, and the hint says where to find one', async () => {
    const { exitCode, stderr } = await callCommand('checkpoint restore latest', {})
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('anneal checkpoint list')])
  })
})
