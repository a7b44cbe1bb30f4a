import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { checkGroups } from '../../checks/check-groups.fixture.ts'
import type { SandboxOrigin, SandboxProvider } from '../../sandbox.ts'
import { warmJail } from './warm.fixture.ts'

/** Number of times that a pooled sandbox is asked for; on a busy host it takes a while until the next one waits. */
const TRIES = 100
const PAUSE_MS = 50

/** Declares a test for each check of these groups, on sandboxes of the pool. */
export async function pooledKeeps(groups: Parameters<typeof checkGroups>[0]['groups']): Promise<void> {
  const pool = await warmJail({ floor: 2, ceiling: 8 })
  afterAll(() => pool.close?.())
  const { jail, origins } = alwaysPooled(pool)

  describe('a pooled sandbox keeps every promise of a sandbox', () => {
    checkGroups({ groups, provider: () => jail })

    it('and hardly any of them was made from nothing', () => {
      const cold = origins.filter((origin) => origin === 'cold')
      expect(cold.length, `${cold.length} of ${origins.length}`).toBeLessThan(origins.length / 10)
    })
  })
}

/** The jail as the engine uses it, with a record of the sandboxes' origins. */
function alwaysPooled(jail: SandboxProvider): { jail: SandboxProvider; origins: SandboxOrigin[] } {
  const origins: SandboxOrigin[] = []
  const create: SandboxProvider['create'] = async (spec, signal) => {
    // No sandbox waits with directories of its caller in it.
    if (spec.mounts) return jail.create(spec, signal)
    const ask = () => jail.create({ warm: 'python', ...spec }, signal)
    let control = await ask()
    for (let tries = 1; control.startedFrom === 'cold' && tries < TRIES; tries++) {
      await control.destroy()
      await delay(PAUSE_MS)
      control = await ask()
    }
    origins.push(control.startedFrom)
    return control
  }
  return { jail: { ...jail, create }, origins }
}
