import type { Attempt, TriedCandidate } from '../../src/contract/run.ts'
import type { Measured } from './measure.ts'

/** All details of an unrepaired case that a writer of rules wants to see. */
export function showCase({ case: { id, program, code, line, edits }, verdict, result }: Measured): string {
  const { attempts = [], stopped } = result.blocks[0] ?? {}
  const wasMeant = edits.map(({ start, end }) => JSON.stringify(program.code.slice(start, end))).join(', ')
  const became = edits.map(({ text }) => JSON.stringify(text)).join(', ')
  return [
    `━━ ${id} · ${verdict} · line ${line}: ${wasMeant} became ${became}`,
    numbered(code),
    ...attempts.map(showAttempt),
    ...(stopped ? [`─ stopped: ${stopped.reason}`, ...(stopped.tried ?? []).map(showTried)] : []),
  ].join('\n')
}

function showAttempt({ n, strategy, diff, error, exitCode, stderr, tried = [] }: Attempt): string {
  const said = error ? `${error.type}: ${error.message} (line ${error.line ?? '?'})` : stderr.slice(-500)
  const heading = `─ attempt ${n}${strategy ? ` by ${strategy}` : ''}: exit ${exitCode}, ${said}`
  return [heading, ...(diff ? [diff] : []), ...tried.map(showTried)].join('\n')
}

const showTried = ({ strategy, outcome, detail }: TriedCandidate): string =>
  `  tried ${strategy}: ${outcome}${detail ? ` (${detail})` : ''}`

const numbered = (code: string): string =>
  code
    .split('\n')
    .map((text, index) => `${String(index + 1).padStart(3)}  ${text}`)
    .join('\n')
