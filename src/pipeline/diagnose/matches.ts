import type { Conditions, Failing, Pattern } from './pattern.ts'

/** Patterns read only the beginning, because a thrown message can have any length. */
const LONGEST = 500

/** The groups of the message when the pattern fits; undefined when it does not. */
export function matches(pattern: Pattern, failing: Failing): readonly (string | undefined)[] | undefined {
  const { languages, types, message, when } = pattern
  if (languages && !languages.includes(failing.language)) return undefined
  if (types && !types.includes(shortType(failing.error.type)) && !types.includes(failing.error.type)) return undefined
  if (when && !hold(when, failing)) return undefined
  return message ? (message.exec(failing.error.message.slice(0, LONGEST)) ?? undefined) : []
}

/** `JSONDecodeError` of `json.decoder.JSONDecodeError`, `out_of_range` of `std::out_of_range`. */
export function shortType(type: string): string {
  return type.slice(Math.max(type.lastIndexOf('.'), type.lastIndexOf(':'), type.lastIndexOf('\\')) + 1)
}

function hold(when: Conditions, { isOwn, line, code, said, error, end }: Failing): boolean {
  const fits = (pattern: RegExp | undefined, text: string) => pattern === undefined || pattern.test(text)
  return (
    (when.isOwn === undefined || when.isOwn === isOwn) &&
    fits(when.line, line.slice(0, LONGEST)) &&
    fits(when.code, code) &&
    fits(when.expression, error.expression ?? '') &&
    fits(when.said, said) &&
    fits(when.file, error.file ?? '') &&
    (when.signals === undefined || when.signals.includes(end.signal ?? '')) &&
    (when.exitCodes === undefined || when.exitCodes.includes(end.exitCode ?? -1))
  )
}
