import type { FoundPattern } from '../../contract/memory.ts'

const COMMENT = /("""|''')[\s\S]*?\1|(?<=^|\s)#[^\n]*|\/\/[^\n]*|\/\*[\s\S]*?\*\//
const CATCHES = /\b(?:try|except|catch|rescue)\b/
const LINES_MATTER = 1.3

/** Reasons why a known program may be better than a similar one; empty when nothing speaks for it. */
export function reasonsFor(pattern: FoundPattern, code: string): string[] {
  const reasons: string[] = []
  const { worked, tests = [], source } = pattern
  if (source === 'run' && worked > 0)
    reasons.push(`It ended well in ${worked === 1 ? 'one run' : `${worked} runs`} here.`)
  if (tests.length > 0) reasons.push(`It passed ${tests.length === 1 ? 'a test' : `${tests.length} tests`}.`)
  if (reasons.length === 0) return []
  const [own, other] = [linesOf(code), linesOf(pattern.code)]
  if (own > other * LINES_MATTER) reasons.push(`It is shorter: ${other} lines instead of ${own}.`)
  if (CATCHES.test(pattern.code) && !CATCHES.test(code)) reasons.push('It handles errors.')
  if (COMMENT.test(pattern.code) && !COMMENT.test(code)) reasons.push('It is documented.')
  return reasons
}

const linesOf = (code: string): number => code.split('\n').filter((line) => line.trim() !== '').length
