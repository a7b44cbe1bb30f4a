import { inspect } from 'node:util'
import { createPaint, type Paint, type Screen, type Style } from './screen.ts'
import { visibleLines, visibleText } from './visible-text.ts'

export type LogFormat = 'auto' | 'json' | 'pretty'

const LEVELS: Record<number, [name: string, style: Style]> = {
  20: ['debug', 'dim'],
  30: ['info', 'green'],
  40: ['warn', 'yellow'],
  50: ['error', 'red'],
}

/** Where the log goes in words for people: to a terminal, unless the format is forced. Undefined where it stays JSON. */
export function chooseLogs(format: LogFormat, screen: Screen): { write(line: string): void } | undefined {
  if (format === 'json' || (format === 'auto' && !screen.isTerminal)) return undefined
  const paint = createPaint(screen)
  return { write: (line) => void screen.write(logText(line, paint)) }
}

/** A line of the log as people read it: time of day, level, message, then the rest as name=value. */
export function logText(json: string, paint: Paint): string {
  let line: Record<string, unknown>
  try {
    line = JSON.parse(json)
  } catch {
    return `${visibleText(json.trimEnd())}\n`
  }
  const { level, time, msg, event: _event, err, ...rest } = line
  const [name, style] = LEVELS[Number(level)] ?? [String(level), 'dim']
  const values = Object.entries(rest).map(([key, value]) => `${visibleText(key)}=${valueText(value)}`)
  const head = [paint('dim', timeOfDay(String(time))), paint(style, name.padEnd(5)), visibleText(String(msg ?? ''))]
  const tail = values.length > 0 ? [paint('dim', values.join(' '))] : []
  const below = err === undefined ? [] : errorLines(err).map((text) => paint('dim', `               ${text}`))
  return `${[[...head, ...tail].join(' '), ...below].join('\n')}\n`
}

/** The time is shown in the zone of the reader, like every other clock of that terminal. */
function timeOfDay(time: string): string {
  const at = new Date(time)
  return Number.isNaN(at.getTime()) ? visibleText(time) : at.toTimeString().slice(0, 8)
}

const valueText = (value: unknown): string =>
  visibleText(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

/** The stack of an error has its message too. */
function errorLines(error: unknown): string[] {
  const { stack, message } = (error ?? {}) as { stack?: unknown; message?: unknown }
  return visibleLines(String(stack ?? message ?? inspect(error)))
}
