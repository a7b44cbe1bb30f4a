import { describe, expect, test } from 'vitest'
import type { ContextGraph, ReplayResult } from '../src/contract/graph.ts'
import { runCode } from './support/each-route.ts'
import type { TestEngine } from './support/engine.ts'
import { inOneEngine } from './support/one-engine.ts'

const inEngine = inOneEngine()

async function graphOf({ call }: TestEngine, query: Record<string, string>, key?: string) {
  const answer = await call(`/v1/graph?${new URLSearchParams(query)}`, key === undefined ? {} : { key })
  return { status: answer.status, body: (await answer.json()) as ContextGraph & { error?: { code: string } } }
}

async function replay({ call }: TestEngine, body: object) {
  const answer = await call('/v1/graph/replay', { body })
  return {
    status: answer.status,
    body: (await answer.json()) as ReplayResult & { error?: { code: string; message: string } },
  }
}

const newSession = async ({ call }: TestEngine, body: object = {}): Promise<string> =>
  ((await (await call('/v1/sessions', { body })).json()) as { id: string }).id

const python = (code: string, session?: string) => ({ code, language: 'python', ...(session && { session }) })
const off = { options: { repair: 'off' } }

const act = async ({ call }: TestEngine, body: object) =>
  (await (await call('/v1/actions', { body })).json()) as { id: string; outcome: string }

describe('the graph', () => {
  test('tells what led to a failure: the user, the run before, the file it wrote, and the attempt', async () => {
    await inEngine(async (tools) => {
      const session = await newSession(tools)
      const first = await runCode(tools, python("open('data.csv', 'w').write('a,b')", session))
      const second = await runCode(tools, { ...python("float(open('data.csv').read())", session), ...off })
      const { body } = await graphOf(tools, { subject: `run:${second.runId}`, walk: 'failure' })
      const ids = body.nodes.map(({ id }) => id)
      expect(body.focus).toEqual([`failure:${second.runId}`])
      expect(ids).toEqual(
        expect.arrayContaining([
          ...['user:ada', `session:${session}`, `run:${first.runId}`, `run:${second.runId}`],
          ...[`file:session:${session}/data.csv@1`, `attempt:${second.runId}/0/1`, `failure:${second.runId}/0/1`],
        ]),
      )
      const failure = body.nodes.find(({ id }) => id === `failure:${second.runId}/0/1`)
      expect(failure?.label).toContain("ValueError: could not convert string to float: 'a,b'")
      expect(body.edges).toContainEqual(
        expect.objectContaining({ from: `file:session:${session}/data.csv@1`, to: `attempt:${second.runId}/0/1` }),
      )
    })
  })

  test('shows an action with its cause, the file that it read, and the run that did its work', async () => {
    await inEngine(async (tools) => {
      const session = await newSession(tools)
      await act(tools, { type: 'file.write', input: { path: 'in.txt', content: '1' }, session })
      const read = await act(tools, { type: 'file.read', input: { path: 'in.txt' }, session })
      const ran = await act(tools, { type: 'code.run', input: python('print(1)'), session })
      const { body } = await graphOf(tools, { subject: `session:${session}` })
      expect(body.edges).toContainEqual(
        expect.objectContaining({ from: `file:session:${session}/in.txt@1`, to: `action:${read.id}`, kind: 'read-by' }),
      )
      const caused = body.edges.find(({ from, kind }) => from === `action:${ran.id}` && kind === 'caused')
      expect(caused?.to).toMatch(/^run:/)
      expect(body.nodes.find(({ id }) => id === `result:${ran.id}`)?.kind).toBe('result')
    })
  })

  test('is drawn as Mermaid, DOT and GraphML, whatever the names in it are', async () => {
    await inEngine(async (tools) => {
      const session = await newSession(tools)
      const path = 'a"]; click n0 <script>.txt'
      await act(tools, { type: 'file.write', input: { path, content: '1' }, session })
      const textOf = async (format: string) => {
        const answer = await tools.call(`/v1/graph?subject=session:${session}&format=${format}`)
        return [answer.headers.get('content-type'), await answer.text()]
      }
      const [mermaid, dot, graphml] = [await textOf('mermaid'), await textOf('dot'), await textOf('graphml')]
      expect([mermaid[0], dot[0], graphml[0]]).toEqual([
        ...['text/vnd.mermaid; charset=utf-8', 'text/vnd.graphviz; charset=utf-8'],
        'application/graphml+xml; charset=utf-8',
      ])
      expect(mermaid[1]).toMatch(/^flowchart TB\n/)
      expect(mermaid[1]).not.toMatch(/<script|"\]; click/)
      expect(dot[1]).toContain('a\\"]; click n0 <script>.txt')
      expect(graphml[1]).toContain('a&quot;]; click n0 &lt;script&gt;.txt')
    })
  })

  test('is that of its user alone: a thing of another user is not found', async () => {
    await inEngine(async (tools) => {
      const { runId } = await runCode(tools, python('print(1)'))
      const other = await graphOf(tools, { subject: `run:${runId}` }, tools.keys.ben)
      expect([other.status, other.body.error?.code]).toEqual([404, 'SUBJECT_NOT_FOUND'])
      const all = await graphOf(tools, {}, tools.keys.ben)
      expect(all.body.nodes.filter(({ kind }) => kind !== 'key' && kind !== 'user')).toEqual([])
    })
  })

  test('between two times holds only what happened then', async () => {
    await inEngine(async (tools) => {
      const { runId, startedAt } = await runCode(tools, python('print(1)'))
      const { body } = await graphOf(tools, { from: String(startedAt), limit: '2000' })
      expect(body.nodes.map(({ id }) => id)).toContain(`run:${runId}`)
      expect(body.nodes.every(({ at }) => at >= startedAt)).toBe(true)
      const before = await graphOf(tools, { to: String(startedAt), limit: '2000' })
      expect(before.body.nodes.map(({ id }) => id)).not.toContain(`run:${runId}`)
    })
  })
})

describe('a replay', () => {
  test('of a program that does the same again is equal, with its files', async () => {
    await inEngine(async (tools) => {
      const request = { ...python("import sys; open('out.txt','w').write('x'); print(sys.stdin.read())"), input: 'in' }
      const { runId } = await runCode(tools, request)
      const { body } = await replay(tools, { subject: `run:${runId}` })
      expect(body).toMatchObject({ equal: true, from: 'nothing', session: null, steps: [{ was: `run:${runId}` }] })
      const again = await runsOf(tools, body)
      expect(again[0]?.blocks[0]?.attempts[0]?.stdout).toBe('in\n')
    })
  })

  test('of a program with chance in it tells where it differs', async () => {
    await inEngine(async (tools) => {
      const code = "import uuid; print('same'); print(uuid.uuid4()); open('r','w').write(str(uuid.uuid4()))"
      const { runId } = await runCode(tools, python(code))
      const { body } = await replay(tools, { subject: `run:${runId}` })
      expect(body.equal).toBe(false)
      expect(body.steps[0]?.differences.map(({ place }) => place)).toEqual(['stdout line 2', 'files r'])
    })
  })

  test('in a session begins at the newest checkpoint before, does what came since again, and leaves the session alone', async () => {
    await inEngine(async (tools) => {
      const session = await newSession(tools)
      await runCode(tools, python('x = 20', session))
      const made = await tools.call(`/v1/sessions/${session}/checkpoints`, { body: {} })
      const checkpoint = ((await made.json()) as { id: string }).id
      const write = await act(tools, { type: 'file.write', input: { path: 'y.txt', content: '22' }, session })
      const between = await runCode(tools, python("y = int(open('y.txt').read())", session))
      const { runId } = await runCode(tools, python("print(x + y); open('sum.txt', 'w').write(str(x + y))", session))
      await runCode(tools, python('x = 0', session))
      const { body } = await replay(tools, { subject: `run:${runId}` })
      expect(body).toMatchObject({ equal: true, from: `checkpoint:${checkpoint}`, session: null })
      expect(body.steps.map(({ was }) => was)).toEqual([`action:${write.id}`, `run:${between.runId}`, `run:${runId}`])
      expect((await runCode(tools, python('print(x)', session))).blocks[0]?.attempts[0]?.stdout).toBe('0\n')
      const listed = (await (await tools.call('/v1/sessions?limit=1000')).json()) as {
        sessions: { branchedFrom: string }[]
      }
      expect(listed.sessions.filter(({ branchedFrom }) => branchedFrom === checkpoint)).toEqual([])
    })
  })

  test('of a session that was unloaded in between is equal: saving changes nothing', async () => {
    await inEngine(async (tools) => {
      const session = await newSession(tools)
      await runCode(tools, python('x = 41', session))
      await tools.engine.sessions.memory.unload(session)
      const { runId } = await runCode(tools, python('print(x + 1)', session))
      const { body } = await replay(tools, { subject: `run:${runId}` })
      expect(body).toMatchObject({ equal: true, from: `session:${session}` })
      expect(body.steps.length).toBe(2)
    })
  })

  test('is refused where the state was changed by neither a run nor an action, and says where', async () => {
    await inEngine(async (tools) => {
      const session = await newSession(tools)
      const put = await tools.call(`/v1/sessions/${session}/file?path=a.txt`, { method: 'PUT', body: 'x' })
      expect(put.ok).toBe(true)
      const { runId } = await runCode(tools, python("print(open('a.txt').read())", session))
      const { status, body } = await replay(tools, { subject: `run:${runId}` })
      expect([status, body.error?.code]).toEqual([422, 'NOT_REPLAYABLE'])
      expect(body.error?.message).toContain(`session:${session}.2 changed the session`)
    })
  })

  test('of a run that may reach hosts happens only when it is asked for', async () => {
    await inEngine(async (tools) => {
      const { runId } = await runCode(tools, {
        ...python('print(1)'),
        options: { network: { allow: ['example.org'] } },
      })
      const refused = await replay(tools, { subject: `run:${runId}` })
      expect([refused.status, refused.body.error?.code]).toEqual([422, 'NOT_REPLAYABLE'])
      expect((await replay(tools, { subject: `run:${runId}`, outside: true })).body.equal).toBe(true)
    })
  })

  test('of another user is not found', async () => {
    await inEngine(async (tools) => {
      const { runId } = await runCode(tools, python('print(1)'), tools.keys.ben)
      expect((await replay(tools, { subject: `run:${runId}` })).body.error?.code).toBe('RUN_NOT_FOUND')
    })
  })
})

const runsOf = ({ engine }: TestEngine, { steps }: ReplayResult) =>
  Promise.all(steps.map(({ is }) => engine.runs.get(is.slice('run:'.length), 'ada')))
