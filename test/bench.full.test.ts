import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import type { BenchReport } from '../src/contract/bench.ts'
import { benchCommand } from './support/bench-command.ts'

/** Few rounds: the test checks the report, not the speed of this host. */
describe('anneal bench', () => {
  const { bench, options, directory } = benchCommand()

  it('shows starts and runs as distributions against the bare operations, and leaves nothing behind', async () => {
    const { stdout } = await bench('--json', '--rounds', '1', '--only', 'start,run')
    const { sections, machine, missing } = JSON.parse(stdout) as BenchReport
    expect(missing.filter(({ what }) => what !== 'warm sandboxes')).toEqual([])
    expect(machine).toMatchObject({ sandbox: 'jail', limitsBy: expect.stringMatching(/^(cgroup-v[12]|rlimits)$/) })
    expect(new Set(sections.map(({ id }) => id))).toEqual(new Set(['start', 'run']))
    const waysOf = (title: RegExp) => sections.find((section) => title.test(section.title))?.rows.map(({ way }) => way)
    expect(waysOf(/^Start/)).toEqual(expect.arrayContaining(['floor (C)', 'bare bwrap', 'cold sandbox']))
    expect(waysOf(/Python,/)).toEqual(
      expect.arrayContaining(['floor (C)', 'bare bwrap', 'cold sandbox', 'library', 'HTTP', 'podman run']),
    )
    for (const { rows, against } of sections) {
      expect(rows.find(({ way }) => way === against)?.ratio).toBe(1)
      for (const { n, min, p50, p95, max } of rows) {
        expect(n).toBeGreaterThan(0)
        expect([min, p50, p95, max]).toEqual([min, p50, p95, max].toSorted((a, b) => a - b))
      }
    }
    expect(await readdir(directory())).toEqual([])
  })

  it('shows the cost of lasting state, against bare forks and packing everything up', async () => {
    const { stdout } = await bench('--json', '--rounds', '1', '--only', 'state')
    const { sections, missing } = JSON.parse(stdout) as BenchReport
    expect(missing.filter(({ what }) => /tar|frozen/.test(what))).toEqual([])
    const ways = sections.map(({ title, rows }) => [title.split(':')[0], rows.length])
    expect(ways).toEqual([
      ...Array.from({ length: 3 }, () => ['Mark', 2]),
      ...[
        ['Checkpoint', 2],
        ['Wake', 4],
        ['Transaction', 3],
      ],
    ])
    for (const { rows } of sections) for (const { p50 } of rows) expect(p50).toBeGreaterThan(0)
    expect(await readdir(directory())).toEqual([])
  })

  it('leaves nothing behind when Ctrl-C stops it in the middle', async () => {
    const child = spawn(process.execPath, ['bin/anneal.js', 'bench', '--rounds', '10000'], options())
    const ended = once(child, 'exit')
    await once(child.stdout, 'data')
    child.kill('SIGINT')
    expect(await ended).toEqual([130, null])
    expect(await readdir(directory())).toEqual([])
  })

  it('prints tables, here of the memory of one more idle sandbox', async () => {
    const { stdout } = await bench('--rounds', '2', '--only', 'memory')
    expect(stdout).toMatch(/^WAY +MIN MB +P50 MB +P95 MB +× cold sandbox +n$/m)
    expect(stdout).toMatch(/^cold sandbox +[\d.]+ +[\d.]+ +[\d.]+ +1\.00 +2$/m)
  })
})
