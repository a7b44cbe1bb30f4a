import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RunEvent } from '../../contract/event.ts'
import { createCellOutputs } from './cell-outputs.ts'
import { linesOf, readNotebook, sourceOf } from './notebook.ts'

const cell = fc.record(
  {
    cell_type: fc.constantFrom('code', 'markdown', 'raw'),
    id: fc.string(),
    metadata: fc.dictionary(fc.string(), fc.jsonValue()),
    source: fc.oneof(fc.string(), fc.array(fc.string())),
    more: fc.jsonValue(),
  },
  { requiredKeys: ['cell_type', 'source'] },
)
const notebook = fc.record({
  cells: fc.array(cell),
  metadata: fc.dictionary(fc.string(), fc.jsonValue()),
  nbformat: fc.constant(4),
  nbformat_minor: fc.nat(9),
})
const layout = fc.record({ indent: fc.constantFrom(' ', '  ', '\t', ''), end: fc.constantFrom('', '\n', '\n\n') })

describe('a notebook', () => {
  it('that nobody changed is written as it was read, to the byte', () => {
    fc.assert(
      fc.property(notebook, layout, (body, { indent, end }) => {
        const text = JSON.stringify(body, null, indent) + end
        expect(readNotebook(text, 'a.ipynb').write()).toBe(text)
      }),
    )
    const text = '{"cells": [], "metadata": {"a": 1.0, "b": 1e3, "c": 12345678901234567890}, "nbformat": 4}'
    expect(readNotebook(text, 'a.ipynb').write()).toBe(text.replaceAll(/([:,]) /g, '$1'))
  })

  it('has sources that are the same as text and as lines', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'é', '\n', '\r', ' ')), (parts) => {
        const text = parts.join('')
        expect(sourceOf({ cell_type: 'code', source: linesOf(text) })).toBe(text)
        for (const line of linesOf(text).slice(0, -1)) expect(line).toMatch(/^[^\n]*\n$/)
      }),
    )
  })

  it('tells its language, by the kernel it was made with', () => {
    const languageOf = (metadata: object) =>
      readNotebook(JSON.stringify({ nbformat: 4, cells: [], metadata }), 'a.ipynb').language
    expect(languageOf({ kernelspec: { name: 'ir', language: 'R' } })).toBe('r')
    expect(languageOf({ language_info: { name: 'javascript' } })).toBe('javascript')
    expect(languageOf({})).toBe('python')
  })

  it.each(['', '[]', '{}', '{"nbformat":3,"worksheets":[]}', '{"nbformat":4,"cells":[{"cell_type":"code"}]}'])(
    'that is none is refused: %s',
    (text) => {
      expect(() => readNotebook(text, 'a.ipynb')).toThrow(/^a\.ipynb (is|has)/)
    },
  )
})

describe('the outputs of a cell', () => {
  const told = (...events: object[]) => {
    const outputs = createCellOutputs(3)
    for (const event of events) outputs.take(event as RunEvent)
    return outputs.all()
  }
  const print = (text: string, stream = 'stdout') => ({ type: 'output.delta', stream, text })
  const well = { type: 'attempt.end', endedBy: 'exit', exitCode: 0 }

  it('are in the order in which they came, the value last, of the last attempt only', () => {
    const picture = { type: 'value.shown', isResult: false, metadata: {}, data: { 'image/png': 'aGk=' } }
    const value = { type: 'value.shown', isResult: true, metadata: {}, data: { 'text/plain': 'a\nb', 'x/y': { z: 1 } } }
    const failed = { type: 'attempt.end', endedBy: 'exit', exitCode: 1, error: { type: 'E', message: 'm' } }
    const start = { type: 'attempt.start' }
    expect(
      told(start, print('lost'), failed, start, print('a\n'), print('b'), picture, value, print('c'), well),
    ).toEqual([
      { name: 'stdout', output_type: 'stream', text: ['a\n', 'b'] },
      { data: { 'image/png': 'aGk=' }, metadata: {}, output_type: 'display_data' },
      { name: 'stdout', output_type: 'stream', text: ['c'] },
      {
        ...{ data: { 'text/plain': ['a\n', 'b'], 'x/y': { z: 1 } }, metadata: {} },
        ...{ execution_count: 3, output_type: 'execute_result' },
      },
    ])
  })

  it('have an error with its traceback, which is not told twice, or the limit that ended it', () => {
    const error = { type: 'ValueError', message: 'no' }
    const stderr = print('careful\nTraceback (most recent call last):\n  File\nValueError: no\n', 'stderr')
    expect(told(stderr, { type: 'attempt.end', endedBy: 'exit', exitCode: 1, error })).toEqual([
      { name: 'stderr', output_type: 'stream', text: ['careful\n'] },
      {
        ...{ ename: 'ValueError', evalue: 'no', output_type: 'error' },
        traceback: ['Traceback (most recent call last):', '  File', 'ValueError: no'],
      },
    ])
    expect(told({ type: 'attempt.end', endedBy: 'timeout', exitCode: null })).toMatchObject([{ ename: 'timeout' }])
    expect(told({ type: 'run.end', error: { code: 'CODE_BLOCKED', message: 'no' } })).toMatchObject([
      { ename: 'CODE_BLOCKED', evalue: 'no' },
    ])
  })
})
