import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createExecutionStory } from './execution-story.ts'

const end = { status: 'ok', executionCount: 1, endedBy: 'exit', stateLost: false } as const

describe('the story of an execution', () => {
  it('has every event in its place', () => {
    const story = createExecutionStory(1000)
    const data = { 'text/plain': '1' }
    story.take({ id: 1, type: 'stdout', text: 'out' })
    story.take({ id: 1, type: 'stderr', text: 'err' })
    story.take({ id: 1, type: 'display', data, metadata: {} })
    story.take({ id: 1, type: 'result', data, metadata: {} })
    story.take({ id: 1, type: 'error', name: 'E', value: 'v', traceback: ['t'], line: 2 })
    expect(story.end(end)).toMatchObject({
      stdout: 'out',
      stderr: 'err',
      shown: [{ isResult: false }, { isResult: true }],
      error: { name: 'E', value: 'v', traceback: ['t'], line: 2 },
    })
  })

  it('keeps exactly the output that fits, never half a character, and says when it is full', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), fc.nat(60), (texts, room) => {
        const story = createExecutionStory(room)
        const isFull = texts.map((text) => story.take({ id: 1, type: 'stdout', text }).isFull).at(-1) ?? false
        const all = Buffer.from(texts.join(''))
        const { stdout } = story.end(end)
        expect(isFull).toBe(all.length > room)
        expect(all.toString().startsWith(stdout)).toBe(true)
        expect(Buffer.byteLength(stdout)).toBeLessThanOrEqual(room)
        expect(Buffer.byteLength(stdout)).toBeGreaterThan(Math.min(room, all.length) - 4)
      }),
    )
  })

  it('has one error: the first, or the death of the interpreter', () => {
    const story = createExecutionStory(100)
    const said = (value: string) => ({ id: 1, type: 'error' as const, name: 'E', value, traceback: [] })
    expect(story.take(said('first')).event).toMatchObject({ value: 'first' })
    expect(story.take(said('second')).event).toBeUndefined()
    expect(story.end(end).error?.value).toBe('first')
    story.die({ name: 'KernelDied', value: 'gone', traceback: [] })
    expect(story.end(end).error?.name).toBe('KernelDied')
  })

  it('is filled even by empty values', () => {
    const story = createExecutionStory(1000)
    const fills = Array.from({ length: 1000 }, () => story.take({ id: 1, type: 'display', data: {}, metadata: {} }))
    expect(fills.at(-1)?.isFull).toBe(true)
  })

  it('passes everything on and keeps nothing of code that is only listened to', () => {
    const story = createExecutionStory(Number.MAX_SAFE_INTEGER, false)
    const said = { id: 1, type: 'stdout', text: 'x' } as const
    expect(story.take(said).event).toEqual({ type: 'stdout', text: 'x' })
    expect(story.take({ id: 1, type: 'result', data: { 'text/plain': '1' }, metadata: {} }).event).toBeDefined()
    expect(story.end(end)).toMatchObject({ stdout: '', shown: [] })
  })

  it('counts the text of an error as output, except that of an exit, which prints nothing', () => {
    const story = createExecutionStory(10)
    const traceback = ['12345678', 'too much', 'more']
    story.take({ id: 1, type: 'error', name: 'E', value: 'x'.repeat(20), traceback })
    expect(story.end(end).error).toEqual({ name: 'E', value: 'x'.repeat(10), traceback: ['12345678', 't'] })
    expect([story.isOverfull({}), story.isOverfull({ exitCode: 3 })]).toEqual([true, false])
  })

  it('has the exit code of a program: the requested one in eight bits, else that of its end', () => {
    const codeOf = (more: object) => {
      const { exitCode, signal, hasExited } = createExecutionStory(10).end({ ...end, ...more })
      return [exitCode, signal, hasExited]
    }
    expect(codeOf({})).toEqual([0, null, false])
    expect(codeOf({ status: 'error' })).toEqual([1, null, false])
    expect(codeOf({ status: 'interrupted' })).toEqual([null, null, false])
    expect(codeOf({ status: 'error', exitCode: -1 })).toEqual([255, null, true])
    expect(codeOf({ status: 'error', died: { exitCode: null, signal: 'SIGKILL' } })).toEqual([null, 'SIGKILL', false])
  })

  it('leaves out data that does not fit', () => {
    const story = createExecutionStory(10)
    const taken = story.take({ id: 1, type: 'display', data: { 'image/png': 'x'.repeat(11) }, metadata: {} })
    expect([taken, story.end(end).shown]).toEqual([{ event: undefined, isFull: true }, []])
  })
})
