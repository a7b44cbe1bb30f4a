import pino, { type DestinationStream, type Logger } from 'pino'
import type { EngineEvent } from '../contract/event.ts'
import { logLineOf } from './log-line.ts'

export interface LoggerOptions {
  level: string
  mask(json: string): string
  destination?: DestinationStream
}

/** Structured lines on stderr: stdout belongs to the commands. */
export function createLogger({ level, mask, destination = pino.destination(2) }: LoggerOptions): Logger {
  const masked: DestinationStream = { write: (line) => destination.write(mask(line)) }
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, masked)
}

/** Writes a line for each event that ends something; at level debug also one for each change of anything else. */
export function logEvents(logger: Logger): (event: EngineEvent, userId: string) => void {
  return (event, userId) => {
    const line = logLineOf(event, userId)
    if (line) logger[line.level]({ event: line.event, runId: line.runId, userId }, line.message)
    else if (!event.subject.startsWith('run:')) logger.debug({ event: event.type, userId }, event.subject)
  }
}
