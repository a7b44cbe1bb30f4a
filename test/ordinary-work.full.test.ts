import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ordinaryPrograms } from '../soak/programs.ts'
import { runOrdinary } from '../soak/run-ordinary.ts'
import { findCgroups } from '../src/sandbox/cgroup/find.ts'
import { createJail } from '../src/sandbox/jail/jail.ts'

/** The short form of `npm run soak`: every program whose libraries this host has, three times in fresh sandboxes. */
const ROUNDS = 3
const libraryOf: Record<string, string> = {
  'python3-numpy': '/usr/lib/python3/dist-packages/numpy',
  'python3-pandas': '/usr/lib/python3/dist-packages/pandas',
  'python3-matplotlib': '/usr/lib/python3/dist-packages/matplotlib',
}
const here = ordinaryPrograms.filter(({ packages = [] }) => packages.every((name) => existsSync(libraryOf[name] ?? '')))

let sandboxes = 0
const newSandboxId = () => `work${process.pid}x${sandboxes++}`
const jail = createJail({ execPath: process.execPath, newSandboxId, cgroups: await findCgroups() })

test.each(here)('$name works in a sandbox as outside of it', async (program) => {
  for (let round = 0; round < ROUNDS; round++) {
    const { end, stdout, stderr } = await runOrdinary(jail, program)
    expect([end.endedBy, end.exitCode, stdout], stderr).toEqual(['exit', 0, program.stdout])
  }
})

test('the list is not empty on any host', () => {
  expect(here.length).toBeGreaterThanOrEqual(ordinaryPrograms.filter(({ packages }) => !packages).length)
})
