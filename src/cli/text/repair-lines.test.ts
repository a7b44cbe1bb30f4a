import { describe, expect, it } from 'vitest'
import type { EventOf } from '../../contract/event.ts'
import type { TriedCandidate } from '../../contract/run.ts'
import { changeLines, correctionLines, diagnosisLines, stoppedLines } from './repair-lines.ts'

const look = { paint: (_: unknown, text: string) => text, width: 60 }
const asEvent = <T extends EventOf<'attempt.start'> | EventOf<'error.diagnosed'> | EventOf<'block.end'>>(
  parts: object,
) => parts as T
const diagnosed = (over: object) =>
  asEvent<EventOf<'error.diagnosed'>>({
    diagnosis: { type: 'NameError', message: 'x', explanation: '`x` is not defined.', ...over },
  })

describe('a repair on the screen', () => {
  it('tells the meaning of a failure and the values of variables, each on one line', () => {
    const values = { total: '3', text: `'${'a'.repeat(100)}'`, evil: '\u001b[2J' }
    const lines = diagnosisLines(diagnosed({ values }), look)
    expect(lines[0]).toBe('  `x` is not defined.')
    expect(lines[1]).toBe('    total = 3')
    expect(lines[2]).toHaveLength(60)
    expect(lines[3]).not.toContain('\u001b')
  })

  it('says nothing twice', () => {
    expect(diagnosisLines(diagnosed({ explanation: 'NameError: x' }), look)).toEqual([])
  })

  it('tells the change, its strategy, the number of candidates, and the difference without file names', () => {
    const tried = [{ outcome: 'chosen' }, { outcome: 'failed' }, { outcome: 'untried' }] as TriedCandidate[]
    const diff = '--- a/main.py\n+++ b/main.py\n@@ -1 +1 @@\n-x\n+y\n'
    const start = { attempt: 2, why: 'wrote "y" for "x"', strategy: 'python/misspelt-name', diff, tried }
    expect(correctionLines(asEvent(start), { ...look, attempts: 3 })).toEqual([
      '↻ attempt 2 of 3 · wrote "y" for "x"',
      '  by python/misspelt-name · 3 changes weighed, 2 run in sandboxes',
      '  @@ -1 +1 @@',
      '  -x',
      '  +y',
    ])
    expect(correctionLines(asEvent({ ...start, attempt: 1 }), { ...look, attempts: 3 })).toEqual([])
  })

  it('shows an assumption in a colour of its own, with the change and once more at the end', () => {
    const paint = (style: unknown, text: string) => `<${style}>${text}`
    const start = { attempt: 2, why: 'gave 0', strategy: 's', assumption: 'it is 0' }
    const lines = correctionLines(asEvent(start), { ...look, paint, attempts: 3 })
    expect(lines[1]).toBe('<magenta>  ⚠ it assumes that it is 0')
    const change = { name: 'python · line 4', whys: ['gave 0', 'wrote y'], assumptions: ['it is 0'] }
    expect(changeLines(change, paint)).toEqual([
      '<yellow>↻ the program was changed (python · line 4): gave 0; then wrote y',
      '<magenta>  ⚠ it assumes that it is 0',
    ])
  })

  it('names the assumption of a bold repair, when only that is left', () => {
    const tried = [{ outcome: 'refused', why: 'gave 0', detail: 'too bold', assumption: 'it is 0' }]
    const end = { stopped: { reason: 'nothing-applicable', text: 'Only that.', tried } }
    expect(stoppedLines(asEvent(end), look)).toEqual([
      '▪ not repaired · Only that.',
      '  ⚠ --repair bold would assume that it is 0',
    ])
  })

  it('tells why it stopped and a few of the changes that were tried in vain', () => {
    const tried = Array.from({ length: 7 }, (_, index) => ({ outcome: 'failed', why: `did ${index}`, detail: 'E: no' }))
    const end = { stopped: { reason: 'nothing-applicable', text: 'None made it run.', tried } }
    const lines = stoppedLines(asEvent(end), look)
    expect(lines[0]).toBe('▪ not repaired · None made it run.')
    expect(lines[1]).toBe('  ✗ did 0 → E: no')
    expect(lines.at(-1)).toBe('  … and 2 more')
    expect(stoppedLines(asEvent({}), look)).toEqual([])
  })
})
