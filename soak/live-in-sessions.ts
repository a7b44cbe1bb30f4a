import { randomInt } from 'node:crypto'
import type { Engine } from '../src/engine.ts'
import { createSessionLife, type Known, userIds } from './session-life.ts'

export interface SessionsPlan {
  engine: Engine
  sessions: number
  executions: number
  atOnce: number
}

/** Number of newest sessions in which most work is done, as in life: the others sleep. */
const AWAKE = 24
const OLD_ONE_IN = 10
const WEIGHTS = { work: 60, fail: 12, checkpoint: 6, restore: 6, branch: 3, unload: 6, freeze: 4, kill: 3 }
const DEEDS = Object.entries(WEIGHTS).flatMap(([name, weight]) => Array.from({ length: weight }, () => name))

/** Many sessions at work, with failures, restores, branches, unloads and kills of their processes; in the end all are removed. */
export async function liveInSessions({ engine, sessions, executions, atOnce }: SessionsPlan) {
  const life = createSessionLife(engine)
  const known: Known[] = []
  const busy = new Set<Known>()
  const done: Record<string, number> = {}

  async function lane(): Promise<void> {
    while (life.executions() < executions) {
      // Sessions are made all along: the number that should exist by now.
      if (known.length < (sessions * life.executions()) / executions) known.push(await life.begin())
      const from = randomInt(OLD_ONE_IN) === 0 ? 0 : Math.max(0, known.length - AWAKE)
      const one = known[from + randomInt(known.length - from)]
      if (!one || busy.has(one)) {
        await new Promise(setImmediate)
        continue
      }
      busy.add(one)
      const name = DEEDS[randomInt(DEEDS.length)] ?? ''
      const ending = await life.act(one, name)
      for (const each of [name, ending]) done[each] = (done[each] ?? 0) + 1
      busy.delete(one)
    }
  }

  while (known.length < Math.min(sessions, AWAKE)) known.push(await life.begin())
  await Promise.all(Array.from({ length: atOnce }, lane))
  while (known.length < sessions) known.push(await life.begin())
  for (const one of known) await life.check(one)
  await removeAll(engine, known)
  return { sessions: known.length, executions: life.executions(), done, failures: life.failures }
}

async function removeAll({ sessions }: Engine, known: Known[]): Promise<void> {
  for (const { id, userId } of known) await sessions.remove(id, userId)
  for (const userId of userIds) {
    for (const { id } of await sessions.checkpoints.list({ userId, limit: 100_000 })) {
      await sessions.checkpoints.remove(id, userId)
    }
  }
}
