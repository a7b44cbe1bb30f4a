import type { RunResult } from '../../src/contract/run.ts'

/** Whether two programs end well and print the same; of SQL, the rows of the last table count, in any order and whatever its columns are called. */
export function isSameOutput(one: RunResult, other: RunResult): boolean {
  if (one.outcome !== 'ok' || other.outcome !== 'ok') return false
  return JSON.stringify(outputOf(one)) === JSON.stringify(outputOf(other))
}

function outputOf({ blocks }: RunResult): string[] {
  const { stdout = '' } = blocks[0]?.attempts.at(-1) ?? {}
  const lines = stdout.trimEnd().split('\n')
  const rule = lines.findLastIndex((line) => /^-+(?:\+-+)*$/.test(line))
  if (rule < 1 || !/^\(\d+ rows?\)$/.test(lines.at(-1) ?? '')) return lines
  const rows = lines.slice(rule + 1, -1)
  return rows.map((row) => JSON.stringify(row.split(' |').map((cell) => cell.trim()))).sort()
}
