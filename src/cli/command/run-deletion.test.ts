import { describe, expect, it } from 'vitest'
import { RUN_ID } from '../../sdk/story.fixture.ts'
import { createFakeHost } from '../fake-host.fixture.ts'
import { main } from '../main.ts'

const OTHER_ID = RUN_ID.replace(/b$/, 'c')
const PRUNED = { deleted: 12, bytes: 3_565_158, running: 0, more: false }

async function call(line: string, answers: Response[]) {
  const asked: string[] = []
  const server = {
    fetch: async (input: string | Request | URL, init?: RequestInit) => {
      const { method, url } = new Request(input, init)
      asked.push(`${method} ${new URL(url).pathname}${new URL(url).search}`)
      return answers.shift() ?? expect.unreachable()
    },
  }
  const fake = createFakeHost({ server })
  const exitCode = await main(line.split(' '), fake.host)
  return { exitCode, asked, ...fake.seen }
}

const gone = () => new Response(null, { status: 204 })
const missing = () => {
  const error = {
    code: 'RUN_NOT_FOUND',
    message: 'There is no run.',
    hint: 'List yours.',
    retry: false,
    requestId: 'r',
  }
  return Response.json({ error }, { status: 404 })
}

describe('runs delete', () => {
  it('deletes each named run and says so', async () => {
    const one = await call(`runs delete ${RUN_ID}`, [gone()])
    expect(one).toMatchObject({ exitCode: 0, stdout: '', stderr: `✔ deleted ${RUN_ID}\n` })
    expect(one.asked).toEqual([`DELETE /v1/runs/${RUN_ID}`])
    expect((await call(`runs delete ${RUN_ID} ${OTHER_ID}`, [gone(), gone()])).stderr).toBe('✔ deleted 2 runs\n')
  })

  it('tells the deleted runs before the one that failed, and ends with an error', async () => {
    const { exitCode, stderr } = await call(`runs delete ${RUN_ID} ${OTHER_ID}`, [gone(), missing()])
    expect(exitCode).toBe(2)
    expect(stderr).toBe(`✔ deleted ${RUN_ID}\n✖ There is no run.\n  List yours.\n`)
  })

  it('prints one JSON document, whatever the result', async () => {
    const json = async (...answers: Response[]) =>
      JSON.parse((await call(`runs delete --json ${RUN_ID} ${OTHER_ID}`, answers)).stdout)
    expect(await json(gone(), gone())).toEqual({ deleted: [RUN_ID, OTHER_ID] })
    expect(await json(gone(), missing())).toMatchObject({ error: { code: 'RUN_NOT_FOUND' } })
  })
})

describe('runs prune', () => {
  it('says how many runs were deleted, their size, and which stay', async () => {
    const prune = async (line: string, answer: object) => {
      const { stderr, asked } = await call(`runs prune ${line}`, [Response.json({ ...PRUNED, ...answer })])
      return [asked[0], stderr]
    }
    expect(await prune('--all', { running: 1 })).toEqual([
      'DELETE /v1/runs?all=true',
      '✔ deleted 12 runs (3.4 MB). 1 run still goes on and stays.\n',
    ])
    expect(await prune('--keep 100 --dry-run', { running: 2 })).toEqual([
      'DELETE /v1/runs?keep=100&dryRun=true',
      '12 runs (3.4 MB) would be deleted. 2 runs still go on and stay. Nothing was deleted.\n',
    ])
    expect(await prune('--keep 0', { deleted: 0 })).toEqual(['DELETE /v1/runs?keep=0', 'No runs to delete.\n'])
    expect(await prune('--keep 0 --dry-run', { deleted: 0 })).toContain('No runs would be deleted.\n')
  })

  it('counts an age back from now', async () => {
    const now = createFakeHost({}).host.now()
    for (const [age, ageMs] of Object.entries({ '30m': 1_800_000, '12h': 43_200_000, '7d': 604_800_000 })) {
      const { asked } = await call(`runs prune --older-than ${age}`, [Response.json(PRUNED)])
      const before = new URL(asked[0]?.slice('DELETE '.length) ?? '', 'http://here').searchParams.get('before') ?? ''
      expect(Math.abs(Date.parse(before) - (now - ageMs)), age).toBeLessThan(60_000)
    }
  })

  it('goes on until nothing is left, and adds up', async () => {
    const answers = [Response.json({ ...PRUNED, more: true }), Response.json(PRUNED)]
    const { asked, stdout } = await call('runs prune --all --json', answers)
    expect(asked.length).toBe(2)
    expect(JSON.parse(stdout)).toEqual({ ...PRUNED, deleted: 24, bytes: 2 * PRUNED.bytes })
  })

  it('deletes nothing without a choice', async () => {
    for (const line of [
      'runs prune',
      'runs prune --dry-run',
      'runs prune --older-than week',
      'runs prune --all --keep 1',
    ]) {
      const { exitCode, asked } = await call(line, [])
      expect([exitCode, asked], line).toEqual([2, []])
    }
  })
})
