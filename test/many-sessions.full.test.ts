import { expect, test } from 'vitest'
import { soakSessions } from '../soak/soak-sessions.ts'
import { withHome } from './support/temporary-home.ts'

/** The short form of soak/many-sessions.ts. */
test('sessions that fail, are restored, branched, unloaded and killed see nothing of each other, and leave nothing', () =>
  withHome(async (home) => {
    const warmUp = { sessions: 10, executions: 60 }
    const { isClean, ...story } = await soakSessions({ home, warmUp, sessions: 20, executions: 200, atOnce: 4 })
    expect(story.failures).toEqual([])
    expect(story.executions).toBeGreaterThanOrEqual(200)
    expect(story.done).toMatchObject({ work: expect.any(Number), fail: expect.any(Number), unload: expect.any(Number) })
    expect(isClean, JSON.stringify(story)).toBe(true)
  }))
