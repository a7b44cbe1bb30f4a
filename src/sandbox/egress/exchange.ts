import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { createAudit } from './audit.ts'
import { askedFor, brokenUpstream, clientGone, EgressFailure, malformed, tooSlow } from './failure.ts'
import type { EgressLimits } from './limits.ts'
import { type Reach, reach } from './reach.ts'
import { type Carried, type Rules, refusalOf } from './rules.ts'
import type { Target } from './target.ts'
import { untilAborted } from './until-aborted.ts'

/** An open connection to the target of a request. */
export interface Way {
  target: Target
  socket: Socket
  /** Headers that replace those of the same names in the program's request. */
  headers: [name: string, value: string][]
  isSecured: boolean
  /** Called when the other side breaks off, unless the client did so first. */
  onBroken(): void
}

/** Ends an exchange at once; the first reason counts. */
type Cut = (failure: EgressFailure) => void

export interface Ask {
  method: string
  target: Target
  client: Duplex
  relay(way: Way): Promise<void>
  refuse(failure: EgressFailure): void
}

/** State that all exchanges of a sandbox share. */
export interface Door extends Reach {
  rules(): Rules
  limits: EgressLimits
  clock(): number
  /** Exchanges under way, to be cut when the rules change. */
  live: Set<Live>
}

interface Live extends Carried {
  cut: Cut
}

/** Handles one request from its head to its last byte: checks it, reports it, carries it, and reports its end. */
export async function exchange(ask: Ask, door: Door): Promise<void> {
  const { target } = ask
  const audit = createAudit({ ...door, request: { ...target, method: ask.method } })
  const { live, signal, leave } = enter(ask, door)
  let socket: Socket | undefined
  try {
    const { address, ...way } = await pass(live, { door, signal })
    socket = way.socket
    audit.tell({ allowed: true, address })
    const onBroken = () => ask.client.destroyed || live.cut(brokenUpstream(target))
    await untilAborted(ask.relay({ ...way, target, onBroken }), signal)
    audit.end('done', socket)
  } catch (error) {
    const failure = failureOf(error, { ask, signal })
    audit.tell(failure.endedBy === 'policy' ? { allowed: false, reason: failure.message } : { allowed: true })
    audit.end(failure.endedBy, socket)
    ask.refuse(failure)
  } finally {
    leave()
  }
}

/** Makes the exchange one that can be cut: by its client going away, by new rules, by the end of the sandbox. */
function enter({ target, client, method }: Ask, door: Door) {
  const controller = new AbortController()
  const cut: Cut = (failure) => controller.abort(failure)
  // A tunnel that ended in order closes its client as well: its own end must be noted first.
  const gone = () => void setImmediate(() => cut(clientGone()))
  const live: Live = { target, cut, isTunnel: method === 'CONNECT' }
  door.live.add(live)
  client.once('close', gone)
  if (client.destroyed) cut(clientGone())
  const leave = () => {
    door.live.delete(live)
    client.off('close', gone)
    // The aborted signal ends the exchange's socket and timers.
    controller.abort()
  }
  return { live, signal: controller.signal, leave }
}

/** Checks the rules and addresses, connects, and from then on watches for silence. */
async function pass(
  live: Live,
  { door, signal }: { door: Door; signal: AbortSignal },
): Promise<Pick<Way, 'socket' | 'headers' | 'isSecured'> & { address: string }> {
  const { target, cut } = live
  if (target.problem !== undefined) throw malformed(target.problem)
  const rules = door.rules()
  await lookBeyond(live, rules, signal)
  assertAllowed(live, rules)
  const { connectTimeoutMs, idleTimeoutMs } = door.limits
  const timer = setTimeout(() => cut(tooSlow(target, connectTimeoutMs)), connectTimeoutMs)
  try {
    const headers = await untilAborted(rules.headers.of(target.host), signal)
    const list = live.openedBy === rules ? { ...rules.list, admits: () => true } : rules.list
    const { socket: open, address } = await reach(target, {
      ...{ ...door, ...rules, list, signal, timeoutMs: connectTimeoutMs },
    })
    live.way = { address, proxy: rules.proxy }
    // Other rules may be in force by now.
    assertAllowed(live, door.rules())
    const isSecured = !live.isTunnel && target.port === TLS_PORT && rules.headers.isFor(target.host)
    const socket = isSecured ? await untilAborted(door.secure(open, target.host), signal) : open
    const onSilence = () => cut(tooSlow(target, idleTimeoutMs))
    watchSilence(socket, { timeoutMs: idleTimeoutMs, signal, onSilence })
    return { socket, address, headers, isSecured }
  } finally {
    clearTimeout(timer)
  }
}

const TLS_PORT = 443

/** A host that the list does not have may have been opened by a person; the answer counts for just these rules. */
async function lookBeyond(live: Live, rules: Rules, signal: AbortSignal): Promise<void> {
  const { target } = live
  if (rules.list.allows(target.host, target.port)) return
  const answer = await untilAborted(rules.opens(target), signal)
  if (answer === 'asked') throw askedFor(target)
  if (answer === 'yes') live.openedBy = rules
}

function assertAllowed(live: Live, rules: Rules): void {
  const refusal = refusalOf(live, rules)
  if (refusal) throw refusal
}

/** Reports that no byte passed either way for too long; once the socket is closed, that the client does not take the rest. */
function watchSilence(socket: Socket, watch: { timeoutMs: number; signal: AbortSignal; onSilence(): void }): void {
  const { timeoutMs, signal, onSilence } = watch
  socket.setTimeout(timeoutMs, onSilence)
  socket.once('close', () => {
    if (signal.aborted) return
    const timer = setTimeout(onSilence, timeoutMs)
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true })
  })
}

function failureOf(error: unknown, { ask, signal }: { ask: Ask; signal: AbortSignal }): EgressFailure {
  if (signal.aborted) return signal.reason
  if (error instanceof EgressFailure) return error
  // Streams and sockets put a code on errors of the network; all others are bugs.
  if (error instanceof Error && 'code' in error) return ask.client.destroyed ? clientGone() : brokenUpstream(ask.target)
  throw error
}
