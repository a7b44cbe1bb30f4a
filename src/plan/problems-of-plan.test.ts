import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type PlanRequest, planRequest } from '../contract/plan.ts'
import { cycleIn } from './cycle-in.ts'
import { problemsOfPlan } from './problems-of-plan.ts'

const OUTPUT = {
  type: 'object',
  properties: { stdout: { type: 'string' }, exitCode: { type: 'integer' } },
  additionalProperties: false,
}
const INPUT = { type: 'object', properties: { command: { type: 'string' } } }
const type = { type: 'shell.run', description: '', input: INPUT, output: OUTPUT }
const actions = {
  problemsOf: ({ type: name, input = {} }: { type: string; input?: Record<string, unknown> }) => [
    ...(name === 'shell.run' ? [] : [`There is no action ${name}.`]),
    ...(typeof input.command === 'string' ? [] : ['body.input.command: must be text']),
  ],
}
const problemsOf = (steps: PlanRequest['steps']) =>
  problemsOfPlan(planRequest.parse({ steps }), { actions, types: new Map([[type.type, type]]), session: undefined })
const shell = (command: unknown) => ({ action: { type: 'shell.run', input: { command } } })

it('all problems of a plan are told at once, each with its step', () => {
  expect(
    problemsOf([
      { id: 'a', ...shell('ls') },
      { id: 'a', ...shell('ls') },
      { id: 'b', action: { type: 'shel.run', input: {} }, needs: ['c', 'gone'] },
      { id: 'c', ...shell({ $from: 'b', path: 'stdout' }) },
      { id: 'd', ...shell({ $from: 'a', path: 'stdot' }) },
      { id: 'e', ...shell({ $from: 'a', path: 'exitCode' }) },
      { id: 'f', ...shell({ $from: 'nobody' }), needs: ['f'] },
      { id: 'g' },
      { id: 'h', ...shell({ $item: '' }) },
      { id: 'i', ...shell('ls'), forEach: { items: 3 } },
      { id: 'j', plan: { steps: [{ id: 'k', ...shell('ls'), needs: ['a'] }] }, retries: 1 },
    ]),
  ).toEqual([
    'step a: there is another step of this id',
    'steps b → c → b need each other in a circle',
    'step b: needs "gone", which is no step beside it',
    'step b: There is no action shel.run.',
    'step b: body.input.command: must be text',
    'step d: the output of "a" has no "stdot"; it has stdout, exitCode',
    'step e: input.command needs string, but "exitCode" of "a" is number',
    'step f: refers to "nobody", which is no step that it can see',
    'step f: needs itself',
    'step g: has either an action or a plan',
    'step h: uses $item or $index outside of a fan-out',
    'step i: forEach.items is neither a list nor a reference to one',
    'step j: retries, timeoutMs and risky belong to its steps, not to a group',
    'step j/k: needs "a", which is no step beside it',
  ])
})

it('a sub-plan sees the steps around it, and references of a fan-out are lists', () => {
  const steps: PlanRequest['steps'] = [
    { id: 'all', ...shell({ $item: 'name' }), forEach: { items: [{ name: 'ls' }] } },
    { id: 'sub', plan: { steps: [{ id: 'in', ...shell({ $from: 'all', path: '0.stdout' }) }] } },
    { id: 'end', ...shell({ $from: 'sub', path: 'in.stdout' }) },
  ]
  expect(problemsOf(steps)).toEqual([])
  expect(problemsOf([...steps, { id: 'bad', ...shell({ $from: 'all', path: 'stdout' }) }])).toEqual([
    'step bad: the output of "all" has no "stdout"',
  ])
})

const graph = fc
  .integer({ min: 1, max: 12 })
  .chain((count) =>
    fc.tuple(fc.constant(count), fc.array(fc.tuple(fc.nat(count - 1), fc.nat(count - 1)), { maxLength: 25 })),
  )

it('a circle of needs is found exactly where there is one, and each of its steps needs the next', () => {
  fc.assert(
    fc.property(graph, ([count, edges]) => {
      const ids = Array.from({ length: count }, (_, index) => `s${index}`)
      const needs = (id: string) =>
        edges.filter(([from, to]) => `s${from}` === id && from !== to).map(([, to]) => `s${to}`)
      const { steps } = planRequest.parse({ steps: ids.map((id) => ({ id, ...shell('ls'), needs: needs(id) })) })
      const cycle = cycleIn(steps)
      const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
        needs(from).some((next) => next === to || (!seen.has(next) && reaches(next, to, seen.add(next))))
      expect(cycle !== undefined).toBe(ids.some((id) => reaches(id, id)))
      for (const [index, id] of (cycle ?? []).slice(0, -1).entries()) expect(needs(id)).toContain(cycle?.[index + 1])
    }),
  )
})

it('nothing that can be written as a plan makes validation throw', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (input, items) => {
      const action = { type: 'shell.run', input: { command: input } }
      expect(Array.isArray(problemsOf([{ id: 'a', action, forEach: { items } }]))).toBe(true)
    }),
  )
})
