import { isIP } from 'node:net'
import type { Config } from '../../config/settings.ts'
import { EngineError } from '../../contract/errors.ts'
import type { Ground } from '../../contract/ground.ts'
import type { Part } from '../../contract/part.ts'
import type { WebhookDelivery } from '../../contract/webhook.ts'
import type { Journal } from '../../store/event/journal.ts'
import type { Store } from '../../store/store.ts'
import type { DueWebhook } from '../../store/webhook/webhook-rows.ts'
import { hostOf, mayReach, postWebhook } from './post-webhook.ts'
import { signWebhook } from './sign-webhook.ts'

export interface WebhookNeeds extends Ground {
  config: Pick<Config, 'webhookAttempts' | 'webhookRetryMs' | 'webhookPrivateHosts'>
  store: Pick<Store, 'webhooks' | 'runs'>
  journal: Pick<Journal, 'observe'>
  webhookSecret(userId: string): Buffer
}

export interface WebhooksApi {
  /** Refuses an address that is known not to be public before there is a run; names are looked up when it is sent. */
  assertReachable(url: string): void
  /** The delivery of a run of this user. */
  delivery(runId: string, userId: string): Promise<WebhookDelivery>
  /** Sends a signed message to an address once; throws unless it answers 2xx. */
  post(message: { id: string; url: string; userId: string; body: string }, signal: AbortSignal): Promise<void>
  /** The shared secret of a user, as receivers are given it. */
  secret(userId: string): string
}

const AT_ONCE = 20
/** Longer than one attempt takes: another engine tries again when this one dies in it. */
const CLAIM_MS = 60_000
const LONGEST_WAIT_MS = 6 * 3_600_000
const ORPHAN_MS = 3_600_000
const GONE = 410

/**
 * Sends the owed messages to addresses when runs have ended. Each message is a row that was stored before its run, so that a
 * crash loses none; it is sent until somebody answers 2xx, at most so many times, and twice rather than never.
 */
export function webhooksPart(needs: WebhookNeeds): Part<WebhooksApi> {
  const { config, store, clock, onTrouble } = needs
  const rows = store.webhooks
  const policy = { privateHosts: config.webhookPrivateHosts.map((host) => host.toLowerCase()) }
  const closing = new AbortController()
  let looking: Promise<void> | undefined
  let again = false

  async function send(due: DueWebhook): Promise<void> {
    const { runId, url, userId } = due
    const now = clock()
    if (!(await rows.claim(due, now + CLAIM_MS))) return
    const body = messageOf(due, now)
    const headers = signWebhook({ id: `msg_${runId}`, atMs: now, body }, needs.webhookSecret(userId))
    const { status, problem } = await postWebhook({ url, headers, body }, { policy, signal: closing.signal }).then(
      (status) => ({ status, problem: status >= 200 && status < 300 ? null : `it answered ${status}` }),
      (error: Error) => ({ status: null, problem: error.message.slice(0, 300) || error.name }),
    )
    // An attempt that we cut ourselves does not count.
    if (closing.signal.aborted) return rows.note(runId, { nextAt: due.nextAt })
    const attempts = due.attempts + 1
    if (problem === null) {
      return rows.note(runId, { state: 'delivered', attempts, status, problem, deliveredAt: clock() })
    }
    const isLast = attempts >= config.webhookAttempts || status === GONE
    const waitMs = Math.min(config.webhookRetryMs * 4 ** (attempts - 1), LONGEST_WAIT_MS)
    const nextAt = clock() + waitMs
    await rows.note(runId, { ...(isLast && { state: 'failed' }), attempts, nextAt, status, problem })
    if (!isLast) setTimeout(look, waitMs).unref()
  }

  async function sendAll(): Promise<void> {
    do {
      again = false
      const due = await rows.due(clock(), AT_ONCE)
      await Promise.all(due.map((each) => send(each).catch(onTrouble)))
      again ||= due.length === AT_ONCE
    } while (again && !closing.signal.aborted)
  }

  /** One search for due messages at a time; a request during it starts another one behind it. */
  function look(): void {
    again = true
    if (closing.signal.aborted) return
    looking ??= sendAll()
      .catch(onTrouble)
      .finally(() => {
        looking = undefined
      })
  }
  needs.journal.observe((event) => {
    if (event.type === 'run.end') look()
  })
  return {
    api: {
      assertReachable(url) {
        const host = hostOf(new URL(url))
        const isNamedSo = host === 'localhost' || host.endsWith('.localhost')
        const address = isNamedSo ? '127.0.0.1' : host
        if (isIP(address) > 0 && !mayReach(address, host, policy)) throw new EngineError('WEBHOOK_REFUSED', { host })
      },
      async delivery(runId, userId) {
        if ((await store.runs.get(runId))?.userId !== userId) throw new EngineError('RUN_NOT_FOUND', { runId })
        const row = await rows.get(runId)
        if (!row) throw new EngineError('WEBHOOK_NOT_FOUND', { runId })
        const { url, state, attempts, status, problem, deliveredAt } = row
        const nextAt = state === 'waiting' && row.nextAt > 0 ? row.nextAt : null
        return { runId, url, state, attempts, nextAt, status, problem, deliveredAt }
      },
      async post({ id, url, userId, body }, signal) {
        const headers = signWebhook({ id, atMs: clock(), body }, needs.webhookSecret(userId))
        const status = await postWebhook({ url, headers, body }, { policy, signal })
        if (status < 200 || status > 299) throw new Error(`it answered ${status}`)
      },
      secret: (userId) => `whsec_${needs.webhookSecret(userId).toString('base64')}`,
    },
    async beat() {
      await rows.removeOrphans(clock() - ORPHAN_MS)
      look()
    },
    async close() {
      closing.abort()
      await looking
    },
  }
}

/** The content of a message: the end of the run, without its output. */
function messageOf({ runId, outcome, startedAt, durationMs }: DueWebhook, now: number): string {
  const data = { runId, outcome, startedAt, durationMs, url: `/v1/runs/${runId}` }
  return JSON.stringify({ type: 'run.end', timestamp: new Date(now).toISOString(), data })
}
