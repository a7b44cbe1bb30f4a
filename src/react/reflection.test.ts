import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { EngineEvent } from '../contract/event.ts'
import { IDLE, ReflectionIndicator, reflectionAfter } from './react.ts'
import { watchReflection } from './watch-reflection.ts'

const event = (type: string, more: object = {}) => ({ type, ...more }) as unknown as EngineEvent
const after = (...events: EngineEvent[]) => events.reduce(reflectionAfter, IDLE)
const shown = (props: Parameters<typeof ReflectionIndicator>[0]) =>
  renderToStaticMarkup(createElement(ReflectionIndicator, props))

const START = event('run.start')
const FIRST = event('attempt.start', { attempt: 1 })

it('a run thinks, executes, corrects itself and is idle in the end', () => {
  expect(after(START)).toMatchObject({ state: 'thinking', stage: 'start' })
  expect(after(START, event('stage.start', { stage: 'guard' }))).toMatchObject({ state: 'thinking', stage: 'guard' })
  expect(after(START, FIRST)).toMatchObject({ state: 'executing', attempt: 1, of: 3 })
  const failed = [START, FIRST, event('stage.start', { stage: 'diagnose' })] as const
  expect(after(...failed)).toMatchObject({ state: 'auto_correcting', attempt: 1 })
  expect(after(...failed, event('attempt.start', { attempt: 2 }))).toMatchObject({ state: 'executing', attempt: 2 })
  expect(after(...failed, event('run.end'))).toBe(IDLE)
})

it('an event that says nothing about the state leaves it as it is', () => {
  const before = after(START, FIRST)
  expect(reflectionAfter(before, event('output.delta'))).toBe(before)
})

it('everybody who watches a stream is told of it, also after leaving and coming back at once; it ends when nobody is left', async () => {
  let isLeft = false
  async function* stream() {
    try {
      yield START
      yield FIRST
      await new Promise((resolve) => setImmediate(resolve))
      yield event('stage.start', { stage: 'diagnose' })
      yield event('run.end')
    } finally {
      isLeft = true
    }
  }
  const told: string[] = []
  const events = stream()
  watchReflection(events, () => {})()
  const leave = watchReflection(events, ({ state }) => told.push(state))
  const other = watchReflection(events, () => {})
  await expect.poll(() => told).toContain('executing')
  leave()
  expect(isLeft).toBe(false)
  other()
  await expect.poll(() => isLeft).toBe(true)
  expect(told).toEqual(['idle', 'thinking', 'executing'])
})

it('the indicator says in words what it shows, to everybody', () => {
  expect(shown(IDLE)).toContain('role="status" aria-live="polite">Idle<')
  const correcting = shown({ ...IDLE, state: 'auto_correcting', attempt: 2, stage: 'correct' })
  expect(correcting).toContain('Correcting, 2 of 3')
  expect(correcting.match(/data-full="true"/g)).toHaveLength(2)
  const running = shown({
    ...IDLE,
    state: 'executing',
    progress: 0.4,
    stage: 'execute',
    elapsedMs: 2400,
    label: 'tests',
  })
  expect(running).toContain('tests · Running, 40 %')
  expect(running).toContain('width:40%')
  expect(running).toContain('2.4 s')
})
