import { setTimeout as wait } from 'node:timers/promises'
import type { Findings } from './findings.ts'
import type { FuzzUser } from './fuzz-user.ts'
import { judgeAnswer } from './judge-answer.ts'
import { makeRequest, type RequestSource } from './make-request.ts'
import { type Random, randomOf } from './random.ts'
import { judgeRaw, rawAttack } from './raw-attacks.ts'
import { sendRequest } from './send-request.ts'
import type { WatchedServer } from './watched-server.ts'

export interface Attack extends Pick<RequestSource, 'targets' | 'named' | 'adminKey'> {
  server: WatchedServer
  seed: number
  lanes: number
  mostRequests: number
  /** Sends only this request of the seed, once. */
  only: number | undefined
  findings: Findings
  users: FuzzUser[]
  /** Number of answers by kind. */
  counts: Record<string, number>
  /** Targets that have answered a request successfully. */
  reached: Set<string>
  sent: number
}

const RAW_SHARE = 0.1
const REFRESH_MS = 5000

/** Sends requests until then, several at once, and meanwhile makes removed things again. */
export async function attackUntil(attack: Attack, endsAtMs: number): Promise<void> {
  const isOver = () =>
    Date.now() >= endsAtMs || attack.sent >= attack.mostRequests || attack.server.hasEnded() !== undefined
  const lanes = Promise.all(Array.from({ length: attack.lanes }, () => lane(attack, isOver)))
  let hasEnded = false
  void lanes.finally(() => {
    hasEnded = true
  })
  for (let waitedMs = 0; !hasEnded; waitedMs += 100) {
    await wait(100)
    if (waitedMs % REFRESH_MS !== 0 || waitedMs === 0) continue
    // Requests of the attack may remove things that this uses.
    await Promise.all(attack.users.map((user) => user.refresh().catch(() => {})))
  }
  await lanes
}

async function lane(attack: Attack, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    if (attack.only !== undefined && attack.sent > 0) return
    const number = attack.only ?? attack.sent
    attack.sent++
    const random = randomOf(attack.seed, number)
    const [user, other] = number % 2 ? attack.users : attack.users.toReversed()
    if (!user || !other) return
    if (random.chance(RAW_SHARE)) await sendRaw(attack, { number, random, user })
    else await sendOne(attack, { ...attack, random, number, user, other })
  }
}

async function sendOne({ findings, counts, reached, server }: Attack, source: RequestSource): Promise<void> {
  const request = makeRequest(source)
  const { target, kind, body, way, number, user, method, path } = request
  const name = `${target.name} (${kind}, ${body?.length ?? 0} bytes, ${way})`
  const underWay = findings.begin(number, name)
  const answer = await sendRequest(server.port, request)
  underWay.toMs = Date.now()
  const label = `${target.door} ${answer.status ?? answer.failure}`
  counts[label] = (counts[label] ?? 0) + 1
  if ((answer.status ?? 500) < 300) reached.add(target.name)
  if ((answer.status ?? 500) < 300 && method !== 'DELETE') user.known.learn(answer.text)
  const problem = judgeAnswer(request, answer)
  if (!problem) return
  const shown = JSON.stringify(Object.keys(request.headers)).slice(0, 300)
  const example = `#${number} ${name} ${method} ${path.slice(0, 300)} ${shown}: ${problem}`
  findings.add({ key: `${target.name}: ${problem.slice(0, 60)}`, requests: [number], example })
}

async function sendRaw(
  { findings, counts, server }: Attack,
  one: { number: number; random: Random; user: FuzzUser },
): Promise<void> {
  const underWay = findings.begin(one.number, 'raw')
  const answer = await rawAttack(server.port, one.random, one.user)
  Object.assign(underWay, { toMs: Date.now(), name: `raw ${answer.kind}, ${answer.bytes} bytes` })
  const label = `raw ${/HTTP\/1\.1 (\d{3})/.exec(answer.said)?.[1] ?? 'silence'}`
  counts[label] = (counts[label] ?? 0) + 1
  const problem = judgeRaw(answer)
  if (problem) findings.add({ key: `raw ${answer.kind}`, requests: [one.number], example: problem })
}
