import { expect, test } from 'vitest'
import { killAtRandom } from '../soak/kill-at-random.ts'
import { withHome } from './support/temporary-home.ts'

const FOR_MS = 20_000

test('random kills of server and sandboxes leave nothing of them, and lose no acknowledged run', async () => {
  await withHome(async (home) => {
    const { kills, acknowledged, lost, mixedUp, left } = await killAtRandom({ home, forMs: FOR_MS, mostMs: 500 })
    expect(kills.ofServer, 'kills of the server').toBeGreaterThan(0)
    expect(kills.ofSandboxes, 'kills of sandboxes').toBeGreaterThan(0)
    expect(acknowledged, 'runs that ended well in between').toBeGreaterThan(0)
    expect({ lost, mixedUp }).toEqual({ lost: 0, mixedUp: 0 })
    expect(left).toEqual({ processes: [], cgroups: [], mounts: [], directories: [] })
  })
})
