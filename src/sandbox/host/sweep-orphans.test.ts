import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { ownServerId } from '../cgroup/server-id.ts'
import { SERVER_MARK, sweepOrphans } from './sweep-orphans.ts'

const MOST_TRIES = 20

/** A process that looks like the bubblewrap of some server. */
function startMarked(mark: string) {
  return spawn('/usr/bin/sleep', ['60'], { env: { [SERVER_MARK]: mark }, stdio: 'ignore' })
}

describe('the sweep of the jail', () => {
  it('ends half-built leftovers of a dead server, and nothing of a living one', async () => {
    const own = await ownServerId()
    const [, , namespace] = own.split('.')
    const ours = startMarked(`${own}-sandbox`)
    const elsewhere = startMarked('999999999.1.1-sandbox')
    // Any server of this host sweeps when it starts, and may come first.
    for (let tries = 1, isOurs = false; !isOurs; tries++) {
      const orphan = startMarked(`999999999.1.${namespace}-sandbox`)
      const ended = once(orphan, 'exit')
      const swept = await sweepOrphans()
      expect((await ended)[1]).toBe('SIGKILL')
      expect(swept).not.toContain(ours.pid)
      expect(swept, 'another pid namespace cannot be judged from here').not.toContain(elsewhere.pid)
      isOurs = swept.includes(orphan.pid ?? 0)
      expect(isOurs || tries < MOST_TRIES, 'it names those it ended').toBe(true)
    }
    expect([ours.exitCode, ours.signalCode, elsewhere.exitCode, elsewhere.signalCode]).toEqual([null, null, null, null])
    ours.kill()
    elsewhere.kill()
  })
})
