import { afterAll, describe, expect, it } from 'vitest'
import { sandboxChecks } from '../checks.ts'
import type { SandboxControl, SandboxProvider } from '../sandbox.ts'
import { gvisor } from './boxes.fixture.ts'
import { unsupportedChecks } from './unsupported-checks.ts'

type Group = (typeof sandboxChecks)[number]['group']

/** Runs the checks of these groups, except those that cannot hold; sandboxes are expensive, so the files share the groups. */
export function checkGroups(groups: Group[]): void {
  const shared = sharingBoxes(gvisor)
  afterAll(shared.close)
  const checks = sandboxChecks.filter(({ group, id }) => groups.includes(group) && !(id in unsupportedChecks))

  describe('gVisor keeps the promises of a sandbox', () => {
    // Calls that the kernel refuses leave nothing behind: those checks may follow each other in one sandbox.
    it.each(checks)('$group: $id', ({ run, group }) => run(group === 'kernel' ? shared.provider : gvisor))

    it('names no check as impossible that does not exist', () => {
      expect(sandboxChecks.map(({ id }) => id)).toEqual(expect.arrayContaining(Object.keys(unsupportedChecks)))
    })
  })
}

/** Gives the same sandbox for the same specification. */
function sharingBoxes(provider: SandboxProvider) {
  const boxes = new Map<string, Promise<SandboxControl>>()
  const sharing: SandboxProvider = {
    ...provider,
    create: async (spec, signal) => {
      const key = JSON.stringify(spec)
      const box = boxes.get(key) ?? provider.create(spec, signal)
      boxes.set(key, box)
      return { ...(await box), destroy: async () => {} }
    },
  }
  const close = async () => {
    for (const box of boxes.values()) await (await box).destroy()
  }
  return { provider: sharing, close }
}
