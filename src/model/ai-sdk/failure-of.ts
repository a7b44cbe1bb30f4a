import { APICallError } from 'ai'
import { EngineError } from '../../contract/errors.ts'
import type { ModelAddress } from '../model-address.ts'
import { retryAfterOf } from './retry-after.ts'

/** The consequences of a failure for the caller. */
interface Consequence {
  /** The failure may pass, so the same question can be asked again. */
  isPassing: boolean
  /** The endpoint refused the request, or a part of it. */
  isRequestRefused: boolean
  /** The wait that the endpoint asks for; 0 when it names none. */
  retryAfterMs: number
}

/** `timeoutMs` where the question has a time limit of its own. */
type Asked = ModelAddress & { timeoutMs?: number }

export type Failure = Consequence & { error: EngineError }

interface Finding extends Partial<Consequence> {
  code: 'MODEL_UNAVAILABLE' | 'MODEL_REFUSED'
  reason: string
  remedy: string
}

const FINAL: Consequence = { isPassing: false, isRequestRefused: false, retryAfterMs: 0 }
const NOT_UNDERSTOOD = [400, 415, 422, 501]
const AGAIN_LATER = [408, 409, 425, 429]
/** Longest piece of an endpoint's own message that is passed on. */
const MOST_WORDS = 300

/** Words a failure of a question to a model, with advice. */
export function failureOf(error: unknown, context: { settings: Asked; isLate: boolean }): Failure {
  const { settings, isLate } = context
  if (error instanceof EngineError && !isLate) {
    return { ...FINAL, error, isPassing: error.code === 'MODEL_UNAVAILABLE' }
  }
  const { code, reason, remedy, ...consequence } = isLate ? late(settings) : findingOf(error, settings)
  const told = new EngineError(code, { model: settings.id, reason, remedy }, { cause: error })
  return { ...FINAL, ...consequence, error: told }
}

const late = ({ timeoutMs, setting }: Asked): Finding => ({
  code: 'MODEL_UNAVAILABLE',
  reason: `there was none after ${timeoutMs} ms`,
  remedy: `Try again, or raise ${setting}_TIMEOUT_MS.`,
})

function findingOf(error: unknown, settings: Asked): Finding {
  const isCall = APICallError.isInstance(error)
  if (isCall && error.statusCode !== undefined && error.statusCode >= 400) return refusal(error, settings)
  const passing = { code: 'MODEL_UNAVAILABLE', isPassing: true } as const
  if (isCall && error.statusCode === undefined) {
    const reason = `${settings.url} cannot be reached (${innermost(error)})`
    return { ...passing, reason, remedy: `Check ${settings.setting}_URL, and that the server of the model runs.` }
  }
  const reason = `what came is broken, or broke off (${innermost(error)})`
  const remedy = `Try again; if it lasts, check that ${settings.url} speaks the protocol of ${settings.providerId}.`
  return { ...passing, reason, remedy }
}

/** An answer with an error status: tells who is to blame, and whether a retry can help. */
function refusal(error: APICallError, { url, name, setting }: Asked): Finding {
  const { statusCode: status = 0, responseBody = '', responseHeaders = {} } = error
  const words = `${status} ${error.message.slice(0, MOST_WORDS)}`
  const refused = { code: 'MODEL_REFUSED' } as const
  if (status === 401 || status === 403) {
    return { ...refused, reason: `the key is refused (${words})`, remedy: `Check ${setting}_KEY.` }
  }
  if (status === 404) {
    const reason = `there is no model ${name} at ${url} (${words})`
    return { ...refused, reason, remedy: `Check ${setting} and ${setting}_URL.` }
  }
  if (responseBody.includes('insufficient_quota')) {
    return { ...refused, reason: `the account has nothing left (${words})`, remedy: 'Add credit at the provider.' }
  }
  if (NOT_UNDERSTOOD.includes(status)) {
    return { ...refused, reason: words, remedy: `Check ${setting} and its limits.`, isRequestRefused: true }
  }
  if (status < 500 && !AGAIN_LATER.includes(status)) {
    return { ...refused, reason: words, remedy: `Check ${setting} and its limits.` }
  }
  const retryAfterMs = retryAfterOf(responseHeaders)
  const remedy = retryAfterMs > 0 ? `Try again in ${Math.ceil(retryAfterMs / 1000)} s.` : 'Try again later.'
  return { code: 'MODEL_UNAVAILABLE', reason: words, remedy, isPassing: true, retryAfterMs }
}

/** The SDK and `fetch` wrap the reason, such as ECONNREFUSED, several times. */
function innermost(error: unknown, depth = 0): string {
  if (!(error instanceof Error)) return String(error).slice(0, MOST_WORDS)
  if (error.cause !== undefined && depth < 5) return innermost(error.cause, depth + 1)
  // The checker's report of all that is missing fills a page.
  if ('issues' in error) return 'it has another form'
  const { code } = error as { code?: unknown }
  return (typeof code === 'string' ? code : error.message).slice(0, MOST_WORDS).replace(/\.$/, '')
}
