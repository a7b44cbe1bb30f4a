import { setTimeout as wait } from 'node:timers/promises'

const HEALTH_EVERY_MS = 250
const RUN_EVERY = 8
const DEADLINE_MS = 30_000

export interface Probe {
  healthMs: number[]
  metricsMs: number[]
  runMs: number[]
  failures: string[]
  stop(): Promise<void>
}

/** A harmless user who asks for little: health all the while, and metrics and a small run every few seconds. */
export function probeServer({ url, key, adminKey }: { url: string; key: string; adminKey: string }): Probe {
  const probe = { healthMs: [] as number[], metricsMs: [] as number[], runMs: [] as number[], failures: [] as string[] }
  let isOver = false
  const once = async (name: string, path: string, init: RequestInit, isGood: (text: string) => boolean) => {
    const startedAt = performance.now()
    try {
      const response = await fetch(`${url}${path}`, { ...init, signal: AbortSignal.timeout(DEADLINE_MS) })
      const text = await response.text()
      if (!response.ok || !isGood(text)) probe.failures.push(`${name}: ${response.status} ${text.slice(0, 500)}`)
    } catch (error) {
      if (!isOver) probe.failures.push(`${name}: ${error}`)
    }
    return performance.now() - startedAt
  }
  const health = async () => {
    for (; !isOver; await wait(HEALTH_EVERY_MS)) {
      probe.healthMs.push(await once('health', '/v1/health', {}, (text) => JSON.parse(text).status === 'ok'))
    }
  }
  const metrics = async () => {
    const headers = { authorization: `Bearer ${adminKey}` }
    for (; !isOver; await wait(HEALTH_EVERY_MS * RUN_EVERY)) {
      probe.metricsMs.push(
        await once('metrics', '/metrics', { headers }, (text) => text.includes('anneal_runs_active')),
      )
    }
  }
  const runs = async () => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ language: 'bash', code: 'echo ok' })
    for (; !isOver; await wait(HEALTH_EVERY_MS * RUN_EVERY)) {
      const isGood = (text: string) => JSON.parse(text).outcome === 'ok'
      probe.runMs.push(await once('run', '/v1/runs', { method: 'POST', headers, body }, isGood))
    }
  }
  const all = Promise.all([health(), metrics(), runs()])
  return {
    ...probe,
    async stop() {
      isOver = true
      await all
    },
  }
}
