import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { EngineEvent } from '../contract/event.ts'
import type { Slots } from '../sandbox/slots.ts'

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300]

/** Labels are closed lists only (languages, outcomes, routes): a program can never make a new series. */
export function createMetrics(slots: Pick<Slots, 'busy' | 'waiting'>) {
  const registers = [new Registry()]
  const [registry] = registers as [Registry]
  collectDefaultMetrics({ register: registry, prefix: 'anneal_' })
  const runs = new Counter({ name: 'anneal_runs_total', help: 'Runs that ended', labelNames: ['outcome'], registers })
  const active = new Gauge({ name: 'anneal_runs_active', help: 'Runs going on', registers })
  const runSeconds = new Histogram({
    name: 'anneal_run_seconds',
    help: 'Whole runs',
    labelNames: ['outcome'],
    buckets: SECONDS,
    registers,
  })
  const executions = new Counter({
    name: 'anneal_executions_total',
    help: 'Programs that ended',
    labelNames: ['language', 'ended_by', 'succeeded'],
    registers,
  })
  const executionSeconds = new Histogram({
    name: 'anneal_execution_seconds',
    help: 'Programs from start to end, waiting not counted',
    labelNames: ['language'],
    buckets: SECONDS,
    registers,
  })
  const waitSeconds = new Histogram({
    name: 'anneal_execution_wait_seconds',
    help: 'Waiting for a free sandbox',
    buckets: [0.001, ...SECONDS],
    registers,
  })
  const requests = new Histogram({
    name: 'anneal_http_request_seconds',
    help: 'HTTP requests until the answer began',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers,
  })
  gaugeOf(registers, 'anneal_sandboxes_busy', 'Sandboxes at work', () => slots.busy)
  gaugeOf(registers, 'anneal_runs_waiting', 'Runs waiting for a sandbox', () => slots.waiting)

  return {
    observeEvent(event: EngineEvent): void {
      if (event.type === 'run.start') active.inc()
      if (event.type === 'attempt.end') {
        const { language, endedBy, exitCode } = event
        executions.inc({ language, ended_by: endedBy, succeeded: String(endedBy === 'exit' && exitCode === 0) })
        executionSeconds.observe({ language }, event.durationMs / 1000)
        waitSeconds.observe(event.waitMs / 1000)
      }
      if (event.type === 'run.end') {
        active.dec()
        runs.inc({ outcome: event.outcome })
        runSeconds.observe({ outcome: event.outcome }, event.durationMs / 1000)
      }
    },
    observeRequest(request: { method: string; route: string; status: number; seconds: number }): void {
      const { method, route, status, seconds } = request
      requests.observe({ method, route, status: String(status) }, seconds)
    },
    /** The text Prometheus reads, and its media type. */
    async expose(): Promise<{ text: string; contentType: string }> {
      return { text: await registry.metrics(), contentType: registry.contentType }
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
