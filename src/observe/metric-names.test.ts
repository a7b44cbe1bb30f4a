import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import type { EngineEvent } from '../contract/event.ts'
import { createMetrics } from './metrics.ts'

const ENDS = [
  { type: 'code.guarded', findings: [{ severity: 'high', action: 'warn' }] },
  {
    ...{ type: 'attempt.end', language: 'python', endedBy: 'exit', exitCode: 0, start: 'warm' },
    ...{ startMs: 1, waitMs: 1, durationMs: 1 },
  },
  { type: 'run.end', outcome: 'ok', durationMs: 1 },
]

/** The rules of `promtool check metrics`, which is too large to be installed for one test; a host that has it is asked too. */
function problemsOf({ name, type, help }: { name: string; type: string; help: string }): string[] {
  const rules: [boolean, string][] = [
    [help.trim() === '', 'no help text'],
    [type === 'counter' && !name.endsWith('_total'), 'counter metrics should have "_total" suffix'],
    [type !== 'counter' && name.endsWith('_total'), 'non-counter metrics should not have "_total" suffix'],
    [/_(count|sum|bucket)$/.test(name), 'metrics should not end in a suffix of histograms and summaries'],
    [/(^|_)(gauge|counter|histogram|summary)(_|$)/.test(name), 'metric name should not include type'],
    [
      /(^|_)(ms|us|ns|milliseconds|microseconds|minutes|hours|kilobytes|kb|mb|gb|megabytes|percent)(_|$)/.test(name),
      'use base units',
    ],
    [!/^[a-z][a-z0-9_]*$/.test(name), 'metric names should be written in snake_case'],
  ]
  return rules.filter(([broken]) => broken).map(([, problem]) => `${name}: ${problem}`)
}

it('every metric is named as Prometheus wants it', async () => {
  const metrics = createMetrics({ busy: 0, waiting: 0 })
  // A label is told with its first value.
  for (const event of ENDS) metrics.observeEvent(event as EngineEvent)
  metrics.observeRequest({ method: 'GET', route: '/v1/runs', status: 200, seconds: 1 })
  metrics.observeLook('miss')
  const { text } = await metrics.expose()
  const found = [...text.matchAll(/^# HELP (\S+) (.*)\n# TYPE \1 (\w+)$/gm)]
  expect(found.length).toBeGreaterThan(20)
  expect(found.flatMap(([, name = '', help = '', type = '']) => problemsOf({ name, help, type }))).toEqual([])
  const labels = [...text.matchAll(/[{,](\w+)="/g)].map(([, label = '']) => label)
  expect(labels).toEqual(expect.arrayContaining(['ended_by', 'outcome', 'severity', 'route', 'result']))
  expect(labels.filter((label) => !/^[a-z][a-z0-9_]*$/.test(label))).toEqual([])
  const { error, stderr } = spawnSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' })
  expect(error ? '' : stderr).toBe('')
})
