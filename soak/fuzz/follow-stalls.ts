import { setTimeout as wait } from 'node:timers/promises'
import type { Findings } from './findings.ts'
import type { WatchLine } from './watch-line.ts'
import type { WatchedServer } from './watched-server.ts'

const LOOK_MS = 500
/** Time to wait for the stack of a stall, which comes a little later. */
const STACK_WAIT_MS = 5000

/**
 * Turns lines of the watch inside the server into findings, from now on, while it is still known which requests were under way.
 */
export function followStalls(server: WatchedServer, findings: Findings) {
  const fromMs = Date.now()
  const told = new Set<number>()
  let longestMs = 0
  let isOver = false
  const look = () => {
    const lines = server.watched()
    for (const line of lines) {
      if (line.kind !== 'stall' || line.fromMs < fromMs || told.has(line.beat)) continue
      const stacks = lines.filter((each): each is Stack => each.kind === 'stack' && each.beat === line.beat)
      if (stacks.length === 0 && Date.now() < line.toMs + STACK_WAIT_MS) continue
      told.add(line.beat)
      longestMs = Math.max(longestMs, line.cpuMs)
      findings.addStall(line, stacks)
    }
  }
  const looking = (async () => {
    for (; !isOver; await wait(LOOK_MS)) look()
    look()
  })()
  return {
    /** Longest stall; 0 when there was none. */
    longestMs: () => Math.round(longestMs),
    async stop() {
      const isUntold = server
        .watched()
        .some((line) => line.kind === 'stall' && line.fromMs >= fromMs && !told.has(line.beat))
      if (isUntold) await wait(STACK_WAIT_MS + LOOK_MS)
      isOver = true
      await looking
    },
  }
}

type Stack = Extract<WatchLine, { kind: 'stack' }>
