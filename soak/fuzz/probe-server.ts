import { setTimeout as wait } from 'node:timers/promises'

const HEALTH_EVERY_MS = 250
const RUN_EVERY = 8
const DEADLINE_MS = 30_000

export interface Probe {
  healthMs: number[]
  runMs: number[]
  failures: string[]
  stop(): Promise<void>
}

/** A user who means well and asks for little: health all the while, and a small run every few seconds. */
export function probeServer({ url, key }: { url: string; key: string }): Probe {
  const probe = { healthMs: [] as number[], runMs: [] as number[], failures: [] as string[] }
  let isOver = false
  const once = async (name: string, path: string, init: RequestInit, isGood: (answer: never) => boolean) => {
    const startedAt = performance.now()
    try {
      const response = await fetch(`${url}${path}`, { ...init, signal: AbortSignal.timeout(DEADLINE_MS) })
      const text = await response.text()
      if (!response.ok || !isGood(JSON.parse(text) as never))
        probe.failures.push(`${name}: ${response.status} ${text.slice(0, 500)}`)
    } catch (error) {
      if (!isOver) probe.failures.push(`${name}: ${error}`)
    }
    return performance.now() - startedAt
  }
  const health = async () => {
    for (; !isOver; await wait(HEALTH_EVERY_MS)) {
      probe.healthMs.push(
        await once('health', '/v1/health', {}, (answer: { status: string }) => answer.status === 'ok'),
      )
    }
  }
  const runs = async () => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ language: 'bash', code: 'echo ok' })
    for (; !isOver; await wait(HEALTH_EVERY_MS * RUN_EVERY)) {
      const isGood = (answer: { outcome: string }) => answer.outcome === 'ok'
      probe.runMs.push(await once('run', '/v1/runs', { method: 'POST', headers, body }, isGood))
    }
  }
  const both = Promise.all([health(), runs()])
  return {
    ...probe,
    async stop() {
      isOver = true
      await both
    },
  }
}
