import type { LogLevel, LogLine } from '../contract/api.ts'
import type { EngineEvent } from '../contract/event.ts'
import type { DeletionReason } from '../contract/retention.ts'

/** Makes one line for each span that ended; live logs and exports agree because both are made here. */
export function logLineOf(event: EngineEvent, userId: string): LogLine | undefined {
  const told = tell(event)
  if (!told || event.runId === null) return undefined
  const [level, message] = told
  return { at: event.at, level, event: event.type, runId: event.runId, userId, message }
}

function tell(event: EngineEvent): [LogLevel, string] | undefined {
  switch (event.type) {
    case 'run.end': {
      const level = {
        ok: 'info',
        failed: 'warn',
        blocked: 'warn',
        cancelled: 'warn',
        error: 'error',
        'nothing-to-run': 'info',
      } as const
      const why = event.error ? `: ${event.error.code} ${event.error.message}` : ''
      return [level[event.outcome], `run ${event.outcome} in ${milliseconds(event.durationMs)}${why}`]
    }
    case 'attempt.end': {
      const { language, endedBy, exitCode, error } = event
      const how = endedBy === 'exit' ? `exited with ${exitCode}` : `was ended by ${endedBy}`
      const why = error ? `: ${error.type}: ${error.message}` : ''
      const level = endedBy === 'exit' && exitCode === 0 ? 'info' : 'warn'
      return [level, `attempt ${event.attempt} in ${language} ${how} after ${milliseconds(event.durationMs)}${why}`]
    }
    case 'block.end': {
      const why = event.stopped ? `: not repaired, ${event.stopped.reason}` : ''
      return ['debug', `block ${event.block + 1} ended ${event.outcome}${why}`]
    }
    case 'test.end': {
      const came = event.passed ? 'passed' : `failed: ${event.detail ?? ''}`
      return [event.passed ? 'debug' : 'info', `${event.name} ${came}`]
    }
    case 'run.deleted':
      return ['info', `run deleted: ${DELETED[event.why]}`]
    case 'stage.end':
      return ['debug', `stage ${event.stage} took ${milliseconds(event.durationMs)}`]
    default:
      return undefined
  }
}

const DELETED: Record<DeletionReason, string> = {
  asked: 'somebody asked for it',
  age: 'it was older than what is kept',
  count: 'its user had more runs than are kept',
  bytes: 'the runs of its user took more than is kept',
}

const milliseconds = (value: number): string => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`

const ORDER: LogLevel[] = ['debug', 'info', 'warn', 'error']
export const isAtLeast = (level: LogLevel, least: LogLevel): boolean => ORDER.indexOf(level) >= ORDER.indexOf(least)
