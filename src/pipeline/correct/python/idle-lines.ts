import { BUILTINS } from '../../../language/python/builtins.ts'

const IMPORT = /^(?:import|from\s+[\w.]+\s+import)\s+([\w.,\s]+)$/
const CALL = /^(?:\w+\s*=\s*)?(?:self\.)?(\w+)(?:\.\w+)*\(.*\);?$/

/**
 * The program without lines that are no loss: heads of blocks that stand there twice, imports whose names nothing else uses and, where tests of the caller pass without them, calls
 * of what nothing defines, which never came to an end, and returns with code behind them that could not run.
 */
export function withoutIdleLines({ before, after }: { before: string; after: string }, isTested: boolean): string {
  const isIdle = (line: string): boolean => {
    const imported = IMPORT.exec(line)?.[1]
      ?.split(',')
      .map((part) => part.trim().split(/\s+as\s+|\./))
    if (imported) return imported.every((names) => !uses(after, names.at(-1) ?? ''))
    const called = CALL.exec(line.trim())?.[1]
    return isTested && called !== undefined && !BUILTINS.has(called) && isOnlyCalled(before, called)
  }
  return before
    .split('\n')
    .filter((line, index, lines) => {
      const isTwice = line.trimEnd().endsWith(':') && line === lines[index + 1]
      return !isIdle(line) && !isTwice && !(isTested && isTooEarly(line, lines.slice(index + 1)))
    })
    .join('\n')
}

const RETURN = /^(\s+)return\b.*[^([{,\\]$|^(\s+)return$/

/** A return, and a statement of the same block below it. */
function isTooEarly(line: string, below: string[]): boolean {
  const found = RETURN.exec(line.trimEnd())
  const indent = found?.[1] ?? found?.[2]
  const next = below.find((each) => each.trim() !== '')
  return (
    indent !== undefined &&
    next !== undefined &&
    new RegExp(`^${indent}(?!\\s|(?:else|elif|except|finally|case)\\b|[)\\]}])`).test(next)
  )
}

const uses = (code: string, name: string): boolean => new RegExp(String.raw`\b${name}\b`).test(code)

/** Nothing in the program defines, imports or keeps what it calls. */
const isOnlyCalled = (code: string, name: string): boolean =>
  [...code.matchAll(new RegExp(String.raw`(\bdef\s+)?\b${name}\b(\s*\()?`, 'g'))].every(
    ([, definition, call]) => definition === undefined && call !== undefined,
  )
