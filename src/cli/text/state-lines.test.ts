import { describe, expect, it } from 'vitest'
import { tellRun } from '../../sdk/story.fixture.ts'
import { createFakeHost } from '../fake-host.fixture.ts'
import { createRunView } from './run-view.ts'
import { valueText } from './shown-values.ts'
import { stateLines } from './state-lines.ts'

const look = { paint: (_: unknown, text: string) => text, width: 60 }

describe('a run in a session', () => {
  it('says nothing when all changes were kept', () => {
    expect(stateLines({ kept: true, undo: 'none' }, look)).toEqual([])
  })

  it('says that the session is unchanged, how that was done and why', () => {
    expect(stateLines({ kept: false, undo: 'copy' }, look)).toEqual(['↶ undone: the session is as it was before'])
    expect(stateLines({ kept: false, undo: 'saved', why: 'it has live threads' }, look)).toEqual([
      '↶ undone: the session is as it was before, brought back from its saved state',
      '  it has live threads',
    ])
  })

  it('names values that could not be kept, and lets no text paint', () => {
    const lost = [{ what: 'sock\u001b[2J', language: 'python', why: 'it is a socket' }]
    expect(stateLines({ kept: true, undo: 'none', lost }, look)).toEqual([
      '▲ not part of the saved state:',
      '  sock␛[2J (python): it is a socket',
    ])
    const many = Array.from({ length: 20 }, (_, index) => ({ what: `v${index}`, why: 'no' }))
    expect(stateLines({ kept: true, undo: 'none', lost: many }, look).at(-1)).toBe('  … and 12 more')
  })

  it('shows values as text, and pictures by their size', () => {
    expect(valueText({ data: { 'text/plain': '42' } })).toBe('42\n')
    expect(valueText({ data: { 'text/plain': '<Figure>', 'image/png': 'A'.repeat(4096) } })).toBe(
      '<Figure>\n[image/png, 3.0 kB]\n',
    )
    expect(valueText({ data: { 'text/html': '<b>' } })).toBe('[text/html]\n')
  })

  it('prints the value of the last line on stdout, behind all output and from the start of a line', async () => {
    const { host, seen } = createFakeHost()
    const view = createRunView({ host, attempts: 1 })
    const story = tellRun([{ code: 'x', output: [{ stream: 'stdout', text: 'no end' }] }])
    for (const event of story) {
      const shown = { isResult: true, data: { 'text/plain': '7' }, metadata: {} }
      if (event.type === 'output.delta') await view.show({ ...event, ...shown, type: 'value.shown' })
      await view.show(event)
    }
    expect(seen.stdout).toBe('no end\n7\n')
  })
})
