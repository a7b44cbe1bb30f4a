import { expect, test } from 'vitest'
import { endEventOf } from './process-end.ts'

test('an exit is told with its code, and as an error when that is not zero', () => {
  expect(endEventOf({ exitCode: 0, signal: null })).toEqual({ exitCode: 0, exited: true, status: 'exit status 0' })
  expect(endEventOf({ exitCode: 2, signal: null })).toEqual({
    ...{ exitCode: 2, exited: true, status: 'exit status 2', error: 'exit status 2' },
  })
})

test.each([
  ['SIGKILL', 'signal: killed'],
  ['SIGSEGV', 'signal: segmentation fault'],
  ['signal 40', 'signal: signal 40'],
])('an end by %s is told as "%s"', (signal, status) => {
  expect(endEventOf({ exitCode: null, signal })).toEqual({ exitCode: -1, exited: false, status, error: status })
})
