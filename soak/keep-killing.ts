import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { KilledServer } from './killed-server.ts'

/** The server itself is killed once in this many kills. */
const SERVER_EVERY = 8

/** Kills processes below a server at random moments, `mostMs` apart at most, and now and then the server. */
export async function keepKilling(server: KilledServer, { isOver, mostMs }: { isOver(): boolean; mostMs: number }) {
  const kills = { ofServer: 0, ofSandboxes: 0 }
  for (let turn = 1; !isOver(); turn++) {
    await sleep(randomInt(Math.ceil(mostMs / 30), mostMs))
    if (turn % SERVER_EVERY === 0) {
      await server.killServer()
      kills.ofServer++
    } else if (server.killBelow()) kills.ofSandboxes++
  }
  return kills
}
