import { EngineError } from '../../contract/errors.ts'
import { plainReason } from '../repair/failure-of.ts'

/** A failure of the driver in our words; our own stay as they are. */
export function explain(thrown: unknown, { what, timeoutMs }: { what: string; timeoutMs: number }): unknown {
  if (thrown instanceof EngineError || !(thrown instanceof Error)) return thrown
  const { message } = thrown
  if (/Target crashed|Page crashed/.test(message)) return new EngineError('PAGE_CRASHED', { url: 'that was open' })
  if (/has been closed|Target closed|browser has disconnected/.test(message))
    return new EngineError('BROWSER_CRASHED', { reason: 'its page was closed meanwhile' })
  if (/Protocol error|Not attached/.test(message))
    return new EngineError('PAGE_UNREACHABLE', { url: what, reason: plainReason(message) })
  if (/Timeout \d+ms exceeded/.test(message))
    return new EngineError('BROWSER_TIMEOUT', { what, timeoutMs, nearest: '' })
  const [net] = /net::ERR_\w+/.exec(message) ?? []
  if (net === 'net::ERR_HTTP_RESPONSE_CODE_FAILURE')
    return new EngineError('PAGE_UNREACHABLE', {
      url: what,
      reason: 'its server answered with an error and an empty page',
    })
  if (net !== undefined) return new EngineError('PAGE_UNREACHABLE', { url: what, reason: net })
  return new EngineError('SCRIPT_FAILED', { reason: plainReason(message) })
}
