import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { EngineEvent } from '../contract/event.ts'
import { createProjection, type WholeGraph } from './projection.ts'
import { anyStory, storyOf } from './story.fixture.ts'
import { walk } from './walk.ts'

const graphOf = async (events: EngineEvent[]): Promise<WholeGraph> => {
  const projection = createProjection()
  for (const event of events) projection.add(event)
  return projection.graph()
}
const plainGraph = ({ nodes, edges }: WholeGraph) => ({ nodes: [...nodes.values()], edges })
const WANTED = { walk: 'around', depth: 20, limit: 200 } as const

test('the same events give the same graph, in however many pieces they come and however often it is looked at', async () => {
  await fc.assert(
    fc.asyncProperty(anyStory, fc.nat(), async (events, at) => {
      const whole = plainGraph(await graphOf(events))
      const projection = createProjection()
      const middle = events.length === 0 ? 0 : at % events.length
      for (const event of events.slice(0, middle)) projection.add(event)
      await projection.graph()
      for (const event of events.slice(middle)) projection.add(event)
      expect(plainGraph(await projection.graph())).toEqual(whole)
      expect(plainGraph(await graphOf(structuredClone(events)))).toEqual(whole)
    }),
  )
})

test('both ends of every edge are nodes, no node causes itself, and every event is about a node', async () => {
  await fc.assert(
    fc.asyncProperty(anyStory, async (events) => {
      const { nodes, edges } = await graphOf(events)
      for (const { from, to } of edges) {
        expect(nodes.has(from) && nodes.has(to) && from !== to).toBe(true)
      }
      for (const { subject } of events) expect(nodes.has(subject)).toBe(true)
    }),
  )
})

test('ancestors and effects are the two directions of the same edges', async () => {
  await fc.assert(
    fc.asyncProperty(anyStory, fc.nat(), async (events, pick) => {
      const graph = await graphOf(events)
      const ids = [...graph.nodes.keys()]
      if (ids.length === 0) return
      const subject = ids[pick % ids.length] ?? ''
      const all = { ...WANTED, limit: 2000, depth: 1000, subject }
      const ancestors = (await walk(graph, { ...all, walk: 'ancestors' }))?.nodes ?? []
      for (const { id } of ancestors) {
        const effects = (await walk(graph, { ...all, subject: id, walk: 'effects' }))?.nodes ?? []
        expect(effects.map((node) => node.id)).toContain(subject)
      }
    }),
    { numRuns: 30 },
  )
})

test('a failure is led to by the attempt that had it, by the run, by the state it began in, and by the user', async () => {
  const graph = await graphOf(storyOf.failedRunInSession())
  const found = await walk(graph, { ...WANTED, subject: 'run:run2', walk: 'failure' })
  expect(found?.focus).toEqual(['failure:run2'])
  expect(found?.nodes.map(({ id }) => id).sort()).toEqual([
    ...['attempt:run1/0/1', 'attempt:run2/0/1', 'failure:run2', 'failure:run2/0/1'].filter(
      (id) => id !== 'attempt:run1/0/1',
    ),
    ...['file:session:ses1/data.csv@1', 'run:run1', 'run:run2', 'session:ses1', 'state:ses1@2', 'user:ada'],
  ])
})

test('the effects of a file are the attempts that have its name, and what came of them', async () => {
  const graph = await graphOf(storyOf.failedRunInSession())
  const found = await walk(graph, { ...WANTED, subject: 'file:session:ses1/data.csv', walk: 'effects' })
  expect(found?.nodes.map(({ id }) => id)).toEqual([
    ...['file:session:ses1/data.csv@1', 'attempt:run2/0/1', 'failure:run2/0/1', 'failure:run2'],
  ])
})

test('between two times there is only what happened then', async () => {
  const graph = await graphOf(storyOf.failedRunInSession())
  const found = await walk(graph, { ...WANTED, from: 3, to: 6 })
  expect(found?.nodes.every(({ at }) => at >= 3 && at < 6)).toBe(true)
  expect(found?.nodes.length).toBeGreaterThan(0)
})

test('the nearest nodes are kept where there are more than the limit, and their number is told', async () => {
  const graph = await graphOf(storyOf.failedRunInSession())
  const found = await walk(graph, { ...WANTED, subject: 'failure:run2', walk: 'ancestors', limit: 2 })
  expect(found?.nodes.map(({ id }) => id)).toEqual(['failure:run2/0/1', 'failure:run2'])
  expect(found?.more).toBeGreaterThan(3)
})

test('a cause whose events are deleted is known by its name', async () => {
  const [start] = storyOf.failedRunInSession()
  const { nodes, edges } = await graphOf([{ ...start, cause: 'runold.7' } as EngineEvent])
  expect(nodes.get('run:runold')).toEqual({ id: 'run:runold', kind: 'run', label: 'run:runold', at: 1 })
  expect(edges).toMatchObject([{ from: 'run:runold', to: 'session:ses1', kind: 'caused' }])
})

test('a thing that is not in the graph is not found', async () => {
  expect(await walk(await graphOf([]), { ...WANTED, subject: 'run:run1' })).toBeUndefined()
})
