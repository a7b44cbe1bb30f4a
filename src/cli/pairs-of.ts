import { UsageError } from './usage-error.ts'

/** Splits NAME=VALUE options. */
export function pairsOf(option: string, texts: readonly string[]): Record<string, string> {
  const pairs = texts.map((text): [string, string] => {
    const equals = text.indexOf('=')
    if (equals < 1)
      throw new UsageError(`${option} "${text}" is no name with a value.`, `Give it as ${option} NAME=VALUE.`)
    return [text.slice(0, equals), text.slice(equals + 1)]
  })
  return Object.fromEntries(pairs)
}
