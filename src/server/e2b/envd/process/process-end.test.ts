import { expect, test } from 'vitest'
import { endEventOf } from './process-end.ts'

const SIZE = { memoryMb: 512 }

test('an exit is reported with its code, and as an error when that is not zero', () => {
  expect(endEventOf({ exitCode: 0, signal: null }, SIZE)).toEqual({
    exitCode: 0,
    exited: true,
    status: 'exit status 0',
  })
  expect(endEventOf({ exitCode: 2, signal: null }, SIZE)).toEqual({
    ...{ exitCode: 2, exited: true, status: 'exit status 2', error: 'exit status 2' },
  })
})

test.each([
  ['SIGKILL', 'signal: killed'],
  ['SIGSEGV', 'signal: segmentation fault'],
  ['signal 40', 'signal: signal 40'],
])('an end by %s is reported as "%s"', (signal, status) => {
  expect(endEventOf({ exitCode: null, signal }, SIZE)).toEqual({ exitCode: -1, exited: false, status, error: status })
})

test('an end by lack of memory names it, behind the words that callers know', () => {
  const killed = endEventOf({ exitCode: null, signal: 'SIGKILL', limit: 'memory' }, { memoryMb: 512 })
  expect(killed).toMatchObject({ exitCode: -1, exited: false, status: 'signal: killed' })
  expect(killed.error).toBe('signal: killed: out of memory (this sandbox has 512 MB)')
  expect(endEventOf({ exitCode: 137, signal: null, limit: 'memory' }, { memoryMb: 64 })).toEqual({
    ...{ exitCode: 137, exited: true, status: 'exit status 137' },
    error: 'exit status 137: out of memory (this sandbox has 64 MB)',
  })
})
