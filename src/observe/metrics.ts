import { Counter, Gauge, Registry } from 'prom-client'
import type { EngineEvent } from '../contract/event.ts'
import type { Slots } from '../sandbox/slots.ts'
import { createExecutionMetrics } from './execution-metrics.ts'
import { processMetrics } from './process-metrics.ts'
import { createRequestMetrics, type ObservedRequest } from './request-metrics.ts'
import { createSecondsHistogram } from './seconds-histogram.ts'

/** Counters that Prometheus reads. */
export interface Metrics {
  observeEvent(event: EngineEvent): void
  observeRequest(request: ObservedRequest): void
  observeLook(result: 'memory' | 'store' | 'miss'): void
  /** A look for a result that may be served again. */
  observeCache(result: 'hit' | 'miss'): void
  /** The text for Prometheus and its media type; simultaneous callers share one text. */
  expose(): Promise<{ text: string; contentType: string }>
}

/** Labels come from closed lists only (languages, outcomes, routes): a program can never make a new series. */
export function createMetrics(slots: Pick<Slots, 'busy' | 'waiting'>): Metrics {
  const registers = [new Registry()]
  const [registry] = registers as [Registry]
  const ofProcess = processMetrics()
  const runs = new Counter({ name: 'anneal_runs_total', help: 'Runs that ended', labelNames: ['outcome'], registers })
  const active = new Gauge({ name: 'anneal_runs_active', help: 'Runs going on', registers })
  const seconds = createSecondsHistogram(registers)
  const runSeconds = seconds({ name: 'anneal_run_seconds', help: 'Whole runs', labelNames: ['outcome'] })
  const requests = createRequestMetrics()
  const executions = createExecutionMetrics(registers)
  const findings = new Counter({
    name: 'anneal_guard_findings_total',
    help: 'Dangers that were found in programs of runs',
    labelNames: ['severity', 'action'],
    registers,
  })
  const served = new Counter({
    name: 'anneal_cached_results_total',
    help: 'Looks for a result to serve again, by runs that asked for it',
    labelNames: ['result'],
    registers,
  })
  const looks = new Counter({
    name: 'anneal_inspection_cache_total',
    help: 'Programs whose guard report or analysis was looked up: found in memory, in the store, or not',
    labelNames: ['result'],
    registers,
  })
  gaugeOf(registers, 'anneal_sandboxes_busy', 'Sandboxes at work', () => slots.busy)
  gaugeOf(registers, 'anneal_runs_waiting', 'Programs of runs waiting for a sandbox', () => slots.waiting)

  let telling: ReturnType<Metrics['expose']> | undefined
  const tell = async () => {
    const texts = await Promise.all([ofProcess.metrics(), registry.metrics(), requests.text()])
    return { text: texts.join('\n'), contentType: registry.contentType }
  }

  return {
    observeEvent(event) {
      if (event.type === 'run.start' || event.type === 'run.resumed') active.inc()
      if (event.type === 'code.guarded') {
        for (const { severity, action } of event.findings) findings.inc({ severity, action })
      }
      if (event.type === 'attempt.end') executions.observe(event)
      if (event.type === 'run.end') {
        active.dec()
        runs.inc({ outcome: event.outcome })
        runSeconds.observe({ outcome: event.outcome }, event.durationMs / 1000)
      }
    },
    observeRequest: requests.observe,
    observeLook: (result) => looks.inc({ result }),
    observeCache: (result) => served.inc({ result }),
    expose() {
      telling ??= tell().finally(() => {
        telling = undefined
      })
      return telling
    },
  }
}

function gaugeOf(registers: Registry[], name: string, help: string, value: () => number): void {
  new Gauge({
    name,
    help,
    registers,
    collect() {
      this.set(value())
    },
  })
}
