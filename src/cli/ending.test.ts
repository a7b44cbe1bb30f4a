import { describe, expect, it } from 'vitest'
import type { EndedBy } from '../contract/limits.ts'
import { endingOf } from './ending.ts'

const ending = (endedBy: EndedBy, exitCode: number | null = null, signal: string | null = null) =>
  endingOf({ endedBy, exitCode, signal, durationMs: 1500 })

describe('the reason of a program’s end', () => {
  it('needs no words on success', () => {
    expect(ending('exit', 0)).toBeUndefined()
  })

  it.each([
    ['exit', 3, null, 'exit code 3', ''],
    ['exit', null, 'SIGSEGV', 'ended by SIGSEGV', ''],
    ['timeout', null, null, 'timeout after 1.5 s', '--timeout'],
    ['memory', null, null, 'out of memory after 1.5 s', '--memory'],
    ['cpu', null, null, 'out of processor time after 1.5 s', 'work'],
    ['output', null, null, 'too much output after 1.5 s', 'ANNEAL_OUTPUT_BYTES'],
    ['processes', null, null, 'too many processes after 1.5 s', 'ANNEAL_PROCESSES'],
    ['disk', null, null, 'workspace full after 1.5 s', 'ANNEAL_DISK_MB'],
    ['cancelled', null, null, 'cancelled after 1.5 s', ''],
    ['killed', null, 'SIGKILL', 'killed by SIGKILL after 1.5 s', ''],
  ] as const)('%s (%s, %s) is "%s", with a way out: %s', (endedBy, exitCode, signal, what, hint) => {
    const told = ending(endedBy, exitCode, signal)
    expect(told?.what).toBe(what)
    expect(told?.hint === '').toBe(hint === '')
    expect(told?.hint).toContain(hint)
  })
})
