import { STATUS_CODES } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Histogram, Registry } from 'prom-client'
import { createSecondsHistogram } from './seconds-histogram.ts'

export interface ObservedRequest {
  method: string
  route: string
  status: number
  seconds: number
}

type Label = 'method' | 'route' | 'status'

interface Part {
  registry: Registry
  histogram: Histogram<Label>
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/**
 * Counts requests by method, route and status. Callers may invent methods, and servers inside of machines statuses:
 * those share one label. The text is written in parts, since there are still many combinations.
 */
export function createRequestMetrics() {
  const parts = new Map<string, Part>()
  const partOf = (method: string, route: string): Part => {
    const key = `${method} ${route}`
    const part = parts.get(key) ?? createPart()
    parts.set(key, part)
    return part
  }
  return {
    observe({ method: given, route, status, seconds }: ObservedRequest): void {
      const method = METHODS.has(given) ? given : 'other'
      partOf(method, route).histogram.observe({ method, route, status: nameOf(status) }, seconds)
    },
    /** All counts as one metric in the format of Prometheus. */
    async text(): Promise<string> {
      const texts = [await createPart().registry.metrics()]
      for (const { registry } of [...parts.values()]) {
        texts.push(withoutHead(await registry.metrics()))
        await nextTurn()
      }
      return texts.join('')
    },
  }
}

function createPart(): Part {
  const registry = new Registry()
  const histogram = createSecondsHistogram([registry])({
    name: 'anneal_http_request_seconds',
    help: 'HTTP requests until the answer began',
    labelNames: ['method', 'route', 'status'],
  })
  return { registry, histogram }
}

const nameOf = (status: number) => (status in STATUS_CODES ? String(status) : `${Math.floor(status / 100)}xx`)

/** The description of a metric stands once, before all of its lines. */
const withoutHead = (text: string) => text.replace(/^(?:#.*\n)+/, '')
