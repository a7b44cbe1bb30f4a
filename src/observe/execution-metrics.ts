import { Counter, type Registry } from 'prom-client'
import type { EventOf } from '../contract/event.ts'
import { createSecondsHistogram } from './seconds-histogram.ts'

/** Counts programs, and the three spans of each: waiting for a sandbox, starting it, running in it. */
export function createExecutionMetrics(registers: Registry[]) {
  const seconds = createSecondsHistogram(registers)
  const ended = new Counter({
    name: 'anneal_executions_total',
    help: 'Programs that ended',
    labelNames: ['language', 'ended_by', 'succeeded'],
    registers,
  })
  const waiting = seconds({
    name: 'anneal_execution_wait_seconds',
    help: 'Waiting for a free sandbox',
    labelNames: ['language', 'outcome'],
  })
  const starting = seconds({
    name: 'anneal_execution_start_seconds',
    help: 'Until the sandbox stood ready: warm when it was waiting already, cold when it had to be made',
    labelNames: ['language', 'start'],
  })
  const running = seconds({
    name: 'anneal_execution_seconds',
    help: 'Programs from start to end, waiting not counted',
    labelNames: ['language', 'outcome'],
  })
  return {
    observe(end: EventOf<'attempt.end'>): void {
      const { language, endedBy, exitCode, start, startMs } = end
      const succeeded = endedBy === 'exit' && exitCode === 0
      const outcome = succeeded ? 'ok' : endedBy === 'exit' ? 'failed' : endedBy
      ended.inc({ language, ended_by: endedBy, succeeded: String(succeeded) })
      waiting.observe({ language, outcome }, end.waitMs / 1000)
      // A program that never had a sandbox neither started nor ran.
      if (start === undefined || startMs === undefined) return
      starting.observe({ language, start }, startMs / 1000)
      running.observe({ language, outcome }, end.durationMs / 1000)
    },
  }
}
