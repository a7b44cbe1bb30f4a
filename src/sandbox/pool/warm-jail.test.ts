import { afterAll, describe, expect, it } from 'vitest'
import { findCgroups } from '../cgroup/find.ts'
import { CHECK_LIMITS } from '../checks/in-box.ts'
import { sandboxChecks } from '../checks.ts'
import type { BoxOrigin, SandboxProvider } from '../sandbox.ts'
import { createWarmJail } from './warm-jail.ts'

let boxes = 0
const jail = createWarmJail({
  execPath: process.execPath,
  newBoxId: () => `warm-test-${process.pid}-${++boxes}`,
  cgroups: await findCgroups(),
  limits: CHECK_LIMITS,
  floor: 2,
  ceiling: 8,
  kinds: [
    {
      name: 'python',
      early: true,
      preload: ['json'],
      wait: { command: ['/usr/bin/python3', '-uB', 'main.py'], by: 'python', takesArguments: true, reservedMb: 0 },
    },
  ],
  onTrouble: (error) => {
    throw error
  },
})
afterAll(() => jail.close?.())

/** The jail as the engine uses it, with a record of where boxes came from. */
const origins: BoxOrigin[] = []
const warm: SandboxProvider = {
  ...jail,
  create: async (spec, signal) => {
    const control = await jail.create({ warm: 'python', ...spec }, signal)
    origins.push(control.startedFrom)
    return control
  },
}

describe('a box that waited keeps every promise of a sandbox', () => {
  it.each(sandboxChecks)('$id', ({ run }) => run(warm))

  it('and hardly any of them was made from nothing', () => {
    const cold = origins.filter((origin) => origin === 'cold')
    expect(cold.length, `${cold.length} of ${origins.length}`).toBeLessThan(origins.length / 10)
  })
})
