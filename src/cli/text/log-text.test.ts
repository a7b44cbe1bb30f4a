import { expect, it } from 'vitest'
import { createFakeHost } from '../fake-host.fixture.ts'
import { chooseLogs, logText } from './log-text.ts'

const at = new Date(2026, 10, 16, 9, 5, 7).toISOString()
const plain = (_style: unknown, text: string) => text

it('a line of the log is shown with its time of day, level, message and the rest', () => {
  const line = { level: 30, time: at, event: 'run.end', runId: 'run1', userId: 'ada', msg: 'run ok in 23 ms' }
  expect(logText(JSON.stringify(line), plain)).toBe('09:05:07 info  run ok in 23 ms runId=run1 userId=ada\n')
  const trouble = { level: 50, time: at, err: { message: 'no', stack: 'Error: no\n    at here' }, msg: 'trouble' }
  expect(logText(JSON.stringify(trouble), plain)).toBe(
    '09:05:07 error trouble\n               Error: no\n                   at here\n',
  )
})

it('text of a program cannot command the terminal of the log, nor forge a line of it', () => {
  const line = { level: 40, time: at, msg: 'bad \u001b[2J\n09:05:08 info  all is well', who: '\u0007' }
  const told = logText(JSON.stringify(line), plain)
  expect(told).not.toMatch(/[\u0007\u001b]/)
  expect(told.split('\n')).toHaveLength(2)
  expect(logText('no JSON \u001b[2J\n', plain)).toBe('no JSON ␛[2J\n')
})

it('the log is for people on a terminal, JSON elsewhere, and either where it is forced', () => {
  const { host, seen } = createFakeHost({ terminal: { stdout: true } })
  const [terminal, file] = [host.stdout, host.stderr]
  expect(chooseLogs('auto', terminal)).toBeDefined()
  expect(chooseLogs('auto', file)).toBeUndefined()
  expect(chooseLogs('json', terminal)).toBeUndefined()
  chooseLogs('pretty', file)?.write(JSON.stringify({ level: 30, time: at, msg: 'up' }))
  expect(seen.stderr).toBe('09:05:07 info  up\n')
})
