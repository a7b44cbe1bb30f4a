import { setTimeout as wait } from 'node:timers/promises'
import { withHome } from '../../test/support/temporary-home.ts'
import { type Attack, attackUntil } from './attack-lanes.ts'
import { createFindings, type Findings } from './findings.ts'
import { followStalls } from './follow-stalls.ts'
import { type Footprint, footprintOf, isBack, MOST_MORE } from './footprint.ts'
import { fuzzTargets, type OpenApi } from './fuzz-targets.ts'
import { createFuzzUser } from './fuzz-user.ts'
import { type Probe, probeServer } from './probe-server.ts'
import { removeAll } from './remove-all.ts'
import { startWatchedServer, type WatchedServer } from './watched-server.ts'

export interface CampaignPlan {
  seed: number
  forMs: number
  mostRequests: number
  lanes: number
  /** Sends only this request of the seed. */
  only?: number | undefined
  /** Longest wait for things that end by themselves, before the leftovers are judged. */
  settleMs: number
  /** Called with each new fault. */
  onFinding?: (text: string) => void
}

/** Caches fill, threads and sandboxes start: growth in the first part of the attack is no leak. */
const WARM_UP_SHARE = 0.25

/** Attacks a real server with every kind of request, and reports the faults and the leftovers. */
export function campaign(plan: CampaignPlan) {
  return withHome(async (home) => {
    const server = await startWatchedServer(home)
    try {
      return await judged(server, plan)
    } finally {
      await server.stop()
    }
  })
}

async function judged(server: WatchedServer, plan: CampaignPlan) {
  const findings = createFindings(plan.onFinding)
  const { attack, probeKey } = await prepare(server, plan, findings)
  const stalls = followStalls(server, findings)
  const probe = probeServer({ url: server.url, key: probeKey, adminKey: server.adminKey })
  await attackUntil(attack, Date.now() + plan.forMs * WARM_UP_SHARE)
  await removeAll(server, attack.users)
  const atStart = await settled(server, plan.settleMs)
  // Things that are late by now are made again during the attack.
  await Promise.all(attack.users.map((user) => user.refresh().catch(() => {})))
  await attackUntil(attack, Date.now() + plan.forMs * (1 - WARM_UP_SHARE))
  await removeAll(server, attack.users)
  await probe.stop()
  const atEnd = await settled(server, plan.settleMs, atStart)
  await stalls.stop()
  addRest({ server, findings, probe, atStart, atEnd })
  return {
    ...{ seed: plan.seed, requests: attack.sent, targets: attack.targets.length, answers: attack.counts },
    notReached: attack.targets.map(({ name }) => name).filter((name) => !attack.reached.has(name)),
    ...{ longestStallMs: stalls.longestMs(), findings: findings.all() },
    probe: { health: spreadOf(probe.healthMs), metrics: spreadOf(probe.metricsMs), run: spreadOf(probe.runMs) },
    footprint: { atStart, atEnd },
  }
}

/** Prepares two users who attack, and one who does not. */
async function prepare(server: WatchedServer, plan: CampaignPlan, findings: Findings) {
  const ask = async (path: string) => {
    const response = await fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${server.adminKey}` } })
    return response.text()
  }
  let keys = ''
  const isOwnKey = (id: string) => keys.includes(id)
  const make = (name: string) => createFuzzUser(server, name, isOwnKey)
  const [ada, ben, pia] = [await make('ada'), await make('ben'), await make('pia')]
  keys = await ask('/v1/keys')
  const document = JSON.parse(await ask('/openapi.json')) as OpenApi
  await openBrowser(server)
  await Promise.all([ada.refresh(), ben.refresh()])
  const attack: Attack = {
    ...{ server, findings, seed: plan.seed, lanes: plan.lanes, mostRequests: plan.mostRequests, only: plan.only },
    ...{ targets: fuzzTargets(document), named: document.components.schemas, adminKey: server.adminKey },
    ...{ users: [ada, ben], counts: {}, reached: new Set(), sent: 0 },
  }
  return { attack, probeKey: pia.key }
}

/** The first browser loads the library that drives it: once, 140 ms of processor time and 30 MB, which are no leak. */
async function openBrowser(server: WatchedServer): Promise<void> {
  const headers = { authorization: `Bearer ${server.adminKey}`, 'content-type': 'application/json' }
  const post = (path: string, body: object) =>
    fetch(`${server.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const { id: session } = (await (await post('/v1/sessions', {})).json()) as { id: string }
  await post('/v1/actions', { type: 'browser.open', input: {}, session })
  await fetch(`${server.url}/v1/sessions/${session}`, { method: 'DELETE', headers })
}

const LOOK_MS = 2000

/** Waits until all resources are given back, or the time for it is over; with nothing to compare to, for a moment. */
async function settled(server: WatchedServer, settleMs: number, before?: Footprint): Promise<Footprint> {
  for (const endsAtMs = Date.now() + settleMs; ; ) {
    await wait(LOOK_MS)
    const now = await footprintOf(server)
    if (!before || isBack(now, before) || Date.now() >= endsAtMs) return now
  }
}

interface Rest {
  server: WatchedServer
  findings: Findings
  probe: Probe
  atStart: Footprint
  atEnd: Footprint
}

function addRest({ server, findings, probe, atStart, atEnd }: Rest): void {
  const end = server.hasEnded()
  if (end) findings.add({ key: 'the server has ended', requests: [], example: end })
  for (const line of server.bugs)
    findings.add({
      key: `log: ${/"msg":"([^"]*)"/.exec(line)?.[1] ?? line.split('\n')[0]}`,
      requests: [],
      example: line,
    })
  for (const failure of probe.failures)
    findings.add({ key: 'the probe was not answered', requests: [], example: failure })
  for (const name of Object.keys(MOST_MORE) as (keyof Footprint)[]) {
    const example = `${atStart[name]} before, ${atEnd[name]} after`
    if (atEnd[name] > atStart[name] + MOST_MORE[name]) findings.add({ key: `left: ${name}`, requests: [], example })
  }
}

function spreadOf(times: number[]) {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0)
  return { count: times.length, medianMs: at(0.5), p99Ms: at(0.99), mostMs: at(1) }
}
