import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError, createClient } from '../src/sdk/sdk.ts'
import { keepKilling } from './keep-killing.ts'
import { leftBy } from './left-by.ts'
import { ordinaryPrograms } from './programs.ts'
import { openServerToKill } from './server-to-kill.ts'

export interface KillPlan {
  home: string
  forMs: number
  /** Longest time between two kills. */
  mostMs: number
}

const CLIENTS = 4
const LEASE_MS = 1000

type Client = ReturnType<typeof createClient>

/**
 * A server under load with processes that are killed at random moments: the server itself, bubblewrap, agents, programs. After
 * each death of the server a new one starts on the same data. Reports the losses, and the leftovers of them all.
 */
export async function killAtRandom({ home, forMs, mostMs }: KillPlan) {
  const { server, apiKey, temporary, url } = await openServerToKill(home, { ANNEAL_LEASE_MS: String(LEASE_MS) })
  const client = createClient({ baseUrl: url, apiKey, retries: 0 })
  const told = Array.from({ length: CLIENTS }, nothingYet)
  const isOver = overAfter(forMs, () => sumUp(told).acknowledged > 0)
  try {
    const [kills] = await Promise.all([
      keepKilling(server, { isOver, mostMs }),
      ...told.map((one) => keepRunning(client, { told: one, isOver })),
    ])
    const lost = await countLost(client, told)
    await server.stop()
    return { kills, ...sumUp(told), lost, left: await leftBy(server, { home, temporary }) }
  } finally {
    await server.stop()
  }
}

interface Told {
  runs: number
  ended: number
  broken: number
  mixedUp: number
  acknowledged: { runId: string; stdout: string }[]
}

const nothingYet = (): Told => ({ runs: 0, ended: 0, broken: 0, mixedUp: 0, acknowledged: [] })

/** Goes on for longer while no run was acknowledged, as on a busy host: without one there is nothing to lose. */
function overAfter(forMs: number, isEnough: () => boolean): () => boolean {
  const startedAt = Date.now()
  return () => Date.now() - startedAt > (isEnough() ? forMs : 4 * forMs)
}

async function keepRunning(client: Client, { told, isOver }: { told: Told; isOver(): boolean }): Promise<void> {
  const quick = ordinaryPrograms.filter((program) => !program.packages)
  while (!isOver()) {
    const program = quick[randomInt(quick.length)]
    if (!program) throw new Error('there is no program to run')
    told.runs++
    try {
      const { runId, outcome, blocks } = await client.run({ language: program.language, code: program.code })
      if (outcome !== 'ok') told.ended++
      else if (blocks[0]?.attempts[0]?.stdout !== program.stdout) told.mixedUp++
      else told.acknowledged.push({ runId, stdout: program.stdout })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      told.broken++
      await sleep(200)
    }
  }
}

function sumUp(told: Told[]) {
  const sum = (count: (one: Told) => number) => told.reduce((total, one) => total + count(one), 0)
  return {
    runs: sum(({ runs }) => runs),
    acknowledged: sum(({ acknowledged }) => acknowledged.length),
    ended: sum(({ ended }) => ended),
    broken: sum(({ broken }) => broken),
    mixedUp: sum(({ mixedUp }) => mixedUp),
  }
}

/** Counts runs that the store tells otherwise than the client was told, after every crash. */
async function countLost(client: Client, told: Told[]): Promise<number> {
  let lost = 0
  for (const { runId, stdout } of told.flatMap(({ acknowledged }) => acknowledged)) {
    const run = await client.runs.get(runId).catch(missingOrThrow)
    if (run?.outcome !== 'ok' || run.blocks[0]?.attempts[0]?.stdout !== stdout) lost++
  }
  return lost
}

/** Only "there is no such run" is a loss; a question that failed for another reason is a fault of this soak. */
function missingOrThrow(error: unknown): undefined {
  if (error instanceof ApiError && error.code === 'RUN_NOT_FOUND') return undefined
  throw error
}
