import { expect, test } from 'vitest'
import { killSessions } from '../soak/kill-sessions.ts'
import { withHome } from './support/temporary-home.ts'

/** The short form of soak/session-kills.ts. */
const PLAN = { kills: 4, mostMs: 600, forMs: 60_000 }

test('kills of the server, of sandboxes and of writers of checkpoints lose no acknowledged change, and leave nothing', () =>
  withHome(async (home) => {
    const { kills, acknowledged, failures, missing, kept, removed, left } = await killSessions({ home, ...PLAN })
    expect(Object.values(kills).every((count) => count > 0)).toBe(true)
    expect(acknowledged).toBeGreaterThan(0)
    expect({ failures, missing }).toEqual({ failures: [], missing: [] })
    expect(kept).toMatchObject({ withoutRow: [], withoutFile: [] })
    expect(removed).toMatchObject({ withoutRow: [], withoutFile: [], states: 0 })
    expect(left).toEqual({ processes: [], cgroups: [], mounts: [], directories: [] })
  }))
