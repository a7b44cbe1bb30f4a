import type { AgentRequest, Link } from './link.ts'

/** Reads the bytes that the agent sends on a channel, never faster than they are taken. */
export async function* readStream(link: Link, request: AgentRequest): AsyncGenerator<Uint8Array> {
  const arrived: Buffer[] = []
  let finished = false
  let failure: Error | undefined
  let wake: () => void = () => {}
  /** Resolved for each chunk when it has been taken: only then does the agent send more. */
  const taken: (() => void)[] = []
  const opened = link.open(request, {
    data: (bytes) => {
      arrived.push(bytes)
      wake()
      return new Promise<void>((resolve) => taken.push(resolve))
    },
    end: () => {
      finished = true
      wake()
    },
    failed: (error) => {
      failure = error
      wake()
    },
  })
  const { channel } = await opened
  try {
    while (true) {
      const chunk = arrived.shift()
      if (chunk) {
        yield chunk
        taken.shift()?.()
      } else if (failure) throw failure
      else if (finished) return
      else {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    }
  } finally {
    channel.close()
  }
}
