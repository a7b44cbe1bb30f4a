import { describe, expect, it } from 'vitest'
import { sandboxChecks } from '../checks.ts'
import { cgroups, gvisor } from './sandboxes.fixture.ts'
import { unsupportedChecks } from './unsupported-checks.ts'

describe('checks that are declared impossible in gVisor', () => {
  // A sandbox that is out of memory may live just long enough for this check.
  const certain = Object.keys(unsupportedChecks).filter((id) => id !== 'the-agent-answers-while-all-memory-is-used')

  if (cgroups) {
    it.each(certain)('%s', async (id) => {
      const check = sandboxChecks.find((one) => one.id === id)
      expect(check).toBeDefined()
      await expect(check?.run(gvisor)).rejects.toThrow()
    })
  }
})
