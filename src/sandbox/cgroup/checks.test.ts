import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { cgroupChecks } from './checks.ts'
import { findCgroups } from './find.ts'
import { makeParent, ROOT, STRANGER } from './parent.fixture.ts'

const isRoot = process.getuid?.() === 0
const refusals: string[] = []
const found = await findCgroups({ onRefused: (place, reason) => void refusals.push(`${place}: ${reason}`) })

if (!found) {
  it('the search says why no place of this host can hold a group', () => {
    expect(refusals.length).toBeGreaterThan(0)
    for (const refusal of refusals) expect(refusal).toMatch(/EACCES|EPERM|EROFS|ENOENT|EBUSY|no controller/)
    expect(() => mkdirSync(`${ROOT}/memory/anneal-test-${process.pid}`)).toThrow(/EACCES|EPERM|EROFS|ENOENT/)
  })
}

if (found) {
  const ownParent = isRoot && found.kind === 'cgroup-v1' ? await makeParent('checks') : undefined
  const tree = (ownParent && (await findCgroups(ownParent.options))) ?? found
  afterAll(() => ownParent?.remove())

  describe(`groups of this host (${tree.kind}, user ${process.getuid?.()})`, () => {
    it.each(cgroupChecks.map((check) => [check.id, check] as const))('keep the promise %s', (_, check) =>
      check.run(tree),
    )
  })
}

if (isRoot && found?.kind === 'cgroup-v1') {
  describe('a user who is not root', () => {
    it('has all promises kept in a v1 place that was delegated to it', async () => {
      const parent = await makeParent('handed-over', { owner: STRANGER })
      try {
        const report = await runAsStranger([parent.options.parent ?? ''])
        expect(report).toMatchObject({ uid: STRANGER, kind: 'cgroup-v1', missing: [], broken: [] })
      } finally {
        await parent.remove()
      }
    })

    it('finds nothing where nothing was delegated', async () => {
      const report = await runAsStranger([])
      expect(report).toMatchObject({ uid: STRANGER, kind: null })
      expect(report.refusals.at(-1)).toMatch(/EACCES/)
    })
  })
}

async function runAsStranger(args: string[]): Promise<{ refusals: string[] }> {
  const script = fileURLToPath(new URL('./run-checks.fixture.ts', import.meta.url))
  const child = spawn(process.execPath, [script, ...args], {
    uid: STRANGER,
    gid: STRANGER,
    cwd: '/',
    env: {},
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [printed] = await Promise.all([text(child.stdout), once(child, 'exit')])
  return JSON.parse(printed)
}
