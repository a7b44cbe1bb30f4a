import type { Follow } from './client-options.ts'
import { isBreak, readEvents, type SentEvent } from './event-stream.ts'
import { pauseMs } from './retry.ts'

export interface ReadOn extends Follow {
  /** Opens the stream behind the last event that was given. */
  open(after: string): Promise<Response>
  after: string
  /** A response that is open already. */
  response?: Response | undefined
  /** Events that were given before come again after a break, and are skipped. */
  isNew?(sent: SentEvent): boolean
  /** Silence is normal here: a connection that breaks without an event is no sign of trouble. */
  isQuiet?: boolean
  /** The error when nothing more can be read. */
  broken(): Error
}

/** Reads one stream over as many connections as needed, until the reader stops. */
export async function* readOn(options: ReadOn): AsyncGenerator<SentEvent> {
  const { transport, idleMs, signal, open, isNew = () => true, isQuiet = false } = options
  let { after, response } = options
  const onId = (id: string) => {
    after = id
  }
  for (let failures = 0; ; ) {
    try {
      response ??= await open(after)
      if (isQuiet) failures = 0
      for await (const sent of readEvents({ response, url: transport.url, idleMs, signal, onId })) {
        if (!isNew(sent)) continue
        after = sent.id
        failures = 0
        yield sent
      }
    } catch (error) {
      if (!response || !isBreak(error)) throw error
    }
    response = undefined
    if (++failures > transport.policy.retries) throw options.broken()
    await transport.policy.sleep(pauseMs(failures, transport.policy.random), signal)
  }
}
