import type { Attempt, RunBlock, RunResult } from '../../contract/run.ts'
import { endingOf } from '../ending.ts'
import type { Host } from '../host.ts'
import { failedAttemptLines } from './failed-attempt.ts'
import { outcomeLook } from './outcome-text.ts'
import { assumptionLines, diffLines, suggestionLines } from './repair-lines.ts'
import { failureText } from './report-failure.ts'
import { createPaint, type Paint } from './screen.ts'
import { valueText } from './shown-values.ts'
import { stateLines } from './state-lines.ts'
import { ageText, durationText, momentText } from './time-text.ts'
import { visibleLines, visibleText } from './visible-text.ts'

/** A past run, shown from its result: every block with its code, every attempt with its output and end. */
export function runStoryText(run: RunResult, host: Host): string {
  const paint = createPaint(host.stdout)
  const { mark, style } = outcomeLook[run.outcome ?? 'running']
  const took = run.state === 'ended' ? ` · ${durationText(run.timings.totalMs)}` : ''
  const started = `${momentText(run.startedAt, 'second')} · ${ageText(run.startedAt, host.now())}${took}`
  const error = run.error ? [failureText(run.error, { stderr: host.stdout }).trimEnd()] : []
  const lines = [
    `${paint(style, `${mark} ${run.outcome ?? 'running'}`)} ${run.runId} ${paint('dim', started)}`,
    ...error,
    ...run.blocks.flatMap((block, index) => [
      '',
      ...blockLines(block, { index, count: run.blocks.length, host, paint }),
    ]),
  ]
  return lines.map((line) => `${line}\n`).join('')
}

function blockLines(
  block: RunBlock,
  { index, count, host, paint }: { index: number; count: number; host: Host; paint: Paint },
): string[] {
  const name = count > 1 ? `block ${index + 1} of ${count} · ` : ''
  const why = block.executable ? '' : ` · not run: ${visibleText(block.reason)}`
  return [
    paint('bold', `── ${name}${block.language ?? 'unknown language'} · line ${block.line}${why}`),
    ...numbered(block.code, paint),
    ...block.attempts.flatMap((attempt) => attemptLines(attempt, { code: block.code, host, paint })),
    ...suggestionLines(block.suggestion, paint),
    ...(block.explanation ? ['', ...visibleLines(block.explanation).map((line) => `  ${paint('cyan', line)}`)] : []),
  ]
}

function numbered(code: string, paint: Paint): string[] {
  const lines = visibleLines(code)
  const width = String(lines.length).length
  return lines.map((line, index) => `  ${paint('dim', `${String(index + 1).padStart(width)} │`)} ${line}`.trimEnd())
}

function attemptLines(attempt: Attempt, { code, host, paint }: { code: string; host: Host; paint: Paint }): string[] {
  const { endedBy, exitCode = null, signal = null, durationMs = 0, error } = attempt
  const end = endedBy && { endedBy, exitCode, signal, durationMs, ...(error ? { error } : {}) }
  const ending = end && endingOf(end)
  const state = end ? `${ending?.what ?? 'exit code 0'} · ${durationText(durationMs)}` : 'running'
  return [
    paint('dim', `── attempt ${attempt.n} · ${state}${attempt.strategy ? ` · ${visibleText(attempt.strategy)}` : ''}`),
    ...(attempt.why ? [`  ${visibleText(attempt.why)}`] : []),
    ...assumptionLines(attempt.assumption, paint),
    ...(attempt.diff ? diffLines(attempt.diff, paint) : attempt.code === code ? [] : numbered(attempt.code, paint)),
    ...quoted('stdout', attempt.stdout, paint),
    ...quoted('stderr', attempt.stderr, paint),
    ...attempt.results.flatMap((value) => quoted('value', valueText(value), paint)),
    ...(end ? failedAttemptLines({ end, code: attempt.code }, host.stdout) : []),
    ...(attempt.state ? stateLines(attempt.state, { paint, width: host.stdout.columns }) : []),
  ]
}

function quoted(name: string, text: string, paint: Paint): string[] {
  if (text === '') return []
  return [paint('dim', `  ${name}`), ...visibleLines(text).map((line) => `  ${line}`.trimEnd())]
}
