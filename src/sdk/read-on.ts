import type { Follow } from './client-options.ts'
import { isBreak, readEvents, type SentEvent } from './event-stream.ts'
import { pauseMs } from './retry.ts'

export interface ReadOn extends Follow {
  /** Opens the stream behind what was told last. */
  open(after: string): Promise<Response>
  after: string
  /** One that is open already. */
  response?: Response | undefined
  /** Events that were told before come again after a break, and say nothing. */
  isNew?(sent: SentEvent): boolean
  /** Silence is nothing special: a connection that breaks without a word is no sign of trouble. */
  isQuiet?: boolean
  /** Why nothing more can be read. */
  broken(): Error
}

/** One stream over as many connections as it takes, until whoever reads it has enough. */
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
