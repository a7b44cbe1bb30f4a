import type { Duplex } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { isAlive } from '../../host/is-alive.ts'

export type Conversation = ReturnType<typeof converse>

/** Lines of JSON in both directions. The death of the zygote rejects all that is awaited. */
export function converse(control: Duplex) {
  const ready = Promise.withResolvers<string[]>()
  const asked = new Map<string, PromiseWithResolvers<number>>()
  const living = new Map<number, PromiseWithResolvers<void>>()
  let rest = ''
  ready.promise.catch(() => {})
  control.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString('utf8')).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) hear(JSON.parse(line))
  })
  const hear = (said: { ready?: string[]; sandbox?: string; pid?: number; problem?: string; ended?: number }) => {
    if (said.ready) ready.resolve(said.ready)
    if (said.ended !== undefined) {
      living.get(said.ended)?.resolve()
      living.delete(said.ended)
    }
    if (said.sandbox === undefined) return
    const answer = asked.get(said.sandbox)
    asked.delete(said.sandbox)
    if (said.pid === undefined) return answer?.reject(new Error(said.problem))
    living.set(said.pid, Promise.withResolvers<void>())
    answer?.resolve(said.pid)
  }
  return {
    ready: ready.promise,
    ask(sandboxId: string, request: object): Promise<number> {
      const answer = Promise.withResolvers<number>()
      asked.set(sandboxId, answer)
      control.write(`${JSON.stringify(request)}\n`)
      return answer.promise
    },
    /** The zygote, as the parent, reports the end; after the zygote's death the server watches the process itself. */
    endOf: (pid: number): Promise<void> => living.get(pid)?.promise ?? Promise.resolve(),
    close: () => control.end(),
    finish() {
      const death = new Error('the zygote died')
      ready.reject(death)
      for (const answer of asked.values()) answer.reject(death)
      asked.clear()
      for (const [pid, end] of living) void untilGone(pid).then(end.resolve)
      living.clear()
    },
  }
}

const LOOK_AGAIN_MS = 10

/**
 * Waits for the death of a process; its new parent may take seconds to collect it, but nothing of the sandbox is left by then.
 */
async function untilGone(pid: number): Promise<void> {
  while (isAlive(pid)) await delay(LOOK_AGAIN_MS)
}
