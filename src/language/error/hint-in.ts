const BEGINNINGS = [
  'Did you',
  'did you',
  'Perhaps you',
  'Maybe you',
  'Do you',
  'Is it',
  'Either add it',
  'Candidate bindings:',
]

/** The suggestion at the end of a message, if the interpreter makes one. */
export function hintIn(message: string): string | undefined {
  const starts = BEGINNINGS.map((beginning) => message.indexOf(beginning)).filter((at) => at > -1)
  return starts.length === 0 ? undefined : message.slice(Math.min(...starts)).trim()
}
