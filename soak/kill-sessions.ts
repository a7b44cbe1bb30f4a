import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '../src/sdk/sdk.ts'
import type { KilledServer } from './killed-server.ts'
import { leftBy } from './left-by.ts'
import { openServerToKill } from './server-to-kill.ts'
import { openSessionClient, type SessionClient } from './session-client.ts'
import { statesLeft } from './states-left.ts'

export interface SessionKillPlan {
  home: string
  kills: number
  /** Longest time between two kills. */
  mostMs: number
  /** Time after which there are no more kills. */
  forMs: number
}

const CLIENTS = 3
/** Usual time of writing a checkpoint: the server is killed within it. */
const WRITING_MS = 40
/** Victims, in turn. */
const VICTIMS = ['server', 'sandbox', 'writer', 'sandbox', 'sandbox', 'sandbox'] as const

/**
 * A server with working sessions, killed at random moments: the server, processes of sandboxes, and the server while it writes
 * a checkpoint. Reports the losses and the torn parts of everything acknowledged, and the leftovers after everything was
 * removed.
 */
export async function killSessions({ home, ...plan }: SessionKillPlan) {
  const { server, apiKey, temporary, url } = await openServerToKill(home, {
    ANNEAL_CHECKPOINTS: '10000',
    // Sleeps and wakes belong to the life of a session, too.
    ANNEAL_SESSION_FREEZE_MS: '500',
    ANNEAL_SESSION_UNLOAD_MS: '2000',
  })
  const client = createClient({ baseUrl: url, apiKey, retries: 0 })
  const writing = { now: 0 }
  const onWriting = (change: number) => {
    writing.now += change
  }
  try {
    const clients: SessionClient[] = []
    for (let n = 0; n < CLIENTS; n++) clients.push(await openSessionClient({ client, name: `kept-${n}`, onWriting }))
    let isOver = false
    const working = Promise.all(clients.map((one) => one.keepWorking(() => isOver)))
    // Kills begin once every client has something to lose.
    while (sumUp(clients).acknowledged < CLIENTS) await Promise.race([sleep(10), working])
    const kills = await keepKilling(server, { ...plan, isWriting: () => writing.now > 0 }, working)
    isOver = true
    await working
    const missing = (await Promise.all(clients.map((one) => one.missing()))).flat()
    await server.stop()
    const kept = await statesLeft(home)
    await server.start()
    for (const one of clients) await one.removeAll()
    await server.stop()
    const removed = await statesLeft(home)
    return { kills, ...sumUp(clients), missing, kept, removed, left: await leftBy(server, { home, temporary }) }
  } finally {
    await server.stop()
  }
}

type Kills = Record<(typeof VICTIMS)[number], number>

async function keepKilling(
  server: KilledServer,
  plan: Omit<SessionKillPlan, 'home'> & { isWriting(): boolean },
  working: Promise<unknown>,
): Promise<Kills> {
  const kills: Kills = { sandbox: 0, server: 0, writer: 0 }
  const until = Date.now() + plan.forMs
  const failed = working.then(() => {})
  for (let n = 0; n < plan.kills && Date.now() < until; n++) {
    await Promise.race([sleep(randomInt(10, plan.mostMs)), failed])
    const victim = VICTIMS[n % VICTIMS.length] ?? 'sandbox'
    if (victim === 'writer') while (!plan.isWriting()) await Promise.race([sleep(1), failed])
    if (victim === 'writer') await sleep(randomInt(WRITING_MS))
    if (victim === 'sandbox') while (!server.killBelow()) await Promise.race([sleep(10), failed])
    else await server.killServer()
    kills[victim]++
  }
  return kills
}

function sumUp(clients: SessionClient[]) {
  const sum = (count: (one: SessionClient) => number) => clients.reduce((total, one) => total + count(one), 0)
  return {
    deeds: sum(({ told }) => told.deeds),
    acknowledged: sum(({ told }) => told.acknowledged),
    unanswered: sum(({ told }) => told.unanswered),
    checkpoints: sum(({ checkpoints }) => checkpoints()),
    failures: clients.flatMap(({ told }) => told.failures),
  }
}
