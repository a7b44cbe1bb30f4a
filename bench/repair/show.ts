import type { Measured } from './measure.ts'

/** All that a writer of rules wants to see of a case that was not repaired. */
export function showCase({ case: { id, program, code, line, edits }, verdict, result }: Measured): string {
  const attempts = result.blocks[0]?.attempts ?? []
  const wasMeant = edits.map(({ start, end }) => JSON.stringify(program.code.slice(start, end))).join(', ')
  const became = edits.map(({ text }) => JSON.stringify(text)).join(', ')
  return [
    `━━ ${id} · ${verdict} · line ${line}: ${wasMeant} became ${became}`,
    numbered(code),
    ...attempts.map(({ n, strategy, diff, error, exitCode, stderr }) => {
      const said = error ? `${error.type}: ${error.message} (line ${error.line ?? '?'})` : stderr.slice(-500)
      return `─ attempt ${n}${strategy ? ` by ${strategy}` : ''}: exit ${exitCode}, ${said}${diff ? `\n${diff}` : ''}`
    }),
  ].join('\n')
}

const numbered = (code: string): string =>
  code
    .split('\n')
    .map((text, index) => `${String(index + 1).padStart(3)}  ${text}`)
    .join('\n')
